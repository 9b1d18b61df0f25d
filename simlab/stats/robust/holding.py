"""How far the verdict on a change holds at the tables of a field: at how many, how far its effects spread, and whom that hangs on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm, sqrt
from typing import TYPE_CHECKING

from simlab.engine.metric import Metric
from simlab.stats.comparisons import Comparison, strength
from simlab.stats.contrasts import Contrast
from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import holm_levels
from simlab.stats.robust.spread import FEWEST, Split, Spread
from simlab.stats.verdicts import together
from simlab.words.changes import MATTERS
from simlab.words.numbers import plainly
from simlab.words.spoken import plain_value

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


@dataclass(frozen=True)
class Member:
    """What somebody's being there changes: at how many tables with them, and without, a change matters; how strong it is there."""

    label: str
    there: tuple[int, int]  # of so many tables it matters at so many
    elsewhere: tuple[int, int]
    split: Split
    is_sure: bool


@dataclass(frozen=True, eq=False)
class Holding:
    """One change of the rules at all tables of so many players."""

    players: int
    change: str
    stats: GroupStats
    comparisons: Sequence[Comparison]

    @property
    def said(self) -> str:
        """What the change is called: its scenario, or the value of the rule that is varied."""
        levels = self.comparisons[0].levels
        return ", ".join(f"{plainly(level.rule)} {plain_value(level.value)}" for level in levels) or self.change

    @cached_property
    def tables(self) -> dict[str, list[Comparison]]:
        """What is compared at each table."""
        found: dict[str, list[Comparison]] = {}
        for c in self.comparisons:
            found.setdefault(c.lineup, []).append(c)
        return found

    @cached_property
    def words(self) -> dict[str, str]:
        """The verdict at each table: the change matters where anything does, and makes no difference where nothing does."""
        return {name: together([c.verdict.word for c in found]) for name, found in self.tables.items()}

    def count(self, word: str) -> int:
        """At how many tables this is the verdict."""
        return list(self.words.values()).count(word)

    @cached_property
    def strengths(self) -> dict[str, float]:
        """How strong the change is at each table: its strongest effect there, measured by what would matter."""
        return {name: max(map(strength, found)) for name, found in self.tables.items()}

    @cached_property
    def metrics(self) -> list[Metric]:
        """What is compared, each once."""
        return list({c.metric.name: c.metric for c in self.comparisons}.values())

    def of(self, metric: Metric) -> list[Comparison]:
        """A metric at all tables where it is measured."""
        return [c for c in self.comparisons if c.metric.name == metric.name]

    @cached_property
    def spreads(self) -> dict[str, Spread]:
        """By metric: how its effects differ from table to table."""
        of = {metric: self.of(metric) for metric in self.metrics}
        return {
            metric.name: Spread([c.effect.mean for c in found], [c.effect.se for c in found], self._mean_se(metric))
            for metric, found in of.items()
        }

    @cached_property
    def strongest_first(self) -> list[Metric]:
        """Metrics by what the change moves on average, measured by what would matter; those first of which there are enough tables."""

        def rank(metric: Metric) -> tuple[bool, float]:
            margin, spread = max(c.verdict.margin for c in self.of(metric)), self.spreads[metric.name]
            return spread.tables >= FEWEST, abs(spread.mean) / margin if margin else 0.0

        return sorted(self.metrics, key=rank, reverse=True)

    def _mean_se(self, metric: Metric) -> float:
        """The standard error of the mean over the tables, from its value on each deal."""
        measures, n = self.stats.measures, self.stats.deals
        m, contrast = measures.index[metric.name], self._contrast
        c = measures.contrasts.index[contrast.kind, contrast.where]
        weights, whole = weights_of(measures.per[m])
        sums = self.stats.tally["means"]["sums"][m, :, c]
        total = sum(int(weight) * int(value) for weight, value in zip(weights, sums, strict=True))
        squares = int(self.stats.tally["robust"]["across"][m, c])
        unit = contrast.divisor * whole * sum(weight > 0 for weight in weights)
        return sqrt(max(0, n * squares - total**2) / (n - 1)) / (n * unit) if n > 1 else float("nan")

    @property
    def _contrast(self) -> Contrast:
        """What is compared, among all contrasts of the scenarios."""
        measures, compared = self.stats.measures, self.comparisons[0].sides
        names = measures.group.scenarios
        return next(c for c in measures.contrasts.all if tuple(tuple(names[s] for s in side) for side in (c.plus, c.minus)) == compared)

    @cached_property
    def members(self) -> list[Member]:
        """Everybody who sits at some tables and not at others, by how much stronger or weaker the change is there; judged as one family."""
        at = {lineup.name: lineup.labels for lineup in self.stats.measures.group.lineups}
        sits = {label: [label in at[name] for name in self.tables] for label in self.stats.measures.group.labels}
        labels = [label for label, where in sits.items() if 0 < sum(where) < len(where)]
        splits = [self._split(sits[label]) for label in labels]
        levels = [split.level for split in splits]
        found = [
            Member(label, self._matters(sits[label], at=True), self._matters(sits[label], at=False), split, level <= tested)
            for label, split, level, tested in zip(labels, splits, levels, holm_levels(levels), strict=True)
        ]
        return sorted(found, key=lambda member: (not member.is_sure, -abs(member.split.difference), member.label))

    def _split(self, sits: Sequence[bool]) -> Split:
        strengths = self.strengths.values()
        return Split.of(*([size for size, is_there in zip(strengths, sits, strict=True) if is_there is at] for at in (True, False)))

    def _matters(self, sits: Sequence[bool], *, at: bool) -> tuple[int, int]:
        words = [word for word, is_there in zip(self.words.values(), sits, strict=True) if is_there is at]
        return len(words), words.count(MATTERS)


def holdings(analysis: "Analysis") -> Iterator[Holding]:
    """Each change at the tables of each number of players, where tables were drawn and anything is compared."""
    if not analysis.experiment.tables:
        return
    for stats in analysis.stats:
        players = stats.measures.group.players
        here = [c for c in analysis.headline if c.players == players] if stats.deals > 1 else []
        for change in dict.fromkeys(c.scenario for c in here):
            held = Holding(players, change, stats, [c for c in here if c.scenario == change])
            if len(held.tables) > 1:
                yield held


def weights_of(per: Sequence[int]) -> tuple[list[int], int]:
    """Whole numbers that make sums comparable which are divided by these, and what divides them all then; 0 where nobody is measured."""
    whole = lcm(*(of for of in per if of)) if any(per) else 1
    return [whole // of if of else 0 for of in per], whole
