"""How games feel: idle turns, options, what a choice is worth, who leads and who comes back, suspense and drama; and what each scenario
changes of it.

Read off the first games of each place, which are played again and followed turn by turn, or in which a choice is tried; what a game counts
itself, off all of them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from simlab.stats.estimates import Effect, Estimate
from simlab.stats.feeling import FEELINGS, Feeling
from simlab.stats.moments import Moments
from simlab.stats.places import Place
from simlab.stats.statistic import INTERVAL, REAL, WHERE, WHOLE, WORD, Frame, Line, Statistic
from simlab.stats.verdicts import as_one_family

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _feelings(analysis: "Analysis") -> Iterator[Line]:
    """A line for each place and feeling; the changes are one family."""
    felt = [(place, feeling) for place, sample in analysis.samples.items() for feeling in FEELINGS if sample.has(feeling)]
    found = [(place, feeling, *_known(analysis, place, feeling)) for place, feeling in felt]
    changes = [(change, feeling.metric.family.margin.at(change.baseline)) for _, feeling, _, change in found if change]
    verdicts = iter(as_one_family(changes))
    for place, feeling, of, change in found:
        games = of.deals * (place.lineup.games if _is_counted(place, feeling) else 1)
        line = {**place.where, "feeling": feeling.metric.name, "games": games, "mean": of.mean, "low": of.low, "high": of.high}
        if change:
            ends = {"change_low": change.low, "change_high": change.high, "verdict": next(verdicts).word}
            yield {**line, "baseline_mean": change.baseline, "change": change.mean, **ends}
        else:
            yield {**line, **dict.fromkeys(CHANGE)}


def _known(analysis: "Analysis", place: Place, feeling: Feeling) -> tuple[Estimate, Effect | None]:
    """The mean at a place, and what its scenario changes of it."""
    if _is_counted(place, feeling):
        return place.mean(feeling.counted_as), None if place.is_baseline else place.effect(feeling.counted_as)
    metric, (low, high) = feeling.metric, feeling.metric.family.bounds
    values = analysis.samples[place].values(feeling)
    here = Estimate(Moments.of(values, metric.scale), (low, high))
    if place.is_baseline:
        return here, None
    baseline = analysis.placed[place.players, place.lineup.name, place.group.scenarios[place.group.baseline]]
    before = analysis.samples[baseline].values(feeling)[: len(values)]
    mean, spread = float(np.mean(before)) / metric.scale, float(np.std(before)) / metric.scale
    return here, Effect(Moments.of(values - before, metric.scale), (low - high, high - low), baseline=mean, spread=spread)


def _is_counted(place: Place, feeling: Feeling) -> bool:
    """Does the game count it itself, in every game?"""
    return feeling.counted_as in place.stats.measures.game.measured


FIGURES = {"games": WHOLE, "mean": REAL, **INTERVAL}
CHANGE = {**dict.fromkeys(("baseline_mean", "change", "change_low", "change_high"), REAL), "verdict": WORD}
COLUMNS = {**WHERE, "feeling": WORD, **FIGURES, **CHANGE}
TABLE = Frame("feelings", COLUMNS, _feelings, is_replayed=True, is_made=lambda analysis: not analysis.is_league)
STATISTIC = Statistic("feelings", 10.8, (TABLE,))
