"""The events of a game of What the Heck?, and the words for them."""

from typing import Any

from simlab.engine.events import Event, Events

EVENTS = Events()


def card(value: int) -> str:
    """A card's name."""
    return str(value)


def points(value: float) -> str:
    """An amount of points."""
    return f"{value:g} point" + "s" * (abs(value) != 1)


def _say_deal(event: Event, _said: dict[str, Any]) -> str:
    return f"The Point Cards come up in this order: {' '.join(map(str, event['points']))}"


def _say_turn_up(event: Event, _said: dict[str, Any]) -> str:
    carried = event["pot"] - event["card"]
    added = "" if carried == 0 else f", added to {points(carried)} carried over"
    taking = "highest" if event["pot"] >= 0 else "lowest"
    return f"Point Card {event['card']} is turned up{added}: the {taking} card takes {points(event['pot'])}."


def _say_bids(event: Event, _said: dict[str, Any]) -> str:
    return "Bids by seat: " + " | ".join(map(str, event["cards"]))


def _say_award(event: Event, said: dict[str, Any]) -> str:
    return f"{said['player']} takes {points(event['value'])}."


def _say_carry(event: Event, _said: dict[str, Any]) -> str:
    return f"Nobody takes the pot: {points(event['value'])} carried over."


def _say_lost(event: Event, _said: dict[str, Any]) -> str:
    return f"Nobody takes the pot: {points(event['value'])} lost."


DEAL = EVENTS.add("deal", "points#", _say_deal)
TURN_UP = EVENTS.add("turn_up", "card pot", _say_turn_up)
BIDS = EVENTS.add("bids", "cards*", _say_bids)
AWARD = EVENTS.add("award", "player@ value/", _say_award)
CARRY = EVENTS.add("carry", "value", _say_carry)
LOST = EVENTS.add("lost", "value", _say_lost)
