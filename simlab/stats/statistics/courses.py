"""How often a change of the rules touches a game: pairs of games, of a deal in one seating, whose courses differ from the baseline's.

Among the touched, other winners and effects are ratios of two sums over deals, with intervals by deal. What a change would do that shuffled
anew tell unrelated deals: of any two, how often the baseline's games in the same seating have other winners.
"""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from simlab.engine.metric import Metric
from simlab.metrics.lengths import DECISIONS
from simlab.stats.contrasts import EFFECT
from simlab.stats.estimates import Estimate
from simlab.stats.joins import added, as_many, peak, products
from simlab.stats.moments import JOINS, Moments, moments_of
from simlab.stats.partings import REPLAYED, Parting
from simlab.stats.places import Place
from simlab.stats.played import NO_GAME, Played
from simlab.stats.ratios import Weights, ratio_among, share_among
from simlab.stats.statistic import REAL, WHERE, WHOLE, WORD, Columns, Frame, Line, Statistic

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

LEAST_KEPT = 12  # touched games of a place that are remembered, to be played again
SEATINGS = 8  # of a line-up, in which winners of unrelated deals are compared
ALIKE = 0.9  # of unrelated deals: where so many flip, nothing is left of the deal
_SHARE = (0.0, 1.0)


def _count(played: Played) -> dict[str, np.ndarray]:
    """With w how many seatings of a deal are touched, and x a metric's change on it, or how many seatings are flipped: [line-up, scenario]
    the moments of w; `crosses` [metric, line-up, scenario] of x w; `flips` [line-up, scenario, :] the sums of x w, x^2 w, x w^2, x^3 w,
    x^2 w^2, x w^3; `first` [line-up, scenario, :] the first touched games, as deal * games + game; `winners` [line-up, seating, set
    of seats] how many of the baseline's games these seats won together, in some of the seatings.
    """
    measures, others = played.measures, played.measures.group.others
    most = peak(played.values) if others else 0
    deals = slice(None) if others else slice(1)  # beside nothing no game is otherwise, on any deal
    w = measures.over_seatings(played.touched[..., deals]).swapaxes(0, 1)
    x = measures.over_seatings(played.flipped[..., deals]).swapaxes(0, 1)
    xx, ww = x * x, w * w
    return {
        **moments_of(w),
        "crosses": np.stack([_crosses(played, s, w[:, s], most) for s in range(len(measures.group.scenarios))], axis=-1),
        "flips": np.stack([products(a, b) for a, b in ((x, w), (xx, w), (x, ww), (xx * x, w), (xx, ww), (x, ww * w))], axis=-1),
        "first": _first(played),
        "winners": _winners(played),
    }


def _crosses(played: Played, s: int, w: np.ndarray, most: int) -> np.ndarray:
    """[metric, line-up]: of what a scenario changes; `most`: the largest number of all."""
    base = played.measures.group.baseline
    if s == base:
        return np.zeros((len(played.measures.metrics), len(w)), dtype=np.int64)
    values = played.values
    return np.asarray(products(w, values[:, :, s], most_b=most) - products(w, values[:, :, base], most_b=most))


def _winners(played: Played) -> np.ndarray:
    measures = played.measures
    sets = played.winners[measures.group.baseline]  # [game, deal]
    found = np.zeros((len(measures.seatings), SEATINGS, 1 << measures.group.players), dtype=np.int64)
    for t, (start, first) in enumerate(zip(measures.starts, measures.first_seatings, strict=True)):
        count = len(measures.group.lineups[t].seatings)
        for i in range(min(SEATINGS, count)):
            seating = i * count // min(SEATINGS, count)
            game = start if measures.is_drawn else start + seating
            won = sets[game][played.seated[game] == first + seating] if measures.is_drawn else sets[game]
            found[t, i] = np.bincount(won, minlength=found.shape[-1])
    return found


