"""Where cards lie and who sees them there: the notation, what follows from a line, and what is refused."""

import numpy as np
import pytest

from simlab.engine.records import fields
from simlab.kit.cards import cards, sets_of
from simlab.kit.zones import Layout, split
from tests.kit.game import GAME

PACK = cards(["ace", "two", "three"], copies=[1, 2, 3])


def view_of(line: str) -> dict[str, tuple[int, ...]]:
    """The fields of the view that follow from a line, with their shapes."""
    return {field.name: field.shape for zone in split(line)[0] for field in fields(zone.shown(PACK))}


@pytest.mark.parametrize(
    ("line", "view"),
    [
        ("deck: pile, seen by nobody", {"deck_size": ()}),
        ("deck: pile, its top seen by all", {"deck_size": (), "deck_top": ()}),
        ("deck: pile, seen by all", {"deck_size": (), "deck": (6,)}),
        ("box: hand, seen by nobody", {"box_size": ()}),
        ("box: hand, seen by all", {"box_size": (), "box": (3,), "box_set": ()}),
        (
            "hand: hand of each seat, seen by its owner",
            {"hand_size": (), "hand": (3,), "hand_set": (), "other_hand_size": (7,)},
        ),
        (
            "hand: hand of each seat, seen by its owner, remembered",
            {"hand_size": (), "hand": (3,), "hand_set": (), "other_hand_size": (7,), "other_hand_known": (7, 3)},
        ),
        (
            "books: hand of each seat, seen by all",
            {"books_size": (), "books": (3,), "books_set": (), "other_books_size": (7,), "other_books": (7, 3)},
        ),
        (
            "stack: pile of each seat, only its top seen by all",
            {"stack_size": (), "stack_top": (), "other_stack_size": (7,), "other_stack_top": (7,)},
        ),
        ("line: pile of each seat, seen by all", {"line_size": (), "line": (6,), "other_line_size": (7,), "other_line": (7, 6)}),
        ("line: pile of each seat, seen by its owner", {"line_size": (), "line": (6,), "other_line_size": (7,)}),
    ],
)
def test_what_a_player_sees_follows_from_the_line(line, view):
    assert view_of(line) == view


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        ("a: pile, seen by nobody", "all"),
        ("a: hand, seen by nobody", "all"),
        ("a: hand of each seat, seen by its owner", "others"),
        ("a: pile of each seat, only its top seen by all", "below"),
        ("a: pile, its top seen by all", ""),
        ("a: pile, seen by all", ""),
        ("a: hand of each seat, seen by all", ""),
    ],
)
def test_what_a_seat_cannot_know_follows_from_the_line(line, hidden):
    assert split(line)[0][0].hidden == hidden


def test_other_lines_are_numbers_that_the_game_remembers():
    zones, plain = split("deck: pile, seen by nobody   the deck\nowed    cards to draw\nbid[4]   of each seat")
    assert [zone.name for zone in zones] == ["deck"]
    assert [(field.name, field.shape, field.meaning) for field in plain] == [("owed", (), "cards to draw"), ("bid", (4,), "of each seat")]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("deck: pile, seen by everybody", "a zone is written as"),
        ("deck: pile seen by all", "a zone is written as"),
        ("hand: hand, seen by its owner", "has an owner"),
        ("hand: hand of each seat, its top seen by all", "no top"),
        ("deck: pile, seen by nobody, remembered", "is remembered"),
        ("books: hand of each seat, seen by all, remembered", "is remembered"),
        ("owed three cards", "not a field"),
    ],
)
def test_a_line_that_cannot_be_read_is_told(line, what):
    with pytest.raises(ValueError, match=what) as told:
        split(line)
    assert line in str(told.value)


@pytest.mark.parametrize("name", ["row", "seen", "turns_", "key", "pack", "tally"])
def test_a_name_that_the_engine_uses_is_refused(name):
    if name == "turns_":
        Layout(PACK, split(f"{name}: pile, seen by nobody")[0])
        return
    with pytest.raises(ValueError, match=f"'{name}' is a name that the engine uses"):
        Layout(PACK, split(f"{name}: pile, seen by nobody")[0])
    with pytest.raises(ValueError, match=f"'{name}' is a name that the engine uses"):
        Layout(PACK, (), split(f"{name}   something")[1])


def test_a_hand_holds_at_most_62_different_cards():
    many = cards([f"card {i}" for i in range(63)])
    Layout(cards([f"card {i}" for i in range(62)]), split("hand: hand, seen by nobody")[0])
    Layout(many, split("deck: pile, seen by nobody")[0])
    with pytest.raises(ValueError, match="63 different cards; in a game with hands there may be 62"):
        Layout(many, split("hand: hand, seen by nobody")[0])


def test_cards_have_a_sign_in_memory():
    assert cards(["a"] * 127).cell == "i1"
    assert cards(["a"] * 128).cell == "i2"
    for name in ("deck", "hand"):
        kind = GAME.state[name].base
        assert all(np.issubdtype(kind[field].base, np.signedinteger) for field in kind.names if field != "at"), name


@pytest.mark.parametrize(
    ("copies", "what"), [([1, 2], "3 names and 2 numbers"), (128, "128 copies; there may be 127"), (lambda rules, card: 1, "`most`")]
)
def test_cards_that_cannot_be_are_refused(copies, what):
    with pytest.raises(ValueError, match=what):
        cards(["a", "b", "c"], copies=copies)


def test_how_many_cards_there_are_at_all():
    assert (PACK.most, cards(["a", "b"], copies=3).most, cards(["a"], copies=lambda rules, card: 1, most=9).most) == (6, 6, 9)
    assert (PACK.kinds, PACK.names) == (3, ("ace", "two", "three"))


def test_sets_of_cards_have_a_bit_for_each():
    assert sets_of(PACK, lambda top, card: card >= top).tolist() == [0b111, 0b110, 0b100]


def test_two_layouts_never_have_the_same_record():
    one, other = (Layout(PACK, split(f"a: pile, {by} seen by all")[0]).own for by in ("its top", "only its top"))
    assert one != other
