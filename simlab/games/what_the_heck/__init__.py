"""What the Heck?: everybody bids a card for each Point Card at the same time; the highest takes it, but equal cards cancel each other.

2-5 players. A Point Card below zero goes to the lowest card. A pot for which all cards cancel is carried over. Whoever has the most points
wins. The rules, numbered, with rulings and assumptions: docs/rules/what_the_heck.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.what_the_heck import asking, components, play, words
from simlab.games.what_the_heck.components import ASCENDING, CANCEL, DESCENDING, DISCARD, SHUFFLED, SPLIT
from simlab.games.what_the_heck.odds import odds
from simlab.games.what_the_heck.places import places
from simlab.games.what_the_heck.strategy import (
    bids,
    cards,
    coming,
    from_top,
    highest_of,
    holds,
    larger,
    lower,
    lowest_of,
    nearest,
    option,
    size_to_come,
)

__all__ = ["ASCENDING", "CANCEL", "DESCENDING", "DISCARD", "GAME", "SHUFFLED", "SPLIT", "below", "bids", "cards", "coming", "highest_of"]
__all__ += ["from_top", "holds", "larger", "lower", "lowest_of", "nearest", "option", "size_to_come", "uniform"]


def refusal(rules: components.Rules, _players: int) -> str | None:
    """A set-up with more rounds than cards in a hand."""
    if len(rules.point_cards) <= rules.player_cards:
        return None
    return f"{len(rules.point_cards)} Point Cards need as many cards in a hand, and there are {rules.player_cards} (player_cards)"


GAME = Game(
    title="What the Heck?",
    about=__doc__,
    version=4,
    players=range(2, components.MOST_PLAYERS + 1),
    Rules=components.Rules,
    rulings=components.RULINGS,
    decisions=(
        Decision("bid", "which card of your hand to bid, the lowest first", "bids", ("card",), "Which card do you bid?", asking.say_bid),
    ),
    view=components.VIEW,
    columns="",
    counters=components.COUNTERS,
    measures=components.MEASURES,
    metrics=components.METRICS,
    endings=("scored",),
    scored=True,
    events=words.EVENTS,
    nouns=words.NOUNS,
    state=components.STATE_RECORD,
    prepare=play.prepare,
    play=play.play_game,
    standing=play.standing,
    refusal=refusal,
    card=str,
    look=play.look,
    redeal=play.redeal,
    places=places,
    tells=asking.tells,
    rival="mixer",  # several of the strongest, undercutter, bid alike and cancel each other
    resumes=True,
    secret=play.secret,
    open=True,
    odds=odds,
    horizon=5,
    horizons={2: 10},
    doubt=0.3,
)
