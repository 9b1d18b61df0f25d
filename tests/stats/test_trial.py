"""What a plan tells of its games, from a few that are tried: the very first of the run."""

import pytest

from simlab.experiment.plan import make_plan
from simlab.stats.evaluating import evaluate
from simlab.stats.trial import trial_of
from tests.compiling import compiled_only
from tests.stats.played import EIGHTS, experiment

THREE = ["first", "random", "random", "shedder"]
SIX = ["first", "random", "planner", "shedder", "hoarder", "spoiler"]
pytestmark = compiled_only  # uncompiled, nothing is tried


@pytest.mark.parametrize(
    ("changed", "deals"),
    [
        ({"lineup": ["random"] * 4}, [2_000]),
        ({"lineup": ["random"] * 4, "games": 700}, [700]),
        ({"players": [2, 3], "lineup": ["first", "random"], "scenarios": EIGHTS}, [333, 222]),
        ({"lineup": THREE, "seating": "permute", "scenarios": EIGHTS, "games": 12_000}, [100]),
        ({"lineup": THREE, "seating": "permute", "vary": {"piles": [1, 2, 3, 4, 5, 6, 7, 8]}}, [100]),
    ],
)
def test_it_plays_a_few_thousand_games_or_a_hundred_deals(changed, deals):
    asked = experiment(**changed)
    found = trial_of(make_plan(asked))
    assert found is not None
    assert found.deals == dict(zip(asked.players, deals, strict=True))
    baseline = next(iter(asked.scenarios))
    for players, count in found.deals.items():
        told = evaluate(asked, range(count)).table("seatings").filter(players=players, scenario=baseline)
        assert found.worth[players, "lineup"] == told["ratio"].item()


@pytest.mark.parametrize(
    ("changed", "deals"),
    [({"games": 29 * 4}, 29), ({"players": 6, "lineup": SIX, "seating": "permute", "games": 90_000}, 2)],
    ids=["a few", "too many games a deal"],
)
def test_few_deals_do_not_tell_what_games_are_worth(changed, deals):
    found = trial_of(make_plan(experiment(**changed)))
    assert found is not None
    assert (found.deals, found.worth) == ({changed.get("players", 4): deals}, {})


def test_what_cannot_be_told_is_left_out():
    """Two players with the same single card for a single pot: both have the same share of every game."""
    one_card = {"player_cards": 1, "point_cards": [1]}
    found = trial_of(make_plan(experiment(game="what_the_heck", players=2, lineup=["first", "matches"], rules=one_card)))
    assert found is not None
    assert (found.deals, found.worth) == ({2: 1_000}, {})
