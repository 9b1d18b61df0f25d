"""What whoever sits down to Hit the Deck is asked and told."""

from collections.abc import Iterator
from typing import Any

from simlab.games.hit_the_deck.components import COLOUR_OF, COLOURS, NUMBER_OF
from simlab.games.hit_the_deck.words import card


def say_play(view: Any, option: int, _: int) -> str:
    """The card's name."""
    return card(view.card[option])


def tells(view: Any, _: int) -> Iterator[str]:
    """The hand, the direction, and what the top card demands."""
    way = "clockwise" if view.direction == 1 else "the other way round"
    yield f"Hand {view.hand_number + 1}; at {view.rules.target} points the game ends, and the fewest win. Play goes {way}."
    if view.demand:
        number = NUMBER_OF[view.demand]
        yield f"Demanded: {f'a {number}' if number else COLOURS[COLOUR_OF[view.demand]]}."