def _first(played: Played) -> np.ndarray:
    measures = played.measures
    places = len(measures.seatings) * max(1, len(measures.group.scenarios) - 1)
    found = np.full((len(measures.seatings), len(measures.group.scenarios), max(LEAST_KEPT, REPLAYED // places)), NO_GAME)
    for t, s, seatings in measures.each_cell():
        games = np.flatnonzero(played.touched[s, seatings].T)[: found.shape[-1]]  # deal by deal
        found[t, s, : games.size] = played.first * measures.seatings[t] + games
    return found


def touched(place: Place) -> Estimate:
    """The share of games, each a deal in one seating, that do not run as by the baseline's rules."""
    moments = Moments.at((place.t, place.s), place.stats.tally["courses"], place.stats.deals, place.lineup.games)
    return Estimate(moments, _SHARE, place.stats.intervals)


def unrelated(place: Place) -> Sequence[float | None]:
    """The share of pairs of deals, played by the baseline's rules in the same seating, that have other winners. Its interval is that of
    separate pairs, half as many as deals, though each deal stands beside all others.
    """
    counts = place.stats.tally["courses"]["winners"][place.t].astype(object)
    counts = counts[counts.sum(axis=-1) > 1]
    if not len(counts):
        return None, None, None
    deals = counts.sum(axis=-1)
    share = float((1 - (counts * (counts - 1)).sum(axis=-1) / (deals * (deals - 1))).mean())
    pairs = int(min(deals)) // 2
    others = round(share * pairs)
    of_pairs = Estimate(Moments(pairs, others, (others,) * 4, 0, 1), _SHARE, place.stats.intervals.of_part(pairs / place.stats.deals))
    return share, min(share, of_pairs.low), max(share, of_pairs.high)


def is_shuffled_anew(analysis: "Analysis", where: Line) -> bool:
    """Does a scenario leave nothing of the deal? As many of its games are flipped as of unrelated deals, so that no two can be compared."""
    flipped, unrelated = _at(where, analysis.lines("flipped")), unrelated_at(analysis, where)
    return bool(flipped and unrelated is not None and flipped["share"] > ALIKE * unrelated)


def unrelated_at(analysis: "Analysis", where: Line) -> float | None:
    """The share of unrelated deals with other winners, where it is known."""
    found = _at(where, analysis.lines("courses")) if "courses" in analysis.frames else None
    return found["unrelated"] if found else None


def _at(where: Line, lines: Sequence[Line]) -> Line | None:
    return next((line for line in lines if all(line[key] == where[key] for key in WHERE)), None)


def effect_among(place: Place, metric: Metric) -> Line:
    """What a scenario changes of a metric in a game that it touches; nothing where nothing is known. To have had a choice touches no game,
    so that decisions change in others, too.
    """
    stats, m = place.stats, place.stats.measures.index[metric.name]
    w = touched(place).moments
    if not w.changed or metric.family is DECISIONS:
        return dict.fromkeys(AMONG)
    change = stats.against(m, place.t, EFFECT, (place.s,)).moments
    cross = int(stats.tally["courses"]["crosses"][m, place.t, place.s])
    weights = Weights(w.changed, w.powers[0], w.powers[1], w.changed / w.deals)
    span = ratio_among(weights, *change.powers[:2], cross, change.divisor // place.lineup.games, stats.intervals)
    return dict(zip(AMONG, (value if isfinite(value) else None for value in span), strict=True))


def _courses(analysis: "Analysis") -> Iterator[Line]:
    turns = {tuple(place.where.values()): _turns(found) for place, found in analysis.partings if found}
    for place in analysis.places:
        if not place.is_baseline:
            yield {**place.where, **_touched(place), **turns.get(tuple(place.where.values()), dict.fromkeys(TURNS))}


def _turns(found: Sequence[Parting]) -> Line:
    low, median, high = np.quantile([parting.turn for parting in found], (0.05, 0.5, 0.95)).tolist()
    return {"replayed": len(found), "parted_turn": median, "parted_5": low, "parted_95": high}


def _touched(place: Place) -> Line:
    stats, base = place.stats, place.group.baseline
    found, kept, seatings = touched(place), stats.tally["courses"], place.lineup.games
    flipped = dict.fromkeys(_with_ends("flipped"))
    if found.moments.changed:
        x = stats.mean(stats.measures.index["flipped"], place.t, place.s).moments
        span = share_among(x, found.moments, kept["flips"][place.t, place.s].tolist(), seatings, stats.intervals)
        flipped = _ends("flipped", span)
    return {
        "baseline": place.group.scenarios[base],
        "games": stats.deals * seatings,
        **_ends("touched", found.span),
        **flipped,
        **_ends("unrelated", unrelated(place)),
    }


def _with_ends(*names: str) -> Columns:
    return {f"{name}{end}": REAL for name in names for end in ("", "_low", "_high")}


def _ends(name: str, span: Sequence[float | None]) -> Line:
    return dict(zip(_with_ends(name), span, strict=True))


AMONG = _with_ends("among_touched")
TURNS = {"replayed": WHOLE, "parted_turn": REAL, "parted_5": REAL, "parted_95": REAL}
TABLE = {**WHERE, "baseline": WORD, "games": WHOLE, **_with_ends("touched", "flipped", "unrelated"), **TURNS}
SUMS = {**JOINS, **dict.fromkeys(("crosses", "flips", "winners"), added), "first": as_many}
STATISTIC = Statistic("courses", 10.5, (Frame("courses", TABLE, _courses, is_replayed=True),), SUMS, _count)
