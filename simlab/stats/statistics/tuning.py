"""What a search for parameters tried, and what the tuned strategy wins more than it does as it is, seat by seat on the same deals."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from simlab.stats.moments import JOINS, moments_of
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, WHOLE, WORD, Frame, Line, Statistic
from simlab.stats.statistics.means import FIGURES, figures

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _count(played: Played) -> dict[str, np.ndarray]:
    """[pair]: the moments of what is won more with the strategy tuned than as it is, at each table, and at all but the first together."""
    group = played.measures.group
    if not group.pairs:
        return {}
    more = np.stack([_won(played, tuned) - _won(played, as_is) for tuned, as_is in group.pairs])
    return moments_of(np.concatenate([more, more[1:].sum(axis=0, keepdims=True)]))


def _won(played: Played, t: int) -> np.ndarray:
    """[deal]: what the first of a line-up won, over its seatings."""
    measures = played.measures
    here = slice(measures.starts[t], measures.starts[t] + measures.seatings[t])
    shares = played.by_label[measures.group.lineups[t].seats[0].label]
    return np.asarray(shares[0, here].sum(axis=0, dtype=np.int64))


def _tried(analysis: "Analysis") -> Iterator[Line]:
    tune = analysis.experiment.tune
    for number, each in enumerate(tune.tried if tune else ()):
        for name, value in each.params.items():
            said = {"stage": each.stage, "games": each.games, "share": each.share, "spent": each.spent, "copied": each.copied}
            yield {"candidate": number, "parameter": name, "value": value, **said}


def _gains(analysis: "Analysis") -> Iterator[Line]:
    for where, gain in analysis.tuned.all if analysis.tuned else ():
        yield {"against": where, **figures(gain)}


TUNING = Frame(
    "tuning",
    {"candidate": WHOLE, "parameter": WORD, "value": REAL, "stage": WORD, "games": WHOLE, "share": REAL, "spent": WHOLE, "copied": WHOLE},
    _tried,
    is_long=True,
    is_made=lambda analysis: analysis.experiment.tune is not None,
)
GAINS = Frame("gains", {"against": WORD, **FIGURES}, _gains, is_made=lambda analysis: analysis.experiment.tune is not None)
STATISTIC = Statistic("tuning", 2.85, (TUNING, GAINS), JOINS, _count)
