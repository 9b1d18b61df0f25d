"""The strategies for Spite & Malice do what they say: in positions written by hand, and over many games."""

import numpy as np
import pytest

from simlab import games
from simlab.engine.metric import UNIT
from simlab.games.spite_malice import GAME
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.rules import asking
from tests.rules.spite_malice.position import decision

REAL = [one.name for one in unthinking(games.find("spite_malice")) if one.name not in ("random", "first")]


def chosen(name, text, *script, params=None, **house_rules):
    """What a strategy chooses in a position."""
    asked = decision(text, *script, **house_rules)
    return asking.chosen(GAME, name, asked, params or {})


# What all of them know


@pytest.mark.parametrize("name", REAL)
def test_each_plays_the_up_card_first_always(name):
    assert chosen(name, "stacks: 5 9 | 9\nhands: 5 6 W 3 | 6\nbuilds: 1 2 3 4\nstores: 5 | -") == "up 5"
    assert chosen(name, "stacks: 1 9 | 9\nhands: 1 6 W 3 | 6\nbuilds: 1 2 3 4") == "up 1"
    assert chosen(name, "stacks: W | 9\nhands: 5 6 W 3 | 6\nbuilds: 1 2 3 4").startswith("up W=")


@pytest.mark.parametrize("name", REAL)
def test_each_gives_to_whoever_has_the_fewest_cards(name):
    position = "stacks: 9 9 | 9 8 | 4 | 9 9 9\nhands: 5 7 | 3 | 3 | 3\nbuilds: 1 2 3 4\ndraw: 8"
    assert chosen(name, position, "0: hand 5", top=5, hand_size=2) == "to 2"


@pytest.mark.parametrize("name", REAL)
def test_each_keeps_its_spite_while_nobody_is_close_to_winning(name):
    position = "stacks: 4 9 9 9 9 9 | 9 9 9 9\nhands: 7 | W0\nbuilds: 1 2 3"
    assert chosen(name, position, "0: up 4", spite=True) == "no"


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("players", GAME.players)
def test_each_beats_random(name, players):
    strategy, other = strategies.find("spite_malice", name), strategies.find("spite_malice", "random")
    seats = [(strategy, {}), *[(other, {})] * (players - 1)]
    shares = win_shares(Table(GAME, seats, GAME.Rules(), 5).rows(0, 150), players)[:, 0] / UNIT
    assert shares.mean() - 4 * shares.std(ddof=1) / np.sqrt(len(shares)) > 1 / players


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("opponent", ["random", "first"])
@pytest.mark.parametrize("spite", [False, True])
def test_schemer_clearly_beats_random_and_first(players, opponent, spite):
    strategy, other = strategies.find("spite_malice", "schemer"), strategies.find("spite_malice", opponent)
    seats = [(strategy, {}), *[(other, {})] * (players - 1)]
    shares = win_shares(Table(GAME, seats, GAME.Rules(spite=spite), 5).rows(0, 2000), players)[:, 0] / UNIT
    assert shares.mean() - 10 * shares.std(ddof=1) / np.sqrt(len(shares)) > 1 / players


# The idea of each


def test_racer_plays_whatever_it_can():
    assert chosen("racer", "stacks: 9 9 | 6 9\nhands: 5 7 W | 6\nbuilds: 1 2 3 4") == "hand 5"
    assert chosen("racer", "stacks: 9 9 | 6 9\nhands: 7 6 W | 6\nbuilds: 1 2 3 4") == "hand W=5"
    assert chosen("racer", "stacks: 9 9 | 6 9\nhands: 7 4 11 | 6") == "put 11 on 0"


def test_pathfinder_goes_the_way_to_its_up_card():
    """To 9 from 6 by 7 and 8; playing the 4 leads nowhere."""
    position = "stacks: 9 9 | 12 9\nhands: 4 7 13 | 6\nstores: 8 | -\nbuilds: 1 2 3 | 1 2 3 4 5 6"
    assert chosen("pathfinder", position) == "hand 7"
    assert chosen("pathfinder", "stacks: 9 9 | 12 9\nhands: 4 W 7 13 | 6\nbuilds: 1 2 3 | 1 2 3 4 5 6") == "hand 7"


