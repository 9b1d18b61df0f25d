"""What is wrong with a strategy file is told with its line, in the author's words, before anything is compiled."""

import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.players import strategies

MEAN = games.find("mean")
IDEA = '"""An idea."""\n\nfrom simlab.games.mean import below, plays\n\n\n'  # five lines


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def play(view)\n    return 0\n", ":6:15: not Python: expected ':'"),
        ("def plya(view):\n    return 0\n", ':6:1: nothing calls this function; no decision "plya"; did you mean "play"?'),
        ("def helper(view):\n    return 0\n", "decides nothing: define at least one of play, swap, pile"),
        ("def play(table):\n    return 0\n", ":6:1: play must take (view) or (view, my), not (table)"),
        ("def play(view):\n    return view.cardz\n", ':7:12: no view field "cardz"; did you mean "cards"?'),
        ("def play(view):\n    return view.rules.eight_lst\n", ':7:12: no house rule "eight_lst"; did you mean "eight_last"?'),
        (
            "PARAMS = dict(keep=2)\n\n\ndef play(view, my):\n    return my.kept\n",
            ':10:12: no parameter in PARAMS "kept"; did you mean "keep"?',
        ),
        ("def play(view):\n    return view.value[0]\n", ":7:12: view.value is filled in by plays(view); call it first"),
        ("def pile(view):\n    return view.value[0]\n", ":7:12: view.value belongs to play and means nothing in pile"),
        (
            "def pile(view):\n    return peek(view)\n\n\ndef peek(view):\n    return view.count[0]\n",
            ":11:12: view.count belongs to play and means nothing in pile",
        ),
        ("def play(view):\n    view.top = 3\n    return 0\n", ":7:5: a strategy sees the table and must not change it"),
        ("def play(view):\n    view.hand[3] = 9\n    return 0\n", ":7:5: a strategy sees the table and must not change it"),
        ("def play(view):\n    own = view.area\n    own[3] = 9\n    return 0\n", ":8:5: a strategy sees the table and must not change it"),
        ("def play(view):\n    return view._luck\n", ":7:12: _luck is private"),
        ("import random\n\n\ndef play(view):\n    return 0\n", ":6:1: imports random; a strategy may import from simlab, math, numpy"),
        ("import numpy as np\n\n\ndef play(view):\n    return np.random.randint(2)\n", ":10:12: random numbers come from below(view, n)"),
        ("count = 0\n\n\ndef play(view):\n    global count\n    return 0\n", ":10:5: a strategy has no memory of its own"),
        ("class Mine:\n    pass\n\n\ndef play(view):\n    return 0\n", ":6:1: a strategy is made of plain functions"),
        ("x = 1 / 0\n\n\ndef play(view):\n    return 0\n", "raises ZeroDivisionError when it is loaded"),
    ],
)
def test_a_slip_is_named_with_its_line(body, told, tmp_path):
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", IDEA + body, tmp_path / "mine.py")
    assert told in str(refused.value)


def test_every_slip_is_told_at_once(tmp_path):
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", "def play(view):\n    view.top = view.cardz\n", tmp_path / "mine.py")
    assert len(refused.value.faults) == 3, "no docstring, changes the table, no such field"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("def play(view):\n    return 0.5\n", "a decision returns a float64"),
        ("def play(view):\n    if view.cards > 3:\n        return 1\n", "a decision returns nothing at all on some path"),
        ("def play(view):\n    return missing + 3\n", "name 'missing' is not defined"),
        ("def play(view):\n    return view.hand.nothing\n", "mine.py:7: cannot be compiled"),
    ],
)
def test_what_the_compiler_refuses_is_told_in_a_sentence(body, told, tmp_path):
    strategy = strategies.from_source(MEAN, "mine", IDEA + body, tmp_path / "mine.py")
    with pytest.raises(BadInput) as refused:
        strategy.address(strategy.parameters({}))
    assert told in str(refused.value)
    assert "nopython" not in str(refused.value)
