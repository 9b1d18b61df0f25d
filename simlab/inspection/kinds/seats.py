"""Among equal players no seat always wins."""

from collections.abc import Iterator

import numpy as np

from simlab.inspection.finding import COMPILED, HINT, Check, Finding
from simlab.inspection.subject import Subject

ENOUGH = 500  # games that somebody has won


def find(subject: Subject) -> Iterator[Finding]:
    text = subject.text
    results = ("wins", "loses", "most_wins", "fewest_wins")
    for one in subject.sample.played:
        decided = one.won[one.won.any(axis=1) & ~one.won.all(axis=1)]
        if not (one.is_printed and one.is_equal and len(decided) >= ENOUGH):
            continue
        where = text.call(*results) or text.written("won") or text.function("play_game")
        table = f"{one.players} equal players"
        always, never = (np.flatnonzero(which) for which in (decided.all(axis=0), ~decided.any(axis=0)))
        if len(always):
            what = f"seat {always[0]} wins each of {len(decided):,} games of {table}; does it win by what happens in the game?"
            yield Finding(where, what, seen_in=one.seen_in(0), about="always wins")
        elif len(never):
            what = f"seat {never[0]} wins none of {len(decided):,} games of {table}; can it?"
            yield Finding(where, what, HINT, one.seen_in(0), about="always wins")


CHECK = Check(23, "whether each seat can win", COMPILED, find)
