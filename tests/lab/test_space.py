"""The space of a search: edits, their sizes, what is impossible, how a set is called."""

import pytest

from simlab.experiment import load
from simlab.lab.space import name_of, space_of

ASKED = {
    "question": "?",
    "game": "mean",
    "players": 4,
    "games": 100,
    "lineup": ["random"] * 4,
    "goals": {"turns.mean": "< 30"},
    "budget": 1000,
}


def asked(**over):
    return load({**ASKED, "over": over})


def test_edits_and_sizes():
    space = space_of(asked(hand_size=[3, 5, 6, 7], eight_last=["loses", "wins", "swaps"], play_on=[True, False]))
    of = {name_of(space.changes(number)): (int(space.edits[number]), int(space.size[number])) for number in range(len(space))}
    assert of["as printed"] == (0, 0)
    assert of["hand_size=7"] == (1, 2), "it passes 6"
    assert of["hand_size=3"] == (1, 1), "4 is not listed"
    assert of["eight_last=swaps"] == of["play_on=true"] == (1, 1), "choices have no order"
    assert of["hand_size=7, eight_last=wins, play_on=true"] == (3, 4)
    assert len(of) == len(space) == 24


def test_where_the_printed_value_is_not_listed_every_set_edits():
    space = space_of(asked(hand_size=[3, 7], piles=[4, 5]))
    assert space.edits.tolist() == [1, 2, 1, 2]


def test_impossible_sets_are_left_out_and_counted():
    """One deck has too few cards for the hands of eight."""
    space = space_of(load({**ASKED, "players": 8, "lineup": ["random"] * 8, "over": {"decks": [1, 2], "deal_size": [4, 12]}}))
    assert 0 < space.left_out < 4
    assert len(space) + space.left_out == 4


@pytest.mark.parametrize("length", [79, 80, 81, 200])
def test_a_name_is_never_too_long_and_never_anothers(length):
    one, other = (name_of({"a": "x" * (length - 3) + end}) for end in "yz")
    assert max(len(one), len(other)) <= 80
    assert one != other
