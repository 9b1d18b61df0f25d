"""The engine's mechanism: strategies called by address, nothing stale, nothing compiled twice."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba import from_dtype, njit, types

from simlab import games
from simlab.engine.compiled import cache
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.compiled.memory import call
from simlab.engine.records import blank, record
from simlab.players import strategies
from simlab.table import Table
from tests.compiling import compiled_only

MEAN = games.find("mean")


def python(code: str, cwd: Path, **environment: str) -> str:
    """What a new process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@compiled_only  # the calling convention of compiled code
def test_compiled_functions_are_called_by_address_and_their_exceptions_arrive():
    """Numba's private calling convention, which the engine relies on: pinned here and by the version range in pyproject.toml."""
    load_instructions()
    kind = record("number")

    @njit(types.int64(from_dtype(kind), types.voidptr))
    def asked(view, my):
        if view.number == 13:
            raise ValueError("unlucky")
        return 2 * view.number

    @njit
    def ask(code, view):
        return call(code, view, np.uint64(0))

    compiled = next(iter(asked.overloads.values()))
    code = np.uint64(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
    view = blank(kind)
    view.number = 21
    assert ask(code, view[0]) == 42
    view.number = 13
    with pytest.raises(ValueError, match="unlucky"):
        ask(code, view[0])


@compiled_only  # about what is kept of compiled code
def test_an_edited_strategy_is_never_served_from_a_stale_cache(tmp_path):
    """Edit a strategy on disk, run in a new process, see the result change, and change back."""
    file = tmp_path / "strategies" / "mean" / "mine.py"
    file.parent.mkdir(parents=True)
    code = "import simlab; print(simlab.simulate('mean', ['mine', 'mine'], 200)['turns'].sum())"
    turns = {}
    for answer in ("0", "view.options - 1", "0"):
        file.write_text(f'"""Answers always the same."""\n\n\ndef play(view):\n    return {answer}\n')
        turns.setdefault(answer, []).append(python(code, tmp_path))
    assert turns["0"][0] == turns["0"][1]
    assert turns["0"][0] != turns["view.options - 1"][0]


def test_a_strategy_by_its_path(tmp_path):
    file = tmp_path / "somewhere.py"
    file.write_text(
        '"""Always the first."""\n\n\ndef play(view):\n    return 0\n\n\ndef swap(view):\n    return 0\n\n\ndef pile(view):\n    return 0\n'
    )
    own, shipped = (
        Table(MEAN, [(strategies.find("mean", name), {})] * 3, MEAN.resolve(MEAN.Rules(), 3), 1).rows(0, 50)
        for name in (str(file), "first")
    )
    assert (own == shipped).all()


def test_a_decision_that_a_strategy_leaves_out_is_taken_at_random(tmp_path):
    file = tmp_path / "undecided.py"
    file.write_text(
        '"""Decides only swaps, at random."""\n\n'
        "from simlab.games.mean import below\n\n\n"
        "def swap(view):\n    return below(view, view.options)\n"
    )
    own, random = (
        Table(MEAN, [(strategies.find("mean", name), {})] * 4, MEAN.resolve(MEAN.Rules(), 4), 5).rows(0, 200)
        for name in (str(file), "random")
    )
    assert (own == random).all()


@compiled_only  # nothing is merged
def test_a_strategys_decision_is_merged_into_what_the_engine_calls_but_not_what_may_be_called_more_than_once():
    game = games.find("hit_the_deck")
    names = vars(cache.generated("hit_the_deck_starver", strategies.find("hit_the_deck", "starver").entry_text, game))
    merged = {name for name in ("play", "fits", "left_of_colour") if names[name].targetoptions.get("forceinline")}
    assert merged == {"play"}


def test_a_decision_may_be_made_as_another_one_is(tmp_path):
    """Then its function is merged into both."""
    text = '"""Mostly the second."""\n\n\ndef play(view):\n    return min(1, view.options - 1)\n\n\n'
    rows = []
    for number, answer in enumerate(("play(view)", "min(1, view.options - 1)")):
        file = tmp_path / f"second_{number}.py"
        file.write_text(f"{text}def swap(view):\n    return {answer}\n\n\ndef pile(view):\n    return {answer}\n")
        rows.append(Table(MEAN, [(strategies.find("mean", str(file)), {})] * 4, MEAN.resolve(MEAN.Rules(), 4), 5).rows(0, 200))
    assert (rows[0] == rows[1]).all()


def test_a_long_trace_is_not_cut_off():
    """A buffer that is too small is replaced, and the game played again."""
    from simlab.table import table as module

    rules = MEAN.resolve(MEAN.Rules(), 8)
    at = Table(MEAN, [(strategies.find("mean", "random"), {})] * 8, rules, 2)
    whole = at.trace(3)
    room, module._FIRST_LOG = module._FIRST_LOG, 64
    try:
        assert at.trace(3) == whole
    finally:
        module._FIRST_LOG = room


@compiled_only  # plays some thousand games
def test_threads_do_not_disturb_each_other():
    from concurrent.futures import ThreadPoolExecutor

    rules = MEAN.resolve(MEAN.Rules(), 4)

    def rows(first: int) -> np.ndarray:
        return Table(MEAN, [(strategies.find("mean", "random"), {})] * 4, rules, 9).rows(first, 500)

    alone = [rows(first) for first in range(0, 4000, 500)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(rows, range(0, 4000, 500)))
    assert all((a == b).all() for a, b in zip(alone, together, strict=True))


def test_what_several_threads_need_at_once_is_compiled_once(tmp_path, monkeypatch):
    """In a worker of a cluster: the first compiles, and nobody gets a module that is half done."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    text = f"import time\nwith open({str(tmp_path / 'log')!r}, 'a') as log:\n    log.write('compiled ')\ntime.sleep(0.2)\nDONE = True\n"
    with ThreadPoolExecutor(4) as threads:
        modules = list(threads.map(lambda _: cache.generated("slow", text), range(4)))
    assert all(module.DONE for module in modules)
    assert (tmp_path / "log").read_text() == "compiled "


@compiled_only  # about the compiler
def test_processes_of_a_machine_wait_for_the_one_that_compiles(tmp_path):
    """Two at once, with an empty cache: what takes the compiler a second is done once."""
    code = """
import time
from simlab.engine.compiled import cache
text = "import time\\nfrom numba import njit\\n@njit('int64(int64)', cache=True)\\ndef f(x):\\n    return x + 1\\n"
cache.generated("tiny", text)
print(next(iter(__import__("sys").modules[cache.path_of("tiny", text).stem].f.stats.cache_hits.values()), 0))
"""
    environment = {**os.environ, "SIMLAB_CACHE": str(tmp_path)}
    both = [subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(process.communicate()[0].strip() for process in both) == ["0", "1"]
