"""How long games are: the mean, quantiles with their intervals, the whole distribution, and the share of games that were cut off."""

from collections.abc import Iterator
from math import inf, sqrt

import numpy as np

from simlab.stats.estimates import Span
from simlab.stats.joins import histogram
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, Line, Statistic, at_each_place

PERCENTS = (5, 25, 50, 75, 95)
FEW_GAMES = 8  # of a deal
QUANTILES = {f"q{percent}": WHOLE for percent in PERCENTS}


def _count(played: Played) -> dict[str, np.ndarray]:
    """`lengths` [line-up, scenario, turns]: how many games took that many turns; `repeats`: for the sum over deals of c^2, c being how
    many of a deal's games took at most that many turns: what it grows by. The j-th shortest game of a deal makes c^2 grow by 2j - 1.
    """
    measures = played.measures
    if max(measures.seatings) == 1 and (counts := played.times(played.turns)) is not None:
        return {"lengths": counts, "repeats": counts}
    longest = int(played.turns.max()) + 1
    lengths = np.zeros((len(measures.seatings), len(measures.group.scenarios), longest), dtype=np.int64)
    repeats = np.zeros_like(lengths)
    for t, s, seatings in measures.each_cell():
        for j, of_deals in enumerate(_from_the_shortest(played.turns[s, seatings])):
            games = np.bincount(of_deals, minlength=longest)
            lengths[t, s] += games
            repeats[t, s] += (2 * j + 1) * games
    return {"lengths": lengths, "repeats": repeats}


def _from_the_shortest(turns: np.ndarray) -> np.ndarray:
    """[game, deal], on each deal in order. Of few games by comparing neighbours, for all deals at once, as often as is needed."""
    if len(turns) > FEW_GAMES:
        return np.sort(turns, axis=0)
    ordered = turns.copy()
    for step in range(len(ordered)):
        here, beside = ordered[step % 2 : -1 : 2], ordered[step % 2 + 1 :: 2]
        here[...], beside[...] = np.minimum(here, beside), np.maximum(here, beside)
    return ordered


def length_quantiles(place: Place, percents: tuple[int, ...] = PERCENTS) -> list[Span]:
    """Quantiles of the number of turns: the smallest number that at least this percentage of the games did not exceed.

    Woodruff (1952), "Confidence intervals for medians and other position measures", JASA 47: an interval for the share of games up
    to the quantile, read back as lengths. The share's standard error is that of a mean over deals, so that the likeness of a
    deal's games is in it (Francisco and Fuller 1991, "Quantile estimation with a complex survey design", Annals of Statistics 19).
    """
    stats, counted = place.stats, place.stats.tally["lengths"]
    n, per = stats.deals, stats.measures.seatings[place.t]
    reached = np.cumsum(counted["lengths"][place.t, place.s])
    shares = reached / (n * per)
    squares = np.cumsum(counted["repeats"][place.t, place.s]) / (n * per**2)
    found = []
    for percent in percents:
        value = int(np.argmax(100 * reached >= percent * n * per))
        error = sqrt(max(squares[value] - shares[value] ** 2, 0.0) / (n - 1)) if n > 1 else inf
        width = stats.intervals.reach(n) * error if error else 0.0
        low = int(np.argmax(shares + width >= percent / 100))
        above = shares - width >= percent / 100
        high = int(np.argmax(above)) if above.any() else len(shares) - 1
        found.append(Span(value, min(low, value), max(high, value)))
    return found


def capped(place: Place) -> float:
    """The share of games that were cut off by a limit."""
    game = place.stats.measures.game
    return sum(place.mean(f"ending.{ending}").mean for ending in game.endings if ending in game.cut_off)


def _lengths(place: Place) -> Iterator[Line]:
    e, quantiles = place.mean("turns"), length_quantiles(place)
    of = {name: quantile.value for name, quantile in zip(QUANTILES, quantiles, strict=True)}
    yield {"mean": e.mean, "low": e.low, "high": e.high, **of, "capped": capped(place)}


def _counts(place: Place) -> Iterator[Line]:
    counts = place.stats.tally["lengths"]["lengths"][place.t, place.s]
    yield from ({"turns": turns, "games": int(games)} for turns, games in enumerate(counts) if games)


LENGTHS = at_each_place("lengths", {"mean": REAL, **INTERVAL, **QUANTILES, "capped": REAL}, _lengths)
COUNTS = at_each_place("length_counts", {"turns": WHOLE, "games": WHOLE}, _counts, is_long=True)
STATISTIC = Statistic("lengths", 6, (LENGTHS, COUNTS), {"lengths": histogram, "repeats": histogram}, _count)
