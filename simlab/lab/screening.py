"""Large spaces: all single edits, some sets at random, then what a model of these finds promising, batch by batch.

The model (a Gaussian process: main effects and what two rules do together, nearer values being more alike) only says where to look. What
is claimed of a set is claimed of its own games.
"""

from collections.abc import Sequence

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.lab.goals import Goal, Sums, chance
from simlab.lab.playing import Source
from simlab.lab.race import FIRST_DEALS
from simlab.lab.space import Space

MOST_WHOLE = 5_000  # sets of a space that is raced whole
SHARE = 0.3  # of the budget, for a first look
RANDOM, BATCH, BATCHES = (60, 200), (50, 100), 3
TOGETHER = 0.3  # of the variance: what two rules do together
MOST_GUESSED, MOST_DOUBTED = 20_000, 1_000  # sets of which the model says something, and of which it says how sure
PLAIN = 0.8  # with each edit more, so much less promising


def is_large(space: Space, source: Source, budget: int) -> bool:
    """Would a first look at every set take too many sets or games?"""
    return len(space) > MOST_WHOLE or FIRST_DEALS * len(space) * source.games_a_deal > SHARE * budget


def screened(space: Space, goals: Sequence[Goal], source: Source, budget: int, seed: int) -> tuple[np.ndarray, Sums, int]:
    """The sets that are worth racing, what was played of them, and for how many games."""
    rng, cost = np.random.default_rng(seed), FIRST_DEALS * source.games_a_deal
    singles = np.flatnonzero(space.edits <= 1)
    if cost * len(singles) > budget:
        least = f"a first look at {len(singles)} single edits alone takes {cost * len(singles):,} games"
        raise BadInput([Fault("budget", f"{budget:,} is too little: {least}")])
    rest = np.setdiff1d(np.arange(len(space)), singles)
    left = max(0, int(SHARE * budget / cost) - len(singles))
    drawn = rng.permutation(rest)[: min(RANDOM[1], max(RANDOM[0], left // 3), max(0, budget // cost - len(singles)))]
    sums = Sums(len(space), source.columns)
    known = np.concatenate([singles, np.sort(drawn)])
    _play(space, source, sums, known)
    for _ in range(BATCHES):
        size = min(BATCH[1], max(BATCH[0], left // 6), budget // (2 * cost) - len(known))
        if size <= 0:
            break
        some = _promising(space, goals, sums, known, size)
        _play(space, source, sums, some)
        known = np.concatenate([known, some])
    known = np.sort(known)
    kept = Sums(len(known), source.columns)
    kept.add(np.arange(len(known)), FIRST_DEALS, sums.values[known], sums.squares[known])
    return known, kept, cost * len(known)


def _play(space: Space, source: Source, sums: Sums, which: np.ndarray) -> None:
    if len(which):
        sums.add(which, FIRST_DEALS, *source.play(space.levels[which], 0, FIRST_DEALS))


def _promising(space: Space, goals: Sequence[Goal], sums: Sums, known: np.ndarray, count: int) -> np.ndarray:
    """Of the sets that were not played those most likely to meet all goals, with few edits; the errors of the model are doubled."""
    others = np.setdiff1d(np.arange(len(space)), known)
    others = others[np.argsort(space.edits[others], kind="stable")[:MOST_GUESSED]]
    mine = _kernel(space, space.levels[known], space.levels[known])
    for most, is_fine in ((MOST_DOUBTED, False), (count, True)):
        near = _kernel(space, space.levels[others], space.levels[known])
        guess = Sums(len(others), sums.values.shape[1])
        guess.deals[:] = FIRST_DEALS
        for column in range(sums.values.shape[1]):
            mean, se = sums.mean_and_error((column,), known)
            told, error = _predicted(near, mine, mean[:, 0], se[:, 0], is_fine=is_fine)
            guess.values[:, column] = told * FIRST_DEALS
            guess.squares[:, column] = ((2 * error) ** 2 * (FIRST_DEALS - 1) + told**2) * FIRST_DEALS
        score = chance(goals, guess, np.arange(len(others))) * PLAIN ** space.edits[others]
        others = others[np.argsort(-score, kind="stable")[:most]]
    return np.sort(others)


def _kernel(space: Space, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """[a, b]: how alike what two sets do is."""
    alike = np.zeros((len(a), len(b)))
    squares = np.zeros_like(alike)
    for rule, values in enumerate(space.over.values()):
        has_order = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        apart = np.abs(np.subtract.outer(np.arange(len(values)), np.arange(len(values)))) if has_order else 9.0 * (1 - np.eye(len(values)))
        of = np.exp(-apart / 2)[np.ix_(a[:, rule], b[:, rule])]
        alike += of
        squares += of**2
    rules = len(space.over)
    pairs = (alike**2 - squares) / max(1, rules * (rules - 1))
    return np.asarray(alike / rules + TOGETHER * pairs)


def _predicted(near: np.ndarray, mine: np.ndarray, mean: np.ndarray, se: np.ndarray, *, is_fine: bool) -> tuple[np.ndarray, np.ndarray]:
    """Of sets that were not played: the value, and its standard error; that of a set of which nothing is known, where not `is_fine`."""
    middle = mean.mean()
    variance = max(float(mean.var() - (se**2).mean()), 1e-6 * float(mean.var()), 1e-12)
    noise = variance * mine + np.diag(se**2 + 1e-9 * variance)
    told = middle + variance * near @ np.linalg.solve(noise, mean - middle)
    doubt = np.full(len(near), variance * (1 + TOGETHER))
    if is_fine:
        doubt -= variance**2 * (near * np.linalg.solve(noise, near.T).T).sum(axis=1)
    return told, np.sqrt(np.maximum(doubt, 1e-12))
