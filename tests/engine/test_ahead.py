"""Compiling ahead: other processes fill the cache, and what is loaded from it plays the same games."""

import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled import ahead, cache, kernel
from simlab.engine.own import Source
from simlab.players import strategies
from simlab.table.table import Table
from tests.compiling import compiled_only, unchecked_only
from tests.run.harness import wait_until

pytestmark = compiled_only
WTH = games.find("what_the_heck")
TEXT = """
from numba import njit
from simlab.engine.compiled.bits import nth

{declared}
def play_batch(x):
    return twice(x)
"""
INNER = """
from simlab.engine.compiled import apart

@apart
def twice(x):
    return 2 * nth(x, 1)

@njit("int64(int64)", cache=True)"""


INDEXED = """
from numba import njit

@njit("int64(int64[::1], int64)", cache=True)
def play_batch(numbers, i):
    return numbers[i]
"""


def text() -> str:
    return TEXT.format(declared=INNER)


def test_what_was_made_ahead_is_loaded_and_not_compiled_again(tmp_path, monkeypatch):
    """Two texts at once; a function that is merged into an entry needs no code of its own."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    ahead.make({"one": text(), "other": text() + "\n"}, WTH)
    for name, made in (("one", text()), ("other", text() + "\n")):
        assert cache.is_cached(name, made, WTH)
        play_batch = cache.generated(name, made, WTH).play_batch
        assert play_batch(0b1010) == 6
        assert sum(play_batch.stats.cache_hits.values()) == 1


def but_for(game):
    """What a copy of the cache folder leaves out that is to have no more than the engine of a game."""
    engine = cache.path_of(*kernel._engine(game), game).stem
    return lambda _, names: [name for name in names if name != "__pycache__" and not name.startswith(engine)]


def test_what_ends_the_compiler_is_told_with_the_signal(tmp_path, monkeypatch):
    """It would end this process as well; what else is compiled just then is not touched by it."""
    kernel.compile_ahead(WTH, {})
    copytree(cache.folder(), tmp_path, ignore=but_for(WTH), dirs_exist_ok=True)  # the engine, which takes long
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    ends = "import os\nos.kill(os.getpid(), 6)\n"
    assert kernel.compile_ahead(WTH, {"mine": ends, "other": ends + "\n", "one": text()}) == {"mine": 6, "other": 6}
    assert cache.is_cached("what_the_heck_one", text(), WTH)
    assert kernel.compile_ahead(WTH, {"mine": "raise ValueError"}) == {}


def test_what_cannot_be_compiled_is_left_to_whoever_needs_it(tmp_path, monkeypatch, capfd):
    """Its author is told then, in words that a process for itself does not have."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    broken = text().replace("nth(x, 1)", "nth(x)")
    ahead.make({"broken": broken, "one": text()}, WTH)
    assert cache.is_cached("one", text(), WTH)
    assert not cache.is_cached("broken", broken, WTH)
    assert capfd.readouterr() == ("", "")
    with pytest.raises(Exception, match="nth"):
        cache.generated("broken", broken, WTH)


def test_nothing_is_started_where_all_is_there(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "is_cached", lambda name, text, game: True)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    ahead.begin({"one": text()}, WTH)
    ahead.make({"one": text()}, WTH)


def test_what_was_begun_is_made_once(tmp_path, monkeypatch):
    """By the same process, of which nothing is left once it has been waited for."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    started = processes(monkeypatch)
    ahead.begin({"one": text()}, WTH)
    ahead.begin({"one": text(), "other": text() + "\n"}, WTH)
    ahead.make({"one": text(), "other": text() + "\n"}, WTH)
    assert len(started) == 1
    assert len(list(tmp_path.glob("*.json"))) == 2
    assert not of_session(started[0].pid)


@pytest.mark.parametrize("how", ["interrupted", "left", "forgotten"])
def test_who_waits_no_more_leaves_nothing_running(tmp_path, monkeypatch, how):
    """Ctrl-C while it is being compiled; an experiment that turns out to be wrong; a process that ends without a word."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    started = processes(monkeypatch)
    ahead.begin({"one": "while True: pass"}, WTH)
    (process,) = started
    wait_until(lambda: len(of_session(process.pid)) == 2)  # it and its fork
    if how == "interrupted":
        monkeypatch.setattr(ahead._Compiler, "ended", press_ctrl_c)
        with pytest.raises(KeyboardInterrupt):
            ahead.make({"one": "while True: pass"}, WTH)
    elif how == "left":
        ahead.leave()
    else:
        ahead._Compiler._one._pipe.close()
        process.wait(10)
        ahead._Compiler._one = None
    wait_until(lambda: not of_session(process.pid))


