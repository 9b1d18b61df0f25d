"""Hit the Deck: shed all your cards hand by hand, follow colour or number, cut, flip and hit the deck; fewest points win.

2-6 players. Who goes out scores nothing, the others score what they hold, and the game ends when somebody has 100 points. The rules,
numbered, with rulings and assumptions: docs/rules/hit_the_deck.md.
"""

from simlab.engine.compiled.knowing import MEMORY
from simlab.engine.compiled.play import below, uniform
from simlab.engine.game import Decision, Game
from simlab.games.hit_the_deck import asking, components, play, words
from simlab.games.hit_the_deck.components import CUT, FLIP, HIT_COLOUR, HIT_HAND, HIT_NUMBER, Rules
from simlab.games.hit_the_deck.memory import redeal
from simlab.games.hit_the_deck.piles import prepare
from simlab.games.hit_the_deck.places import places
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

__all__ = ["CUT", "FLIP", "GAME", "HIT_COLOUR", "HIT_HAND", "HIT_NUMBER", "below", "uniform"]
__all__ += ["colour_of", "copies", "is_cut", "is_flip", "is_hit", "is_number", "number_of"]
__all__ += ["of_colour", "of_number", "plays", "points", "smallest_hand", "unseen"]


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
    version=3,
    players=range(2, 7),
    Rules=Rules,
    rulings=components.RULINGS,
    decisions=(
        Decision(
            "play",
            "which of the cards that may be played: option i is view.card[i]",
            lists="plays",
            fills=("card",),
            asks="Which card do you play?",
            says=asking.say_play,
        ),
    ),
    view=components.VIEW,
    columns="",
    counters=components.COUNTERS,
    endings=play.ENDINGS,
    cut_off=("hand_limit",),
    scored=True,
    events=words.EVENTS,
    nouns=words.NOUNS,
    state=components.STATE_RECORD,
    prepare=prepare,
    play=play.play_game,
    standing=play.standing,
    refusal=refusal,
    card=words.card,
    face=words.face,
    look=play.look,
    redeal=redeal,
    places=places,
    tells=asking.tells,
    rival="tactician",
    resumes=True,
    tables=("pack",),
    memory=(*MEMORY, "came"),
    doubt=1.0,
    horizon=-1,
    odds=play.odds,
    gauges=play.gauges,
)
