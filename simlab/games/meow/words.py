"""The events of a game of Meow, and the words for them."""

from typing import Any

from simlab.engine.events import Event
from simlab.games.meow.components import NAMED_SPECIAL
from simlab.kit import event
from simlab.kit.declared import events_of

_REASONS = {
    "copy_out": "for going out on a copy",
    "lead_out": "for going out on a lead",
    "meow_win": "for the Meow",
    "meow_fail": "for blocking the Meow",
    "deck_out": "for the lowest hand",
    "copy": "for the copy",
}
_HOWS = {
    "copy_out": "a hand is empty after a copy",
    "lead_out": "a hand is empty after a lead",
    "meow_win": "the Meow was successful",
    "meow_fail": "the Meow has failed",
    "deck_out": "the deck has run out",
    "turn_limit": "the turn limit is reached",
}


def card(value: int) -> str:
    """A card's name: special cards are S0, S1 ... in the order of the house rule."""
    return str(value) if value < NAMED_SPECIAL else f"S{value - NAMED_SPECIAL}"


def _seats(seats: list[int]) -> str:
    return ", ".join(f"Seat {seat}" for seat in seats)


def _say_deal(event: Event, said: dict[str, Any]) -> str:
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    way = "clockwise" if event["direction"] == 1 else "counterclockwise"
    title = f"Set {event['set']}, round {event['round']}: the cards are dealt. {said['first']} starts, play goes {way}."
    return "\n".join([title, *hands, f"Deck, top first: {said['deck']}"])


def _say_meow(event: Event, said: dict[str, Any]) -> str:
    outcome = "and nobody can block it" if event["success"] else f"but it is blocked by {_seats(event['blockers'])}"
    return f"{said['player']} declares Meow! Totals: {event['totals']}, {outcome}."


def _say_pay(event: Event, said: dict[str, Any]) -> str:
    coins = f"{event['coins']} coin{'s' * (event['coins'] != 1)}"
    return f"{said['from']} pays {coins} to {said['to']} {_REASONS[event['reason']]}."


def _say_deck_out(event: Event, _: dict[str, Any]) -> str:
    return f"Deck out. Totals: {event['totals']}; the lowest: {_seats(event['lowest'])}."


def _say_round_end(event: Event, _: dict[str, Any]) -> str:
    return f"The round ends: {_HOWS[event['how']]}. Coins: {event['coins']}."


def _say_set_end(event: Event, _: dict[str, Any]) -> str:
    return f"The set ends. Coins: {event['coins']}." + (f" Bonus: {event['bonus']}." if event["bonus"] else "")


DEAL = event("{set} {round} {first@} {direction} {hands**} {deck*}", _say_deal, follows=True, seen_by="nobody")
LEAD = event("{player@} leads {number} with {cards*}.", follows=True, seen_by="all", leads="")
COPY_ = event("{player@} copies {number} with {cards*}.", follows=True, seen_by="all", copies="")
DRAW = event("{player@} discards the field and draws {card^}.", follows=True, seen_by="player")
MEOW = event("{player@} {totals#} {success?} {blockers#}", _say_meow, meows="")
DECK_OUT_ = event("{totals#} {lowest#}", _say_deck_out, deck_outs="")
PAY = event(f"{{from@}} {{to@}} {{coins}} {{reason={'|'.join(_REASONS)}}}", _say_pay)
ROUND_END = event(f"{{how={'|'.join(_HOWS)}}} {{coins#}}", _say_round_end, rounds="")
SET_END = event("{coins#} {bonus%}", _say_set_end)
EVENTS = events_of(globals())
NOUNS = {  # in a sentence
    "deal": "a new round",
    "lead": "a lead",
    "copy": "a copy",
    "draw": "a draw",
    "meow": "a Meow",
    "deck_out": "a deck that runs out",
    "pay": "a payment",
    "round_end": "an end of the round",
    "set_end": "an end of the set",
    "ending.scored": "an end of the game",
}
