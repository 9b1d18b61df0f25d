"""Which tables a field plays: every company of it, or of many a choice in which all sit equally often, and with each other.

A table is who sits at it, by number and in ascending order; where fewer are in the field than a table has seats, somebody sits twice.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from simlab.experiment.deciding import DECISIONS, restricted_tables
from simlab.players.seats import Seat

Company = tuple[int, ...]
Lineups = Mapping[str, tuple[Seat, ...]]
ATTEMPTS = 50
MOST_TABLES = 60


def seated(
    lineups: Lineups, players: int, *, league: Sequence[Seat] | None, decisions: Sequence[str] | None, is_drawn: bool
) -> dict[str, tuple[Seat, ...]]:
    """The line-ups of this many players: the tables of a league, or of a strategy whose decisions are taken at random; of tables that were
    drawn those of so many; else all, each that is shorter repeated in turn.
    """
    if league is not None:
        return tables_of(league, players)
    if decisions is not None:
        return restricted_tables(lineups[DECISIONS], decisions, players)
    return {
        name: tuple(seats[seat % len(seats)] for seat in range(players))
        for name, seats in lineups.items()
        if not is_drawn or len(seats) == players
    }


def tables_of(field: Sequence[Seat], seats: int, most: int = MOST_TABLES, seed: int = 0) -> dict[str, tuple[Seat, ...]]:
    """The tables of a field by the names of those who sit there, at most so many; which of them, where there are more, the seed tells."""
    tables = (tuple(field[i] for i in company) for company in companies(len(field), seats, most, seed))
    return {", ".join(seat.label for seat in table): table for table in tables}


@cache
def companies(field: int, seats: int, most: int, seed: int = 0) -> tuple[Company, ...]:
    """At most so many tables of a field of so many: all of them, where they are few enough."""
    if field < seats:
        return tuple(combinations_with_replacement(range(field), seats)) if comb(field + seats - 1, seats) <= most else _apart(field, seats)
    if comb(field, seats) <= most:
        return tuple(combinations(range(field), seats))
    return _balanced(field, seats, most, seed)


def _apart(field: int, seats: int) -> tuple[Company, ...]:
    """Of a small field at a large table: each two strategies by themselves, seat by seat in turn."""
    pairs = [*combinations(range(field), 2)]
    return tuple(tuple(sorted(pair[i % 2] for i in range(seats))) for pair in pairs) or ((0,) * seats,)


def _balanced(field: int, seats: int, most: int, seed: int) -> tuple[Company, ...]:
    """As many tables as let all sit equally often, drawn until no two are the same; else without those that are."""
    rounds = max(1, most * seats // field)
    found: set[Company] = set()
    for attempt in range(ATTEMPTS):
        drawn = _drawn(field, seats, rounds * field // seats, np.random.default_rng([field, seats, attempt, seed]))
        if len(set(drawn)) > len(found):
            found = set(drawn)
        if len(found) == len(drawn):
            break
    return tuple(sorted(found))


def _drawn(field: int, seats: int, count: int, chance: np.random.Generator) -> list[Company]:
    """One table after the other, each seat given to who has sat least often; of several to who has met the others there least often; of
    these by lot.
    """
    sat, met = np.zeros(field, dtype=int), np.zeros((field, field), dtype=int)
    tables: list[Company] = []
    for _ in range(count):
        table: list[int] = []
        for _ in range(seats):
            lot = chance.random(field)
            free = [player for player in range(field) if player not in table]
            table.append(min(free, key=lambda player: (sat[player], met[player, table].sum(), lot[player])))
        sat[table] += 1
        met[np.ix_(table, table)] += 1
        tables.append(tuple(sorted(table)))
    return tables
