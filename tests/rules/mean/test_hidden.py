"""hidden.py: it finds every card, and what is spoiled is what the view does not tell; and the contract tests catch who peeks."""

from types import SimpleNamespace

import numpy as np
import pytest

from simlab import games
from simlab.games.mean import GAME
from simlab.players import strategies
from tests.contract import test_views
from tests.contract.test_views import test_dealing_anew_what_is_hidden_changes_no_decision as views_test
from tests.rules.mean import hidden
from tests.rules.mean.position import Position, decision
from tests.rules.redealing import ways_in

POSITION = """
    hands: 9 10 W | 3 4 | 5 5 5 | 12
    piles: 2 9 4 | 7 7 1
    deck: 7 7 8 11
    area: 8 up
"""


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
    """Beyond the row that the last play is written in (see `plays`) stands what was listed before."""
    source = '"""Looks beyond the list."""\n\nfrom simlab.games.mean import plays\n\n\n'
    source += "def play(view):\n    number = plays(view)\n    return view.value[number + 16] % number\n"
    path = tmp_path / "peeks.py"
    peeks, find = strategies.from_source(games.find("mean"), "peeks", source, path), strategies.find
    monkeypatch.setattr(strategies, "find", lambda game, name: peeks if name == "peeks" else find(game, name))
    with pytest.raises(AssertionError, match="reads what the view does not tell"):
        views_test("mean", "peeks")


def test_a_view_that_depends_on_what_is_hidden_is_caught(monkeypatch):
    honest = ways_in(GAME)

    def peeps(g, seat):
        honest.look(g, seat)
        g.seen.other_cards[6] = g.deck[g.deck_at]

    monkeypatch.setattr(test_views, "ways_in", lambda game: SimpleNamespace(redeal=honest.redeal, look=peeps))
    with pytest.raises(AssertionError, match="the view depends on what is hidden"):
        views_test("mean", "first")


def test_every_card_lies_somewhere():
    assert hidden.table(Position.of(POSITION).state()[0]) == {
        **{"hand 0": [0, 9, 10], "hand 1": [3, 4], "hand 2": [5, 5, 5], "hand 3": [12]},
        **{"pile 0": [2, 9, 4], "pile 1": [7, 7, 1], "deck": [7, 7, 8, 11], "area": [8], "gone": [], "removed": []},
    }
