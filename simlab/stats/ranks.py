"""Which strategy is first, second, third, and how sure that is."""

import numpy as np

DRAWS = 4_000
SEED = 20_260
DIGITS = 9  # of a share; more are the computer's own rounding


def ranks(shares: np.ndarray) -> np.ndarray:
    """The rank of each, 1 for the largest; equal ones share the best place they take up."""
    kept = np.round(shares, DIGITS)
    return np.array([1 + int((kept > share).sum()) for share in kept])


def rank_intervals(means: np.ndarray, covariance: np.ndarray, widened: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """For each strategy the ranks that hold 95% of a bootstrap over deals.

    Resampled means of many deals are normal with the covariance of the means, which is known exactly here, so that they are drawn from
    it and no deal needs to be kept: a parametric bootstrap (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", chapter
    6.5; for ranks Goldstein and Spiegelhalter 1996, "League tables and their limitations", JRSS A 159). The draws are the same in each run.
    `widened`: by so much an interval of this run is wider than a normal one, because it may stop at any time.
    """
    if not np.isfinite(covariance).all():
        return np.ones(len(means), dtype=int), np.full(len(means), len(means))
    values, vectors = np.linalg.eigh(covariance)
    spread = vectors * np.sqrt(np.where(values > values.max() * 1e-12, values, 0))
    drawn = means + widened * np.random.default_rng(SEED).standard_normal((DRAWS, len(means))) @ spread.T
    drawn = np.round(drawn, DIGITS)  # what is equal in every deal stays equal
    placed = 1 + (drawn[:, None, :] > drawn[:, :, None]).sum(axis=-1)
    low, high = np.quantile(placed, (0.025, 0.975), axis=0, method="inverted_cdf")
    return low.astype(int), high.astype(int)
