"""Spite & Malice: play off your Card Stack onto shared Build Piles from 1 to 13; Wilds help, Malice hands others more cards.

2-5 players. Who plays the last card of their Card Stack wins. Hands are refilled as often as they are run through; one card stored ends a
turn. The rules, numbered, with rulings and assumptions: docs/rules/spite_malice.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.spite_malice.cards import prepare
from simlab.games.spite_malice.components import (
    BURY,
    COLUMNS,
    COUNTERS,
    DUMP,
    END,
    ENDINGS,
    FEED,
    FIRST_STORE,
    HAND,
    PLAY,
    RULINGS,
    SPITE,
    STATE_RECORD,
    STOP,
    STORE,
    UP,
    VIEW,
    WILD,
    Rules,
)
from simlab.games.spite_malice.memory import redeal
from simlab.games.spite_malice.play import look, play_game, standing
from simlab.games.spite_malice.strategy import give_to_fewest, missing, moves, stored, way
from simlab.games.spite_malice.words import EVENTS, card

__all__ = [
    "BURY",
    "DUMP",
    "END",
    "FEED",
    "FIRST_STORE",
    "GAME",
    "HAND",
    "PLAY",
    "SPITE",
    "STOP",
    "STORE",
    "UP",
    "WILD",
    "below",
    "give_to_fewest",
    "missing",
    "moves",
    "stored",
    "uniform",
    "way",
]


def resolve(rules: Rules, players: int) -> Rules:  # noqa: ARG001
    """Nothing depends on the number of players."""
    return rules


def refusal(rules: Rules, players: int) -> str | None:
    """A set-up that needs more cards than there are."""
    bordered = sum(rules.by_value(rules.bordered))
    stacks = players * rules.stack_size
    if bordered < stacks:
        return f"{players} players need {stacks} bordered cards for the Card Stacks, and there are {bordered}"
    left = bordered - stacks + sum(rules.by_value(rules.plain)) + rules.wilds
    hands = players * rules.deal_size
    if left < hands:
        return f"{players} players need {hands} cards for the hands, and there are {left} beside the Card Stacks"
    return None


GAME = Game(
    title="Spite & Malice",
    about=__doc__,
    version=1,
    players=range(2, 6),
    Rules=Rules,
    rulings=RULINGS,
    decisions=(
        Decision(
            "move",
            "which legal move: a play to a Build Pile, a Spite card, storing a card, or the end of the turn",
            lists="moves",
            fills=("action", "source", "value", "wild", "target"),
        ),
        Decision("give", "whom Malice gives a card: option i is the seat i + 1 places clockwise from yours"),
        Decision("spite", "in another player's turn: option i plays the Spite card i of view.spite_text against them; the last one none"),
    ),
    view=VIEW,
    columns=COLUMNS,
    counters=COUNTERS,
    endings=ENDINGS,
    scored=True,
    events=EVENTS,
    state=STATE_RECORD,
    prepare=prepare,
    play=play_game,
    standing=standing,
    resolve=resolve,
    refusal=refusal,
    card=card,
    look=look,
    redeal=redeal,
)
