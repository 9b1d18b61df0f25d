"""What somebody wrote is tried out in a process of its own before it may do anything here: whatever it does there is one sentence with its
line, comes back in seconds, and is not done here.
"""

import sys
import time

import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.engine import tried
from simlab.players import strategies
from tests.compiling import compiled_only

pytestmark = compiled_only  # under a debugger nothing is tried
MEAN = games.find("mean")
HEAD = '"""An idea."""\n\nimport numpy as np\nfrom simlab.games.mean import plays\n\n\n'  # six lines
PLAY = "\n\n\ndef play(view):\n    return 0\n"
UNCHANGED = "a strategy sees the table and must not change it"

OF_STRATEGIES = {
    "one that ends the process": (f"X = exit(0){PLAY}", ":7: ends the whole process when it is read (SystemExit)"),
    "one that takes all memory": (f"X = [0] * 10**10{PLAY}", ":7: raises MemoryError when it is loaded"),
    "one that counts for ever": (f"X = sum(0 for i in iter(int, 1)){PLAY}", ":7: this takes more than 2 s"),
    "one that goes round": (
        "def play(view):\n    return most(view)\n\n\ndef most(view):\n    n = 1\n    while n:\n        n = 1 + view.top\n    return n\n",
        ":13: most goes round and round from here, for 2 s by now; what is counted, and when does it stop?",
    ),
    "one that goes round and takes its time": (
        "def play(view):\n    n = 1\n    while n:\n        n = sum(range(view.top + 10**6))\n    return n\n",
        ":9: play goes round and round from here",
    ),
    "one that answers too much": (
        "def play(view):\n    if view.top < 0:\n        return 0\n    return plays(view)\n",
        ":10: play answered 8, and there are 8 options (0 to 7) (deal 0, 2 players, seed 2)",
    ),
    "one that answers too much at large tables": (
        "def play(view):\n    return 99 if view.players > 4 else 0\n",
        ":8: play answered 99, and there are",
    ),
    "an index out of range": ("def play(view):\n    return view.hand[view.cards + 90]\n", ":8: play raised IndexError: "),
    "more memory than is allowed": ("def play(view):\n    return int(np.zeros(6 * 10**8)[0])\n", ":8: play raised MemoryError: Unable"),
    "one that writes in a way that no text shows": (
        "def play(view):\n    change = np.nan_to_num\n    change(view.hand, False, 0, 0, 0)[0] = 9\n    return 0\n",
        f":9: {UNCHANGED}",
    ),
    "one that reads what was never written": (
        "def play(view):\n    return leftovers(view) % view.options\n\n\ndef leftovers(own):\n    return own.count[0]\n",
        ":7: asked twice with the same view and the same luck, it answered differently",
    ),
}


def each(cases):
    """Those that take seconds by their nature run with the slow tests, but for one."""
    seconds = ("this takes more than", "the file goes round", "play goes round")
    return [
        pytest.param(*case, id=name, marks=pytest.mark.slow if any(map(case[1].count, seconds)) else ()) for name, case in cases.items()
    ]


@pytest.fixture(autouse=True)
def nothing_is_known(tmp_path, monkeypatch):
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(tried, "folder", lambda: tmp_path / "kept")
    monkeypatch.setattr(tried, "_held", {})
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def mine(tmp_path):
    def write(text):
        path = tmp_path / "mine.py"
        path.write_text(HEAD + text)
        return path

    return write


def told_of(path) -> str:
    with pytest.raises(BadInput) as refused:
        strategies.load(MEAN, path)
    return str(refused.value)


@pytest.mark.parametrize(("body", "told"), each(OF_STRATEGIES))
def test_what_fails_is_told_with_its_line(body, told, mine, tmp_path):
    said = told_of(mine(body))
    assert said.startswith(f"mine.py{told}")
    assert "\n" not in said, "one sentence"
    assert not list((tmp_path / "kept").iterdir()), "only what holds is noted"


