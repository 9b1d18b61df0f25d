"""Hit the Deck: shed all your cards hand by hand, follow colour or number, cut, flip and hit the deck; fewest points win.

2-6 players. Who goes out scores nothing, the others score what they hold, and the game ends when somebody has 100 points. The rules,
numbered, with rulings and assumptions: docs/rules/hit_the_deck.md.
"""

from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.hit_the_deck.components import (
    COLUMNS,
    COUNTERS,
    CUT,
    ENDINGS,
    FLIP,
    HIT_COLOUR,
    HIT_HAND,
    HIT_NUMBER,
    RULINGS,
    STATE_RECORD,
    VIEW,
    Rules,
)
from simlab.games.hit_the_deck.memory import redeal
from simlab.games.hit_the_deck.play import look, play_game, prepare
from simlab.games.hit_the_deck.scoring import standing
from simlab.games.hit_the_deck.strategy import (
    colour_of,
    copies,
    is_cut,
    is_flip,
    is_hit,
    is_number,
    number_of,
    of_colour,
    of_number,
    plays,
    points,
    smallest_hand,
    unseen,
)
from simlab.games.hit_the_deck.words import EVENTS, card

__all__ = [
    "CUT",
    "FLIP",
    "GAME",
    "HIT_COLOUR",
    "HIT_HAND",
    "HIT_NUMBER",
    "below",
    "colour_of",
    "copies",
    "is_cut",
    "is_flip",
    "is_hit",
    "is_number",
    "number_of",
    "of_colour",
    "of_number",
    "plays",
    "points",
    "smallest_hand",
    "uniform",
    "unseen",
]


def resolve(rules: Rules, players: int) -> Rules:  # noqa: ARG001  # nothing depends on the number of players
    """The house rules as they are."""
    return rules


def refusal(rules: Rules, players: int) -> str | None:
    """A set-up that needs more cards than there are, or reflexes of other players than these."""
    cards = 4 * (5 * rules.copies + rules.cuts + rules.flips + rules.hit_colours) + 5 * rules.hit_numbers + rules.hit_hands
    needed = players * rules.deal_size + 1
    if needed > cards:
        return f"{players} players need {needed} cards for the hands and the discard pile, and there are {cards}"
    if len(rules.reflexes) not in (0, players):
        return f"reflexes has {len(rules.reflexes)} weights, and {players} players need one each"
    return None


GAME = Game(
    title="Hit the Deck",
    about=__doc__,
    version=1,
    players=range(2, 7),
    Rules=Rules,
    rulings=RULINGS,
    decisions=(Decision("play", "which of the cards that may be played: option i is view.card[i]", lists="plays", fills=("card", "hand")),),
    view=VIEW,
    columns=COLUMNS,
    counters=COUNTERS,
    endings=ENDINGS,
    cut_off=("hand_limit",),
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
