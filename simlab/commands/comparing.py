"""`simlab compare`: what changed between runs, and whose verdict; on the terminal, as a page, as JSON."""

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Column, Table
from rich.text import Text

from simlab.base import paths
from simlab.commands.running import without_nan
from simlab.report import write_index
from simlab.report.compared import Compared, compare
from simlab.report.comparing import difference_of, word_of
from simlab.report.console import plain
from simlab.stats.side_by_side import Key
from simlab.storage.place import place
from simlab.words.changes import SIGNS

MOST = 24  # numbers on the terminal


def show(named: Sequence[str], html: Path | None, *, as_json: bool) -> None:
    """What the runs say side by side."""
    compared = compare([place(paths.run(name)) for name in named])
    if html:
        folder = compared.write(html).parent
        if (folder / "index.html").is_file():
            write_index(folder)  # which leads there
    if as_json:
        sys.stdout.write(json.dumps(without_nan(data_of(compared)), allow_nan=False) + "\n")
        return
    console = Console()
    for part in _told(compared):
        console.print(part)
    if html:
        console.print(Text.assemble(("Page: ", "dim"), str(html)))


def data_of(compared: Compared) -> dict[str, Any]:
    """The comparison as data."""
    return {
        "runs": [str(run.path) for run in compared.runs],
        "answer": compared.answer,
        "tried": [
            {"run": compared.names[entry.run], "scenario": entry.tried.scenario, "changes": entry.tried.changes, "goals": entry.tried.word}
            | {
                "distance": entry.tried.distance.value,
                "reached": {goal.name: compared.diary.shown(entry, goal.name) for goal in compared.diary.goals},
            }
            for entry in compared.diary.entries
        ],
        "differs": [{"kind": each.kind, "what": each.what, "values": each.values} for each in compared.differing],
        "changes": compared.changes.to_dicts(),
        "alone": [key._asdict() for key in compared.alone],
    }


def _told(compared: Compared) -> Iterator[RenderableType]:
    yield from map(plain, compared.answer)
    yield Text()
    if compared.differing:
        table = Table("", *(Column(plain(name)) for name in compared.names), box=None, pad_edge=False, header_style="dim")
        for each in compared.differing:
            table.add_row(*map(plain, (each.what, *each.values)))
        yield from (table, Text())
    if compared.diary.entries:
        yield from (_tried(compared), Text())
    largest = sorted(compared.keys, key=lambda key: -compared.strength(key))[:MOST]
    for where, keys in groupby([key for key in compared.keys if key in largest], key=compared.where):
        yield plain(where, "underline")
        yield _numbers(compared, list(keys))
    if len(compared.keys) > MOST:
        yield Text(f"and {len(compared.keys) - MOST} numbers that differ less", style="dim")
    yield Text("● matters ○ no practical difference ◐ undecided; difference: the last run against the first", style="dim")


def _tried(compared: Compared) -> Table:
    """The best rule set of each run, and the best of all marked."""
    diary = compared.diary
    heads = [Column(plain(f"{goal.name} {goal.text.strip()}"), justify="right") for goal in diary.goals]
    table = Table("", "tried", *heads, "all goals", "", box=None, pad_edge=False, header_style="dim")
    for entry in diary.best[-MOST:]:
        reached = [diary.shown(entry, goal.name) for goal in diary.goals]
        told = (compared.names[entry.run], entry.called, *reached, entry.tried.word, "best so far" if entry is diary.so_far[-1] else "")
        table.add_row(*map(plain, told))
    return table


def _numbers(compared: Compared, keys: Sequence[Key]) -> Table:
    right = [Column(plain(name), justify="right") for name in (*compared.names, "difference")]
    table = Table("", *right, "", box=None, pad_edge=False, header_style="dim")
    for key in keys:
        change = compared.whole.changes.get(key)
        values = [f"{compared.value(at, key)} {SIGNS.get(of[key].word, '') if key in of else ''}" for at, of in enumerate(compared.numbers)]
        metric = compared.metric(key)
        table.add_row(*map(plain, (metric.label, *values, difference_of(metric, change), word_of(change)[:1])))
    return table
