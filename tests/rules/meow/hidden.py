"""What lies where in Meow, and what the view does not tell: for the tests of any game in tests/contract/."""

import numpy as np

from simlab.games.meow import SPECIAL
from simlab.games.meow.components import NAMED_SPECIAL, SLOTS
from tests.rules.harness import State, listed


def table(g: State) -> dict[str, list[int]]:
    """The cards in each place, by slot."""

    def by_slot(counts: np.ndarray) -> list[int]:
        return listed(counts[:SLOTS])

    hands = {f"hand {seat}": by_slot(g.hands[seat]) for seat in range(g.seen.players)}
    return hands | {"deck": deck(g), "played": by_slot(g.seen.played)}


def deck(g: State) -> list[int]:
    """The cards of the deck by slot, top first."""
    return [card if card < SPECIAL else card - NAMED_SPECIAL + SPECIAL for card in g.deck[g.deck_at : g.deck_at + g.seen.deck].tolist()]


def note_leads(g: State, seat: int) -> None:
    """What the engine keeps up to date beside a hand: its special cards as a set, and how many plays there are."""
    rules, hand = g.seen.rules, g.hands[seat].tolist()
    held = [s for s in range(SLOTS - SPECIAL) if hand[SPECIAL + s]]
    faces = [rules.faces[s, : rules.face_count[s]].tolist() for s in held]
    fits = [sum(number in on for on in faces) for number in range(SPECIAL)]
    g.specials[seat] = sum(1 << s for s in held)
    plays = [(hand[number] + 1) * (fits[number] + 1) - 1 for number in range(SPECIAL)]
    g.plays[seat] = np.array(plays + [0] * (32 - SPECIAL)).reshape(2, 16)
    g.leads[seat] = sum(plays)


def spoil(view: State, chance: np.random.Generator) -> None:
    """Overwrite what the view does not tell in this decision: what stands there is left over from an earlier one."""

    def nonsense(size):
        return chance.integers(-50, 50, size)

    for name in ("leads_as", "naturals", "specials"):  # a strategy has them filled in by plays(view)
        view[name][:] = nonsense(len(view[name]))
    others = view.players - 1
    view.other_cards[others:] = nonsense(len(view.other_cards) - others)
    view.other_coins[others:] = nonsense(len(view.other_coins) - others)
