"""How far intervals reach at the looks of a run that may stop early, so that those of all looks hold at once.

A group-sequential design: the error that may be made is spent in portions, alpha t^2 up to the look at the share t of the planned deals
(Lan and DeMets 1983, "Discrete sequential boundaries for clinical trials", Biometrika 70; the power family of Kim and DeMets 1987,
Biometrika 74), half of it on either side. Until a look the estimates move as a Brownian motion does, so that the reach at which it spends
its portion follows from the distribution of all runs that have gone on until there (Armitage, McPherson and Rowe 1969, "Repeated
significance tests on accumulating data", JRSS A 132).
"""

from functools import cache
from itertools import pairwise
from math import exp, log, sqrt

import numpy as np

from simlab.experiment.plan import LOOKS

NODES = 48  # of the quadrature
LEVELS = np.logspace(-13, 0, 53)  # between them, reaches are interpolated
LOG_LEVELS = np.log(LEVELS)
_FARTHEST = 12.0  # standard errors
_HALVINGS = 40  # until a reach is found


def reach(look: int, alpha: float) -> float:
    """How many standard errors an interval extends to each side at a look, by number."""
    return float(np.interp(log(alpha), LOG_LEVELS, reaches()[look]))


def level(look: int, errors: float) -> float:
    """The inverse: the level whose interval reaches so far."""
    return exp(np.interp(-errors, -reaches()[look], LOG_LEVELS))


@cache
def reaches() -> np.ndarray:
    """[look, level]: how many standard errors an interval of a level extends to each side."""
    from simlab.stats.special import ndtr, ndtri  # here, because it takes long to load and not every run needs it

    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    found = [-ndtri(LEVELS * LOOKS[0] ** 2 / 2)]
    at = found[0][:, None] * nodes  # [level, node]: where an estimate can be, in standard errors, of a run that goes on
    mass = np.exp(-(at**2) / 2) / sqrt(2 * np.pi) * weights * found[0][:, None]
    for before, now in pairwise(LOOKS):
        portion = LEVELS * (now**2 - before**2) / 2
        carried, noise = sqrt(before / now), sqrt(1 - before / now)
        low, high = np.zeros_like(LEVELS), np.full_like(LEVELS, _FARTHEST)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            is_near = (mass * ndtr((carried * at - middle[:, None]) / noise)).sum(axis=1) > portion
            low, high = np.where(is_near, middle, low), np.where(is_near, high, middle)
        reach = (low + high) / 2
        then = reach[:, None] * nodes
        spread = np.exp(-(((then[:, :, None] - carried * at[:, None]) / noise) ** 2) / 2) / (noise * sqrt(2 * np.pi))
        mass = (spread * mass[:, None]).sum(axis=2) * weights * reach[:, None]
        at = then
        found.append(reach)
    return np.array(found)
