"""The events of a game of MEAN!, and the words for them."""

from typing import Any

from simlab.engine.events import Event
from simlab.games.mean.components import EIGHT, SIX, WILD
from simlab.kit.declared import event, events_of

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def card(value: int) -> str:
    """A card's name."""
    return "Wild" if value == WILD else str(value)


def _say_deal(_: Event, said: dict[str, Any]) -> str:
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    piles = [f"Pile {i}: {pile}, the last one face up" for i, pile in enumerate(said["piles"])]
    return "\n".join(["The cards are dealt.", *hands, *piles, f"Draw Deck, top first: {said['deck']}"])


def _say_play(told: Event, said: dict[str, Any]) -> str:
    count, value = told["count"], told["value"]
    what = f"Wild{'s' * (count > 1)} as {value}" if told["wild"] else f"{value}{'s' * (count > 1)}"
    effect = {SIX: ": MEAN!", EIGHT: ", an Eight"}.get(value, "")
    return f"{said['player']} plays {COUNTS[count]} {what}{effect}. Play goes {told['direction']}."


def _say_take(told: Event, said: dict[str, Any]) -> str:
    why = {"stuck": "cannot play and", "mean": "is punished and", "choice": "chooses not to play and"}[told["reason"]]
    return f"{said['player']} {why} takes Pile {told['pile']}: {said['cards']}."


def _say_replenish(told: Event, said: dict[str, Any]) -> str:
    deck = f", with {told['from_deck']} cards from the Draw Deck" if told["from_deck"] else ""
    removed = f" Out of play: {said['removed']}." if told["removed"] else ""
    return f"No Pile is left. The Play Area{deck} is shuffled into new Piles: {'; '.join(said['piles'])}.{removed}"


DEAL = event("{piles**} {hands**} {deck*}", _say_deal, follows=True, seen_by="nobody")
DRAW = event("{player@} draws {cards*}.", follows=True, seen_by="player")
PLAY = event("{player@} {value} {count} {wild?} {direction=down|up}", _say_play, follows="player", plays="")
SWAP = event("{player@} swaps hands with {with@}.", follows="player", swaps="")
CLEAR = event("{player@} has cleared the Play Area.", follows="player", clears="")
TAKE = event("{player@} {pile} {reason=stuck|mean|choice} {cards*}", _say_take, follows="player", seen_by="player")
REPLENISH = event("{from_deck} {piles**} {removed*}", _say_replenish, seen_by="nobody", replenishes="")
PASS = event("{player@} would be punished, but there is no card left to take.")
OUT_ = event("{player@} goes out: place {place}.")
EVENTS = events_of(globals())
NOUNS = {  # in a sentence
    "deal": "a deal",
    "draw": "a draw",
    "play": "a play",
    "swap": "a swap of hands",
    "clear": "a clearing of the Play Area",
    "take": "a Pile taken",
    "replenish": "a set of new Piles",
    "pass": "a punishment without a card",
    "out": "a player going out",
    "ending.out": "a win by going out",
    "ending.eight_last": "a loss by a last Eight",
    "ending.turn_limit": "a stop at the turn limit",
}
