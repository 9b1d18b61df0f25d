"""What an experiment adapts: the players of its line-up, whose parameters are tuned for each scenario; and what was found, once it is.

Three line-ups have the same players in the same seats. In one they play as they are written; in one as is best by the baseline's rules,
whatever the rules are; in one as is best by the rules that are played. So the last two differ in nothing but in who adapts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from simlab.experiment.tuning import Params
from simlab.players.seats import Seat

WRITTEN, BEFORE, ADAPTED = LINEUPS = ("as written", "as before", "adapted")


@dataclass(frozen=True)
class Gain:
    """What a player wins more by a scenario's rules as adapted to them than as before, on deals that no search has seen."""

    scenario: str
    player: str
    mean: float
    se: float
    deals: int


@dataclass(frozen=True)
class Adapt:
    """Who sits at the table, from where to where each parameter of each of them may go, and for how many games is searched."""

    lineup: tuple[Seat, ...]
    over: dict[str, dict[str, tuple[float, float]]]  # by who it is: several of a kind play alike
    budget: int
    written: dict[str, Params]  # what these parameters are before anything is searched
    found: dict[str, dict[str, Params]] | None = None  # by scenario and who it is: what is best
    gains: tuple[Gain, ...] = ()

    def seats(self, found: Mapping[str, Params]) -> tuple[Seat, ...]:
        """Everybody, with what was found of them."""
        return tuple(replace(seat, params={**seat.params, **found.get(seat.label, {})}) for seat in self.lineup)

    def seated(self, lineup: str, scenario: str, baseline: str) -> tuple[Seat, ...]:
        """Who sits at the table of a line-up by the rules of a scenario."""
        return self.seats({} if lineup == WRITTEN else (self.found or {}).get(baseline if lineup == BEFORE else scenario, {}))

    def changes(self, scenario: str, baseline: str) -> list[tuple[str, str, float, float]]:
        """Who plays otherwise by these rules than by the baseline's: player, parameter, its value there, and here."""
        before, here = ((self.found or {}).get(name, {}) for name in (baseline, scenario))
        found = []
        for who, written in self.written.items():
            then, now = ({**written, **of.get(who, {})} for of in (before, here))
            found += [(who, name, then[name], now[name]) for name in written if then[name] != now[name]]
        return found

    def as_dict(self) -> dict[str, Any]:
        """As an experiment has it."""
        given: dict[str, Any] = {"budget": self.budget}
        given["over"] = {who: {name: list(ends) for name, ends in over.items()} for who, over in self.over.items()}
        given["written"] = self.written
        return given | ({"found": self.found, "gains": [vars(gain) for gain in self.gains]} if self.found is not None else {})
