"""The strategies for MEAN! do what they say: in positions written by hand, and over many games."""

import numpy as np
import pytest

from simlab import games
from simlab.engine.metric import UNIT
from simlab.games.mean import GAME
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.rules import asking
from tests.rules.mean.position import decision

REAL = [one.name for one in unthinking(games.find("mean")) if one.name not in ("random", "first")]

MORE = "\ndeck: 1 1 1 1 1 1 1 1 1"  # the Draw Deck goes on; where it is not written it is empty


def chosen(name, text, params=None, **house_rules):
    """What a strategy chooses in a position."""
    asked = decision(text, **house_rules)
    assert asked.seat == 0, "not a position in which there is something to choose"
    return asking.chosen(GAME, name, asked, params or {})


# What all of them know


@pytest.mark.parametrize("name", REAL)
def test_each_goes_out_when_it_can(name):
    assert chosen(name, "hands: W W | 5 6 7\narea: 4 up").startswith("2xW=")
    assert chosen(name, "hands: 6 6 | 5 6 7\narea: 4 up") == "2x6"


@pytest.mark.parametrize("name", REAL)
def test_none_ends_on_an_eight_that_loses(name):
    assert chosen(name, "hands: W | 5 6 7\narea: 7 up") != "W=8"
    assert chosen(name, "hands: 8 8 | 5 6 7\narea: 7 up\npiles: 2 3 4") == "8", "not both"
    assert chosen(name, "hands: 8 | 5 6 7\narea: 7 up\npiles: 2 3 4", must_play=False) == "take"


@pytest.mark.parametrize("name", REAL)
def test_each_ends_on_an_eight_where_that_wins(name):
    assert chosen(name, "hands: 8 8 | 5 6 7\narea: 7 up", eight_last="wins") == "2x8"
    assert chosen(name, "hands: 8 8 | 5 6 7\narea: 7 up", eight_last="swaps", eight_swap="never") == "2x8"
    assert chosen(name, "hands: 8 8 | 5 6 7\narea: 7 up", eight_last="swaps", eight_swap="may") == "2x8", "and declines the swap"
    assert chosen(name, "hands: 8 8 | 5 6 7\narea: 7 up", eight_last="swaps") == "8", "its empty hand would go out with somebody else"


@pytest.mark.parametrize("name", REAL)
def test_each_swaps_with_the_fewest_cards_and_declines_what_is_no_gain(name):
    position = "hands: 8 3 3 | 4 4 4 4 | 5 | 6 6\narea: 7 up"
    assert chosen(name, position) == "with 2"
    assert chosen(name, position, eight_swap="may") == "with 2"
    assert chosen(name, "hands: 8 3 | 4 4 4 4 | 5 | 6 6\narea: 7 up", eight_swap="may") == "nobody"


@pytest.mark.parametrize("name", REAL)
def test_each_rather_plays_than_takes_a_pile(name):
    assert chosen(name, f"hands: 2 2 2 2 W | 5 5{MORE}\narea: 9 up\npiles: 2 3 4", must_play=False) != "take"
    assert chosen(name, f"hands: 2 2 2 2 6 | 5 5{MORE}\narea: 5 up\npiles: 2 3 4", must_play=False) == "6"
    assert chosen(name, f"hands: 2 2 2 2 6 | 5 5{MORE}\narea: 6 up\nunresolved: 1\npiles: 2 3 4", must_pass_mean=False) == "6"


# The idea of each


def test_shedder_plays_as_many_cards_at_once_as_it_can():
    assert chosen("shedder", f"hands: 3 5 9 9 9 12 | 5 5{MORE}\narea: 3 up") == "3x9"
    assert chosen("shedder", f"hands: 9 W W | 5 5 5{MORE}\narea: 3 up", hand_size=3).startswith("2xW="), "Wilds count as well"
    assert chosen("shedder", f"hands: 9 9 W W 2 | 5 5 5{MORE}\narea: 3 up") == "2x9", "but among equals they are kept"


def test_hoarder_keeps_its_best_cards_until_the_draw_deck_is_empty():
    hand = "hands: 6 7 12 12 W | 5 5 5"
    assert chosen("hoarder", f"{hand}{MORE}\narea: 5 up") == "7"
    assert chosen("hoarder", f"{hand}{MORE}\narea: 5 up", params={"keep": 2}) == "2x12", "more than it wants to keep"
    assert chosen("hoarder", f"{hand}\narea: 5 up") == "2x12"


