"""Ratios of two sums over deals: what a change does, on average, to those games to which something happened.

With w how many of a deal's games it happened to, and x the sum over these of what is measured, the ratio is sum(x) / sum(w); its variance
is that of x - ratio * w over the deals with w > 0 (Cochran 1977, "Sampling Techniques", chapters 6 and 9A; the deal is the cluster).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from simlab.stats import silence
from simlab.stats.estimates import Span, ratio_span
from simlab.stats.intervals import Intervals
from simlab.stats.moments import Moments


@dataclass(frozen=True)
class Weights:
    """The deals with w > 0: how many there are, the sums of w and w^2, and what share they are of all deals."""

    deals: int
    sum: int
    squares: int
    share: float


def ratio_among(weights: Weights, total: int, square: int, cross: int, scale: int, intervals: Intervals) -> Span:
    """The ratio, from the sums of x, x^2 and x w; x counts `scale` times as large as what it stands for."""
    w, deals = weights.sum, weights.deals
    residual = square * w**2 - 2 * total * w * cross + total**2 * weights.squares  # the sum of (x - ratio * w)^2 times w^2
    variance = residual / w**4 * deals**2 / (deals - 1) if deals > 1 else float("nan")
    return ratio_span(total / w / scale, variance / scale**2, deals, intervals.of_part(weights.share))


def share_among(x: Moments, w: Moments, crosses: Sequence[int], most: int, intervals: Intervals) -> Span:
    """The same where x, too, counts games: a share, whose interval does not believe in silence. `crosses`: the sums of x w, x^2 w, x w^2,
    x^3 w, x^2 w^2, x w^3; `most`: the largest w that there can be.
    """
    (x1, x2, x3, x4), (w1, w2, w3, w4), (xw, xxw, xww, xxxw, xxww, xwww) = x.powers, w.powers, crosses
    sums = {2: (x2, xw, w2), 3: (x3, xxw, xww, w3), 4: (x4, xxxw, xxww, xwww, w4)}
    ratio, n = x1 / w1, w.changed
    # the sums of powers of n (x w1 - w x1), which are w1^2 times larger than what one deal adds to the ratio
    powers = [n**p * sum(comb(p, i) * w1 ** (p - i) * (-x1) ** i * of for i, of in enumerate(sums[p])) for p in (2, 3, 4)]
    residuals = Moments(n, x.changed, (0, powers[0], powers[1], powers[2]), 0, 0, w1**2)
    furthest = most * n / w1
    reach = intervals.of_part(n / w.deals).reach(n)
    low, high = silence.interval(residuals, reach, (-ratio * furthest, (1 - ratio) * furthest))
    return Span(ratio, max(0.0, ratio + low), min(1.0, ratio + high))
