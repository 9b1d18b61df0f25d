"""What a player of Meow cannot see, for tests/contract/test_views.py."""

import numpy as np

from simlab.games.meow import SPECIAL
from simlab.games.meow.components import SLOTS
from simlab.games.meow.set_up import look as _look
from tests.rules.harness import State


def permute(g: State, seat: int, chance: np.random.Generator) -> None:
    """Shuffle all cards that `seat` cannot see: other hands and the deck."""
    others = [other for other in range(g.seen.players) if other != seat]
    cards = [slot for other in others for slot in range(SLOTS) for _ in range(g.hands[other, slot])]
    deck = slice(int(g.deck_at), int(g.deck_at + g.seen.deck))
    cards = chance.permutation(np.array(cards + g.deck[deck].tolist(), dtype=np.int64)).tolist()
    for other in others:
        g.hands[other] = 0
        for _ in range(g.cards[other]):
            g.hands[other, cards.pop()] += 1
        note_leads(g, other)
    for place in range(deck.start, deck.stop):
        g.deck[place] = cards.pop()
    g.deck[: deck.start] = chance.integers(1, SLOTS, deck.start)  # what was dealt: left over
    assert not cards


def note_leads(g: State, seat: int) -> None:
    """What the engine keeps up to date beside a hand: which special cards fit each number, and how many leads there are."""
    rules, hand = g.seen.rules, g.hands[seat].tolist()
    held = [rules.faces[s, : rules.face_count[s]].tolist() for s in range(SLOTS - SPECIAL) if hand[SPECIAL + s]]
    fits = [sum(number in faces for faces in held) for number in range(SPECIAL)]
    g.fits[seat, :SPECIAL] = fits
    g.leads[seat] = sum((hand[number] + 1) * (fits[number] + 1) - 1 for number in range(1, SPECIAL))


def look(g: State, seat: int) -> None:
    """Make the view again, as the engine does before it asks."""
    _look(g, seat)


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell in this decision: what stands there is left over from an earlier one."""

    def nonsense(size):
        return chance.integers(-50, 50, size)

    for name in ("leads_as", "naturals", "specials"):  # a strategy has them filled in by plays(view)
        view[name][:] = nonsense(len(view[name]))
    others = view.players - 1
    view.other_cards[others:] = nonsense(len(view.other_cards) - others)
    view.other_coins[others:] = nonsense(len(view.other_coins) - others)
