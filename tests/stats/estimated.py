"""Estimates made by hand: of values that lie as far above their mean as below it."""

from math import sqrt
from types import SimpleNamespace

from simlab.stats.estimates import FIXED, Estimate
from simlab.stats.intervals import Intervals
from simlab.stats.moments import Moments
from simlab.stats.silence import UNKNOWN, Bounds

FINE = 10**12


def estimated(mean: float, se: float, deals: int = 1_000, bounds: Bounds = UNKNOWN, intervals: Intervals = FIXED) -> Estimate:
    """A mean with this standard error."""
    centre, away = round(mean * FINE), round(se * sqrt(deals - 1) * FINE)
    half = deals // 2
    powers = tuple(half * (centre + away) ** k + (deals - half) * (centre - away) ** k for k in (1, 2, 3, 4))
    changed = deals if centre or away else 0
    return Estimate(Moments(deals, changed, powers, centre - away, centre + away, FINE), bounds, intervals)


def told(mean: float, half_width: float, baseline: float) -> SimpleNamespace:
    """A change as words want it; of a thousand deals none changed where it has no interval."""
    silent = 0.003 if not mean and not half_width else None
    return SimpleNamespace(mean=mean, half_width=half_width, baseline=baseline, deals=1_000, most_changed=silent)