def press_ctrl_c(*_):
    """As Python tells it; a process of pytest-xdist may not heed the signal itself."""
    raise KeyboardInterrupt


def processes(monkeypatch):
    """Those that are started from here on."""
    started, begins = [], subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *given, **how: started.append(begins(*given, **how)) or started[-1])
    return started


def of_session(leader):
    """The processes that live on in a session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            found += [stat.parent.name] if int(session) == leader and state != "Z" else []
    return found


def test_what_is_forked_has_one_thread_and_nothing_that_takes_long_to_load(tmp_path, monkeypatch):
    """A fork has only the thread that forked: a lock that another held would never be free again."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    tells = f"""
import os
import sys
threads = os.listdir(f"/proc/{{os.getppid()}}/task")
os.mkdir({str(tmp_path / "told ")!r} + f"{{len(threads)}} {{'scipy.linalg' in sys.modules}}")
"""
    ahead.make({"one": tells}, WTH)
    assert (tmp_path / "told 1 False").exists()


def test_each_fork_numbers_its_functions_from_a_place_of_its_own(tmp_path, monkeypatch):
    """What they have compiled is loaded into one process, where functions of one name would be taken for the same."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    (tmp_path / "told").mkdir()
    tells = f"""
import os
from numba.core.bytecode import FunctionIdentity
os.mkdir({str(tmp_path / "told")!r} + "/" + str(next(FunctionIdentity._unique_ids)))
"""
    ahead.make({"one": tells, "other": tells + "\n"}, WTH)
    one, other = (int(file.name) for file in (tmp_path / "told").iterdir())
    assert abs(one - other) > 1_000_000


@unchecked_only
def test_an_index_below_0_counts_from_the_end_but_in_engines_that_come_with_simlab(tmp_path, monkeypatch):
    """Where it is looked for costs a twentieth of the speed; a game or a strategy of the user's own may have one."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    texts = {f"{ahead.ENGINE}of_simlab": INDEXED, "strategy": INDEXED + "\n"}
    ahead.make(texts, WTH)
    found = [cache.generated(name, text, WTH).play_batch(np.arange(10)[5:], -1) for name, text in texts.items()]
    assert found == [4, 9]
    engine, _ = kernel._engine(WTH)
    assert ahead.comes_with_simlab(engine, WTH)
    assert not ahead.comes_with_simlab(engine, replace(WTH, source=Source("own", "own.py", "")))


@pytest.mark.slow
def test_the_kernel_made_ahead_plays_the_games_of_one_compiled_here(tmp_path):
    """Compiled in this process, with everything callable, and by others, with the entries alone: the same rows."""
    code = """
import sys
from simlab import games
from simlab.engine.compiled import ahead
from simlab.players import strategies
from simlab.table.table import Table
if sys.argv[1] == "here":
    ahead.make = lambda texts, game: None
