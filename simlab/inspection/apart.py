"""Run by `looking` in a process of its own: the checks that want games played, compiled or as plain Python.

Writes a JSON object a line: a finding, something told for a comparison, and at the end how many games were played.
"""

import json
import math
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from simlab import games
from simlab.base.faults import BadInput
from simlab.engine.compiled import COMPILES
from simlab.inspection.finding import BOTH, CAME_OF_IT, CHECKS, COMPILED, PLAIN, Finding
from simlab.inspection.subject import Subject
from simlab.table import watch


def main(name: str) -> None:
    """Check a game in the way for which this process was started."""
    watch.PATIENCE = math.inf  # a game that does not end is noticed here
    subject = Subject(games.find(name))
    try:
        for line in _lines(subject):
            _write(line)
    except BadInput as error:  # what the compiler refuses
        for fault in error.faults:
            _write({"finding": Finding(fault.where, fault.what, about=f"{fault.where} {CAME_OF_IT}").written})
    sys.stdout.flush()
    os._exit(0)  # a game that does not end may still be played


def _lines(subject: Subject) -> Iterator[dict[str, Any]]:
    plays = COMPILED if COMPILES else PLAIN
    for check in CHECKS:
        if check.of_kits and not subject.layout:
            continue
        if check.plays == plays:
            yield from ({"finding": finding.written} for finding in check.find(subject))
        elif check.plays == BOTH and check.tell is not None:
            yield from ({"told": one, "check": check.looks_at} for one in check.tell(subject))
    yield {"games": subject.sample.games if COMPILES else subject.looked.games}


def _write(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main(sys.argv[1])
