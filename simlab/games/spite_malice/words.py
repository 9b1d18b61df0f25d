"""The events of a game of Spite & Malice, and the words for them."""

from typing import Any

from simlab.engine.events import Event
from simlab.games.spite_malice.components import FIRST_SPITE, MOST_STORES, WILD
from simlab.kit.declared import event, events_of

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


# Of an event that is counted, the counter; what it counts says the table COUNTERS.
DEAL = event("{stacks**} {hands**} {draw*} {first@}", _say_deal, follows=True, seen_by="nobody")
DRAW = event("{player@} draws {cards*}.", follows=True, seen_by="player")
RESHUFFLE = event(
    "The Draw Pile is empty. The Discard Pile is shuffled and becomes the new one: {draw*}.", follows=True, seen_by="nobody", reshuffles=""
)
_PLAY = f"{{player@}} {{source={_SOURCES}}} {{value}} {{wild?}} {{card^}} {{pile}}"
PLAY = event(_PLAY, _say_play, follows="player card pile", seen_by="all", builds="")
CAPPED = event("Build Pile {pile} is full and goes to the Discard Pile.", piles_capped="")
GIVE = event("Malice: {player@} gives {to@} the top card of the Draw Pile, which is {card^}.", seen_by="nobody", gives="")
STORE = event("{player@} stores {value} on Store Pile {store}.", follows="player", stores="")
NO_STORE = event("{player@} has nothing to store.", no_stores="")
STUCK = event("{player@} is stuck and discards {cards*}.", seen_by="all", stuck_hands="")
SPITE = event("{player@} {against@} {card^} {text=stop|dump|feed|bury}", _say_spite, seen_by="all", spites="")
SKIP = event("The turn of {player@} is skipped.")
EVENTS = events_of(globals())
NOUNS = {  # in a sentence
    "deal": "a deal",
    "draw": "a draw",
    "reshuffle": "a reshuffling of the Discard Pile",
    "play": "a play",
    "capped": "a full Build Pile",
    "give": "a card given by Malice",
    "store": "a card stored",
    "no_store": "a turn without storing",
    "stuck": "a hand discarded",
    "spite": "a card played as Spite",
    "skip": "a turn skipped",
    "ending.out": "a win by going out",
    "ending.blocked": "a game in which nobody can go on",
    "ending.turn_limit": "a stop at the turn limit",
}