game = games.find("what_the_heck")
seats = [(strategies.find(game.name, name), {}) for name in ("matches", "random")]
print(Table(game, seats, game.resolve(game.Rules(), 2), seed=3).rows(0, 300).tobytes().hex())
"""
    printed = [
        subprocess.run(
            [sys.executable, "-c", code, how],
            env={**os.environ, "SIMLAB_CACHE": str(tmp_path / how)},
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parents[2],
        ).stdout
        for how in ("here", "ahead")
    ]
    assert printed[0] == printed[1] != ""
    seats = [(strategies.find("what_the_heck", name), {}) for name in ("matches", "random")]
    assert Table(WTH, seats, WTH.resolve(WTH.Rules(), 2), seed=3).rows(0, 300).tobytes().hex() == printed[0].strip()


def test_a_strategy_is_compiled_beside_the_engine(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    made = {}
    monkeypatch.setattr(ahead, "make", lambda texts, game: made.update(texts) or {})
    entry = strategies.find("what_the_heck", "matches").entry_text
    kernel.compile_ahead(WTH, {"matches": entry})
    assert set(made) == {"engine_what_the_heck", "what_the_heck_matches"}
    assert made["what_the_heck_matches"] == entry


def test_a_game_of_the_users_own_is_compiled_by_its_text(tmp_path, monkeypatch):
    """As it was read: the file may have changed by now, or be on another machine; whatever other games were read in this process."""
    from simlab.engine.own import Source
    from simlab.games import received

    starter = Path(games.__file__).parents[1] / "starter" / "games" / "sevens.py"
    received(Source("another", str(tmp_path / "another.py"), starter.read_text()))
    own = received(Source("own_ahead", str(tmp_path / "gone.py"), starter.read_text()))
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    kernel.compile_ahead(own, {})
    assert not kernel.needs_compiling(own)
    loaded = kernel.play_batch(own)
    assert sum(loaded.stats.cache_hits.values()) == 1


@pytest.mark.slow
def test_engines_that_several_processes_compiled_do_not_take_each_others_functions(tmp_path):
    """Two games of one's own that differ in their cards and how they are dealt: each by itself, and both loaded into one process."""
    starter = (Path(games.__file__).parents[1] / "starter" / "games" / "sevens.py").read_text()
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "seven.py").write_text(starter)
    (tmp_path / "games" / "other.py").write_text(starter.replace('"hearts", "spades")', '"hearts")'))
    (tmp_path / "by_chance.py").write_text('"""By chance."""\n')
    code = """
import sys
from simlab import games
from simlab.players import strategies
from simlab.table.table import Table
for name in sys.argv[1:]:
    game = games.find(name)
    seats = [(strategies.find(name, "by_chance.py"), {})] * 3
    print(Table(game, seats, game.resolve(game.Rules(), 3), seed=3).rows(0, 300).tobytes().hex())
"""

    def rows(cache_of, *names, **environment):
        variables = {**os.environ, "SIMLAB_CACHE": str(tmp_path / cache_of), "PYTHONPATH": str(Path(__file__).parents[2]), **environment}
        done = subprocess.run([sys.executable, "-c", code, *names], env=variables, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    assert rows("cache", "seven", "other") == [*rows("a", "seven"), *rows("b", "other")]
    assert rows("cache", "other", "seven") == [*rows("b", "other"), *rows("a", "seven")]


SHORTCUTS = """
from numba import literally, njit
from numba.core import event, ir
from numba.core.compiler import Flags
from simlab.engine.compiled import shortcuts

here = ir.Loc("here", 1)
one, other = ir.Var(None, "one", here), ir.Var(None, "other", here)
call = ir.Expr.call(one, [other, one], {"given": other}, here)
whole = [ir.Assign(call, other, here), ir.Return(one, here), ir.Expr.build_map([(one, other)], 1, {}, {}, here)]
flags, before = Flags(), [stmt.list_vars() for stmt in whole]
flags.nrt = True
values = flags.values()

@njit
def half(n):
    return n // 2

def called_with(*numbers):
    text = "lambda n: " + " + ".join(f"half({number})" for number in numbers)
    njit("int64(int64)")(eval(text, {"half": half}))
    return len(half.overloads)

@njit
def nth(things, i):
    return things[literally(i)]

assert called_with(10, 12) == 2
half.overloads.clear()
told = []
event.register("numba:llvm_lock", type("Ear", (event.Listener,), {"on_start": told.append, "on_end": told.append})())
shortcuts.only_entries()
shortcuts.learn_now()
assert called_with(14, 16) == 1
assert called_with(18, "n") == 1
assert njit("float64(int64)")(lambda n: nth((n, 2.5), 1)) is not None  # where the number must be known it is
njit("int64(int64)")(lambda n: n + 1)
assert told == []
assert [stmt.list_vars() for stmt in whole] == before
assert flags.values() == values
assert flags != Flags() and flags == flags.copy()
"""


def test_what_compiling_ahead_passes_over_changes_nothing_that_is_compiled():
    subprocess.run([sys.executable, "-c", SHORTCUTS], check=True, cwd=Path(__file__).parents[2])
