"""What is wrong with a strategy file is told with its line, in the author's words, before anything is compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import simlab
from simlab import games
from simlab.base.faults import BadInput
from simlab.players import strategies
from simlab.players.params import Param, number
from tests.compiling import compiled_only

ROOT = Path(__file__).parents[2]
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
        (
            "import numpy as np\n\n\ndef play(view):\n    return np.random.randint(2)\n",
            ":10:12: random numbers come from below(view, n) or uniform(view), so that every game can be played again",
        ),
        ("import math, os\n\n\ndef play(view):\n    return 0\n", ":6:1: imports os; a strategy may import from simlab, math, numpy"),
        ("from . import other\n\n\ndef play(view):\n    return 0\n", ":6:1: imports ; a strategy may import from simlab, math, numpy"),
        (
            "def play(view):\n    first = view.count[0]\n    return first + helper(view)\n\n\ndef helper(view):\n    return plays(view)\n",
            ":7:13: view.count is filled in by plays(view); call it first",
        ),
        (
            "count = 0\n\n\ndef play(view):\n    global count\n    return 0\n",
            ":10:5: a strategy has no memory of its own; what was publicly played is in the view",
        ),
        ("class Mine:\n    pass\n\n\ndef play(view):\n    return 0\n", ":6:1: a strategy is made of plain functions"),
        ("x = 1 / 0\n\n\ndef play(view):\n    return 0\n", "raises ZeroDivisionError when it is loaded"),
    ],
)
def test_a_slip_is_named_with_its_line(body, told, tmp_path):
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", IDEA + body, tmp_path / "mine.py")
    assert told in str(refused.value)


def test_actions_may_be_listed_by_a_helper_of_a_helper(tmp_path):
    helpers = "def listed(view):\n    return more(view)\n\n\ndef more(view):\n    return plays(view)\n"
    body = f"def play(view):\n    n = listed(view)\n    return view.count[0] * n\n\n\n{helpers}"
    assert strategies.from_source(MEAN, "mine", IDEA + body, tmp_path / "mine.py").functions == {"play": 1, "listed": 1, "more": 1}


NEAR = 'near=Param(2, 0, 6, "cards")'
PLAY = "\n\n\ndef play(view, my):\n    return 0\n"
WRITE = 'near: write a number, or Param(default, low, high, meaning), such as Param(2.0, 0, 6, "how few cards are nearly out")'


@pytest.mark.parametrize(
    ("params", "declared"),
    [
        (f"PARAMS = dict({NEAR}, bold=1)", {"near": Param(2.0, 0.0, 6.0, "cards"), "bold": number(1.0)}),
        (
            'PARAMS = {"near": Param(-2, low=-6.5, high=0, meaning="cards"), "on": True}',
            {"near": Param(-2, -6.5, 0, "cards"), "on": number(1)},
        ),
        ("PARAMS: dict = dict(large=-1e300)", {"large": number(-1e300)}),
        (f"PARAMS = dict({NEAR.replace('2', '0')})", {"near": Param(0, 0, 6, "cards")}),
        (f"PARAMS = dict({NEAR.replace('2', '6')})", {"near": Param(6, 0, 6, "cards")}),
        ("PARAMS = {}", {}),
        ("NUMBER = 3", {}),
    ],
)
def test_parameters_are_read_off_the_file(params, declared, tmp_path):
    text = IDEA.replace("plays\n", "plays\nfrom simlab.players.params import Param\n") + params + PLAY
    strategy = strategies.from_source(MEAN, "mine", text, tmp_path / "mine.py")
    assert strategy.declared == declared
    assert strategy.params == {name: param.default for name, param in declared.items()}
    assert all(type(value) is float for value in strategy.params.values())
    assert vars(strategy.module).get("PARAMS", {}).keys() == declared.keys(), "the module is an ordinary one"


@pytest.mark.parametrize(
    ("params", "told"),
    [
        (f"PARAMS = dict(bold=1, {NEAR.replace('2', '9')})", ":6:28: near: 9 is out of range; allowed: 0-6 (cards)"),
        (f"PARAMS = dict({NEAR.replace('2', '-1')})", ":6:20: near: -1 is out of range; allowed: 0-6 (cards)"),
        ('PARAMS = {\n    "bold": 1,\n    "near": [1, 2],\n}', ":8:13: near: [1, 2] is not a number; allowed: a number"),
        ('PARAMS = dict(near="2")', ':6:20: near: "2" is not a number; allowed: a number'),
        ("PARAMS = dict(near=1e999)", ":6:20: near: inf is not a number; allowed: a number"),
        ("PARAMS = dict(near=None)", ":6:20: near: no value is given; allowed: a number"),
        ("PARAMS = dict(near=1 / 3)", f":6:20: {WRITE}"),
        ("PARAMS = dict(near=float(3))", f":6:20: {WRITE}"),
        ("PARAMS = dict(near=Param(2.0, 0, 6))", f":6:20: {WRITE}"),
        ("PARAMS = dict(near=Param(2.0, 0, 6, 3))", f":6:20: {WRITE}"),
        ("PARAMS = dict(near=Param(2.0, 0, 6, **{}))", f":6:20: {WRITE}"),
        ('PARAMS = dict(near=Param(2.0, 0, "6", "cards"))', ':6:20: near: "6" is not a number; allowed: a number'),
        ('PARAMS = dict(near=Param(2.0, 6, 0, "cards"))', ":6:20: near: the range ends at 0 and begins at 6; write the lower end first"),
        (
            "PARAMS = [2]",
            ":6:10: PARAMS = dict(name=..., ...) is written out, each name with its number, so that it can be read off the file",
        ),
        ("PARAMS = dict([('near', 2)])", ":6:10: PARAMS = dict(name=..., ...) is written out"),
        ("PARAMS = list(near=2)", ":6:10: PARAMS = dict(name=..., ...) is written out"),
        ("PARAMS = {2: 2}", ":6:14: PARAMS = dict(name=..., ...) is written out"),
        ("PARAMS = dict(near=2, **{})", ":6:25: PARAMS = dict(name=..., ...) is written out"),
        ("PARAMS = dict(near=2)\nPARAMS['far'] = 3", ":7:1: PARAMS is declared once, and read as my.<name>"),
        ("PARAMS = dict(near=2)\nPARAMS = dict(far=2)", ":7:1: PARAMS is declared once, and read as my.<name>"),
        ("NEAR = PARAMS = dict(near=2)", ":6:8: PARAMS is declared once, and read as my.<name>"),
        ('PARAMS = dict(near=Param(2.0, 0, 6, "cards"))', "raises NameError when it is loaded: name 'Param' is not defined"),
    ],
)
def test_a_slip_in_parameters_is_told_with_its_line(params, told, tmp_path):
    for _ in range(2):  # the second time as the first: what could not be loaded is not taken for loaded
        with pytest.raises(BadInput) as refused:
            strategies.from_source(MEAN, "mine", IDEA + params + PLAY.replace("0", "my.near * 0"), tmp_path / "mine.py")
        assert [fault for fault in str(refused.value).splitlines() if told not in fault] == [], "nothing else is wrong"


def test_parameters_with_a_range_are_plain_numbers_to_the_engine(tmp_path):
    text = IDEA.replace("plays\n", "plays\nfrom simlab.players.params import Param\n") + f"PARAMS = dict({NEAR})" + PLAY
    strategy = strategies.from_source(MEAN, "mine", text, tmp_path / "mine.py")
    assert strategy.parameters({})["near"] == 2
    assert strategy.parameters({"near": 5.5})["near"] == 5.5
    assert strategy.address(strategy.parameters({}))


def test_what_stands_in_a_file_that_cannot_be_read(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_bytes(b"caf\xe9")
    with pytest.raises(BadInput, match=r"mine\.py: cannot be read: 'utf-8' codec"):
        strategies.load(MEAN, mine)
    with pytest.raises(BadInput, match=r"^no strategy file nowhere\.py$"):
        strategies.find("mean", "nowhere.py")
    with pytest.raises(BadInput, match=r"mine\.py: not Python: source code string cannot contain null bytes"):
        strategies.from_source(MEAN, "mine", "\0", mine)


def test_a_strategy_says_its_idea_in_one_line(tmp_path):
    text = IDEA.replace("An idea.", "An idea\n    of two lines.\n\n    And more.") + "def play(view):\n    return 0\n"
    strategy = strategies.from_source(MEAN, "mine", text, tmp_path / "mine.py")
    assert (strategy.idea, strategy.doc) == ("An idea of two lines.", "An idea\nof two lines.\n\nAnd more.")
    assert strategy.functions == {"play": 1}
    assert strategy.reference == str(tmp_path / "mine.py")
    assert strategies.find("mean", "first").reference == "first"


def test_declaring_a_parameter_needs_no_compiler():
    code = "import sys, simlab.players.params; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(simlab.__file__).parent.parent)


def test_a_parameter_is_listed_with_its_range_and_meaning():
    assert str(Param(2.0, 0, 6, "cards")) == "2 (0-6: cards)"
    assert str(Param(0.25, -0.5, 1, "luck")) == "0.25 (-0.5 to 1: luck)"
    assert str(number(1.5)) == "1.5"


def test_every_slip_is_told_at_once(tmp_path):
    with pytest.raises(BadInput) as refused:
        strategies.from_source(MEAN, "mine", "def play(view):\n    view.top = view.cardz\n", tmp_path / "mine.py")
    assert len(refused.value.faults) == 4, "no docstring, changes the table, no such field, no return"


COLORAMA = """
__version__ = "0.4.6"
def init(): pass
reinit = deinit = init
class Fore:
    BLACK = BLUE = CYAN = GREEN = MAGENTA = RED = WHITE = YELLOW = RESET = "\\x1b[31m"
class Style:
    BRIGHT = DIM = NORMAL = "\\x1b[1m"
    RESET_ALL = "\\x1b[0m"
"""


@compiled_only  # about the compiler's messages
def test_a_compilers_message_is_read_whatever_colours_it_is_painted_in(tmp_path):
    """As where colorama is installed, for whatever other package."""
    (tmp_path / "colorama.py").write_text(COLORAMA)
    (tmp_path / "mine.py").write_text(
        '"""Adds what cannot be added."""\n\n\ndef play(view):\n    return view.top * 0 if view.top < 99 else view.top + "x"\n'
    )
    code = "import simlab; simlab.simulate('mean', ['mine.py', 'random'], 1)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(tmp_path)])}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert "BadInput: mine.py:5: cannot be compiled: add of a whole number and a text" in done.stderr
    assert "\x1b" not in done.stderr.splitlines()[-1]
