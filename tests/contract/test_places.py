"""What a game says of where its cards lie: they only move, and each event is told when what it tells has happened."""

from collections import Counter

import pytest

from simlab import games
from simlab.engine.compiled import Lazy
from simlab.engine.places import COMMON
from tests.contract.test_games import GAMES, table

DEALS = 2


def cards_of(places) -> Counter:
    return Counter(card for place in places for card in place.cards)


def called_here(function, *_):
    raise AssertionError(f"{function.__name__} has to be compiled to be called from here")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_card_is_made_or_lost_between_two_events(game, monkeypatch):
    at = table(game, game.players[1])
    at.trace(0)
    monkeypatch.setattr(Lazy, "__call__", called_here)
    for deal in range(DEALS):
        events, found = at.looked_at(deal)
        assert events == at.trace(deal)
        assert len(found) == len(events) - 1
        alike = [(place.name, place.seat, place.seen, place.is_pile) for place in found[0]]
        assert {place.seat for place in found[0]} == {COMMON, *range(game.players[1])}
        for event, places in zip(events[1:], found, strict=True):
            assert [(place.name, place.seat, place.seen, place.is_pile) for place in places] == alike
            assert cards_of(places) == cards_of(found[-1]), event
            assert all(game.card(card) for place in places for card in place.cards)


MOVES = {  # of each game an event with cards that come to a seat's place, or leave it
    "mean": [("draw", "hand", 1), ("take", "hand", 1)],
    "hit_the_deck": [("draw", "hand", 1)],
    "meow": [("lead", "hand", -1), ("copy", "hand", -1)],
    "spite_malice": [("draw", "hand", 1)],
}


@pytest.mark.parametrize("name", MOVES)
def test_an_event_is_told_when_its_cards_have_moved(name):
    game = games.find(name)
    events, found = table(game, game.players[1]).looked_at(1)
    for kind, where, sign in MOVES[name]:
        told = 0
        for number, event in enumerate(events[2:], 2):
            if event["event"] == kind:
                before, after = (Counter(it.cards) for it in (_at(found[number - i], where, event["player"]) for i in (2, 1)))
                assert (after - before if sign > 0 else before - after) == Counter(event["cards"]), event
                told += 1
        assert told, kind


def _at(places, name, seat):
    return next(place for place in places if (place.name, place.seat) == (name, seat))