def test_hoarder_takes_the_pile_that_shows_the_best_card():
    hands = "hands: 2 2 2 2 2 | 5 5 5"
    assert chosen("hoarder", f"{hands}{MORE}\narea: 5 up\npiles: 1 1 7 | 1 1 12 | 1 1 W") == "pile 2"
    assert chosen("hoarder", f"{hands}{MORE}\narea: 5 up\npiles: 1 1 7 | 1 1 12 | 1 1 9") == "pile 1"


def test_defender_holds_on_to_sixes_and_wilds():
    assert chosen("defender", "hands: 6 6 W 9 | 5 5 5\narea: 5 up") == "9"
    assert chosen("defender", "hands: 6 6 W W 9 | 5 5 5\narea: 5 up", params={"shields": 2}) == "2x6", "what it can spare"
    assert chosen("defender", "hands: 6 6 W W 2 | 5 5 5\narea: 5 up", params={"shields": 9}) == "6"


def test_defender_passes_a_punishment_on_with_a_single_six():
    assert chosen("defender", "hands: 6 6 W 9 | 5 5 5\narea: 6 up\nunresolved: 1\npiles: 2 3 4") == "6"
    assert chosen("defender", "hands: W W 9 | 5 5 5\narea: 6 up\nunresolved: 1\npiles: 2 3 4") == "W=6"


def test_builder_never_splits_a_set_and_plays_single_cards_first():
    assert chosen("builder", f"hands: 5 5 9 W W | 5 5 5{MORE}\narea: 3 up") == "9"
    assert chosen("builder", f"hands: 5 5 7 7 7 | 5 5 5{MORE}\narea: 3 up") == "2x5"
    assert chosen("builder", "hands: 5 5 7 7 7 9 | 5 5 5\narea: 3 up") == "3x7", "no more cards to draw: the largest first"


def test_builder_clears_the_play_area():
    assert chosen("builder", f"hands: 5 5 7 9 W | 5 5 5{MORE}\narea: 5 5 up") == "2x5"
    assert chosen("builder", f"hands: 7 9 9 2 W | 5 5 5{MORE}\narea: 5 5 5 up") == "W=5"


def test_eight_dodger_does_not_end_on_an_eight_when_it_has_another_play():
    assert chosen("eight_dodger", "hands: 8 9 | 5 5 5\narea: 7 up") == "8", "the Nine is kept for the end"
    assert chosen("eight_dodger", "hands: 8 W | 5 5 5\narea: 7 up") == "8"
    assert chosen("eight_dodger", "hands: 8 9 9 | 5 5 5\narea: 9 up") == "9", "one is kept"


def test_eight_dodger_gets_rid_of_eights_early():
    hand = "hands: 8 9 9 9 2 | 5 5 5"
    assert chosen("eight_dodger", f"{hand}{MORE}\narea: 7 up") == "8"
    assert chosen("eight_dodger", f"{hand}{MORE}\narea: 7 up", eight_last="wins") == "3x9", "nothing to fear"
    assert chosen("eight_dodger", f"hands: 2 2 2 2 2 | 5 5{MORE}\narea: 7 up\npiles: 1 1 8 | 1 1 9") == "pile 1", "and takes no new ones"


def test_swapper_plays_an_eight_only_for_a_smaller_hand():
    assert chosen("swapper", "hands: 8 9 9 2 | 5 5 | 4 4 4 4 4\narea: 7 up") == "8"
    assert chosen("swapper", "hands: 8 9 9 2 | 5 5 5 | 4 4 4 4 4\narea: 7 up") == "2x9"
    assert chosen("swapper", "hands: 8 9 9 2 | 5 5 | 4 4 4 4 4\narea: 7 up", params={"gain": 2}) == "2x9"


def test_spoiler_punishes_a_next_player_who_leads():
    assert chosen("spoiler", "hands: 6 9 9 2 | 5 | 4 4 4\narea: 5 up") == "6"
    assert chosen("spoiler", "hands: 6 9 9 2 | 5 5 5 5 | 4\narea: 5 up") == "2x9", "out of its reach"


def test_spoiler_leaves_the_leader_little_room():
    assert chosen("spoiler", "hands: 4 11 2 2 | 5 | 4 4 4\narea: 3 up") == "11"
    assert chosen("spoiler", "hands: 2 2 11 4 | 5 | 4 4 4\narea: 9 down") == "2x2"
    assert chosen("spoiler", "hands: 4 11 2 2 | 5 5 5 | 4\narea: 3 up") == "4", "no leader, no reason"


