"""Turns, decisions, what is told, and who has won: the results always agree with one another."""

import pytest

from simlab.engine.events import Events
from simlab.kit import event
from tests.kit.game import GAME, NAME, OUT, PLAY, STOPPED, TOLD
from tests.kit.table import Table


def test_what_is_declared_has_its_name_and_its_number():
    assert [(one.name, one.number) for one in (TOLD, PLAY, NAME, STOPPED, OUT)] == [
        ("told", 0),
        ("play", 0),
        ("name", 1),
        ("stopped", 1),
        ("out", 2),
    ]
    assert GAME.endings == ("turn_limit", "stopped", "out")
    assert [(decision.name, decision.lists) for decision in GAME.decisions] == [("play", "plays"), ("name", "")]
    assert GAME.counted == {"told": "times it was told", "renewals": "times the deck was renewed"}
    assert isinstance(GAME.events, Events)


def test_what_follows_in_an_event_is_named_as_its_fields_are():
    assert event("{player@} plays {card^}.", follows="player").noted == (False, True)
    assert event("{player@} plays {card^}.").noted == (True, True)
    with pytest.raises(ValueError, match=r"^an event follows in seat, which is no field of it"):
        event("{player@} plays {card^}.", follows="seat")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_play_goes_around_the_table_once_at_most_and_either_way(players):
    table = Table(players)
    for seat in range(players):
        for steps in range(-players, players + 1):
            assert table.do("after", seat, steps) == (seat + steps) % players


def test_without_more_words_the_next_seat_is_clockwise():
    assert [Table(3).do("next_seat", seat) for seat in (-1, 0, 1, 2)] == [0, 1, 2, 0]


@pytest.mark.parametrize(("seat", "seats", "next_seat"), [(0, 0b100, 2), (2, 0b111, 0), (2, 0b110, 1), (1, 0b010, 1)])
def test_the_next_seat_of_those_still_in_the_game(seat, seats, next_seat):
    assert Table(3).do("next_of", seat, seats) == next_seat


def test_turns_are_counted_until_the_game_has_ended():
    table = Table()
    assert [table.do("goes_on") for _ in range(3)] == [1, 1, 1]
    assert table.g["row"]["turns"] == 3
    table.do("wins", 1)
    assert (table.do("goes_on"), table.g["row"]["turns"]) == (0, 3)


def test_at_the_turn_limit_nobody_wins():
    table = Table()
    table.g["seen"]["rules"]["turn_limit"] = 2
    assert [table.do("goes_on") for _ in range(3)] == [1, 1, 0]
    row = table.g["row"]
    assert (row["turns"], GAME.endings[row["ending"]], row["won"].sum(), row["lost"].sum()) == (2, "turn_limit", 0, 0)


def results(table: Table) -> tuple[str, list[int], list[int], list[int]]:
    """The ending, who won, who lost, and the places."""
    row = table.g["row"]
    return GAME.endings[row["ending"]], *(row[name][:3].tolist() for name in ("won", "lost", "place"))


def test_one_wins():
    table = Table()
    table.do("wins", 1)
    assert results(table) == ("out", [0, 1, 0], [1, 0, 1], [2, 1, 2])


def test_one_loses():
    table = Table()
    table.do("loses", 1)
    assert results(table) == ("out", [1, 0, 1], [0, 1, 0], [1, 3, 1])


def test_nobody_wins():
    table = Table()
    table.do("nobody_wins")
    assert results(table) == ("stopped", [0, 0, 0], [0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize(
    ("points", "call", "won", "places"),
    [
        ([5, 7, 6], "most_wins", [0, 1, 0], [3, 1, 2]),
        ([5, 7, 6], "fewest_wins", [1, 0, 0], [1, 3, 2]),
        ([7, 5, 7], "most_wins", [1, 0, 1], [1, 3, 1]),
        ([5, -5, -5], "fewest_wins", [0, 1, 1], [3, 1, 1]),
        ([0, 0, 0], "most_wins", [1, 1, 1], [1, 1, 1]),
    ],
)
def test_who_has_most_or_fewest_wins_and_equals_share(points, call, won, places):
    table = Table()
    for seat, number in enumerate(points):
        table.do("scores", seat, number)
    table.do(call)
    assert results(table) == ("out", won, [1 - one for one in won], places)
    assert table.g["row"]["score"][:3].tolist() == [840 * number for number in points]


def test_nobody_is_asked_where_there_is_no_choice():
    table = Table()  # no strategy sits at it: asking one would end this process
    assert table.do("choose_card", 0, 0b1000) == 3
    assert table.do("choose", 0, 1) == 0
    assert table.g["row"]["decisions"] == 0


def test_what_is_told_is_counted():
    table = Table()
    table.do("tell", 0, 1)
    table.do("tell", 0, 1)
    assert table.g["row"]["told"] == 2


def test_a_trace_tells_piles_from_the_top_and_hands_sorted():
    import numpy as np

    table, deck = Table(2), Table(2).cards("deck")
    table.do("deal", 2)
    log = np.zeros(200, dtype=np.int64)
    table.g["log"], table.g["log_room"], table.g["tracing"] = log.ctypes.data, 200, 1
    table.do("tell", 1, 4)
    (event,) = GAME.events.read(log[: table.g["log_at"]].tolist())
    hands = [sorted(deck[:2]), sorted(deck[2:4])]
    assert event == {"event": "told", "player": 1, "card": 4, "deck": deck[4:], "hands": hands}
    sentence = GAME.events.sentence(event, lambda seat: f"Seat {seat}", GAME.card)
    assert sentence.startswith("Seat 1 has five: ")
    assert sentence.endswith(f"; Seat 1: {' '.join(GAME.card(card) for card in hands[1])}.")


def test_a_new_game_remembers_nothing():
    table = Table()
    table.g["owed"], table.g["seen"]["named"], table.g["shuffles"] = 3, 2, 9
    table.g["bid"][5] = 4
    table.do("start")
    assert (table.g["owed"], table.g["seen"]["named"], table.g["shuffles"], table.g["bid"].sum()) == (0, 0, 0, 0)
