"""The same deal is the same game, whatever was played before it."""

from collections.abc import Iterator

import numpy as np

from simlab.inspection.finding import COMPILED, Check, Finding
from simlab.inspection.subject import Subject
from simlab.table import Table

DEALS = 30


def find(subject: Subject) -> Iterator[Finding]:
    if subject.sample.is_stuck:
        return
    for one in subject.sample.played[:: max(1, len(subject.sample.played) // 12)]:
        deals = one.deals[:DEALS].tolist()
        again = Table(one.table.game, one.table.seats, one.table.rules, one.table.seed)
        rows = np.concatenate([again.rows(deal, 1) for deal in reversed(deals)])[::-1]
        differ = np.flatnonzero(rows != one.rows[:DEALS]).tolist()
        if differ:
            names = [name for name in rows.dtype.names or () if (rows[name][differ[0]] != one.rows[name][differ[0]]).any()]
            kept = "; what is KEPT from game to game must not depend on the games" if subject.names.get("KEPT") else ""
            columns = f"deal {deals[differ[0]]} comes out differently ({', '.join(names[:5])})"
            what = f"after other games {columns}: something is left over from them{kept}"
            yield Finding(subject.text.function("play_game", "play"), what, seen_in=one.seen_in(differ[0]), about="repeats")
            return


CHECK = Check(25, "whether a deal is the same twice", COMPILED, find)