def test_counter_turns_play_where_the_fewest_unseen_cards_are():
    gone = "gone: 9 9 9 9 10 10 10 10 11 11 11 11 12 12 12 12"
    assert chosen("counter", f"hands: 4 9 | 5 5 5\n{gone}") == "9 up"
    assert chosen("counter", f"hands: 4 9 | 5 5 5\n{gone.replace('9', '1').replace('10', '2').replace('11', '3')}") == "4 down"


def test_counter_counts_what_the_piles_show():
    hands = "hands: 5 8 | 5 5 5"
    assert chosen("counter", f"{hands}\npiles: 3 9 1 | 3 9 2") == "5 down", "nineteen unseen cards from Eight up, seventeen from Five down"
    assert chosen("counter", f"{hands}\npiles: 3 2 11 | 3 1 12") == "8 up", "and now seventeen and nineteen"


def test_creeper_plays_what_is_nearest_to_the_top():
    assert chosen("creeper", "hands: 4 9 9 11 | 5 5 5\narea: 3 up") == "4"
    assert chosen("creeper", "hands: 4 9 9 11 | 5 5 5\narea: 12 down") == "11"


def planned(text, **house_rules):
    """What planner chooses when it dares nothing."""
    return chosen("planner", text, params={"daring": 0}, **house_rules)


def test_planner_keeps_wilds_and_sixes_back():
    assert planned(f"hands: 6 6 9 W W | 5 5 5{MORE}\narea: 5 up") == "9"
    assert planned(f"hands: 6 6 9 9 W | 5 5 5{MORE}\narea: 5 up") == "2x9"


def test_planner_clears():
    assert planned("hands: 5 9 9 3 | 5 5 5\narea: 5 5 5 up") == "5"


def test_planner_swaps_only_downhill():
    assert planned("hands: 8 9 2 2 | 5 | 4 4 4 4\narea: 7 up") == "8"
    assert planned("hands: 8 9 2 2 | 5 5 5 5 | 4 4 4 4 4\narea: 7 up") == "9"
    assert planned("hands: 8 9 9 2 2 | 5 5 5 5 | 4 4 4 4 4\narea: 7 up", eight_swap="may") == "2x9", "nothing to gain"


def test_planner_shuts_out_a_next_player_who_is_nearly_out():
    hand = "hands: 4 7 11 2 2"
    assert planned(f"{hand} | 5 | 4 4 4\narea: 3 up") == "11"
    assert planned(f"{hand} | 5 5 5 | 4 4 4\narea: 3 up") == "4"
    assert chosen("planner", f"{hand} | 5 5 5 | 4 4 4\narea: 3 up", params={"daring": 0, "near": 3}) == "11"


def test_planner_does_not_leave_nothing_but_eights():
    assert planned("hands: 8 9 9 | 5 5 5 5 | 4 4 4\narea: 7 up") == "9"
    assert planned("hands: 8 9 9 | 5 5 5 5 | 4 4 4\narea: 7 up", eight_last="wins") == "2x9"


def test_planner_takes_a_pile_that_shows_a_wild_or_a_six():
    assert planned(f"hands: 2 2 2 2 2 | 5 5{MORE}\narea: 7 up\npiles: 1 1 8 | 1 1 6 | 1 1 9") == "pile 1"


# Over many games


def edge(name, opponent, players, games):
    """By how many standard errors it wins more than its share: on every other seat, each deal played in all rotations."""
    deals = games // players
    seats = [(strategies.find("mean", name if seat % 2 == 0 else opponent), {}) for seat in range(players)]
    shares = np.zeros(deals)
    for shift in range(players):
        rotated = seats[shift:] + seats[:shift]
        won = win_shares(Table(GAME, rotated, GAME.resolve(GAME.Rules(), players), 2027).rows(0, deals), players) / UNIT
        shares += won[:, [seat for seat in range(players) if rotated[seat][0].name == name]].sum(axis=1) / players
    fair = (players + 1) // 2 / players
    return (shares.mean() - fair) / (shares.std(ddof=1) / np.sqrt(deals))


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("opponent", ["shedder", "random"])
def test_planner_beats_shedder_and_random(opponent, players):
    assert edge("planner", opponent, players, games=20_000) > 4


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", ["spoiler", "eight_dodger"])
def test_spoiler_and_eight_dodger_beat_random(name, players):
    assert edge(name, "random", players, games=20_000) > 4
