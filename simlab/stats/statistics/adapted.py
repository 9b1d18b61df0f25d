"""What new rules do among players who adapt to them and among players who don't, and who plays otherwise then."""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from simlab.experiment.adapting import ADAPTED, BEFORE, LINEUPS
from simlab.stats.moments import JOINS, moments_of
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, WHOLE, WORD, Frame, Line, Statistic
from simlab.stats.statistics.means import FIGURES, figures

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _count(played: Played) -> dict[str, np.ndarray]:
    """[metric, scenario]: the moments of what comes out otherwise where all adapt than where nobody does."""
    names = [lineup.name for lineup in played.measures.group.lineups if lineup.adapted]
    if not names:
        return {}
    return moments_of(played.values[:, names.index(ADAPTED)] - played.values[:, names.index(BEFORE)])


def _adapted(analysis: "Analysis") -> Iterator[Line]:
    for c in analysis.adapted.changes if analysis.adapted else ():
        line: Line = {"scenario": c.scenario, "metric": c.metric.name, "baseline_mean": c.effects[BEFORE].baseline}
        for lineup, column in zip(LINEUPS, _COLUMNS, strict=True):
            effect = c.effects[lineup]
            line |= dict(zip(_of(column), (effect.mean, effect.low, effect.high), strict=True))
        yield line | figures(c.difference) | {"margin": c.verdict.margin, "verdict": c.verdict.word}


def _adapting(analysis: "Analysis") -> Iterator[Line]:
    adapt = analysis.experiment.adapt
    if adapt is None or adapt.found is None:
        return
    gains = {(gain.scenario, gain.player): (gain.mean, gain.se, gain.deals) for gain in adapt.gains}
    base = adapt.found.get(analysis.experiment.baseline, {})
    for scenario, (who, written) in product(analysis.experiment.scenarios, adapt.written.items()):
        here = adapt.found.get(scenario, {})
        won = dict(zip(_GAINS, gains.get((scenario, who), (None,) * len(_GAINS)), strict=True))
        for name, value in written.items():
            values = {"written": value, "before": base.get(who, written)[name], "adapted": here.get(who, written)[name]}
            yield {"scenario": scenario, "strategy": who, "parameter": name, **values, **won}


def _of(column: str) -> tuple[str, str, str]:
    return column, f"{column}_low", f"{column}_high"


_COLUMNS = ("as_written", "as_before", "as_adapted")
_EFFECTS = dict.fromkeys((name for column in _COLUMNS for name in _of(column)), REAL)
_VALUES = dict.fromkeys(("written", "before", "adapted"), REAL)
_GAINS = {"gain": REAL, "gain_se": REAL, "gain_deals": WHOLE}
_WHERE = {"scenario": WORD}


def _is_made(analysis: "Analysis") -> bool:
    return analysis.experiment.adapt is not None


EFFECTS = Frame(
    "adapted",
    {**_WHERE, "metric": WORD, "baseline_mean": REAL, **_EFFECTS, **FIGURES, "margin": REAL, "verdict": WORD},
    _adapted,
    is_made=_is_made,
)
PLAYERS = Frame("adapting", {**_WHERE, "strategy": WORD, "parameter": WORD, **_VALUES, **_GAINS}, _adapting, is_made=_is_made)
STATISTIC = Statistic("adapted", 2.87, (EFFECTS, PLAYERS), JOINS, _count)