@pytest.mark.slow
def test_a_call_that_does_not_come_back_is_ended(mine):
    """A function of Python itself can't be interrupted, but its line is known."""
    said = told_of(mine(f"X = [0] * 9**6\nX = sum(map(X.count, X)){PLAY}"))
    assert said == "mine.py:8: takes too long, or too much memory: a call in it does not come back"


def test_nothing_of_it_is_done_here(mine, tmp_path):
    """What can be read, and writes a file when it is executed."""
    path = mine(f"X = np.arange(3).tofile({str(tmp_path / 'mark')!r})\nY = exit(1){PLAY}")
    assert "SystemExit" in told_of(path)
    assert (tmp_path / "mark").exists(), "else this test sees nothing"
    (tmp_path / "mark").unlink()
    assert strategies.described("mean", str(path)).idea == "An idea."
    assert not (tmp_path / "mark").exists()


def test_what_holds_is_tried_once(mine, tmp_path, monkeypatch):
    path = mine("def play(view):\n    return 0\n")
    strategy = strategies.load(MEAN, path)
    assert strategies.tried(strategy).asked >= 80
    (kept,) = (tmp_path / "kept").iterdir()
    monkeypatch.setattr(tried._Process, "ask", None)
    strategies.load(MEAN, path)
    monkeypatch.setattr(tried, "_held", {})
    strategies.load(MEAN, path)
    kept.write_bytes(kept.read_bytes().replace(b'"asked": ', b'"asked": 1'))
    monkeypatch.setattr(tried, "_held", {})
    with pytest.raises(TypeError):
        strategies.load(MEAN, path)


@pytest.mark.parametrize("what", ["text", "game", "version"])
def test_what_is_otherwise_is_tried_again(what, monkeypatch):
    before = tried.key_of("strategy", "of the game", "of the text")
    monkeypatch.setattr(tried, "_looker", lambda: "another" if what == "version" else "the same")
    now = tried.key_of("strategy", *("another" if what == which else f"of the {which}" for which in ("game", "text")))
    assert now != before


def test_an_answer_that_never_comes_is_no_verdict(mine, monkeypatch):
    monkeypatch.setattr(tried._Process, "ask", lambda *_: None)
    with pytest.raises(Exception, match=r"mine\.py: it was to be tried out in a process of its own, and that has gone"):
        strategies.load(MEAN, mine(PLAY))


def test_the_process_is_begun_again_where_it_has_gone(mine):
    first = tried._Process.of_this()
    assert tried._Process.of_this() is first
    first._process.kill()
    first._process.wait()
    assert tried._Process.of_this() is not first
    assert strategies.load(MEAN, mine(PLAY)).functions == {"play": 1}


# Games

GAME = "from simlab.engine.game import Game\n"
OF_GAMES = {
    "one that ends the process": (f"{GAME}\nX = exit(0)\n", ":5: raises SystemExit when it is read: 0"),
    "one that takes all memory": (f"{GAME}\nX = [0] * 10**10\n", ":5: raises MemoryError when it is read: "),
    "one that goes round": (f"{GAME}\nwhile True:\n    pass\n", ":5: the file goes round and round from here"),
    "one that comes back to itself": (f"{GAME}\ndef f(n):\n    return f(n)\n\n\nX = f(1)\n", ":6: raises RecursionError when it is read"),
    "one that crashes": (f"{GAME}import ctypes\nctypes.string_at(8)\n", ":5: ends the whole process (signal 11, SIGSEGV)"),
    "one that gives up": (f"{GAME}import os\nos.abort()\n", ":5: ends the whole process (signal 6, SIGABRT)"),
    "one that leaves": (f"{GAME}import os\nos._exit(0)\n", ": ends the whole process (exit 0)"),
}


@pytest.mark.parametrize(("text", "told"), each(OF_GAMES))
def test_a_game_is_read_apart_first(text, told, tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "snap.py").write_text(f'"""A game."""\n\n{text}')
    began = time.monotonic()
    with pytest.raises(BadInput) as refused:
        games.find("snap")
    assert str(refused.value).startswith(f"games/snap.py{told}")
    assert "\n" not in str(refused.value)
    assert time.monotonic() - began < 60
    assert "simlab.games.snap" not in sys.modules
