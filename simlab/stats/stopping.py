"""When a run with `precision` may stop: once every headline comparison in the metrics it names is decided or narrow enough.

The run looks at fixed points only, after shares of the planned deals that grow by 1.3 times (`LOOKS`). So any number of processes, and a
run that was interrupted and goes on, stop at the same deal. The intervals hold at all looks at once.

Games go where they are needed: a scenario of which nothing is open any more, at a line-up with one number of players, is not played on; the
baseline is as long as any scenario needs it. That is told from its own games alone, so that a run which goes on comes to the same end: its
comparisons are decided even at a level divided among all. Combinations of rules that are varied stay together: a main effect is a mean over
all of them on the same deals.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from simlab.experiment.plan import FEWEST, Chunk, Group, Plan
from simlab.stats.comparisons import Comparison
from simlab.stats.estimates import Span
from simlab.stats.intervals import ALPHA
from simlab.stats.stagewise import Glance, adjusted
from simlab.stats.verdicts import word_of
from simlab.words.changes import UNDECIDED
from simlab.words.numbers import many

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST_TOLD = 3  # groups of games, each with its deals


@dataclass(frozen=True)
class Target:
    """Something that must be decided or narrow enough before the run may stop. `group`: the games that it is about, by number;
    `is_settled`: they need not be played on for it, whatever comes of others; `alone`: the level at which that is told.
    """

    name: str
    half_width: float
    wanted: float
    verdict: str | None  # None: nothing to be decided, only to be narrow
    group: int = 0
    is_settled: bool = False
    alone: float = ALPHA
    comparison: Comparison | None = None

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
class Portion:
    """How many of the planned deals were played of a group of games, which is known by its number and told by its name."""

    number: int
    name: str
    deals: int
    planned: int

    def __str__(self) -> str:
        return f"{self.deals:,} of {self.planned:,} deals"


@dataclass(frozen=True)
class Stopping:
    """Whether a run may stop, how much of it was played by then, and what it waits for."""

    portions: tuple[Portion, ...]
    targets: tuple[Target, ...]

    @property
    def may_stop(self) -> bool:
        """Nothing is open, and there are enough deals for the intervals to hold."""
        return bool(self.targets) and not any(target.is_open for target in self.targets) and self._has_enough(self.portions)

    @property
    def stopped_early(self) -> bool:
        """Not all planned deals were played."""
        return any(portion.deals < portion.planned for portion in self.portions)

    @property
    def settled(self) -> set[int]:
        """The groups of games that are not played on, by number."""
        waiting = {target.group for target in self.targets if not target.is_settled}
        return {portion.number for portion in self.portions if portion.number not in waiting and self._has_enough([portion])}

    @property
    def glances(self) -> dict[str, Glance]:
        """What this look finds of each comparison that is waited for. Its games are played on for it until it is settled, or, where nothing
        is open but at its own table, until it is decided as one of all that is compared.
        """
        waiting = {target.group for target in self.targets if target.is_open}
        found = {}
        for target in self.targets:
            if (c := target.comparison) is not None:
                is_last = waiting <= {target.group}
                level, waits = (c.verdict.level, target.is_open) if is_last else (target.alone, not target.is_settled)
                found[target.name] = Glance.of(c.effect.at(level), c.verdict.margin, waits=waits)
        return found

    @property
    def why(self) -> list[str]:
        """Which comparisons are decided, narrow enough or open."""
        return [str(target) for target in self.targets]

    def as_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        deals, planned = ({portion.name: getattr(portion, name) for portion in self.portions} for name in ("deals", "planned"))
        return {"deals": deals, "planned": planned, "why": self.why}

    def __str__(self) -> str:
        """For example: stopped after 30,000 of 250,000 deals: of 8 results that had to be precise 6 are decided and 2 are narrow enough."""
        decided, is_open = (sum(getattr(target, name) for target in self.targets) for name in ("is_decided", "is_open"))
        counted = [(decided, "decided"), (len(self.targets) - decided - is_open, "narrow enough"), (is_open, "still open")]
        result = " and ".join(f"{count} {'is' if count == 1 else 'are'} {what}" for count, what in counted if count)
        return f"stopped after {self.played}: of {many(len(self.targets), 'result')} that had to be precise {result}"

    @property
    def played(self) -> str:
        """How much was played of each group of games; of many the least and the most."""
        if len(self.portions) == 1:
            return str(self.portions[0])
        if len(self.portions) <= MOST_TOLD:
            return ", ".join(f"{portion} with {portion.name}" for portion in self.portions)
        least, *_, most = sorted(self.portions, key=lambda portion: portion.deals)
        return f"{least.deals:,} ({least.name}) to {most.deals:,} ({most.name}) of {most.planned:,} deals"

    @staticmethod
    def _has_enough(portions: Sequence[Portion]) -> bool:
        return all(portion.deals >= FEWEST for portion in portions)


def stopping_of(analysis: "Analysis") -> Stopping:
    """How far a run is. Without `precision` there is nothing to wait for."""
    portions = [
        Portion(number, _name(analysis, stats.measures.group), stats.deals, stats.measures.group.deals)
        for number, stats in zip(analysis.numbers, analysis.stats, strict=True)
    ]
    return Stopping(tuple(portions), tuple(_targets(analysis)))


def _name(analysis: "Analysis", group: Group) -> str:
    """What a group is told apart by from others: always the number of players; its line-up and its scenario where there are several."""
    names = [f"{group.players} players"]
    names += [group.lineups[0].name] if len(analysis.experiment.lineups) > 1 else []
    is_apart = len(group.others) == 1 and len(analysis.experiment.scenarios) > 2
    return ", ".join([*names, *([group.scenarios[group.others[0]]] if is_apart else [])])


def _targets(analysis: "Analysis") -> Iterator[Target]:
    """The headline comparisons in the metrics that must be precise; where nothing is compared, their means."""
    number_of = dict(zip(map(id, analysis.stats), analysis.numbers, strict=True))
    group_of = {at: number_of[id(place.stats)] for at, place in analysis.placed.items()}
    alone = ALPHA / max(1, len(analysis.family))
    for key, wanted in (analysis.experiment.precision or {}).items():
        for c in analysis.headline:
            if c.metric.key == key:
                is_settled = c.effect.half_width <= wanted or word_of(c.effect.at(alone), c.verdict.margin) != UNDECIDED
                at = c.players, c.lineup, analysis.experiment.baseline if c.levels else c.scenario
                yield Target(_called(analysis, c), c.effect.half_width, wanted, c.verdict.word, group_of[at], is_settled, alone, c)
        for place in analysis.places if not analysis.headline else ():
            for metric in place.asked(key):
                name = f"{metric.name}{_where(analysis, place.players, place.lineup.name)}"
                width = place.mean(metric).half_width
                at = place.players, place.lineup.name, place.scenario
                yield Target(name, width, wanted, None, group_of[at], width <= wanted)


def adjusted_of(analysis: "Analysis", c: Comparison) -> Span | None:
    """A comparison that a run waited for, by all its looks, freed of when it stopped; None of any other."""
    name = _called(analysis, c)
    seen: list[Glance] = []
    if c.metric.key not in (analysis.experiment.precision or {}) or not any(name in look for look in analysis.looks):
        return None
    for look in analysis.looks:
        if name in look and look[name].deals < c.effect.deals and (not seen or seen[-1].waits):
            seen.append(look[name])
    return adjusted(c.effect, seen)


def _called(analysis: "Analysis", c: Comparison) -> str:
    return f"{c.scenario}: {c.metric.name}{_where(analysis, c.players, c.lineup)}"


def _where(analysis: "Analysis", players: int, lineup: str) -> str:
    parts = analysis.where(players, lineup)
    return f" ({', '.join(parts)})" if parts else ""


def stages(plan: Plan) -> Iterator[list[Chunk]]:
    """What is played between two looks; without `precision` all at once."""
    chunks = sorted(plan.chunks(), key=lambda chunk: (chunk.first, chunk.groups))
    starts = (0,) * len(plan.groups)
    for ends in plan.looks:
        yield [chunk for chunk in chunks if starts[chunk.groups[0]] <= chunk.first < ends[chunk.groups[0]]]
        starts = ends
