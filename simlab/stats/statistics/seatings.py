"""What seatings cost: how many games, each on a deal of its own in a seating drawn by lot, would tell as much of who wins.

Games of one deal share its cards. Where these are the same for all, its games tell nearly the same, and more of them little that is new;
where the cards of a seat decide and go to each strategy in turn, luck cancels out, and they tell more than as many on deals of their own.
The effective number of games is what the variance of the strategies' mean shares says, beside that of single games: its inverse, per game
that was played, is the design effect (Kish 1965, "Survey Sampling", chapter 8.2). Of several strategies the variances are added.
"""

from collections.abc import Iterator
from math import inf

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.joins import added
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, WHOLE, Line, Statistic, at_each_place

_ROUNDING = 1e-12  # of a variance of shares


def _count(played: Played) -> dict[str, np.ndarray]:
    """`squares` [line-up, scenario, label]: of the share of all seats of a strategy in every game."""
    each = [played.measures.over_seatings(shares.astype(np.int64) ** 2).sum(axis=-1).T for shares in played.by_label.values()]
    return {"squares": np.stack(each, axis=-1)}


def _seatings(place: Place) -> Iterator[Line]:
    n, games = place.stats.deals, place.stats.deals * place.lineup.games
    effective = _effective(place, games) if place.lineup.games > 1 else float(games)
    told = {"effective": effective, "ratio": None if effective is None else effective / games}
    yield {"deals": n, "seatings": len(place.lineup.seatings), "games": games, **told}


def _effective(place: Place, games: int) -> float | None:
    """Unknown where a single deal was played, or where no share ever varies; without end where only those of single games do."""
    rivals, n, squares = place.rivals, place.stats.deals, place.stats.tally["seatings"]["squares"][place.t, place.s]
    if n < 2:
        return None
    of_deals = of_games = 0.0
    for j in rivals.here:
        unit = int(place.stats.measures.seats_of[place.t, j]) * UNIT
        of_deals += rivals.covariance[j, j]
        of_games += int(squares[j]) / (games * unit**2) - rivals.means[j] ** 2 + rivals.covariance[j, j] / n  # the mean varies, too
    if not of_games > _ROUNDING:
        return None
    return n * of_games / of_deals if of_deals > _ROUNDING else inf


COLUMNS = {"deals": WHOLE, "seatings": WHOLE, "games": WHOLE, "effective": REAL, "ratio": REAL}
STATISTIC = Statistic("seatings", 11.5, (at_each_place("seatings", COLUMNS, _seatings),), {"squares": added}, _count)
