"""`simlab play` on a terminal: a person types, and reads what a real one shows."""

import os
import pty
import re
import select
import signal
import struct
import sys
import time
from fcntl import ioctl
from termios import TIOCSWINSZ

import pytest

from tests.run.harness import LONG

HECK = ("what_the_heck", "--deal", "5", "--seed", "1", "--curve", "40", "--hints", "40")
PROMPT = "? help): "
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


class Terminal:
    """A terminal of 80 columns in which simlab runs."""

    def __init__(self, *words: str, **environment: str) -> None:
        plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "FORCE_COLOR")}
        self.process, self.ours = pty.fork()
        if self.process == 0:
            os.execve(sys.executable, [sys.executable, "-m", "simlab", "play", *words], {**plain, "TERM": "xterm-256color", **environment})
        ioctl(self.ours, TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.read = ""

    def until(self, text: str) -> str:
        """What it shows up to this text, which comes last."""
        start, end = len(self.read), time.monotonic() + LONG
        while not self.read[start:].endswith(text):
            ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"waited for {text!r} after {self.read[start:]!r}"
            try:
                some = os.read(self.ours, 4096)
            except OSError:  # the other side is closed
                some = b""
            if not some:
                break
            self.read += some.decode(errors="replace")
        return self.read[start:]

    def type(self, line: str) -> str:
        """Type a line; what is shown then, up to the next question or the end."""
        os.write(self.ours, f"{line}\n".encode())
        return self.until(PROMPT)

    def end(self) -> int:
        """Its exit code, when all was read."""
        self.until("\0")  # which never comes
        os.close(self.ours)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@pytest.fixture
def at_a_terminal():
    """Terminals that are left behind by nobody."""
    opened = []

    def start(*words, **environment):
        opened.append(Terminal(*words, **environment))
        return opened[-1]

    yield start
    for terminal in opened:
        try:
            os.kill(terminal.process, signal.SIGKILL)
            os.waitpid(terminal.process, 0)
        except (ProcessLookupError, ChildProcessError):
            continue  # it has ended


def test_a_whole_game_with_everything_that_can_be_typed(at_a_terminal):
    terminal = at_a_terminal(*HECK)
    opening = terminal.until(PROMPT)
    assert "Seats: 0 you, 1 mixer" in opening
    assert COLOUR.search(opening)
    assert "take back your last choice" in terminal.type("?")
    assert "is none of these; type a number from 1 to 15" in terminal.type("Hearts")
    assert "from 40 imagined games each" in " ".join(terminal.type("h").split())
    assert "Bids by seat: 3 |" in terminal.type("3")
    assert "Round 1 of 15" in terminal.type("u")
    for _ in range(14):
        assert terminal.type("1")
    assert terminal.end() == 0
    shown = COLOUR.sub("", terminal.read).replace("\r", "")
    assert "End after 15 turns" in shown
    assert "Chances to win from the first turn to the end" in shown
    assert shown.strip().splitlines()[-1].endswith("--choices " + ",".join(["1"] * 14))
    for line in shown.split("Turning point")[0].splitlines():
        assert len(line) <= 80 or "type a number from" in line


def test_quitting_says_how_to_go_on(at_a_terminal):
    terminal = at_a_terminal(*HECK)
    terminal.until(PROMPT)
    terminal.type("2")
    assert "To go on: simlab play what_the_heck" in terminal.type("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_the_keys_that_end_a_program_end_it_politely(at_a_terminal, key, code):
    terminal = at_a_terminal(*HECK)
    terminal.until(PROMPT)
    terminal.type("2")
    os.write(terminal.ours, key.encode())
    assert terminal.end() == code
    assert "o go on: simlab play what_the_heck --players 2 --lineup mixer,mixer --deal 5 --seed 1 --seat 0 --choices 2" in terminal.read
    assert "Traceback" not in terminal.read
    assert terminal.read.count("o go on:") == 1


def test_no_colour_where_none_is_wanted(at_a_terminal):
    terminal = at_a_terminal(*HECK, NO_COLOR="1")
    terminal.until(PROMPT)
    terminal.type("q")
    assert terminal.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", terminal.read)
