"""The events of a game of MEAN!, and the words for them."""

from typing import Any

from simlab.engine.events import Event, Events
from simlab.games.mean.components import EIGHT, SIX, WILD

EVENTS = Events()
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def card(value: int) -> str:
    """A card's name."""
    return "Wild" if value == WILD else str(value)


def _say_deal(_: Event, said: dict[str, Any]) -> str:
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    piles = [f"Pile {i}: {pile}, the last one face up" for i, pile in enumerate(said["piles"])]
    return "\n".join(["The cards are dealt.", *hands, *piles, f"Draw Deck, top first: {said['deck']}"])


def _say_play(event: Event, said: dict[str, Any]) -> str:
    count, value = event["count"], event["value"]
    cards = f"{_COUNTS[count]} Wild{'s' * (count > 1)} as {value}" if event["wild"] else f"{_COUNTS[count]} {value}{'s' * (count > 1)}"
    effect = ""
    if value == SIX:
        effect = ": MEAN!"
    elif value == EIGHT:
        effect = ", an Eight"
    return f"{said['player']} plays {cards}{effect}. Play goes {event['direction']}."


def _say_take(event: Event, said: dict[str, Any]) -> str:
    why = {"stuck": "cannot play and", "mean": "is punished and", "choice": "chooses not to play and"}[event["reason"]]
    return f"{said['player']} {why} takes Pile {event['pile']}: {said['cards']}."


def _say_replenish(event: Event, said: dict[str, Any]) -> str:
    piles = "; ".join(said["piles"])
    deck = f", with {event['from_deck']} cards from the Draw Deck" if event["from_deck"] else ""
    removed = f" Out of play: {said['removed']}." if event["removed"] else ""
    return f"No Pile is left. The Play Area{deck} is shuffled into new Piles: {piles}.{removed}"


DEAL = EVENTS.add("deal", "piles** hands** deck*", _say_deal)
DRAW = EVENTS.add("draw", "player@ cards*", "{player} draws {cards}.")
PLAY = EVENTS.add("play", "player@ value count wild? direction=down|up", _say_play)
SWAP = EVENTS.add("swap", "player@ with@", "{player} swaps hands with {with}.")
CLEAR = EVENTS.add("clear", "player@", "{player} has cleared the Play Area.")
TAKE = EVENTS.add("take", "player@ pile reason=stuck|mean|choice cards*", _say_take)
REPLENISH = EVENTS.add("replenish", "from_deck piles** removed*", _say_replenish)
PASS = EVENTS.add("pass", "player@", "{player} would be punished, but there is no card left to take.")
GONE_OUT = EVENTS.add("out", "player@ place", "{player} goes out: place {place}.")
