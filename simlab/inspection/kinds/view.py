"""What the view tells besides the cards changes somewhere; what is the same whenever somebody is asked was probably forgotten."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from simlab.base.faults import RunFailure
from simlab.engine.compiled import COMPILES
from simlab.inspection.finding import BOTH, COMPILED, HINT, PLAIN, Check, Finding
from simlab.inspection.looked import Watcher
from simlab.inspection.sample import Endless, rows_of
from simlab.inspection.subject import Subject
from simlab.inspection.text import mentioned

GAMES, SECONDS = 40, 1.0
PLAYED = 600  # games, compiled, of which the end is looked at
Told = dict[str, list[list[int]]]  # by field: its values, two of them at most


class Seeing(Watcher):
    """Notes the values of some fields whenever somebody is asked."""

    def __init__(self, names: list[str]) -> None:
        self.values: Told = {name: [] for name in names}

    def asked(self, g: Any, view: Any) -> int | None:
        self.note(view)
        return None

    def note(self, view: Any) -> None:
        """Other values than those known."""
        for name, known in self.values.items():
            if len(known) < 2 and (value := np.ravel(view[name]).tolist()) not in known:
                known.append(value)

    @property
    def is_over(self) -> bool:
        """Has each of them had two values?"""
        return all(len(known) > 1 for known in self.values.values())


def tell(subject: Subject) -> Iterator[Told]:
    """The values that there were."""
    assert subject.layout is not None
    seeing = Seeing([field.name for field in subject.layout.told])
    if COMPILES and not subject.sample.is_stuck:
        tables = [one.table for one in subject.sample.played]
        for number in range(PLAYED if tables else 0):
            if seeing.is_over:
                break
            table = tables[number % len(tables)]
            with suppress(RunFailure, Endless):
                rows_of(table, number // len(tables), 1)
                seeing.note(table.view)
    elif not COMPILES:
        for table, deal in subject.looked.deals(GAMES, SECONDS):
            if seeing.is_over:
                break
            subject.looked.play(table, deal, seeing)
    yield seeing.values


def find(subject: Subject) -> Iterator[Finding]:
    """Fields of one value."""
    told: list[Told] = [one for plays in (COMPILED, PLAIN) for one in subject.told.get(plays, ())]
    used = mentioned(subject.text.main.tree)
    for name in told[0] if told else ():
        values = {tuple(value) for one in told for value in one[name]}
        if len(values) == 1 and name in used:  # what is never used is told already
            value = values.pop()
            said = f"{value[0]}" if len(value) == 1 else f"all {value[0]}" if len(set(value)) == 1 else "the same"
            what = f"view.{name} is {said} whenever somebody is asked; write g.seen.{name} where it changes, or leave it out"
            yield Finding(subject.text.field(name, "VIEW"), what, HINT)


CHECK = Check(61, "whether the view tells something", BOTH, find, of_kits=True, tell=tell)
