"""MEAN!: shed all your cards onto the Play Area, upwards or downwards; Sixes punish the next player, Eights swap hands.

2-8 players. Who cannot play takes a Punishment Pile; the first to go out once the Draw Deck is empty wins; who plays an Eight as the
last card loses. The rules, numbered, with rulings and assumptions: docs/rules/mean.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.mean import asking, components
from simlab.games.mean.components import (
    EIGHT,
    IMMEDIATE,
    LOSES,
    MAY,
    MUST,
    NEVER,
    ONE,
    PENDING,
    SIX,
    SWAPS,
    TEN,
    THREE,
    TWELVE,
    WILD,
    WINS,
    Rules,
)
from simlab.games.mean.going_out import standing
from simlab.games.mean.knowing import redeal
from simlab.games.mean.listing import plays
from simlab.games.mean.places import places
from simlab.games.mean.play import play_game
from simlab.games.mean.recalling import recall
from simlab.games.mean.set_up import look, prepare
from simlab.games.mean.strategy import clears, gives_away, goes_out, next_hand, smallest_hand, swap_gain, swap_with_fewest, unseen
from simlab.games.mean.words import EVENTS, NOUNS, card

__all__ = ["EIGHT", "GAME", "IMMEDIATE", "LOSES", "MAY", "MUST", "NEVER", "ONE"]
__all__ += ["PENDING", "SIX", "SWAPS", "TEN", "THREE", "TWELVE", "WILD", "WINS"]
__all__ += ["below", "clears", "gives_away", "goes_out", "next_hand", "plays", "smallest_hand"]
__all__ += ["swap_gain", "swap_with_fewest", "uniform", "unseen"]


def resolve(rules: Rules, players: int) -> Rules:
    """One deck for 2-4 players, two from five on, unless the house says otherwise."""
    if rules.decks:
        return rules
    return rules.model_copy(update={"decks": 1 if players <= 4 else 2})


def refusal(rules: Rules, players: int) -> str | None:
    """A set-up that needs more cards than there are."""
    rules = resolve(rules, players)
    cards = rules.decks * (44 + rules.sixes + rules.wilds)
    needed = rules.piles * rules.pile_size + players * rules.deal_size
    if needed <= cards:
        return None
    return f"{players} players need {needed} cards for the Piles and the hands, and there are {cards}"


GAME = Game(
    title="MEAN!",
    about=__doc__,
    version=3,
    players=range(2, 9),
    Rules=Rules,
    rulings=components.RULINGS,
    decisions=(
        Decision(
            "play",
            "which legal play, or to take a Pile where that is allowed",
            lists="plays",
            fills=("value", "count", "wild", "goes_up"),
            asks="What do you play?",
            says=asking.say_play,
        ),
        Decision(
            "swap",
            "whose hand to swap with: option i is the other player number view.partner[i]; last, where allowed, nobody",
            asks="With whom do you swap hands?",
            says=asking.say_swap,
        ),
        Decision(
            "pile", "which Punishment Pile to take: option i is Pile i", asks="Which Punishment Pile do you take?", says=asking.say_pile
        ),
    ),
    view=components.VIEW,
    columns=components.COLUMNS,
    counters=components.COUNTERS,
    measures=components.MEASURES,
    metrics=components.METRICS,
    endings=components.ENDINGS,
    scored=False,
    events=EVENTS,
    nouns=NOUNS,
    state=components.STATE_RECORD,
    prepare=prepare,
    play=play_game,
    standing=standing,
    resolve=resolve,
    refusal=refusal,
    card=card,
    look=look,
    redeal=redeal,
    recall=recall,
    ways=4,
    places=places,
    tells=asking.tells,
    rival="planner",
    resumes=True,
    tables=("playable", "wild_plays", "pack"),
    memory=("known", "bags", "bagged"),
    doubt=1.0,
)
