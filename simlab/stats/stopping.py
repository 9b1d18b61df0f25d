"""When a run with `precision` may stop: once every headline comparison in the metrics it names is decided or narrow enough.

The run looks at fixed points only, after a number of rounds that grows by about 1.3 times; a round is one chunk of every group.
So any number of processes, and a run that was interrupted and goes on, stop at the same deal. The intervals hold at all looks at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import ceil, isfinite
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import Chunk, Plan
from simlab.stats.intervals import FEW_DEALS
from simlab.words.changes import UNDECIDED
from simlab.words.numbers import many

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

GROWTH = 1.3


@dataclass(frozen=True)
class Target:
    """Something that must be decided or narrow enough before the run may stop."""

    name: str
    half_width: float
    wanted: float
    verdict: str | None  # None: nothing to be decided, only to be narrow

    @property
    def is_decided(self) -> bool:
        """It has a verdict."""
        return self.verdict not in (None, UNDECIDED)

    @property
    def is_narrow(self) -> bool:
        """Its interval is as narrow as the experiment wants it."""
        return self.half_width <= self.wanted

    @property
    def is_open(self) -> bool:
        """The run must go on."""
        return not (self.is_decided or self.is_narrow)

    def __str__(self) -> str:
        width = f"±{self.half_width:.2g}" if isfinite(self.half_width) else "of unknown width"
        if self.is_decided:
            return f"{self.name} {self.verdict} ({width})"
        return f"{self.name} is narrow enough ({width})" if self.is_narrow else f"{self.name} is still {width}, wanted ±{self.wanted:g}"


@dataclass(frozen=True)
class Stopping:
    """Whether a run may stop, how many deals of how many it has by then (by number of players), and what it waits for."""

    deals: dict[int, int]
    planned: dict[int, int]
    targets: tuple[Target, ...]

    @property
    def may_stop(self) -> bool:
        """Nothing is open, and there are enough deals for the intervals to hold."""
        return bool(self.targets) and min(self.deals.values()) >= FEW_DEALS and not any(target.is_open for target in self.targets)

    @property
    def stopped_early(self) -> bool:
        """It was stopped before all planned deals were played."""
        return self.may_stop and self.deals != self.planned

    @property
    def why(self) -> list[str]:
        """Which comparisons are decided, narrow enough or open."""
        return [str(target) for target in self.targets]

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {"deals": self.deals, "planned": self.planned, "why": self.why}

    def __str__(self) -> str:
        """For example: stopped after 30,000 of 250,000 deals: 6 comparisons are decided and 2 are narrow enough."""
        done = ", ".join(
            f"{deals:,} of {self.planned[players]:,} deals" + (f" with {players} players" if len(self.deals) > 1 else "")
            for players, deals in self.deals.items()
        )
        decided = sum(target.is_decided for target in self.targets)
        counted = [(decided, "decided"), (len(self.targets) - decided, "narrow enough")]
        result = " and ".join(f"{count} {'is' if count == 1 else 'are'} {what}" for count, what in counted if count)
        return f"stopped after {done}: of {many(len(self.targets), 'result')} that had to be precise {result}"


def stopping_of(analysis: "Analysis") -> Stopping:
    """How far a run is. Without `precision` there is nothing to wait for."""
    deals = {stats.measures.group.players: stats.deals for stats in analysis.stats}
    planned = {group.players: group.deals for group in analysis.groups}
    return Stopping(deals, planned, tuple(_targets(analysis)))


def _targets(analysis: "Analysis") -> Iterator[Target]:
    """The headline comparisons in the metrics that must be precise; where nothing is compared, their means."""
    for key, wanted in (analysis.experiment.precision or {}).items():
        for c in analysis.headline:
            if c.metric.key == key:
                name = f"{c.scenario}: {c.metric.name}{_where(analysis, c.players, c.lineup)}"
                yield Target(name, c.effect.half_width, wanted, c.verdict.word)
        for place in analysis.places if not analysis.headline else ():
            for metric in place.asked(key):
                name = f"{metric.name}{_where(analysis, place.players, place.lineup.name)}"
                yield Target(name, place.mean(metric).half_width, wanted, None)


def _where(analysis: "Analysis", players: int, lineup: str) -> str:
    parts = analysis.where(players, lineup)
    return f" ({', '.join(parts)})" if parts else ""


def stages(plan: Plan) -> Iterator[list[Chunk]]:
    """What is played between two looks; without `precision` all at once."""
    if not plan.experiment.precision:
        yield list(plan.chunks())
        return
    by_round = sorted(plan.chunks(), key=lambda chunk: (chunk.number, chunk.group))
    rounds = [list(chunks) for _, chunks in groupby(by_round, key=lambda chunk: chunk.number)]
    done = 0
    while done < len(rounds):
        until = max(done + 1, ceil(done * GROWTH))
        yield [chunk for chunks in rounds[done:until] for chunk in chunks]
        done = until
