"""docs/rules/what_the_heck.md, sections 5 and 6: other ways to deal with equal cards, and the house rules."""

import pytest
from pydantic import ValidationError

from simlab.games.what_the_heck import GAME
from tests.rules.paragraphs import rule
from tests.rules.what_the_heck.position import decision, play
from tests.rules.what_the_heck.test_rounds_and_the_end import points, table


def round_of(point, *bids, **house_rules):
    """A round with these bids, and another to come."""
    hands = " | ".join(f"{bid} {11 + seat}" for seat, bid in enumerate(bids))
    return play(f"hands: {hands}\npoints: {point} 1", *(f"{seat}: {bid}" for seat, bid in enumerate(bids)), **house_rules)


@pytest.mark.parametrize(
    ("point", "bids", "awards"),
    [
        (5, (9, 9, 4), ["0 takes 2.5", "1 takes 2.5"]),
        (6, (4, 9, 9), ["1 takes 3", "2 takes 3"]),
        (5, (9, 4, 4), ["0 takes 5"]),
        (-5, (4, 9, 4, 4), ["0 takes -1.66667", "2 takes -1.66667", "3 takes -1.66667"]),
        (0, (9, 9), ["0 takes 0", "1 takes 0"]),
        (7, (9, 9, 9, 9, 9), [f"{seat} takes 1.4" for seat in range(5)]),
    ],
)
def test_5_1_split(point, bids, awards):
    after = round_of(point, *bids, ties="split")
    assert after.story[2:] == awards
    assert sum(after.row.score) == point * 840, "to the fraction"


def test_5_1_totals_are_compared_exactly():
    """Three thirds are as much as a whole."""
    position = "hands: 7 | 7 | 7 | 1\npoints: 1\nscores: 2 2 2 "
    shared = play(position + "2", ties="split")
    assert (shared.seats("won"), shared.places) == ([0, 1, 2], [1, 1, 1, 4])
    after = play("hands: 7 6 5 1 | 7 6 5 2 | 7 6 5 3 | 1 2 3 4\npoints: 1 1 1 1", *_all_bid("7765", "6652", "5513"), rounds=3, ties="split")
    assert after.row.score[:3].tolist() == [840] * 3


def _all_bid(*rounds):
    """Bids of three equal players and of a fourth who never wins."""
    cards = [(7, 7, 7, 1), (6, 6, 6, 2), (5, 5, 5, 3)]
    return [f"{seat}: {card}" for bids, _ in zip(cards, rounds, strict=True) for seat, card in enumerate(bids)]


def test_5_2_discard():
    assert round_of(5, 9, 9, 4, ties="discard").story[2:] == ["lost 5"]
    assert round_of(-5, 9, 4, 4, ties="discard").story[2:] == ["lost -5"]
    assert round_of(5, 9, 4, 4, ties="discard").story[2:] == ["0 takes 5"], "the others don't matter"
    position = "hands: 9 3 | 9 4 | 1 2\npoints: 5 2"
    after = play(position, "0: 9", "1: 9", "2: 1", rounds=2, ties="discard")
    assert after.story[3:] == ["turned up 2: pot 2", "bids 3 4 2", "1 takes 2"], "nothing is carried over"


def test_5_3_without_carry():
    after = play("hands: 9 3 | 9 4\npoints: 5 2", "0: 9", "1: 9", rounds=2, carry=False)
    assert after.story[2:] == ["lost 5", "turned up 2: pot 2", "bids 3 4", "1 takes 2"]
    for ties in ("split", "discard"):
        told = [round_of(5, 9, 9, 9, ties=ties, carry=carry).story for carry in (True, False)]
        assert told[0] == told[1]
        assert "carried 5" not in told[0]


@pytest.mark.parametrize("deal", range(5))
def test_5_4_with_two_players_a_tie_gives_nobody_the_better_of_it(deal):
    """Three house rules, the same bids: the same difference."""
    rules = {"player_cards": 4, "point_cards": (1, 2, 3, 4)}
    ways = [{"ties": "split"}, {"ties": "discard"}, {"carry": False}]
    ends = [table(lineup=("random",), seed=3, **rules, **way).trace(deal)[-1] for way in ways]
    assert len({end["scores"][0] - end["scores"][1] for end in ends}) == 1
    assert ends[0]["places"] == ends[1]["places"] == ends[2]["places"]


@pytest.mark.parametrize(
    ("name", "refused"), [("player_cards", (0, 31, True, 2.5)), ("ties", ("best", 1)), ("carry", (1,)), ("order", ("up",))]
)
def test_a_value_that_is_not_allowed_is_refused(name, refused):
    for value in refused:
        with pytest.raises(ValidationError, match=name):
            GAME.Rules(**{name: value})


@rule("A1")
def test_6_1_player_cards():
    assert decision("hands: 1 3 | 2 4\npoints: 1 1", player_cards=30).position.seen.round_number == 29
    assert table(2, player_cards=1, point_cards=(3,)).trace(0)[3] == {"event": "bids", "cards": [1, 1]}
    most = table(5, player_cards=30, point_cards=tuple(range(-9, 21)), lineup=("random",)).trace(0)
    assert {card for event in most if event["event"] == "bids" for card in event["cards"]} == set(range(1, 31))


@rule("A2")
def test_6_2_point_cards():
    for refused in ((), tuple(range(31)), (51,), (-51,), (1.5,), 7):
        with pytest.raises(ValidationError, match="point_cards"):
            GAME.Rules(point_cards=refused)
    assert sorted(points(point_cards=(50, -50))) == [-50, 50]
    assert points(player_cards=30, point_cards=(7,) * 30) == [7] * 30


def test_6_3_order():
    assert points(order="shuffled", deal=2) != points(order="ascending")
    assert points(order="ascending", deal=2) == points(order="ascending")


@rule("R1")
def test_6_4_ties():
    told = [round_of(6, 9, 9, 4, 4, 1, ties=ties).story[2:] for ties in ("cancel", "split", "discard")]
    assert told == [["4 takes 6"], ["0 takes 3", "1 takes 3"], ["lost 6"]]


@rule("R2")
def test_6_5_carry():
    assert [round_of(6, 9, 9, carry=carry).story[2:] for carry in (True, False)] == [["carried 6"], ["lost 6"]]
