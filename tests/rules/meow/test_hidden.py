"""hidden.py: it finds every card, and what is spoiled is what the view does not tell."""

import numpy as np

from simlab.games.meow import GAME
from tests.rules.meow import hidden
from tests.rules.meow.position import decision, slots

POSITION = "hands: 9 9 S1 | 3 4 S0 | 5 5 | 10\nlead: 3 with 9\ndeck: 7 8 S2 1\nplayed: 2 2"


def test_every_card_lies_somewhere():
    assert hidden.table(decision(POSITION).position) == {
        **{"hand 0": slots("9 9 S1"), "hand 1": slots("3 4 S0"), "hand 2": slots("5 5"), "hand 3": slots("10")},
        **{"deck": slots("7 8 S2 1"), "played": slots("2 2 9")},
    }


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
