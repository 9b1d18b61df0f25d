"""A strategy is tried out in a process of its own: what takes too long or fails there is told with its line, and comes back in seconds."""

import subprocess
import sys

import pytest

from simlab.base.faults import BadInput
from simlab.inspection.tried import Tried, _ended, try_out

HEAD = '"""An idea."""\n\nfrom simlab.games.mean import plays\n\n\n'
FAILS = {
    "an endless loop": (
        "def play(view):\n    return most(view)\n\n\ndef most(view):\n    n = 1\n    while n:\n        n = 1 + view.top\n    return n\n",
        ":12: most goes round and round from here, for 2 s by now; what is counted, and when does it stop?",
    ),
    "no such option": (
        "def play(view):\n    if view.top < 0:\n        return 0\n    return plays(view)\n",
        ":9: play answered 8, and there are 8 options (0 to 7)",
    ),
    "an index out of range": (
        "def play(view):\n    return view.hand[view.cards + 90]\n",
        ":7: play raised IndexError: ",
    ),
    "more memory than is allowed": (
        "import numpy as np\n\n\ndef play(view):\n    return int(np.zeros(6 * 10**8)[0])\n",
        ":10: play raised MemoryError: Unable to allocate",
    ),
    "what can't be read": (
        "import os\n\n\ndef play(view):\n    return 0\n",
        ":6:1: imports os; a strategy may import from",
    ),
}


@pytest.fixture
def mine(tmp_path):
    def write(text):
        path = tmp_path / "mine.py"
        path.write_text(HEAD + text)
        return path

    return write


@pytest.mark.parametrize(("body", "told"), FAILS.values(), ids=FAILS)
def test_what_fails_is_told_with_its_line(body, told, mine):
    path = mine(body)
    try:
        failed = try_out("mean", path, 3).failed
    except BadInput as error:
        failed = str(error)
    assert told in failed.splitlines()[0]
    assert failed.startswith(f"{path}:")


def test_one_that_plays_is_told_what_it_played(mine):
    tried = try_out("mean", mine("def play(view):\n    return 0\n"), 3)
    assert (tried.wrong, tried.failed, len(tried.turns)) == ("", "", 3)
    assert tried.asked > 10


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "takes too long: a call in it does not come back"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "takes too long: a call in it does not come back"),
        ("raise SystemExit('that was it')", "ends the whole process: that was it"),
        ("import os; os._exit(3)", "ends the whole process"),
    ],
)
def test_how_a_process_ended(code, told):
    assert _ended(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)) == told


def test_of_nothing_tried_nothing_is_said():
    assert Tried() == Tried(0, "", "", ())
