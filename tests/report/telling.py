"""Runs whose every number is written by hand, and what a section makes of them, as text."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl

from simlab import games
from simlab.experiment import load
from simlab.experiment.plan import by_players, groups_of
from simlab.metrics import Setting, metrics_of
from simlab.report.blocks import Block, Section
from simlab.report.examples import Examples
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock

MEAN = games.find("mean")
OF = {metric.name: metric for metric in metrics_of(Setting(MEAN, ("crab", "owl"), 3))}
TOLD = Path(__file__).parent / "told"
MANIFEST = {
    "simlab": "0.1.0",
    "versions": {"numpy": "2.0", "polars": "1.0"},
    "again": "simlab run x",
    "seconds": 75.0,
    "games": 6_000,
    "strategies": {"random": "Plays anything."},
    "experiment": {"question": "What if?"},
    "identity": {"seed": 7},
}


def lines(text: str, **everywhere: Any) -> list[dict[str, Any]]:
    """A table in columns set apart by bars, as the lines of an analysis; `everywhere`: what stands in each of them."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]
    usual = {"players": 3, "lineup": "one", **everywhere}
    return [usual | {name: _value(name, cell) for name, cell in zip(head, row, strict=True)} for row in rows]


def _value(name: str, cell: str) -> Any:
    if name == "metric":
        return OF[cell]
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return None if cell == "-" else cell


def run_of(tables: dict[str, list[dict[str, Any]]], *, examples: Examples | None = None, said: Any = (), **asked: Any) -> Material:
    """A run of which an analysis says this; `said`: what it says beside its tables."""
    usual = {"question": "What if?", "game": "mean", "players": 3, "games": 3_000, "seed": 7, "lineup": ["random", "first", "random"]}
    given = {**usual, **asked}
    experiment = load({key: value for key, value in given.items() if value is not None})
    groups = groups_of(experiment)
    analysis = SimpleNamespace(
        experiment=experiment,
        game=MEAN,
        groups=by_players(groups),
        is_league=False,
        holdings=(),
        is_search=False,
        tuned=None,
        adapted=None,
        stats=[SimpleNamespace(deals=1_000) for _ in groups],
        lines=lambda name: tables.get(name, []),
        table=lambda name: pl.DataFrame(tables[name]),
        frames=dict.fromkeys(tables),
        all_metrics=OF,
        headline_keys=("share", "turns"),
        headline=tables.get("headline", []),
        family=tables.get("headline", []),
        with_metric=lambda line: line,
        margin=lambda metric, baseline: metric.family.margin.at(baseline),
        checks=[],
        answer=["It does."],
        rulings=[],
        understood="1 point of win share",
    )
    vars(analysis).update(said)
    run = Material(Path("run"), analysis, MANIFEST)
    headline = [{"said": row["scenario"], **row} for row in tables.get("headline", tables.get("effects", []))]
    vars(run).update(headline=headline, examples=examples)
    return run


def told(section: Section | None) -> str:
    """All that a section says, and the data of its pictures."""
    assert section
    return (
        "\n".join([f"# {section.id}: {section.title}", section.lead, *(line for block in section.blocks for line in _block(block))]) + "\n"
    )


def _block(block: Block) -> Iterator[str]:
    yield ""
    if isinstance(block, Picture):
        yield from (f"[{block.id}] {block.title}", f"alt: {block.alt}", f"note: {block.note}".rstrip(), *_data(block.draw))
    elif isinstance(block, TableBlock):
        yield from (
            f"({block.id}) {block.caption}",
            " | ".join(f"{column.title} [{column.unit}]".replace(" []", "") for column in block.columns),
        )
        yield "csv: " + ", ".join(name + ("" if column.numeric else '"') for column in block.columns for name in column.names)
        for row in block.shown:
            yield " | ".join(cell.text + ("" if (cell.text,) == cell.values else f" = {_short(cell.values)}") for cell in row)
        yield f"note: {block.note}".rstrip()
    else:
        yield from _data(block)


def _data(it: Any, indent: str = "  ") -> Iterator[str]:
    """Nested data, a line for each that holds nothing else."""
    if is_dataclass(it) and not isinstance(it, type):
        given = {field.name: getattr(it, field.name) for field in fields(it)}
        it = {type(it).__name__: None} | {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in given.items()}
    if isinstance(it, dict):
        plain = {name: value for name, value in it.items() if not _holds_more(value)}
        kept = {name: value for name, value in plain.items() if value != "" and (name, value) != ("singly", ())}
        yield indent + ", ".join(f"{name} {_short(value)}" if value is not None else name for name, value in kept.items())
        for name, value in it.items():
            if name not in plain:
                yield f"{indent}{name}:"
                yield from _data(value, indent + "  ")
    elif _holds_more(it):
        for one in it:
            yield from _data(one, indent)
    else:
        yield indent + _short(it)


def _holds_more(it: Any) -> bool:
    return is_dataclass(it) or (isinstance(it, list | tuple) and any(isinstance(one, list | tuple) or is_dataclass(one) for one in it))


def _short(it: Any) -> str:
    if isinstance(it, list | tuple):
        return "(" + ", ".join(map(_short, it)) + ")"
    return f"{it:.6g}" if isinstance(it, float) else str(it)
