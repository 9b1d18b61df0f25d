"""hidden.py: what is permuted is what a player cannot see, all of it, and what is spoiled is what the view does not tell."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from simlab import games
from simlab.games.mean import GAME
from simlab.players import strategies
from tests.contract.test_views import test_permuting_what_is_hidden_changes_no_decision as views_test
from tests.rules.mean import hidden
from tests.rules.mean.position import Position, cards, decision, written

POSITION = """
    hands: 9 10 W | 3 4 | 5 5 5 | 12
    piles: 2 9 4 | 7 7 1
    deck: 7 7 8 11
    area: 8 up
"""


def table(g):
    """The cards on the table, place by place."""
    deck = g.deck[g.deck_at : g.deck_at + g.seen.deck].tolist()
    hands = [[card for card in range(13) for _ in range(g.hands[seat, card])] for seat in range(g.seen.players)]
    piles = [g.pile_cards[i, : g.seen.pile_size[i]].tolist() for i in range(g.seen.piles)]
    return {"hands": hands, "piles": piles, "deck": deck}


def everything(cards):
    """How many of each card there are."""
    return Counter(chain(cards["deck"], *cards["hands"], *cards["piles"]))


def test_every_hidden_card_may_be_anywhere_and_the_rest_stays():
    asked = decision(POSITION)
    before, chance = table(asked.position), np.random.default_rng(0)
    seen_in_deck, seen_in_pile, seen_in_hand = set(), set(), set()
    for _ in range(300):
        state = np.array([asked.position], dtype=GAME.state).view(np.recarray)
        hidden.permute(state[0], asked.seat, chance)
        after = table(state[0])
        assert after["hands"][0] == before["hands"][0]
        assert [pile[-1] for pile in after["piles"]] == [4, 1]
        for part in ("hands", "piles"):
            assert list(map(len, after[part])) == list(map(len, before[part]))
        assert everything(after) == everything(before)
        seen_in_deck |= set(after["deck"])
        seen_in_pile |= set(after["piles"][0][:-1])
        seen_in_hand |= set(after["hands"][2])
    assert seen_in_deck == seen_in_pile == seen_in_hand == {2, 3, 4, 5, 7, 8, 9, 11, 12}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (POSITION, {"hand", "top", "area", "may_take", "options"}),
        ("hands: 3 | 4\narea: 6 6 up\nunresolved: 2\npiles: 1 1 | 2 2 | 4", {"hand", "owed", "piles", "options"}),
        ("hands: 8 4 | 3 | 5\narea: 7 up", {"hand", "cards", "options"}),
    ],
)
def test_what_the_view_tells_is_not_spoiled(text, told):
    asked = decision(text)
    state = np.array([asked.position], dtype=GAME.state).view(np.recarray)
    hidden.spoil(state[0].seen, np.random.default_rng(0))
    before, after = asked.position.seen, state[0].seen
    assert state.tobytes() != np.array([asked.position]).tobytes()
    for name in told:
        assert np.array(before[name]).tolist() == np.array(after[name]).tolist()
    for name, size in (("other_cards", before.players - 1), ("pile_face", before.piles), ("pile_size", before.piles)):
        assert before[name][:size].tolist() == after[name][:size].tolist()


def test_a_strategy_that_reads_leftovers_is_caught(tmp_path, monkeypatch):
    source = '"""Looks beyond the list."""\n\nfrom simlab.games.mean import plays\n\n\n'
    source += "def play(view):\n    number = plays(view)\n    return view.value[number + 9] % number\n"
    path = tmp_path / "peeks.py"
    path.write_text(source)
    peeks, find = strategies.load(games.find("mean"), path), strategies.find
    monkeypatch.setattr(strategies, "find", lambda game, name: peeks if name == "peeks" else find(game, name))
    with pytest.raises(AssertionError, match="reads what the view does not tell"):
        views_test("mean", "peeks")


def test_a_view_that_depends_on_what_is_hidden_is_caught(monkeypatch):
    def look(g, seat):
        hidden._look(g, seat)
        g.seen.other_cards[6] = g.deck[g.deck_at]

    monkeypatch.setattr(hidden, "look", look)
    with pytest.raises(AssertionError, match="the view depends on what is hidden"):
        views_test("mean", "first")


def test_the_position_of_these_tests_is_what_it_says():
    assert table(Position.of(POSITION).state()[0])["deck"] == cards("7 7 8 11")
    assert written(table(Position.of(POSITION).state()[0])["hands"][0]) == "W 9 10"
