"""The strategies for Meow do what they say: in positions written by hand, and over many games."""

from functools import partial

import pytest

from simlab import games
from simlab.games.meow import GAME
from simlab.players.imagining import unthinking
from tests.rules import asking
from tests.rules.meow.position import decision
from tests.strategies import faring

REAL = [one.name for one in unthinking(games.find("meow")) if one.name not in ("random", "first")]

OTHERS = "| 8 8 8 9 9 | 9 9 10 10 10\n"  # two players with five cards each
DECK = "deck: {} " + "1 2 3 4 5 6 7 " * 5 + "\nturn: 0\n"


def chosen(name, text, params=None, **house_rules):
    """What a strategy chooses in a position."""
    asked = decision(text, **house_rules)
    return asking.chosen(GAME, name, asked, params or {})


def responding(name, hand, lead, **params):
    """Its answer to the lead of the player before."""
    return chosen(name, f"hands: {hand} {OTHERS}lead: 2 with {lead}\n{DECK.format(1)}", params)


def leading(name, hand, drawn="", coins="25 25 25", played="10", **params):
    """What it leads; where a card was `drawn`, it may declare Meow instead."""
    lead = "draw\n" if drawn else ""
    return chosen(name, f"hands: {hand} {OTHERS}{lead}{DECK.format(drawn or 1)}coins: {coins}\nplayed: {played}", params)


def test_first():
    assert responding("first", "6 6 2", "6") == "6 with 6"
    assert leading("first", "6 6 2 S1") == "2 with 2"


def test_copycat():
    assert responding("copycat", "6 6 S0 2", "6") == "6 with 6 6 S0"
    assert leading("copycat", "9 6 6 S0 2") == "6 with 6 6 S0"
    assert leading("copycat", "2", drawn="1") != "meow"


def test_picky():
    assert responding("picky", "6 6 S0 2", "6") == "6 with 6 6", "no special card"
    assert responding("picky", "S0 2", "6") == "draw"
    assert responding("picky", "3 3 2", "3") == "draw", "low cards are kept"
    assert responding("picky", "3 3", "3") == "3 with 3 3", "but for going out"
    assert responding("picky", "3 3 2", "3", cheap_from=2) == "3 with 3 3"
    assert leading("picky", "2 9 9 S3 6") == "9 with 9 9"
    assert leading("picky", "2 2", drawn="3") == "meow"
    assert leading("picky", "2 3", drawn="3") == "3 with 3 3"


def test_counter():
    assert leading("counter", "3 8 8 5", played="3 3 3 3 S2") == "3 with 3", "nobody else can have one"
    assert leading("counter", "3 8 8 5", played="8 8 8 S2 3") == "8 with 8 8"
    assert leading("counter", "1", drawn="1") == "1 with 1 1", "goes out"
    assert leading("counter", "1 2", drawn="1") == "meow"
    assert leading("counter", "10 9", drawn="8") != "meow"
    assert responding("counter", "6 6 S0 2", "6") == "6 with 6 6 S0"


def test_early_meow():
    assert leading("early_meow", "3 3 4", drawn="4") == "meow"
    assert leading("early_meow", "3 3 4", drawn="4", sure=1) != "meow"
    assert leading("early_meow", "10 9", drawn="10", sure=1) == "10 with 10 10"


def test_pairs():
    assert leading("pairs", "9 9 5 4 4") == "5 with 5"
    assert leading("pairs", "9 9 4 4 S1") == "9 with 9 9"
    assert leading("pairs", "6 6 S0") == "6 with 6 6 S0", "goes out"
    assert responding("pairs", "6 6 S0 2", "6") == "6 with 6 6"
    assert leading("pairs", "2 2", drawn="1") == "meow"


def test_shedder():
    assert leading("shedder", "9 5 5 2") == "5 with 5 5"
    assert leading("shedder", "1 2", drawn="1") == "meow"
    assert leading("shedder", "2 2", drawn="1") == "2 with 2 2"
    assert leading("shedder", "2 2", drawn="1", meow_total=5) == "meow"


def test_banker():
    assert leading("banker", "9 3 8", coins="20 30 25", played="3 3 3 3 S2") == "9 with 9", "behind: sheds"
    assert leading("banker", "9 3 8", coins="30 20 25", played="3 3 3 3 S2") == "3 with 3", "ahead: takes no risk"
    assert leading("banker", "3 6 4", drawn="5", coins="20 30 25", daring=0.2) == "meow"
    assert leading("banker", "3 6 4", drawn="5", coins="30 20 25", safe=1) != "meow"
    assert leading("banker", "2 2", drawn="2", coins="20 30 25") == "2 with 2 2 2", "goes out"


def test_tactician():
    assert leading("tactician", "9 3 8", played="3 3 3 3 S2") == "3 with 3"
    assert leading("tactician", "8 8", drawn="8") == "8 with 8 8 8", "goes out"
    assert leading("tactician", "1 2", drawn="1") == "meow"
    assert leading("tactician", "8 9", drawn="5") != "meow"
    assert leading("tactician", "1 2", drawn="1", margin=100) != "meow"
    assert responding("tactician", "6 6 S0 2", "6") == "6 with 6 6 S0"


def test_the_price_of_a_failed_meow_decides():
    """The tactician knows the house rules: with the same cards it declares where a failure costs nothing, and not where it costs a lot."""
    position = f"hands: 7 6 {OTHERS}draw\n{DECK.format(5)}"
    assert chosen("tactician", position, meow_fail=0) == "meow"
    assert chosen("tactician", position, meow_fail=50) != "meow"


edge = partial(faring.edge, GAME)


@pytest.mark.parametrize("players", GAME.players)
def test_each_of_them_beats_random(players):
    for name in REAL:
        assert edge(name, "random", players, deals=600) > 4, name


@pytest.mark.parametrize("players", GAME.players)
def test_the_tactician_beats_first(players):
    assert edge("tactician", "first", players, deals=600) > 4


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_the_tactician_is_not_beaten_by_any_of_the_others(players):
    for name in sorted({*REAL} - {"tactician"}):
        assert edge("tactician", name, players, deals=8000) > -2, name
