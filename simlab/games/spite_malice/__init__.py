"""Spite & Malice: play off your Card Stack onto shared Build Piles from 1 to 13; Wilds help, Malice hands others more cards.

2-5 players. Who plays the last card of their Card Stack wins. Hands are refilled as often as they are run through; one card stored ends a
turn. The rules, numbered, with rulings and assumptions: docs/rules/spite_malice.md.
"""

from simlab.engine.compiled.knowing import MEMORY
from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.spite_malice import asking, cards, components, memory, play, spite, words
from simlab.games.spite_malice.components import (
    BURY,
    DUMP,
    END,
    FEED,
    FEWEST,
    FIRST_STORE,
    HAND,
    NOBODY,
    PLAY,
    SPITE,
    STOP,
    STORE,
    UP,
    WILD,
    Rules,
)
from simlab.games.spite_malice.places import places
from simlab.games.spite_malice.strategy import give_to_fewest, missing, moves, stored, way

__all__ = ["BURY", "DUMP", "END", "FEED", "FEWEST", "FIRST_STORE", "HAND", "NOBODY", "PLAY", "SPITE", "STOP", "STORE", "UP", "WILD"]
__all__ += ["GAME", "below", "give_to_fewest", "missing", "moves", "stored", "uniform", "way"]


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
    version=4,
    players=range(2, 6),
    Rules=Rules,
    rulings=components.RULINGS,
    decisions=(
        Decision(
            "move",
            "which legal move: a play to a Build Pile, a Spite card, storing a card, or the end of the turn",
            lists="moves",
            fills=("action", "source", "value", "wild", "target"),
            asks="What do you do?",
            says=asking.say_move,
        ),
        Decision(
            "give",
            "whom Malice gives a card: option i is the seat i + 1 places clockwise from yours",
            asks="Malice: to whom do you give the top card of the Draw Pile?",
            says=asking.say_give,
        ),
        Decision(
            "spite",
            "in another player's turn: option i plays the Spite card i of view.spite_text against them; the last one none",
            asks="Do you play a Spite card?",
            says=asking.say_spite,
        ),
    ),
    view=components.VIEW,
    columns=components.COLUMNS,
    counters=components.COUNTERS,
    endings=components.ENDINGS,
    scored=True,
    events=words.EVENTS,
    nouns=words.NOUNS,
    state=components.STATE_RECORD,
    prepare=cards.prepare,
    play=play.play_game,
    standing=play.standing,
    refusal=refusal,
    card=words.card,
    look=spite.look,
    redeal=memory.redeal,
    places=places,
    tells=asking.tells,
    rival="schemer",
    resumes=True,
    tables=("pack",),
    memory=(*MEMORY, "deck_came", "stack_came"),
    doubt=0.5,
    races=True,
    horizon=1,
    odds=play.odds,
    gauges=play.gauges,
)
