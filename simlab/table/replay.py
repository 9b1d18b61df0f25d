"""A game to be looked at, step by step: who sits there, where cards lie, and what moves with each event; as data for a page."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.engine.places import Place
from simlab.table.table import Table
from simlab.table.telling import sentence_of

Replay = dict[str, Any]
Move = list[Any]  # a place's number, how many of its cards stay there, and those that come on top; or what is counted there


def replay_of(table: Table, deal: int) -> Replay:
    """A game, event by event from the deal to its end. `steps`: of each event whose it is (-1: nobody's) and what moves."""
    events, found = table.looked_at(deal)
    game = table.game
    cards = sorted({card for places in found for place in places for card in place.cards})
    number_of = {card: number for number, card in enumerate(cards)}
    before: Sequence[Place | None] = [None] * len(found[0])
    steps = []
    for event, places in zip(events[1:], found, strict=True):
        player = event.get("player")
        moves = [move for number, pair in enumerate(zip(before, places, strict=True)) if (move := _move(number, *pair, number_of))]
        steps.append([-1 if player is None else player, *moves])
        before = places
    return {
        "seats": events[0]["strategies"],
        "winners": events[-1]["winners"],
        "places": [[place.name, place.seat, place.seen, int(place.is_pile)] for place in found[0]],
        "names": [game.card(card) for card in cards],
        "faces": [(game.face or game.card)(card) for card in cards],
        "counted": [int(place.number is not None) for place in found[0]],
        "steps": steps,
        "told": _told(game, events),
    }


def parting(one: Replay, other: Replay) -> int:
    """The first step in which two games differ; the first of all where other cards are played with, or other places."""
    if any(one[name] != other[name] for name in ("places", "names")):
        return 0
    pairs = enumerate(zip_longest(*(zip(it["steps"], it["told"], strict=True) for it in (one, other))))
    return next((number for number, (a, b) in pairs if a != b), len(one["told"]) - 1)


def from_step(replay: Replay, first: int) -> Replay:
    """What a game tells from a step on, before which it is another one that is told as well."""
    return {**replay, "steps": replay["steps"][first:], "told": replay["told"][first:]}


def _told(game: Game, events: Sequence[Event]) -> list[str]:
    """Each event in its first line; of a deal the rest is seen on the table."""
    return [sentence_of(game, events[0]["strategies"], event).split("\n")[0] for event in events[1:]]


def _move(number: int, before: Place | None, now: Place, number_of: dict[int, int]) -> Move | None:
    """What has changed in a place; None where nothing has."""
    if now.number is not None:
        return None if before and before.number == now.number else [number, now.number]
    there = before.cards if before else []
    if before and there == now.cards:
        return None
    stay = next((i for i, (a, b) in enumerate(zip(there, now.cards, strict=False)) if a != b), min(len(there), len(now.cards)))
    return [number, stay, *(number_of[card] for card in now.cards[stay:])]
