"""How two sums of a statistic are joined: in any order and in any portions the result is the same."""

from collections.abc import Callable, Sequence

import numpy as np

Join = Callable[[np.ndarray, np.ndarray], np.ndarray]
ROOM = 1 << 62  # 64-bit whole numbers below may be added without a thought


def added(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The sum. Sums of squares outgrow 64 bits in long runs of games with large scores: then they go on as Python's own whole numbers."""
    if a.dtype != object and b.dtype != object and peak(a) + peak(b) < ROOM:
        return np.asarray(a + b)
    return np.asarray(a.astype(object) + b.astype(object))


def histogram(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The sum of two counts of 0, 1, 2, ..., as long as the longer."""
    longer, shorter = (a.copy(), b) if a.shape[-1] >= b.shape[-1] else (b.copy(), a)
    longer[..., : shorter.shape[-1]] += shorter
    return longer


def as_long(counts: Sequence[np.ndarray], *shape: int) -> np.ndarray:
    """Counts of 0, 1, 2, ... [*shape, number], one behind the other, all as long as the longest."""
    longest = max((of.shape[-1] for of in counts), default=1)
    found = np.zeros((len(counts), *shape, longest), dtype=np.int64)
    for into, of in zip(found, counts, strict=True):
        into[..., : of.shape[-1]] = of
    return found


def first(most: int) -> Join:
    """The smallest of both, as many as these."""
    return lambda a, b: np.sort(np.concatenate([a, b], axis=-1), axis=-1)[..., :most]


def as_many(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The smallest of both, as many as each of them has."""
    return first(a.shape[-1])(a, b)


def products(a: np.ndarray, b: np.ndarray, most_a: int | None = None, most_b: int | None = None) -> np.ndarray:
    """The sums over deals of a * b, exactly: what outgrows 64 bits is cut in two by its bits, and summed piece by piece. `most_a` and
    `most_b` are the largest numbers, where they are known.
    """
    if a.dtype == object or b.dtype == object:
        return np.asarray((a * b).sum(axis=-1))
    most_a = peak(a) if most_a is None else most_a
    if most_b is None:
        most_b = most_a if b is a or not most_a else peak(b)
    if not most_a or not most_b:
        return np.zeros(np.broadcast_shapes(a.shape, b.shape)[:-1], dtype=np.result_type(a, b))
    if most_a * most_b * a.shape[-1] < ROOM:
        return np.asarray(np.einsum("...d,...d->...", a, b))
    if most_a < most_b:
        a, b, most_a = b, a, most_b
    bits = most_a.bit_length() // 2
    high, low = products(a >> bits, b), products(a & ((1 << bits) - 1), b)
    return np.asarray(high.astype(object) * (1 << bits) + low.astype(object), dtype=object)  # of a single sum numpy makes a mere number


def peak(a: np.ndarray) -> int:
    """The largest of these numbers, whatever its sign."""
    return max(int(a.max(initial=0)), -int(a.min(initial=0)))
