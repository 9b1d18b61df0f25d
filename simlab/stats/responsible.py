"""Which rule is responsible for what: the variance of a metric over the rule sets of a full factorial, split among the rules.

A rule's Shapley value is the part of the variance that it adds, averaged over all orders in which the rules could be let loose (Owen 2014,
"Sobol' indices and Shapley value", SIAM/ASA Journal on Uncertainty Quantification 2). In a full factorial that is exact and simple: each
interaction's part is divided evenly among its rules, a main effect being an interaction of one.

Squares of means that chance moves are too large, so that a rule which does nothing would have a share. So only products of different
blocks of deals are counted: their mean is the square of the truth, whatever chance does. Intervals come from leaving out one block after
the other (the jackknife).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np

CLEAR = 5.0  # standard errors above 0 that the whole must be, before it is divided


@dataclass(frozen=True, eq=False)
class Split:
    """The variance over the rule sets, and of each rule its share and how far the share's interval reaches, in its standard errors."""

    variance: float
    shares: np.ndarray
    errors: np.ndarray


@cache
def contrasts(levels: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Of rules with so many values: orthonormal contrasts [contrast, rule set], the rule sets in the order of their product; and what part
    of each belongs to which rule [rule, contrast].
    """
    found, inside = np.ones((1, 1)), np.zeros((len(levels), 1), dtype=bool)
    for rule, count in enumerate(levels):
        own = np.linalg.qr(np.column_stack([np.ones(count), np.eye(count)[:, : count - 1]]))[0].T  # the first of them is the mean
        found = np.kron(found, own)
        inside = np.repeat(inside, count, axis=1)
        inside[rule] = np.tile(np.arange(count) > 0, inside.shape[1] // count)
    return found / sqrt(len(found)), inside / np.maximum(inside.sum(axis=0), 1)


def split(levels: Sequence[int], sums: np.ndarray, deals: np.ndarray) -> Split | None:
    """Of the sums [rule set, block] over so many deals [block]; None where the whole is not clearly above 0, or can't be told."""
    each, parts = contrasts(tuple(levels))
    by_block = each @ sums[:, deals > 0]
    n = deals[deals > 0]
    whole, without = _squares(by_block.sum(axis=1, keepdims=True), by_block, n), _squares_without_each(by_block, n)
    if whole is None or without is None:
        return None
    of_rules, left = parts @ whole, parts @ without
    total = float(of_rules.sum())
    if not total > CLEAR * _jackknife(left.sum(axis=0)):
        return None
    return Split(total, of_rules[:, 0] / total, _jackknife(left / left.sum(axis=0)))


def _squares(total: np.ndarray, by_block: np.ndarray, n: np.ndarray) -> np.ndarray | None:
    """The squares of the contrasts' means, of products of two different blocks."""
    pairs = n.sum() ** 2 - (n**2).sum()
    return (total**2 - (by_block**2).sum(axis=1, keepdims=True)) / pairs if pairs else None


def _squares_without_each(by_block: np.ndarray, n: np.ndarray) -> np.ndarray | None:
    """The same [contrast, block] without one block."""
    total, squares = by_block.sum(axis=1, keepdims=True), (by_block**2).sum(axis=1, keepdims=True)
    pairs = (n.sum() - n) ** 2 - ((n**2).sum() - n**2)
    return ((total - by_block) ** 2 - (squares - by_block**2)) / pairs if len(n) > 2 else None


def _jackknife(without_each: np.ndarray) -> np.ndarray:
    """The standard error of what was computed without each block."""
    blocks = without_each.shape[-1]
    return np.asarray(np.sqrt((blocks - 1) * without_each.var(axis=-1)))
