"""What an experiment tunes: a strategy's parameters, against whom, how far they may go; and what was found, once it is.

What was found is confirmed at tables that come in pairs: the strategy as it is, and tuned, with the same others, on the same deals.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simlab.experiment.company import tables_of
from simlab.players.params import Param
from simlab.players.seats import Seat

AGAINST, TUNED = "as it is", "tuned"
FIELD_TABLES = 8
ENDLESS = sys.float_info.max

Params = dict[str, float]


@dataclass(frozen=True)
class Tried:
    """A candidate of the search: its parameters, in which stage it was tried, on how many games, and what it won of these."""

    params: Params
    stage: str
    games: int
    share: float
    spent: int  # games that were played by then
    copied: int = 0  # and that were not, because another candidate's are the same


@dataclass(frozen=True)
class Tune:
    """A strategy as it is, those it plays against, from where to where each parameter may go, and for how many games is searched."""

    strategy: Seat
    against: tuple[Seat, ...]
    over: dict[str, tuple[float, float]]
    budget: int
    field: tuple[Seat, ...] = ()
    found: Params | None = None
    tried: tuple[Tried, ...] = ()

    @property
    def as_is(self) -> Seat:
        """The strategy's seat as it is, told apart from others that play it."""
        return replace(self.strategy, label=f"default {self.strategy.label}")

    def seat(self, params: Mapping[str, float]) -> Seat:
        """The same with other parameters; all of them are called alike."""
        return Seat(self.strategy.strategy, {**self.strategy.params, **params}, f"tuned {self.strategy.label}")

    def lineups(self, seed: int) -> dict[str, tuple[Seat, ...]]:
        """The tables at which what was found is confirmed: two against those that were searched against, then two for each of the field."""
        tables = {"": self.against}
        if self.field:
            tables |= tables_of(self.field, len(self.against), FIELD_TABLES, seed)
        both = {AGAINST: self.as_is, TUNED: self.seat(self.found or {})}
        return {f"{how} with {who}" if who else how: (seat, *others) for who, others in tables.items() for how, seat in both.items()}

    def as_dict(self) -> dict[str, Any]:
        """As an experiment has it."""
        given: dict[str, Any] = {"strategy": self.strategy.written, "against": [seat.written for seat in self.against]}
        given |= {"over": {name: list(ends) for name, ends in self.over.items()}, "budget": self.budget}
        given |= {"field": [seat.written for seat in self.field]} if self.field else {}
        given |= {"found": self.found} if self.found is not None else {}
        return given | ({"tried": [vars(each) for each in self.tried]} if self.tried else {})


def wrong_range(name: str, ends: Sequence[float], declared: Mapping[str, Param]) -> str | None:
    """Why a parameter can't be tuned from here to there."""
    if ends[0] >= ends[1]:
        return f"{ends[0]:g} to {ends[1]:g} is no range; write the lower end first"
    param = declared[name]
    if not param.low <= ends[0] <= ends[1] <= param.high:
        return f"{ends[0]:g} to {ends[1]:g} is out of range; allowed: {param.low:g} to {param.high:g}"
    return None


def ranges(declared: Mapping[str, Param]) -> dict[str, tuple[float, float]]:
    """From where to where each parameter may go that says so itself."""
    return {name: (param.low, param.high) for name, param in declared.items() if -ENDLESS < param.low < param.high < ENDLESS}
