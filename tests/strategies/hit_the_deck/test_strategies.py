"""The strategies for Hit the Deck do what they say: in positions written by hand, and over many games."""

from functools import partial

import pytest

from simlab import games
from simlab.games.hit_the_deck import GAME
from simlab.players.imagining import unthinking
from tests.rules import asking
from tests.rules.hit_the_deck.position import decision
from tests.strategies import faring

REAL = [one.name for one in unthinking(games.find("hit_the_deck")) if one.name not in ("random", "first")]

PLENTY = "| R1 R1 R1 R1 R1 R1 R1\ndiscard: "  # the other player holds seven cards
ALMOST_OUT = "| R1\ndiscard: "


def chosen(name, text, **params):
    """The card that a strategy plays in a position."""
    asked = decision(text)
    return asking.chosen(GAME, name, asked, params)


def test_first():
    assert chosen("first", f"hands: H3 R5 R2 RC {PLENTY}R4") == "R2"


def test_high_first():
    assert chosen("high_first", f"hands: R5 R2 Y4 R3 {PLENTY}R4") == "R5"
    assert chosen("high_first", f"hands: R5 R2 HH RC {PLENTY}R4") == "RC", "of ten points, the first"
    assert chosen("high_first", f"hands: R5 R2 H3 {PLENTY}R4") == "H3"


def test_hit_saver():
    assert chosen("hit_saver", f"hands: R2 R3 H3 HH B1 {PLENTY}R4") == "R3"
    assert chosen("hit_saver", f"hands: R2 R3 H3 HH {PLENTY}R4") == "H3", "no more than four cards left"
    assert chosen("hit_saver", f"hands: R2 R3 H3 HH {PLENTY}R4", keep=2) == "R3"
    assert chosen("hit_saver", f"hands: B1 B3 B5 H3 HH {PLENTY}R4") == "H3", "nothing else fits"


def test_dumper():
    assert chosen("dumper", f"hands: R2 R3 H3 HH B1 {PLENTY}R4") == "R3"
    assert chosen("dumper", f"hands: R2 R3 H3 HH B1 {ALMOST_OUT}R4") == "H3"
    assert chosen("dumper", f"hands: R2 R3 H3 HH B1 {PLENTY}R4", alarm=7) == "H3"


def test_colour_keeper():
    assert chosen("colour_keeper", f"hands: R4 Y4 Y1 Y2 Y3 {PLENTY}B4") == "Y4"
    assert chosen("colour_keeper", f"hands: R4 Y4 Y1 R2 R3 {PLENTY}B4") == "R4"
    assert chosen("colour_keeper", f"hands: HY HG G1 G2 B1 {PLENTY}R4") == "HG", "a Hit counts as what it demands"


def test_starver():
    assert chosen("starver", f"hands: R5 RC R2 {PLENTY}R4") == "RC", "ten points"
    assert chosen("starver", f"hands: R5 RC HH {ALMOST_OUT}R4") == "RC", "takes the turn"
    ones = "R1 R1 R1 R1 Y1 Y1 Y1 Y1 G1 G1 G1 G1 B1 B1"
    assert chosen("starver", f"hands: H1 H2 B5 | R1\ndiscard: R4 {ones}", weight=5) == "H1", "few Ones can be left"
    assert chosen("starver", f"hands: H1 H2 B5 | R1\ndiscard: R4 {ones.replace('1', '2')}", weight=5) == "H2"


def test_tactician():
    assert chosen("tactician", f"hands: R2 R3 H3 HH B1 {PLENTY}R4") == "R3", "keeps Hits"
    assert chosen("tactician", f"hands: R2 R3 HH HB B1 {ALMOST_OUT}R4") in ("HB", "HH"), "until somebody is about to go out"
    assert chosen("tactician", f"hands: R5 RC HH {PLENTY}R4") == "RC"
    assert chosen("tactician", f"hands: R4 Y4 Y1 Y2 Y3 {PLENTY}B4") == "Y4", "more of its cards go on it"


edge = partial(faring.edge, GAME)


@pytest.mark.parametrize("players", GAME.players)
def test_each_of_them_beats_random(players):
    for name in REAL:
        assert edge(name, "random", players, deals=2500) > 4, name


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_the_tactician_is_not_beaten_by_any_of_the_others(players):
    for name in sorted({*REAL} - {"tactician"}):
        assert edge("tactician", name, players, deals=12_000) > -2, name
