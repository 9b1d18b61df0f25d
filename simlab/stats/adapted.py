"""What adapting changes: what new rules do among players who play on as before, and among players tuned for them, on the same deals.

By the baseline's rules both play alike. So what adapting changes of an effect is what it changes by the new rules, deal by deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from simlab.engine.metric import Metric
from simlab.experiment.adapting import ADAPTED, BEFORE, LINEUPS
from simlab.metrics.lengths import TURNS
from simlab.stats.estimates import Effect, Estimate, GroupStats
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.verdicts import Ruling, Verdict, as_one_family, together
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import decimals, listed, number, plainly, span
from simlab.words.spoken import cut, pair, told

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

WHO_WINS = "share"
MOST_TOLD, MOST_CHANGES = 3, 3
PARTS = {0.2: "a fifth", 0.25: "a quarter", 1 / 3: "a third", 0.5: "half", 2 / 3: "two thirds", 0.75: "three quarters", 0.9: "nine tenths"}
NOTHING, ALIKE, TWICE = 0.1, (0.95, 1.05), (1.95, 2.05)  # of as much


@dataclass(frozen=True)
class Changed:
    """What a scenario does to a number: by line-up its effect; and what adapting changes of that."""

    scenario: str
    metric: Metric
    effects: dict[str, Effect]
    difference: Estimate
    verdict: Verdict
    is_asked: bool = True  # is the question about this number?

    @property
    def strength(self) -> float:
        """How large the difference is, measured by what would matter."""
        return abs(self.difference.mean) / self.verdict.margin if self.verdict.margin else 0.0

    @property
    def is_known(self) -> bool:
        """Does adapting change it, beyond doubt?"""
        return self.difference.may_claim and not self.difference.low <= 0 <= self.difference.high

    @property
    def times(self) -> str:
        """How much it is where all adapt, beside what it is where nobody does: `half as much`, or what adapting does instead."""
        before, after = self.effects[BEFORE], self.effects[ADAPTED]
        if before.low <= 0 <= before.high:
            return "adapting changes that"
        ratio = after.mean / before.mean
        if abs(ratio) <= NOTHING:
            return "adapting undoes it"
        if ratio < 0:
            return "adapting turns it round"
        if ALIKE[0] < ratio < ALIKE[1]:
            return "about as much"
        if ratio < 1:
            return f"{PARTS[min(PARTS, key=lambda part: abs(part - ratio))]} as much"
        return "twice as much" if TWICE[0] < ratio < TWICE[1] else f"{number(ratio, 1)} times as much"


@dataclass(frozen=True, eq=False)
class Adapted:
    """A run whose players adapt."""

    analysis: "Analysis"

    @property
    def stats(self) -> GroupStats:
        """Of all its games."""
        return self.analysis.stats[0]

    @property
    def baseline(self) -> str:
        """What all are compared with."""
        return self.analysis.experiment.baseline

    @cached_property
    def scenarios(self) -> list[str]:
        """The changes of the rules."""
        return [scenario for scenario in self.analysis.experiment.scenarios if scenario != self.baseline]

    def who(self, scenario: str) -> list[tuple[str, str, float, float]]:
        """Who plays otherwise in a scenario than in the baseline: player, parameter, its value there and here."""
        adapt = self.analysis.experiment.adapt
        return adapt.changes(scenario, self.baseline) if adapt else []

    @property
    def is_anybody(self) -> bool:
        """Is anybody known to adapt to anything?"""
        return any(map(self.who, self.scenarios))

    @cached_property
    def changes(self) -> list[Changed]:
        """What adapting changes in each scenario: of what the question is about as one family, of all other numbers each by itself."""
        found = list(self._changes())
        asked = [i for i, c in enumerate(found) if c.is_asked and self.who(c.scenario)]
        verdicts = as_one_family([(found[i].difference, found[i].verdict.margin) for i in asked])
        for i, verdict in zip(asked, verdicts, strict=True):
            found[i] = replace(found[i], verdict=verdict, difference=found[i].difference.at(verdict.level))
        return found

    def _changes(self) -> Iterator[Changed]:
        placed = self.analysis.placed
        players = self.stats.measures.group.players
        for scenario in self.scenarios:
            places = {name: placed[players, name, scenario] for name in LINEUPS}
            asked = self.analysis.headline_metrics(places[ADAPTED])
            for metric in (metric for name, metric in self.analysis.metrics.items() if name in places[ADAPTED].named):
                effects = {name: place.effect(metric) for name, place in places.items()}
                difference = self._difference(places[ADAPTED], metric)
                margin = self.analysis.margin(metric, effects[BEFORE].baseline, effects[BEFORE].spread)
                verdict = Verdict.of(difference, margin) if self.who(scenario) else Verdict(NO_DIFFERENCE, margin)
                yield Changed(scenario, metric, effects, difference, verdict, metric in asked)

    def _difference(self, place: Place, metric: Metric) -> Estimate:
        measures = self.stats.measures
        m = measures.index[metric.name]
        moments = Moments.at((m, place.s), self.stats.tally["adapted"], self.stats.deals, measures.per[m][place.t])
        low, high = metric.bounds(measures.group.rules[place.s])
        return Estimate(moments, (low - high, high - low), self.stats.intervals)

    def of(self, scenario: str) -> list[Changed]:
        """What adapting changes in a scenario, of what the question is about: the strongest first."""
        found = [c for c in self.changes if c.scenario == scenario and c.is_asked]
        return sorted(found, key=lambda c: (-(c.verdict.word == MATTERS), -c.is_known, -c.strength))

    @property
    def rulings(self) -> list[Ruling]:
        """The verdict on adapting to each change."""
        return [self._ruling(scenario) for scenario in self.scenarios]

    def _ruling(self, scenario: str) -> Ruling:
        if not self.who(scenario):
            return Ruling(NO_DIFFERENCE, scenario, "nobody is known to adapt")
        found = self.of(scenario)
        word = together([c.verdict.word for c in found])
        if word != MATTERS:
            said = "whether adapting matters is undecided" if word == UNDECIDED else "adapting makes no practical difference"
            return Ruling(word, scenario, said)
        matters = [c for c in found if c.verdict.word == MATTERS]
        names = {"who wins" if c.metric.key == WHO_WINS else "the length" if c.metric.family is TURNS else c.metric.label for c in matters}
        return Ruling(word, scenario, f"adapting changes what it does to {listed(sorted(names, reverse=True)[:MOST_TOLD])}")

    # In words

    def sentences(self, letters: int) -> list[str]:
        """At most four, or one where nobody adapts; names have at most so many letters."""
        adapting = sorted((s for s in self.scenarios if self.who(s)), key=lambda s: -max(c.strength for c in self.of(s)))
        nobody = [s for s in self.scenarios if not self.who(s)]
        shown = adapting[: MOST_TOLD - bool(nobody)]
        said = [self._of(scenario, letters) for scenario in shown]
        if nobody:
            names = listed([f"“{cut(s, letters)}”" for s in nobody], "or")
            found = "nothing was found that wins more there than what wins as before"
            said.append(f"nobody is known to adapt to {names}: {found if shown else 'adapting changes nothing that can be told'}.")
        return [*said, self._adapting(shown[0], letters)] if shown else said

    def _of(self, scenario: str, letters: int) -> str:
        """What adapting to a scenario changes."""
        top, *_ = found = self.of(scenario)
        name = f"“{cut(scenario, letters)}”"
        if not top.is_known:
            if all(c.verdict.word == NO_DIFFERENCE for c in found):
                return f"players adapt to {name}, which makes no practical difference to what it does."
            return f"whether adapting to {name} changes what it does is undecided."
        who = cut(top.metric.label, letters)
        before, after = told(top.metric, top.effects[BEFORE], who), pair(top.metric, top.effects[ADAPTED])[1]
        return f"with {name}, {before} where nobody adapts, {after} where all do: {self._much(top, who)} ({points(top)})."

    def _much(self, c: Changed, who: str) -> str:
        """`hoarder then loses half as much`."""
        if c.metric.key != WHO_WINS or not c.times.endswith("as much"):
            return c.times
        return f"{who} then {'loses' if c.effects[BEFORE].mean < 0 else 'gains'} {c.times}"

    def _adapting(self, scenario: str, letters: int) -> str:
        """Who plays otherwise there, and how."""
        changes = [f"{cut(who, letters)} with {plainly(name)} {now:g} rather than {then:g}" for who, name, then, now in self.who(scenario)]
        rest = [f"{len(changes) - MOST_CHANGES} more"] if len(changes) > MOST_CHANGES else []
        return f"to “{cut(scenario, letters)}” adapts {listed([*changes[:MOST_CHANGES], *rest])}."


def points(c: Changed) -> str:
    """The interval of what adapting changes, in its unit."""
    factor = c.metric.family.factor
    unit = "points" if c.metric.family.is_share else c.metric.family.difference.more
    return f"{span(c.difference.low * factor, c.difference.high * factor, decimals(c.difference.half_width * factor), sign=True)} {unit}"


def adapted(analysis: "Analysis") -> Adapted | None:
    """What adapting changes, where players adapt and deals were played."""
    if analysis.experiment.adapt is None or not analysis.stats or analysis.stats[0].deals < 2:
        return None
    return Adapted(analysis)
