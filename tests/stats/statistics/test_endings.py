"""How games end."""

import numpy as np
import pytest

from tests.stats.process import anything, group, said_of


def test_the_share_of_each_ending():
    rows = anything(group(scenarios=["only"]), 50)
    analysis = said_of(rows, lineup=["shedder", "random", "first", "planner"])
    lines = analysis.table("endings").to_dicts()
    assert [line["ending"] for line in lines] == ["out", "eight_last", "turn_limit"]
    assert [line["share"] for line in lines] == pytest.approx([np.mean(rows["ending"] == code) for code in range(3)])
    e = analysis.places[0].mean("ending.eight_last")
    assert (lines[1]["low"], lines[1]["high"]) == (e.low, e.high)
