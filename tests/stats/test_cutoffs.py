"""Games that were cut off at a limit: where there are many, whoever compares means is warned."""

import numpy as np
import polars as pl
import pytest

from simlab.experiment.plan import groups_of
from simlab.runner import Settings, run_experiment
from simlab.stats.cutoffs import warning
from tests.stats.played import experiment
from tests.stats.process import MEAN, anything, said_of

LIMIT = MEAN.endings.index("turn_limit")
TWO = {"one": {}, "two": {"piles": 5}}


def with_cut_off(*columns: int, games: int, **asked):
    """A thousand deals, of which so many have games that were cut off in these columns of the rows."""
    of = groups_of(experiment(**asked))[0]
    rows = anything(of, 1_000)
    rows["ending"][rows["ending"] == LIMIT] = (LIMIT + 1) % len(MEAN.endings)
    for column in columns:
        rows["ending"][:games, column] = LIMIT
    return said_of(rows, **asked)


def test_few_are_passed_over():
    """Four games of a deal and scenario: up to one in a thousand."""
    asked = {"scenarios": TWO, "lineup": ["first", "random", "shedder", "planner"]}
    few = with_cut_off(4, games=4, **asked)
    assert (few.cut_off, warning(few)) == ({}, "")
    more = with_cut_off(4, games=6, **asked)
    assert [(place.scenario, share) for place, share in more.cut_off.items()] == [("two", 6 / 4_000)]
    assert warning(more) == (
        "0.15% of games (two) were cut off at the turn limit: the limit has a part in every mean there; compare medians, "
        "or let games go on for longer"
    )


def test_the_place_with_most_is_named():
    analysis = with_cut_off(0, 4, 4, 5, games=100, scenarios=TWO, lineup=["first", "random", "shedder", "planner"])
    assert list(analysis.cut_off.values()) == pytest.approx([0.05, 0.025])
    assert warning(analysis).startswith("5% of games (two) were cut off at the turn limit, and more than 0.1% at 1 other place: ")
    alone = with_cut_off(0, games=100, lineup=["first"] * 4)
    assert warning(alone).startswith("10% of games were cut off at the turn limit: ")


def test_who_runs_it_is_told(tmp_path):
    said: list[str] = []
    asked = experiment(rules={"turn_limit": 25}, games=400)
    folder = run_experiment(asked, Settings(out=tmp_path / "run", say=said.append))
    (told,) = [text for text in said if text.startswith("warning: ")]
    assert "were cut off at the turn limit" in told
    assert np.isclose(float(told.split()[1].rstrip("%")) / 100, share_cut_off(folder.path), atol=0.01)


def share_cut_off(run) -> float:
    return pl.read_parquet(run / "games" / "*.parquet").select((pl.col("ending") == "turn_limit").mean()).item()
