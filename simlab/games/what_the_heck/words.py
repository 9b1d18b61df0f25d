"""The events of a game of What the Heck?, and the words for them."""

from typing import Any

from simlab.engine.events import HIDDEN, Event
from simlab.kit import event
from simlab.kit.declared import events_of


def _points(value: float) -> str:
    return f"{value:g} point" + "s" * (abs(value) != 1)


def _say_deal(_: Event, said: dict[str, Any]) -> str:
    points = said["points"]
    return "The Point Cards are shuffled." if points == HIDDEN else f"The Point Cards come up in this order: {' '.join(map(str, points))}"


def _say_turn_up(event: Event, _said: dict[str, Any]) -> str:
    carried = event["pot"] - event["card"]
    added = "" if carried == 0 else f", added to {_points(carried)} carried over"
    taking = "highest" if event["pot"] >= 0 else "lowest"
    return f"Point Card {event['card']} is turned up{added}: the {taking} card takes {_points(event['pot'])}."


DEAL = event("{points#}", _say_deal, follows=True, seen_by={"points": "nobody"})
TURN_UP = event("{card} {pot}", _say_turn_up, follows=True)
BIDS = event("{cards*}", lambda event, _: "Bids by seat: " + " | ".join(map(str, event["cards"])), follows=True, seen_by="all")
AWARD = event("{player@} {value/}", lambda event, said: f"{said['player']} takes {_points(event['value'])}.")
CARRY = event("{value}", lambda event, _: f"Nobody takes the pot: {_points(event['value'])} carried over.", carries="")
LOST = event("{value}", lambda event, _: f"Nobody takes the pot: {_points(event['value'])} lost.")
EVENTS = events_of(globals())
NOUNS = {  # in a sentence
    "deal": "an order of the Point Cards",
    "turn_up": "a Point Card turned up",
    "bids": "a round of bids",
    "award": "a pot taken",
    "carry": "a pot carried over",
    "lost": "a pot lost",
    "ending.scored": "an end of the game",
}
