"""Games, each a deal in one seating, whose winners are others than in the baseline: how many, and the first of them."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.joins import first
from simlab.stats.places import Place
from simlab.stats.played import NO_GAME, Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, Line, Statistic, at_each_place

FLIPS = 24  # flipped games that are remembered, for each line-up and scenario


def _count(played: Played) -> dict[str, np.ndarray]:
    """`first` [line-up, scenario but the baseline, :]: the first flipped games, as deal * games + game, of those of a line-up on a deal."""
    measures = played.measures
    found = np.full((len(measures.seatings), len(measures.group.others), FLIPS), NO_GAME)
    for t, s, seatings in measures.each_cell():
        if s != measures.group.baseline:
            games = np.flatnonzero(played.flipped[s, seatings].T)[:FLIPS]  # deal by deal
            found[t, measures.group.others.index(s), : games.size] = played.first * measures.seatings[t] + games
    return {"first": found}


def _flipped(place: Place) -> Iterator[Line]:
    if not place.is_baseline:
        e = place.mean("flipped")
        yield {"share": e.mean, "low": e.low, "high": e.high}


def _flipped_deals(place: Place) -> Iterator[Line]:
    codes = [] if place.is_baseline else place.stats.tally["flips"]["first"][place.t, place.other].tolist()
    for code in codes:
        if code < NO_GAME:
            deal, game = divmod(code, place.lineup.games)
            yield {"deal": deal, "seating": int(place.lineup.seated(deal, 1)[game, 0])}


SHARES = at_each_place("flipped", {"share": REAL, **INTERVAL}, _flipped)
DEALS = at_each_place("flipped_deals", {"deal": WHOLE, "seating": WHOLE}, _flipped_deals, is_long=True)
STATISTIC = Statistic("flips", 10, (SHARES, DEALS), {"first": first(FLIPS)}, _count)
