"""How often each rule event fires: in how many games, and how many times in a game."""

from collections.abc import Iterator

import numpy as np

from simlab.stats.joins import as_long, histogram
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place
from simlab.stats.statistics.lengths import PERCENTS, QUANTILES

MOST_TIMES = 1_000  # an event that fires more often in a game counts as that many, where it is told how many games had it how often


def _count(played: Played) -> dict[str, np.ndarray]:
    """`times` [event, line-up, scenario, times]: in how many games an event fired so many times."""
    measures = played.measures
    each = [_of_event(played, counts) for counts in played.counted.values()]
    return {"times": as_long(each, len(measures.seatings), len(measures.group.scenarios))}


def _of_event(played: Played, counts: np.ndarray) -> np.ndarray:
    times = played.times(counts)
    if times is None or times.shape[-1] > MOST_TIMES + 1:
        times = played.times(counts.clip(max=MOST_TIMES))
    assert times is not None, "how often something happened"
    return times


def _of_place(place: Place) -> Iterator[tuple[str, str, np.ndarray]]:
    """Each event, what it counts, and in how many games it fired 0, 1, 2, ... times."""
    times = place.stats.tally["events"]["times"]
    for number, (event, meaning) in enumerate(place.stats.measures.game.counted.items()):
        yield event, meaning, times[number, place.t, place.s]


def _ledger(place: Place) -> Iterator[Line]:
    for event, meaning, _ in _of_place(place):
        fired, times = place.mean(f"fired.{event}"), place.mean(event)
        row = {"fired": fired.mean, "fired_low": fired.low, "fired_high": fired.high}
        yield {"event": event, "meaning": meaning, **row, "per_game": times.mean, "per_game_low": times.low, "per_game_high": times.high}


def _times(place: Place) -> Iterator[Line]:
    for event, _, counts in _of_place(place):
        e, reached = place.mean(event), np.cumsum(counts)
        quantiles = (int(np.argmax(100 * reached >= percent * reached[-1])) for percent in PERCENTS)
        yield {"event": event, "mean": e.mean, "low": e.low, "high": e.high, **dict(zip(QUANTILES, quantiles, strict=True))}


def _times_counts(place: Place) -> Iterator[Line]:
    for event, _, counts in _of_place(place):
        yield from ({"event": event, "times": number, "games": int(games)} for number, games in enumerate(counts) if games)


ENDS = {f"{name}{end}": REAL for name in ("fired", "per_game") for end in ("", "_low", "_high")}
LEDGER = at_each_place("ledger", {"event": WORD, "meaning": WORD, **ENDS}, _ledger)
TIMES = at_each_place("times", {"event": WORD, "mean": REAL, **INTERVAL, **QUANTILES}, _times)
COUNTS = at_each_place("times_counts", {"event": WORD, "times": WHOLE, "games": WHOLE}, _times_counts, is_long=True)
STATISTIC = Statistic("events", 8, (LEDGER, TIMES, COUNTS), {"times": histogram}, _count)
