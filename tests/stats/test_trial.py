"""What a plan tells of its games, from a few that are tried: the very first of the run."""

import pytest

from simlab.engine.compiled import COMPILES
from simlab.experiment.plan import make_plan
from simlab.stats.evaluating import evaluate
from simlab.stats.trial import trial_of
from tests.stats.played import EIGHTS, experiment

SIX = ["first", "random", "planner", "shedder", "hoarder", "spoiler"]
pytestmark = pytest.mark.skipif(not COMPILES, reason="uncompiled, nothing is tried")


@pytest.mark.parametrize(
    ("changed", "deals"),
    [
        ({"lineup": ["random"] * 4}, [2_000]),
        ({"lineup": ["random"] * 4, "games": 700}, [700]),
        ({"players": [2, 3], "lineup": ["first", "random"], "scenarios": EIGHTS}, [333, 222]),
        ({"lineup": ["first", "random", "random", "shedder"], "seating": "permute", "scenarios": EIGHTS, "games": 12_000}, [100]),
        ({"lineup": ["first", "random", "random", "shedder"], "seating": "permute", "vary": {"piles": [1, 2, 3, 4, 5, 6, 7, 8]}}, [100]),
        (
            {
                "players": 6,
                "lineup": ["first", "random", "planner", "shedder", "hoarder", "spoiler"],
                "seating": "permute",
                "games": 90_000,
            },
            [27],
        ),
    ],
)
def test_it_plays_a_few_thousand_games_or_a_hundred_deals_where_that_is_not_too_much(changed, deals):
    asked = experiment(**changed)
    found = trial_of(make_plan(asked))
    assert found is not None
    assert [stats.deals for stats in found.analysis.stats] == deals
    ratios = [evaluate(asked, range(n)).table("seatings").filter(players=asked.players[i]) for i, n in enumerate(deals)]
    for i, table in enumerate(ratios):
        assert found.analysis.table("seatings").filter(players=asked.players[i]).equals(table, null_equal=True)
