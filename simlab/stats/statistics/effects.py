"""What the scenarios change: every comparison with its verdict; where rules are varied, their main effects and interactions."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from simlab.stats.statistic import FACT, REAL, WHERE, WHOLE, WORD, Frame, Line, Statistic
from simlab.stats.statistics.courses import AMONG, effect_among
from simlab.stats.statistics.means import FIGURES, figures
from simlab.stats.stopping import adjusted_of

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis
    from simlab.stats.comparisons import Comparison

VERDICT = {"margin": REAL, "verdict": WORD, "more_deals": WHOLE, "likely_deals": WHOLE, "sits_on_margin": FACT}
ADJUSTED = dict.fromkeys(("adjusted", "adjusted_low", "adjusted_high"), REAL)
PLACE = {"players": WHOLE, "lineup": WORD}
RULE = dict.fromkeys(("rule", "value", "baseline"), WORD)
OTHER = dict.fromkeys(("other", "other_value", "other_baseline"), WORD)


def effect_line(analysis: "Analysis", c: "Comparison") -> Line:
    """A comparison as a line of a table."""
    place = None if c.levels else analysis.placed[c.players, c.lineup, c.scenario]
    where = {name: getattr(c, name) for name in (*WHERE, "baseline")}
    change = {"baseline_mean": c.effect.baseline, **_judged(c), "saving": c.effect.saving}
    among = effect_among(place, c.metric) if place else dict.fromkeys(AMONG)
    return {**where, "metric": c.metric.name, **change, **_adjusted(analysis, c), **among}


def _judged(c: "Comparison") -> Line:
    judged = {name: getattr(c.verdict, name) for name in VERDICT if name != "verdict"}
    return {**figures(c.effect), **judged, "verdict": c.verdict.word}


def _adjusted(analysis: "Analysis", c: "Comparison") -> Line:
    return dict(zip(ADJUSTED, adjusted_of(analysis, c) or (None, None, None), strict=True))


def _effects(analysis: "Analysis") -> Iterator[Line]:
    return (effect_line(analysis, c) for c in analysis.comparisons)


def _factors(analysis: "Analysis") -> Iterator[Line]:
    for c in analysis.main_effects:
        yield {**_of_rules(c), "baseline_mean": c.effect.baseline, **_adjusted(analysis, c), **_judged(c)}


def _interactions(analysis: "Analysis") -> Iterator[Line]:
    for c in analysis.two_way_interactions:
        yield {**_of_rules(c), **_judged(c)}


def _of_rules(c: "Comparison") -> Line:
    levels = dict(zip((*RULE, *OTHER), chain.from_iterable(c.levels), strict=False))  # of one rule, or of two
    return {"players": c.players, "lineup": c.lineup, **levels, "metric": c.metric.name}


def _varies(analysis: "Analysis") -> bool:
    return bool(analysis.experiment.vary)


CHANGE = {"baseline_mean": REAL, **FIGURES}
METRIC = {"metric": WORD}
EFFECTS = Frame("effects", {**WHERE, "baseline": WORD, **METRIC, **CHANGE, "saving": REAL, **ADJUSTED, **AMONG, **VERDICT}, _effects)
FACTORS = Frame("factors", {**PLACE, **RULE, **METRIC, **CHANGE, **ADJUSTED, **VERDICT}, _factors, is_made=_varies)
PAIRS = Frame("interactions", {**PLACE, **RULE, **OTHER, **METRIC, **FIGURES, **VERDICT}, _interactions, is_made=_varies)
STATISTIC = Statistic("effects", 2, (EFFECTS, FACTORS, PAIRS))
