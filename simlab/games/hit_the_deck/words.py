"""The events of a game of Hit the Deck, and the words for them."""

from typing import Any

from simlab.engine.events import Event, Events
from simlab.games.hit_the_deck.components import COLOURS, CUT, FLIP, HIT_COLOUR, HIT_HAND, HIT_NUMBER

EVENTS = Events()


def card(number: int) -> str:
    """A card's name."""
    if number == HIT_HAND:
        return "Hit-Hand"
    if number >= HIT_COLOUR:
        return f"Hit-{COLOURS[number - HIT_COLOUR]}"
    if number > HIT_NUMBER:
        return f"Hit-{number - HIT_NUMBER}"
    kind = {CUT: "Cut", FLIP: "Flip"}.get(number % 10, str(number % 10))
    return f"{COLOURS[number // 10]}-{kind}"


def _say_deal(event: Event, said: dict[str, Any]) -> str:
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    piles = [f"Turned up: {said['discard']}", f"Draw pile, top first: {said['draw']}"]
    return "\n".join([f"Hand {event['hand']}: the cards are dealt. {said['first']} begins.", *hands, *piles])


def _say_play(event: Event, said: dict[str, Any]) -> str:
    number = event["card"]
    effect = ""
    if number == HIT_HAND:
        effect = ": everybody hits the deck"
    elif number >= HIT_COLOUR:
        effect = f": {COLOURS[number - HIT_COLOUR]} is demanded"
    elif number > HIT_NUMBER:
        effect = f": a {number - HIT_NUMBER} is demanded"
    how = "plays the drawn" if event["drawn"] else "plays"
    return f"{said['player']} {how} {said['card']}{effect}."


def _say_draw(event: Event, said: dict[str, Any]) -> str:
    why = {"stuck": "cannot play and", "hand": "was the last hand and", "forgot": "forgot to call and", "faked": "is faked out and"}
    return f"{said['player']} {why[event['reason']]} draws {said['cards']}."


def _say_cut(event: Event, said: dict[str, Any]) -> str:
    if event["exposed"] is None:
        return f"{said['player']} should cut, but there is no draw pile."
    return f"{said['player']} cuts the deck: {said['exposed']} is exposed."


def _say_flip(event: Event, said: dict[str, Any]) -> str:
    buried = f" {said['buried']} turns up and is buried." if event["buried"] else ""
    return f"{said['player']} flips the deck; play goes the other way round.{buried} On top: {said['top']}."


def _say_hand_end(event: Event, said: dict[str, Any]) -> str:
    out = "The turn limit is reached" if event["out"] is None else f"{said['out']} is out"
    return f"{out}. Points: {_listed(event['points'])}. Totals: {_listed(event['totals'])}."


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


DEAL = EVENTS.add("deal", "hand first@ hands** draw* discard*", _say_deal)
PLAY = EVENTS.add("play", "player@ card^ drawn?", _say_play)
DRAW = EVENTS.add("draw", "player@ cards* reason=stuck|hand|forgot|faked", _say_draw)
PASS = EVENTS.add("pass", "player@", "{player} cannot play.")
CUTS = EVENTS.add("cut", "player@ exposed^~", _say_cut)
FLIPS = EVENTS.add("flip", "player@ buried* top^", _say_flip)
HIT = EVENTS.add("hit", "caller@ last@", "{caller} calls, and everybody hits the deck. The last hand is {last}'s.")
RESHUFFLE = EVENTS.add("reshuffle", "draw*", "The discard pile is shuffled into a new draw pile, top first: {draw}.")
HAND_END = EVENTS.add("hand_end", "out@~ points# totals#", _say_hand_end)
