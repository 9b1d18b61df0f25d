"""The events of a game of Spite & Malice, and the words for them."""

from typing import Any

from simlab.engine.events import Event, Events
from simlab.games.spite_malice.components import FIRST_SPITE, MOST_STORES, WILD

EVENTS = Events()
_SOURCES = "|".join(["up", "hand", *(f"store{i}" for i in range(MOST_STORES))])


def card(value: int) -> str:
    """A card's name."""
    if value == WILD:
        return "Wild"
    return f"Wild#{value - FIRST_SPITE}" if value >= FIRST_SPITE else str(value)


def _say_deal(_: Event, said: dict[str, Any]) -> str:
    stacks = [f"Seat {seat} has the Card Stack {stack}, the first one face up" for seat, stack in enumerate(said["stacks"])]
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    draw = f"Draw Pile, top first: {said['draw']}"
    return "\n".join(["The cards are dealt.", *stacks, *hands, draw, f"{said['first']} shows the highest UP card and goes first."])


def _say_play(event: Event, said: dict[str, Any]) -> str:
    source = event["source"]
    where = {"up": "the Card Stack", "hand": "the hand"}.get(source) or f"Store Pile {source.removeprefix('store')}"
    what = f"{said['card']} as {event['value']}" if event["wild"] else str(event["value"])
    return f"{said['player']} plays {what} from {where} on Build Pile {event['pile']}."


_SPITE = {
    "stop": "a turn of {against} is stopped",
    "dump": "{against} discards the whole hand",
    "feed": "the top card of the Draw Pile goes under the Card Stack of {against}",
    "bury": "the UP card of {against} goes to the bottom, the next is turned up",
}


def _say_spite(event: Event, said: dict[str, Any]) -> str:
    return f"{said['player']} plays {said['card']} as Spite: {_SPITE[event['text']].format(**said)}."


DEAL = EVENTS.add("deal", "stacks** hands** draw* first@", _say_deal)
DRAW = EVENTS.add("draw", "player@ cards*", "{player} draws {cards}.")
RESHUFFLE = EVENTS.add("reshuffle", "draw*", "The Draw Pile is empty. The Discard Pile is shuffled and becomes the new one: {draw}.")
PLAYED = EVENTS.add("play", f"player@ source={_SOURCES} value wild? card^ pile", _say_play)
CAPPED = EVENTS.add("capped", "pile", "Build Pile {pile} is full and goes to the Discard Pile.")
GIVE = EVENTS.add("give", "player@ to@ card^", "Malice: {player} gives {to} the top card of the Draw Pile, which is {card}.")
STORED = EVENTS.add("store", "player@ value store", "{player} stores {value} on Store Pile {store}.")
NO_STORE = EVENTS.add("no_store", "player@", "{player} has nothing to store.")
STUCK = EVENTS.add("stuck", "player@ cards*", "{player} is stuck and discards {cards}.")
SPITED = EVENTS.add("spite", "player@ against@ card^ text=stop|dump|feed|bury", _say_spite)
SKIP = EVENTS.add("skip", "player@", "The turn of {player} is skipped.")
