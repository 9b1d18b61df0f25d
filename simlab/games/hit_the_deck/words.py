"""The events of a game of Hit the Deck, and the words for them."""

from typing import Any

from simlab.engine.events import Event
from simlab.games.hit_the_deck.components import COLOUR_OF, COLOURS, CUT, FLIP, HIT_HAND, HIT_NUMBER, NUMBER_OF
from simlab.kit import event
from simlab.kit.declared import events_of


def card(number: int) -> str:
    """A card's name."""
    if number == HIT_HAND:
        return "Hit-Hand"
    if number > HIT_NUMBER:
        return f"Hit-{NUMBER_OF[number] or COLOURS[COLOUR_OF[number]]}"
    kind = {CUT: "Cut", FLIP: "Flip"}.get(number % 10, str(number % 10))
    return f"{COLOURS[number // 10]}-{kind}"


def face(number: int) -> str:
    """What stands on a card: its initials."""
    return "".join(part[0] for part in card(number).split("-"))


def _say_deal(event: Event, said: dict[str, Any]) -> str:
    hands = [f"Seat {seat} holds {hand}" for seat, hand in enumerate(said["hands"])]
    piles = [f"Turned up: {said['discard']}", f"Draw pile, top first: {said['draw']}"]
    return "\n".join([f"Hand {event['hand']}: the cards are dealt. {said['first']} begins.", *hands, *piles])


def _say_play(event: Event, said: dict[str, Any]) -> str:
    number = event["card"]
    effect = ""
    if number == HIT_HAND:
        effect = ": everybody hits the deck"
    elif number > HIT_NUMBER:
        effect = f": {f'a {NUMBER_OF[number]}' if NUMBER_OF[number] else COLOURS[COLOUR_OF[number]]} is demanded"
    return f"{said['player']} {'plays the drawn' if event['drawn'] else 'plays'} {said['card']}{effect}."


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
    points, totals = (", ".join(map(str, event[name])) for name in ("points", "totals"))
    return f"{out}. Points: {points}. Totals: {totals}."


DEAL = event("{hand} {first@} {hands**} {draw*} {discard*}", _say_deal, follows=True, seen_by="nobody")
PLAY = event("{player@} {card^} {drawn?}", _say_play, follows="player drawn", seen_by="all")
DRAW = event("{player@} {cards*} {reason=stuck|hand|forgot|faked}", _say_draw, follows=True, seen_by="player")
PASS = event("{player@} cannot play.", follows="player", passes="")
CUT_ = event("{player@} {exposed^~}", _say_cut, follows="player", seen_by="all", cuts="")
FLIP_ = event("{player@} {buried*} {top^}", _say_flip, follows="player", seen_by="all", flips="")
HIT = event("{caller@} calls, and everybody hits the deck. The last hand is {last@}'s.", hits_hand="")
RESHUFFLE = event("The discard pile is shuffled into a new draw pile, top first: {draw*}.", follows=True, seen_by="nobody", reshuffles="")
HAND_END = event("{out@~} {points#} {totals#}", _say_hand_end, hands="")
EVENTS = events_of(globals())
NOUNS = {  # in a sentence
    "deal": "a new hand",
    "play": "a play",
    "draw": "a draw",
    "pass": "a turn without a play",
    "cut": "a cut of the deck",
    "flip": "a flip of the deck",
    "hit": "a last hand on the pile",
    "reshuffle": "a reshuffling of the discard pile",
    "hand_end": "an end of the hand",
    "ending.scored": "an end of the game by points",
    "ending.hand_limit": "a stop at the hand limit",
}
