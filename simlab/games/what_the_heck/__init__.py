"""What the Heck?: everybody bids a card for each Point Card at the same time; the highest takes it, but equal cards cancel each other.

2-5 players. A Point Card below zero goes to the lowest card. A pot for which all cards cancel is carried over. Whoever has the most points
wins. The rules, numbered, with rulings and assumptions: docs/rules/what_the_heck.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.what_the_heck.components import (
    ASCENDING,
    CANCEL,
    COLUMNS,
    COUNTERS,
    DESCENDING,
    DISCARD,
    ENDINGS,
    MEASURES,
    METRICS,
    MOST_PLAYERS,
    RULINGS,
    SHUFFLED,
    SPLIT,
    STATE_RECORD,
    VIEW,
    Rules,
)
from simlab.games.what_the_heck.play import look, play_game, prepare, redeal, standing
from simlab.games.what_the_heck.strategy import bids, cards, coming, highest_of, holds, lower, lowest_of, nearest, option
from simlab.games.what_the_heck.words import EVENTS, card

__all__ = [
    "ASCENDING",
    "CANCEL",
    "DESCENDING",
    "DISCARD",
    "GAME",
    "SHUFFLED",
    "SPLIT",
    "below",
    "bids",
    "cards",
    "coming",
    "highest_of",
    "holds",
    "lower",
    "lowest_of",
    "nearest",
    "option",
    "uniform",
]


def refusal(rules: Rules, _players: int) -> str | None:
    """A set-up with more rounds than cards in a hand."""
    if len(rules.point_cards) <= rules.player_cards:
        return None
    return f"{len(rules.point_cards)} Point Cards need as many cards in a hand, and there are {rules.player_cards} (player_cards)"


GAME = Game(
    title="What the Heck?",
    about=__doc__,
    version=1,
    players=range(2, MOST_PLAYERS + 1),
    Rules=Rules,
    rulings=RULINGS,
    decisions=(Decision("bid", "which card of your hand to bid, the lowest first", lists="bids", fills=("card",)),),
    view=VIEW,
    columns=COLUMNS,
    counters=COUNTERS,
    measures=MEASURES,
    metrics=METRICS,
    endings=ENDINGS,
    scored=True,
    events=EVENTS,
    state=STATE_RECORD,
    prepare=prepare,
    play=play_game,
    standing=standing,
    refusal=refusal,
    card=card,
    look=look,
    redeal=redeal,
)
