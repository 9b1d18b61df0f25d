"""Run by `engine.tried` as a process of its own, with NUMBA_DISABLE_JIT=1: what somebody wrote is read, and played as plain Python.

A question a line comes in, and an answer a line goes out; each is looked into by a fork, with limits of time and memory. Whatever is done
there ends with it, and leaves the line in which it was done.
"""

import faulthandler
import json
import os
import re
import resource
import select
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NoReturn

from simlab import games
from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.base.loops import Over, limited
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.memory import PLAIN
from simlab.engine.own import Source
from simlab.inspection.watching import Enough, Watch, Wrong, line_in
from simlab.players import strategies
from simlab.players.strategies import Strategy
from simlab.table import Table

PATIENCE = 2.0  # seconds of computing for one decision, or for reading a file
MEMORY = 4 << 30  # bytes of addresses
SECONDS = 20  # of computing for all; what goes round inside a function of Python itself is only stopped by this
WAITS = 120.0  # seconds for all, also for what computes nothing
GAMES = 12  # at most, at each table
LONGEST = 4.0  # seconds of computing for one game: whether it ever ends is not the strategy's to answer for
ENOUGH = 80  # answers at each table
SEED = 2

_LINE = re.compile(r'File "(?P<file>.*)", line (?P<line>\d+) in ')


def main() -> None:
    """Answer questions until nobody is there to ask any."""
    assert not COMPILES, "run with NUMBA_DISABLE_JIT=1"
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # whatever is printed meanwhile
    while question := _question():
        answers.write(json.dumps(_looked_into(json.loads(question))) + "\n")
        answers.flush()


def _question() -> bytes:
    """The next line of the standard input, and not a byte more: whether there is another is looked for meanwhile."""
    line = b""
    while (byte := os.read(0, 1)) not in (b"", b"\n"):
        line += byte
    return line


def _looked_into(question: dict[str, Any]) -> dict[str, Any]:
    """What a fork has to say of it, or how that came to its end."""
    told, tells = os.pipe()
    with tempfile.TemporaryFile() as stack:
        pid = os.fork()
        if not pid:
            os.close(told)
            _look(question, tells, stack)
        os.close(tells)
        text = _heard(told, pid)
        os.close(told)
        _, status = os.waitpid(pid, 0)
        if text:
            found: dict[str, Any] = json.loads(text)
            return found
        stack.seek(0)
        return {"faults": [_ended(question, status, stack.read().decode(errors="replace"))]}


def _heard(answer: int, pid: int) -> bytes:
    """What a fork writes; it ends when it has taken too long, or nobody waits any more."""
    text, ends = b"", time.monotonic() + WAITS
    while ready := select.select([answer, 0], [], [], max(0.0, ends - time.monotonic()))[0]:
        if answer not in ready or not (some := os.read(answer, 1 << 16)):
            break
        text += some
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)  # and whatever it has started
    return text


# In the fork


class _TooLong(BaseException):
    """A game goes on and on, and it need not be the strategy's fault."""


def _look(question: dict[str, Any], tells: int, stack: IO[bytes]) -> NoReturn:
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS), (resource.RLIMIT_CORE, 0)):
            with suppress(ValueError, OSError):  # not every system has all of them
                resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        faulthandler.enable(stack, all_threads=False)
        faulthandler.register(signal.SIGXCPU, stack, all_threads=False, chain=True)
        text = json.dumps(_told(question)).encode()
        while text:
            text = text[os.write(tells, text) :]
    finally:
        os._exit(0)


def _told(question: dict[str, Any]) -> dict[str, Any]:
    os.chdir(question["cwd"])
    game, said, path = question["game"], question["said"], question["path"]
    try:
        with limited(PATIENCE, {path}, lambda: None):
            game = games.find(game) if isinstance(game, str) else games.received(Source(**game))
            if "strategy" not in question:
                return {}
            name, text = question["strategy"]
            strategy = strategies.from_source(game, name, text, Path(path))
        return _played(strategy, said)
    except BadInput as error:
        return {"faults": [[fault.where, fault.what] for fault in error.faults]}
    except Wrong as wrong:
        return {"faults": [[_at(said, wrong.line), wrong.what]]}
    except Over as over:
        return {"faults": [_endless(said, path, over)]}
    except BaseException as error:  # SystemExit, and whatever else is no Exception
        return {"faults": [[_at(said, line_in(error, path)), f"ends the whole process when it is read ({type(error).__name__})"]]}


def _played(strategy: Strategy, said: str) -> dict[str, Any]:
    """Play with the strategy in every seat of the smallest table, and of the largest, until it has answered often enough."""
    game, turns, asked = strategy.game, list[int](), 0
    for players in dict.fromkeys((game.players[0], game.players[-1])) if strategy.functions else ():
        rules = game.resolve(game.Rules(), players)
        if game.refusal(rules, players):
            continue
        table = Table(game, [(strategy, {})] * players, rules, seed=SEED).idle()
        watch = Watch(strategy, PATIENCE, ENOUGH)
        PLAIN.update({code: watch.over(PLAIN[code]) for code in table.codes})
        try:
            whole = _turns(table, watch, said)
        except _TooLong:
            break
        finally:
            PLAIN.clear()
        asked += watch.asked
        turns += whole if players == game.players[0] else []
    return {"asked": asked, "turns": turns}


def _turns(table: Table, watch: Watch, said: str) -> list[int]:
    """The turns of each game that was played to its end. What is wrong with the game itself is not told here, but where it is played."""
    turns: list[int] = []

    def look(*_: object) -> None:
        if not watch.is_asked:
            raise _TooLong
        watch.enough = 0  # this answer is still waited for: one that never comes is the strategy's to answer for

    signal.signal(signal.SIGVTALRM, look)
    try:
        for deal in range(GAMES):
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            turns += table.rows(deal, 1)["turns"].tolist()
    except Enough:
        pass
    except RunFailure as failure:
        told = str(failure).splitlines()[0]
        if told.startswith(watch.path):
            line, _, what = told.removeprefix(watch.path).partition(": ")
            at = f"deal {deal}, {len(table.seats)} players, seed {SEED}"
            raise BadInput([Fault(_at(said, int(line[1:]) if line else watch.line), f"{what} ({at})")]) from failure
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return turns


# What is wrong, in its line


def _at(said: str, line: int) -> str:
    return f"{said}:{line}" if line else said


def _endless(said: str, path: str, over: Over) -> list[str]:
    """Where it has stayed: in a loop, or in a call that takes its time."""
    if over.loop:
        function, line = over.loop
        goes = "the file" if function == "<module>" else function
        return [
            _at(said, line),
            f"{goes} goes round and round from here, for {PATIENCE:.0f} s by now; what is counted, and when does it stop?",
        ]
    return [_at(said, line_in(over, path)), f"this takes more than {PATIENCE:.0f} s"]


def _ended(question: dict[str, Any], status: int, stack: str) -> list[str]:
    """How a fork came to a bad end, and in which line of the file."""
    said = question["said"]
    line = next((int(found["line"]) for found in _LINE.finditer(stack) if found["file"] == question["path"]), 0)
    number = os.waitstatus_to_exitcode(status)
    if number in (-signal.SIGXCPU, -signal.SIGKILL):
        return [_at(said, line), "takes too long, or too much memory: a call in it does not come back"]
    how = f"signal {-number}, {signal.Signals(-number).name}" if number < 0 else f"exit {number}"
    return [_at(said, line), f"ends the whole process ({how})"]


if __name__ == "__main__":
    main()
