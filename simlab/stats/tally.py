"""What is kept of the games of a group: exact sums over deals, in memory that does not grow with their number.

Whole numbers add up to the same digits in any order: a tally does not depend on chunks, processes or machines.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.stats.measures import Measures, Played

__all__ = ["NO_FLIP", "Measures", "Tally"]

LAYOUT = 3  # changes when a tally holds something else
FLIPS = 24  # flipped games that are remembered, for each line-up and scenario
NO_FLIP = 1 << 62
_ROOM = 1 << 62  # 64-bit whole numbers below may be added without a thought

MOST_TIMES = 1_000  # an event that fires more often in a game counts as that many, where it is told how many games had it how often

_SUMS = ("sums", "squares", "rivals", "at_seat", "singles", "fired")
_HISTOGRAMS = ("lengths", "repeats", "times")  # longer or shorter, as the numbers in them were


@dataclass(eq=False)
class Tally:
    """Exact sums over the deals of a group.

    sums [metric, line-up, scenario]
    squares [metric, line-up, contrast] of the contrasts' values
    rivals [line-up, scenario, a, b]: products of the shares of strategies, then seats
    at_seat [line-up, scenario, seat, label]: shares of a strategy in a seat
    singles [line-up, scenario]: squares of every seat's share in every game
    fired [line-up, scenario but the first, event, see `_fired`]: what happened where an event fired
    lengths [line-up, scenario, turns]: how many games took that many turns
    repeats [line-up, scenario, turns]: what the square of a deal's number of games up to a length grows by, see `_lengths`
    times [event, line-up, scenario, times]: in how many games an event fired so many times
    flips [line-up, scenario but the first, :]: the first games whose winners are others than in the first scenario, as
    deal * seatings + seating
    """

    deals: int
    sums: np.ndarray
    squares: np.ndarray
    rivals: np.ndarray
    at_seat: np.ndarray
    singles: np.ndarray
    fired: np.ndarray
    lengths: np.ndarray
    repeats: np.ndarray
    times: np.ndarray
    flips: np.ndarray

    @classmethod
    def of(cls, measures: Measures, rows: np.ndarray, first: int = 0) -> "Tally":
        """The tally of a chunk's rows [deal, cell]; `first`: the number of its first deal."""
        played = Played(measures, rows)
        values = played.values()
        shares = values[: len(measures.group.labels) + measures.group.players].transpose(1, 2, 0, 3)
        lengths, repeats = _lengths(played)
        return cls(
            deals=len(rows),
            sums=values.sum(axis=-1),
            squares=np.stack([_products(of, of) for of in measures.contrasts.each(values)], axis=-1),
            rivals=_products(shares[:, :, :, None], shares[:, :, None]),
            at_seat=_at_seat(played),
            singles=measures.over_seatings((played.shares.astype(np.int64) ** 2).sum(axis=0)).sum(axis=-1).T,
            fired=_fired(played),
            lengths=lengths,
            repeats=repeats,
            times=_times(played),
            flips=_flips(played, first),
        )

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            deals=self.deals + other.deals,
            **{name: _plus(getattr(self, name), getattr(other, name)) for name in _SUMS},
            **{name: _longest(getattr(self, name), getattr(other, name)) for name in _HISTOGRAMS},
            flips=np.sort(np.concatenate([self.flips, other.flips], axis=-1), axis=-1)[..., :FLIPS],
        )

    def as_dict(self) -> dict[str, Any]:
        """As whole numbers that JSON can hold. Of histograms only what some game had."""
        sparse = {name: _sparse(array) for name, array in vars(self).items() if name in _HISTOGRAMS}
        flat = {name: [list(array.shape), array.reshape(-1).tolist()] for name, array in vars(self).items() if name in (*_SUMS, "flips")}
        return {"deals": self.deals, **flat, **sparse}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Tally":
        """What `as_dict` gave."""
        flat = {name: _whole(data[name][1]).reshape(data[name][0]) for name in (*_SUMS, "flips")}
        for name in _HISTOGRAMS:
            shape, at, counts = data[name]
            flat[name] = np.zeros(shape, dtype=np.int64)
            flat[name].reshape(-1)[at] = counts
        return cls(deals=data["deals"], **flat)


def _sparse(array: np.ndarray) -> list[list[int]]:
    """The shape of a histogram, where it is above 0, and what it is there."""
    at = np.flatnonzero(array)
    return [list(array.shape), at.tolist(), array.reshape(-1)[at].tolist()]


def _whole(numbers: list[int]) -> np.ndarray:
    try:
        return np.array(numbers, dtype=np.int64)
    except OverflowError:
        return np.array(numbers, dtype=object)


