"""How often each rule event fires."""

import numpy as np
import pytest

from simlab.stats.measures import Measures
from simlab.stats.tally import Tally
from tests.stats.process import MEAN, anything, drawn_for, group, said_of, tally_of

EVENT = list(MEAN.counted).index("swaps")


def test_what_fires_without_end_is_counted_up_to_a_thousand():
    measures = Measures(MEAN, group(scenarios=["as printed", "other", "third"]))
    rows = anything(measures.group, 500)
    many = rows.copy()
    many["swaps"][:, 0] = 5_000
    tally = tally_of(measures, many) + tally_of(measures, rows)
    swaps = tally["events"]["times"][EVENT, 0]
    assert swaps.shape[-1] == 1_001
    assert swaps[0, 1_000] == len(rows)
    assert (swaps.sum(axis=-1) == 2 * 4 * len(rows)).all()
    assert tally.as_dict() == Tally.from_dict(tally.as_dict()).as_dict()


def test_how_many_times_events_fire_is_what_the_rows_say():
    rows = anything(group(scenarios=["one", "two"]), 50)
    analysis = said_of(rows, lineup=["shedder", "random", "first", "planner"], scenarios={"one": {}, "two": {"piles": 5}})
    games = rows[:, 4:].reshape(-1)
    for event in ("swaps", "piles_taken_choice", "plays"):
        found = analysis.table("times").filter(scenario="two", event=event).to_dicts()[0]
        for percent in (5, 25, 50, 75, 95):
            assert found[f"q{percent}"] == np.quantile(games[event], percent / 100, method="inverted_cdf")
        assert found["mean"] == pytest.approx(games[event].mean())
        assert found["low"] < found["mean"] < found["high"]
        counts = analysis.table("times_counts").filter(scenario="two", event=event)
        times, number = np.unique(games[event], return_counts=True)
        assert counts.select("times", "games").rows() == list(zip(times.tolist(), number.tolist(), strict=True))


def test_in_how_many_games_and_how_many_times_a_game():
    analysis = drawn_for()
    place = analysis.places[0]
    ledger = analysis.table("ledger").to_dicts()
    assert [(line["event"], line["meaning"]) for line in ledger] == list(MEAN.counted.items())
    for line in ledger:
        fired, times = place.mean(f"fired.{line['event']}"), place.mean(line["event"])
        assert [line[key] for key in ("fired", "fired_low", "fired_high")] == [fired.mean, fired.low, fired.high]
        assert [line[key] for key in ("per_game", "per_game_low", "per_game_high")] == [times.mean, times.low, times.high]
        assert fired.mean < 1 < times.mean, "in three games of four; 1.5 times a game"
