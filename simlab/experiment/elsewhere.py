"""The other tables at which a search plays what it has found: drawn from a field, as those are at which it did not search."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simlab.experiment.company import tables_of
from simlab.experiment.keys import FROM, TABLES
from simlab.players.seats import Seat

OTHERS = 12  # tables, where it is not said how many


@dataclass(frozen=True)
class Elsewhere:
    """A field, and how many tables of each number of players are drawn from it at most. Of whom a goal says something sits at each."""

    field: tuple[Seat, ...]
    most: int
    always: tuple[Seat, ...] = ()

    def tables(self, players: int, seed: int, searched: Iterable[tuple[Seat, ...]]) -> dict[str, tuple[Seat, ...]]:
        """The tables of so many players by who sits there; none at which was searched, nor any where nobody else could sit."""
        labels, known = {seat.label for seat in self.always}, set(map(_company, searched))
        others, free = [seat for seat in self.field if seat.label not in labels], players - len(self.always)
        if not others or free < 1:
            return {}
        drawn = ((*self.always, *rest) for rest in tables_of(others, free, self.most + len(known), seed).values())
        kept = [table for table in drawn if _company(table) not in known][: self.most]
        return {", ".join(seat.label for seat in table): table for table in kept}

    def as_dict(self) -> dict[str, Any]:
        """As an experiment has it."""
        return {FROM: [seat.written for seat in self.field], TABLES: self.most}


def _company(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    return tuple(sorted(seat.label for seat in seats))