def test_pathfinder_spends_wilds_only_on_the_way():
    assert chosen("pathfinder", "stacks: 6 9 | 12 9\nhands: W 13 | 6\nbuilds: 1 2 3 4") == "hand W=5"
    assert chosen("pathfinder", "stacks: 9 9 | 12 9\nhands: W 6 13 | 6\nbuilds: 1 2 3 4") == "put 13 on 0"


def test_miser_keeps_its_wilds_for_the_up_card():
    assert chosen("miser", "stacks: 6 9 | 12 9\nhands: W 13 | 6\nbuilds: 1 2 3 4") == "hand W=5"
    assert chosen("miser", "stacks: 12 9 | 12 9\nhands: W 6 13 | 6\nbuilds: 1 2 3 4") == "put 13 on 0"
    assert chosen("miser", "stacks: 9 9 | 12 9\nhands: W 6 8 11 | 6\nstores: 7 | -\nbuilds: 1 2 3 4") == "hand W=5"


def test_blocker_buries_what_the_next_player_needs():
    assert chosen("blocker", "stacks: 9 9 | 6 9\nhands: 6 4 | 6\nbuilds: 1 2 3 4 5 | 1 2 3") == "hand 6"
    assert chosen("blocker", "stacks: 9 9 | 6 9 | 4 9\nhands: 4 6 | 6 | 6\nbuilds: 1 2 3 4 5 | 1 2 3") == "hand 6", "the next, nobody else"


def test_blocker_makes_no_pile_for_the_next_player():
    assert chosen("blocker", "stacks: 13 9 | 6 9\nhands: 5 3 | 6\nbuilds: 1 2 3 4 | 1 2", params={"block": 200}) == "hand 3"


def test_stacker_stores_in_descending_runs():
    assert chosen("stacker", "stacks: 13 9 | 6 9\nhands: 8 5 | 6\nstores: 6, 11 | -", stores=2) == "put 5 on 0"
    assert chosen("stacker", "stacks: 13 9 | 6 9\nhands: 8 | 6\nstores: 10, 3 | -", stores=2) == "put 8 on 0"
    assert chosen("stacker", "stacks: 13 9 | 6 9\nhands: 8 | 6\nstores: 5, 3 | -", stores=2) == "put 8 on 0"


def test_stacker_plays_store_tops_before_its_hand():
    assert chosen("stacker", "stacks: 13 9 | 6 9\nhands: 5 9 | 6\nstores: 8 5 | -\nbuilds: 1 2 3 4") == "store0 5"


def test_weathervane_races_ahead_and_hoards_behind():
    text = "stacks: {} | {}\nhands: 4 11 | 6\nbuilds: 1 2 3"
    assert chosen("weathervane", text.format("2 9", "9 9 9 9")) == "hand 4"
    assert chosen("weathervane", text.format("2 9 9 9 9", "9")) == "put 11 on 0"
    assert chosen("weathervane", text.format("2 9 9 9 9", "9"), params={"behind": 9}) == "hand 4"


def test_schemer_weighs_the_way_and_the_others():
    assert chosen("schemer", "stacks: 9 9 | 12 9\nhands: 4 7 13 | 6\nstores: 8 | -\nbuilds: 1 2 3 | 1 2 3 4 5 6") == "hand 7"
    assert chosen("schemer", "stacks: 13 9 | 6 9\nhands: 5 8 | 6\nbuilds: 1 2 3 4", params={"block": 100}) == "put 8 on 0"
    assert chosen("schemer", "stacks: 13 9 | 6 9\nhands: 5 8 | 6\nbuilds: 1 2 3 4", params={"block": 0}) == "hand 5"
    assert chosen("schemer", "stacks: 13 9 | 12 9\nhands: 5 8 | 6\nstores: 6, 9 | -\nbuilds: 1 2 3", stores=2) in (
        "put 5 on 0",
        "put 8 on 1",
    )


def test_schemer_plays_spite_against_who_is_about_to_win():
    position = "stacks: 4 9 | 9 9 9 9\nhands: 7 | W0\nbuilds: 1 2 3"
    assert chosen("schemer", position, "0: up 4", spite=True) == "W0"