def _plus(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The sum. Sums of squares outgrow 64 bits in long runs of games with large scores: then they go on as Python's own whole numbers."""
    if a.dtype != object and b.dtype != object and _peak(a) + _peak(b) < _ROOM:
        return np.asarray(a + b)
    return np.asarray(a.astype(object) + b.astype(object))


def _products(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The sums over deals of a * b, exactly."""
    peak = _peak(a)
    if peak * (peak if b is a else _peak(b)) * a.shape[-1] < _ROOM:
        return np.asarray(np.einsum("...d,...d->...", a, b))
    return np.asarray((a.astype(object) * b.astype(object)).sum(axis=-1))


def _peak(a: np.ndarray) -> int:
    return max(int(a.max(initial=0)), -int(a.min(initial=0)))


def _longest(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The sum of two histograms, as long as the longer."""
    longer, shorter = (a.copy(), b) if a.shape[-1] >= b.shape[-1] else (b.copy(), a)
    longer[..., : shorter.shape[-1]] += shorter
    return longer


def _lengths(played: Played) -> tuple[np.ndarray, np.ndarray]:
    """How many games took that many turns; and for the sum over deals of c^2, c being how many of a deal's games took at most that many
    turns: what it grows by. The j-th shortest game of a deal makes c^2 grow by 2j - 1.
    """
    measures = played.measures
    longest = int(played.turns.max()) + 1
    lengths = np.zeros((len(measures.seatings), len(measures.group.scenarios), longest), dtype=np.int64)
    repeats = np.zeros_like(lengths)
    for t, (start, count) in enumerate(zip(measures.starts, measures.seatings, strict=True)):
        for s, turns in enumerate(np.sort(played.turns[:, start : start + count], axis=1)):
            for j, of_deals in enumerate(turns):
                games = np.bincount(of_deals, minlength=longest)
                lengths[t, s] += games
                repeats[t, s] += (2 * j + 1) * games
    return lengths, repeats


def _times(played: Played) -> np.ndarray:
    measures = played.measures
    events = [np.minimum(played.counted[name], MOST_TIMES) for name in measures.game.counted]
    most = max((int(counts.max()) for counts in events), default=0) + 1
    times = np.zeros((len(events), len(measures.seatings), len(measures.group.scenarios), most), dtype=np.int64)
    for event, counts in enumerate(events):
        for t, (start, count) in enumerate(zip(measures.starts, measures.seatings, strict=True)):
            for s, of in enumerate(counts[:, start : start + count]):
                times[event, t, s] = np.bincount(of.reshape(-1), minlength=most)
    return times


def _at_seat(played: Played) -> np.ndarray:
    measures = played.measures
    shares = played.shares.sum(axis=-1, dtype=np.int64)  # [seat, scenario, seating]
    by_label = np.einsum("psb,bpj->psjb", shares, measures.seated.astype(np.int64))
    return np.add.reduceat(by_label, measures.starts, axis=-1).transpose(3, 1, 0, 2)


def _fired(played: Played) -> np.ndarray:
    """[line-up, scenario but the first, event, :]: over deals, with w the number of seatings in which the event fired in this scenario or
    in the first: the deals with w > 0, the sums of w and w^2; then for each strategy's share and for the turns, with x the sum of
    their changes over those seatings: the sums of x, x^2 and x w.
    """
    measures = played.measures
    values = [*played.by_label, played.turns.astype(np.int32)]
    changes = np.stack([value[1:] - value[:1] for value in values])
    found = []
    for counts in played.counted.values():
        either = (counts[1:] > 0) | (counts[:1] > 0)
        w = measures.over_seatings(either)
        x = measures.over_seatings(changes * either)
        of_changes = np.stack([x.sum(axis=-1), _products(x, x), _products(x, w[None])], axis=-1)
        of_changes = np.moveaxis(of_changes, 0, -2).reshape((*w.shape[:2], 3 * len(values)))
        found.append(np.concatenate([np.stack([(w > 0).sum(axis=-1), w.sum(axis=-1), _products(w, w)], axis=-1), of_changes], axis=-1))
    if not found:
        return np.zeros((len(measures.seatings), len(measures.group.scenarios) - 1, 0, 3 + 3 * len(values)), dtype=np.int64)
    return np.stack(found, axis=2).swapaxes(0, 1)


def _flips(played: Played, first: int) -> np.ndarray:
    measures = played.measures
    found = np.full((len(measures.seatings), len(measures.group.scenarios) - 1, FLIPS), NO_FLIP)
    for t, (start, count) in enumerate(zip(measures.starts, measures.seatings, strict=True)):
        for s, flipped in enumerate(played.flipped[1:, start : start + count]):
            games = np.flatnonzero(flipped.T)[:FLIPS]  # deal by deal
            found[t, s, : games.size] = first * count + games
    return found
