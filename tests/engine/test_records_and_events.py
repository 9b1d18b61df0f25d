"""The notation of records and of events, from tables written by hand."""

import numpy as np
import pytest

from simlab.engine.events import NOTHING, Events, exact, fraction
from simlab.engine.metric import Margin, Unit
from simlab.engine.records import Field, fields, record


def test_a_line_declares_a_field():
    table = """
        players              how many sit at the table
        deck: u1[320]        the Draw Deck, top first
        piles[3, 16]
    """
    assert fields(table, "i4") == (
        Field("players", "i4", (), "how many sit at the table"),
        Field("deck", "u1", (320,), "the Draw Deck, top first"),
        Field("piles", "i4", (3, 16), ""),
    )
    made = record(table, inner=record("one"))
    assert made.names == ("inner", "players", "deck", "piles")
    assert (made["players"], made["piles"].shape, made["deck"].base) == (np.dtype("i8"), (3, 16), np.dtype("u1"))


@pytest.mark.parametrize("line", ["two words", "deck: u3", "deck[x]", "deck [3]"])
def test_what_is_no_field(line):
    with pytest.raises(ValueError, match=r"^not a field: "):
        fields(line)


def test_a_field_is_not_named_as_a_method():
    for declared in ({"sum": record("one")}, {}):
        with pytest.raises(ValueError, match="a method of numpy's records is called so, and uncompiled the field could not be read"):
            record("sum" if not declared else "one", **declared)


EVENTS = Events()
EVENTS.add("nothing", "", "Nothing happens.")
EVENTS.add("play", "player@ with@~ card^ left^~ wild? cards* way=down|up", "{player}, {with}: {card}, {left}, {wild}, {cards}, {way}.")
EVENTS.add("count", "hands** totals# value/ bonus% number", lambda event, said: f"{said['hands']} {event['totals']} {said['bonus']}")


def test_events_are_read_off_the_words():
    nothing = [0, *[0] * 6]
    play = [1, 2, NOTHING, 7, NOTHING, 1, 1, 3, 7, 8, 9]
    count = [2, 1260, 5, 0, 0, 0, 0, 2, 2, 4, 5, 0, 3, -1, 0, 1, 2, 840, 420]
    nothing, play, count, again = EVENTS.read([*nothing, *play, *count, *nothing])
    assert nothing == again == {"event": "nothing"}
    assert play == {"event": "play", "player": 2, "with": None, "card": 7, "left": None, "wild": True, "cards": [7, 8, 9], "way": "up"}
    assert count == {"event": "count", "hands": [[4, 5], []], "totals": [-1, 0, 1], "value": 1.5, "bonus": [1, 0.5], "number": 5}
    seat, card = "seat {}".format, "card {}".format
    assert EVENTS.sentence(nothing, seat, card) == "Nothing happens."
    assert EVENTS.sentence(play, seat, card) == "seat 2, nobody: card 7, none, True, card 7 card 8 card 9, up."
    assert EVENTS.sentence(count, seat, card) == "['card 4 card 5', 'nothing'] [-1, 0, 1] [1, 0.5]"
    other = play | {"cards": [], "with": 0, "left": 3}
    assert EVENTS.sentence(other, seat, card) == "seat 2, seat 0: card 7, card 3, True, nothing, up."


def test_an_event_has_room_for_six_fields_that_are_no_lists():
    events = Events()
    assert events.add("full", "a b c d e f cards* more# rest%", "") == 0
    with pytest.raises(ValueError, match=r"^over: more than 6 fields that are no lists$"):
        events.add("over", "a b c d e f g", "")
    with pytest.raises(ValueError, match=r"^odd: not a field: 'a!'$"):
        events.add("odd", "a!", "")


def test_fractions_are_exact():
    assert (fraction(1680), fraction(-840), fraction(210)) == (2, -1, 0.25)
    assert type(fraction(1680)) is int
    assert exact({"a": [2.0, 2.5, (1.0,)], "b": "x", "c": {"d": 3.0}}) == {"a": [2, 2.5, [1]], "b": "x", "c": {"d": 3}}
    assert repr(exact([2.0, 2.5])) == "[2, 2.5]"


@pytest.mark.parametrize(
    ("margin", "text", "beside"), [(Margin(0.01, relative=False), 0.01, 0.01), (Margin(0.07, relative=True), "7%", 3.5)]
)
def test_a_margin_is_written_as_in_a_file(margin, text, beside):
    assert margin.written == text
    assert margin.at(-50.0) == pytest.approx(beside)
    assert Margin(1e-90, relative=True).written == "1E-88%"


def test_one_is_told_in_the_singular():
    unit = Unit("turn", "turns", "turns")
    assert [unit.of(text) for text in ("1", "+1", "−1", "1.0", "2", "11")] == [
        "1 turn",
        "+1 turn",
        "−1 turn",
        "1.0 turns",
        "2 turns",
        "11 turns",
    ]
