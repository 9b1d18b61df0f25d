"""hidden.py: what is permuted is what a player cannot see, all of it, and what is spoiled is what the view does not tell."""

import numpy as np

from simlab.games.meow import GAME
from tests.rules.meow import hidden
from tests.rules.meow.position import by_slot, decision, name

POSITION = "hands: 9 9 S1 | 3 4 S0 | 5 5 | 10\nlead: 3 with 9\ndeck: 7 8 S2 1\nplayed: 2 2"


def test_every_hidden_card_may_be_anywhere_and_the_rest_stays():
    asked, chance = decision(POSITION), np.random.default_rng(0)
    in_hand, in_deck = set(), set()
    for _ in range(300):
        state = np.array([asked.position], dtype=GAME.state).view(np.recarray)
        g = state[0]
        hidden.permute(g, asked.seat, chance)
        hands = [by_slot(hand).split() for hand in g.hands[:4]]
        deck = [name(int(place)) for place in g.deck[g.deck_at : g.deck_at + g.seen.deck]]
        assert hands[0] == ["9", "9", "S1"]
        assert [len(hand) for hand in hands] == [3, 3, 2, 1]
        assert sorted(hands[1] + hands[2] + hands[3] + deck) == sorted(["3", "4", "S0", "5", "5", "10", "7", "8", "S2", "1"])
        in_hand |= set(hands[2])
        in_deck |= set(deck)
    assert in_hand == in_deck == {"3", "4", "S0", "5", "10", "7", "8", "S2", "1"}


def test_what_the_view_tells_is_not_spoiled():
    asked = decision(POSITION)
    state = np.array([asked.position], dtype=GAME.state).view(np.recarray)
    hidden.spoil(state[0].seen, np.random.default_rng(0))
    before, after = asked.position.seen, state[0].seen
    assert state.tobytes() != np.array([asked.position]).tobytes()
    for field in ("hand", "cards", "coins", "number", "lead_cards", "original", "may_meow", "played", "deck", "round_number", "options"):
        assert np.array(before[field]).tolist() == np.array(after[field]).tolist()
    for field in ("other_cards", "other_coins"):
        assert before[field][:3].tolist() == after[field][:3].tolist()
