"""What tuning is worth: on deals that the search has not seen, against those it was tuned for, and at tables of the field; in words."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

from simlab.engine.metric import PERCENT, UNIT
from simlab.experiment.tuning import Tune
from simlab.stats.estimates import Estimate, GroupStats
from simlab.stats.moments import Moments
from simlab.stats.robust.spread import FEWEST, Spread
from simlab.stats.verdicts import Ruling, Verdict
from simlab.words.changes import MATTERS, NO_DIFFERENCE
from simlab.words.numbers import decimals, listed, many, percent, signed, span
from simlab.words.spoken import as_much_as, cut

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST_NAMED, LETTERS = 3, 24
BOUNDS = (-1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Tuned:
    """A tuned strategy and the games that confirm it."""

    tune: Tune
    stats: GroupStats
    margin: float

    @property
    def name(self) -> str:
        """What was tuned."""
        return self.tune.strategy.label

    def _gain(self, row: int, pair: int = 0, tables: int = 1) -> Estimate:
        measures = self.stats.measures
        games = measures.seatings[measures.group.pairs[pair][0]]
        moments = Moments.at((row,), self.stats.tally["tuning"], self.stats.deals, UNIT * games * tables)
        return Estimate(moments, BOUNDS, self.stats.intervals)

    @cached_property
    def gain(self) -> Estimate:
        """What it wins more than it did, against those it was tuned for."""
        return self._gain(0)

    @cached_property
    def at_tables(self) -> dict[str, Estimate]:
        """The same at tables of the field, by who sits there."""
        group = self.stats.measures.group
        others = {", ".join(seat.label for seat in group.lineups[t].seats[1:]): i for i, (t, _) in enumerate(group.pairs) if i}
        return {who: self._gain(i, i) for who, i in others.items()}

    @cached_property
    def spread(self) -> Spread:
        """How that differs from table to table."""
        found = list(self.at_tables.values())
        together = self._gain(len(self.stats.measures.group.pairs), 1, len(found)).se if found else 0.0
        return Spread([gain.mean for gain in found], [gain.se for gain in found], together)

    @property
    def all(self) -> list[tuple[str, Estimate]]:
        """Each gain, with whom it is against."""
        return [(", ".join(seat.label for seat in self.tune.against), self.gain), *self.at_tables.items()]

    @cached_property
    def verdict(self) -> Verdict:
        """On the gain against those it was tuned for."""
        return Verdict.of(self.gain, self.margin)

    @property
    def is_better(self) -> bool:
        """Does it win more than it did, beyond doubt?"""
        return bool(self.tune.found) and self.gain.may_claim and self.gain.low > 0

    @property
    def ruling(self) -> Ruling:
        """The verdict in a few words."""
        if not self.is_better:
            return Ruling(NO_DIFFERENCE, "tuning", "no better than the default")
        how = {MATTERS: "better, and it matters", NO_DIFFERENCE: "better by little"}.get(self.verdict.word, "better")
        return Ruling(self.verdict.word, "tuning", how)

    @property
    def entry(self) -> str | dict[str, Any]:
        """What to paste into a line-up: what was found, where it is better."""
        return self.tune.seat(self.tune.found or {} if self.is_better else {}).written

    def share(self, *, is_tuned: bool) -> float:
        """What it wins against those it was tuned for."""
        measures = self.stats.measures
        t = measures.group.pairs[0][0 if is_tuned else 1]
        label = measures.group.lineups[t].seats[0].label
        return self.stats.mean(measures.index[f"share.{label}"], t, 0).mean

    # In words

    def sentences(self) -> list[str]:
        """At most four."""
        return [text for text in (self._headline(), self._found(), self._of_field(), self._how()) if text]

    def _headline(self) -> str:
        name, half = cut(self.name, LETTERS), self.gain.half_width
        before, after = (percent(self.share(is_tuned=is_tuned), half) for is_tuned in (False, True))
        if not self.tune.found:
            return f"no better than the default: of all that was tried nothing seemed to win more than {name} as it is, {before} of games."
        seen = f"{after} of games rather than {before}"
        if not self.is_better:
            luck = ", which may be luck" if self.gain.mean > 0 else ""
            return f"no better than the default: tuned, {name} wins {seen}{luck}."
        if self.verdict.word == NO_DIFFERENCE:
            return f"tuned, {name} wins {seen}: better, but by less than {as_much_as(self.margin)}, which is too little to matter."
        more = span(self.gain.low * PERCENT, self.gain.high * PERCENT, decimals(half * PERCENT), sign=True)
        word = "which matters" if self.verdict.word == MATTERS else "perhaps too little to matter"
        return f"tuned, {name} wins {seen} ({more} points), {word}."

    def changes(self) -> list[tuple[str, str, str]]:
        """Each parameter that is another now: its name, what it was, what it is."""
        is_now = {**self.defaults, **self.tune.strategy.params}
        told = [(name, f"{is_now[name]:g}" if name in is_now else "", f"{value:g}") for name, value in (self.tune.found or {}).items()]
        return [(name, before, after) for name, before, after in told if before != after]

    @cached_property
    def defaults(self) -> dict[str, float]:
        """What the search began with, as it was tried first."""
        return self.tune.tried[0].params if self.tune.tried else {}

    def _found(self) -> str:
        found = [f"{cut(name, LETTERS)} {after}{f' rather than {before}' if before else ''}" for name, before, after in self.changes()]
        if not self.is_better or not found:
            return ""
        rest = [f"{len(found) - MOST_NAMED} more"] if len(found) > MOST_NAMED else []
        return f"found: {listed([*found[:MOST_NAMED], *rest])}."

    def _of_field(self) -> str:
        """What it is worth among others."""
        spread = self.spread
        if not self.is_better or spread.tables < FEWEST:
            return ""
        low, high = spread.at_a_new_table
        ahead = sum(gain.low > 0 for gain in self.at_tables.values())
        mean = signed(spread.mean * PERCENT, 1)
        new = f", {span(low * PERCENT, high * PERCENT, 1, sign=True)} at a new one" if isfinite(low) else ""
        return f"at {many(spread.tables, 'table')} of the field it gains {mean} points on average (beyond doubt at {ahead}){new}."

    def _how(self) -> str:
        games = self.stats.deals * self.stats.measures.seatings[0]
        return f"searched with {many(self.tune.budget, 'game')}, confirmed on {many(games, 'other')}."


def tuned(analysis: "Analysis") -> Tuned | None:
    """What tuning is worth, where something was tuned and deals were played."""
    tune = analysis.experiment.tune
    if tune is None or not analysis.stats or analysis.stats[0].deals < 2:
        return None
    share = next(metric for metric in analysis.all_metrics.values() if metric.key == "share")
    return Tuned(tune, analysis.stats[0], analysis.margin(share, 0.0))
