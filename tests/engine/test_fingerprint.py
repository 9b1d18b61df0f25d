"""What is compiled anew after an edit: whatever the edited line enters into, and nothing for words that only people read."""

import os
import shutil
import subprocess
import sys
from enum import IntEnum
from math import inf
from pathlib import Path

import numpy as np
import pytest

import simlab
from simlab import games
from simlab.base.faults import RunFailure
from simlab.engine.compiled import apart, compiled, kernel
from simlab.engine.compiled.fingerprint import _Walk, _whole, fingerprint
from simlab.engine.sources import source_digest
from tests.compiling import compiled_only
from tests.thinned import one_in

ROOT = Path(__file__).parents[2]

pytestmark = compiled_only  # about compiled code

STRATEGY = '''"""Plays most cards."""

from simlab.games.mean import EIGHT, plays


def play(view):
    """Helps itself."""
    best = 0
    for i in range(plays(view)):
        if view.count[i] > view.count[best] and view.value[i] != EIGHT:
            best = i
    return best
'''

KEYS = f"""
from simlab import games
from simlab.engine.compiled import kernel
from simlab.engine.compiled.fingerprint import fingerprint
game = games.find("mean")
print(fingerprint(kernel._KERNEL.format(game="mean")), fingerprint(kernel.entry_text(game, {STRATEGY!r}, {{"play": 1}}, {{}})))
"""


def keys(package: Path) -> list[str]:
    """The hashes of MEAN!'s kernel and of the strategy above, as a new process with these sources finds them."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-c", KEYS], env=environment, cwd=package, capture_output=True, text=True, check=True
    ).stdout.split()


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the package, and its keys."""
    package = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "simlab", package / "simlab", ignore=shutil.ignore_patterns("__pycache__"))
    return package, keys(package)


def keys_after(copied: tuple[Path, list[str]], file: str, before: str, after: str) -> tuple[bool, bool]:
    """Are kernel and strategy still the same once a file says something else?"""
    package, known = copied
    path = package / "simlab" / file
    text = path.read_text(encoding="utf-8")
    assert before in text, f"{file} has changed; choose another line"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    try:
        kernel, strategy = keys(package)
    finally:
        path.write_text(text, encoding="utf-8")
    return kernel == known[0], strategy == known[1]


@pytest.mark.parametrize(
    ("file", "before", "after"),
    one_in(
        4,
        [
            ("games/mean/play.py", '"""Steps 0 to 3 of a turn.', '"""All steps of a turn,\n\n    from the first to the last.'),
            ("games/mean/play.py", "@compiled\ndef lay_down", "# A remark.\n\n\n@compiled\ndef lay_down"),
            ("games/mean/components.py", "a turn starts by drawing up to this many", "up to this many are drawn"),
            ("games/mean/components.py", "A deck has four Wilds", "There are four Wilds in a deck"),
            ("games/mean/components.py", 'whole(4, 1, 12, "cards dealt', 'whole(4, 1, 9, "cards dealt'),
            ("games/mean/components.py", "Punishment Piles made at set-up and when they are replenished", "Piles"),
            ("games/mean/words.py", "{player@} swaps hands with {with@}.", "{player@} and {with@} swap hands."),
            ("games/mean/__init__.py", 'title="MEAN!"', 'title="Mean"'),
            ("engine/game.py", "class Decision:", "class Decision:\n    unused = 3\n"),
            ("engine/rules.py", '"""True or false."""', '"""Yes or no."""'),
            ("engine/compiled/chance.py", "Shuffle the first", "Mix the first"),
            ("engine/compiled/instructions.py", '"""255 in the lanes', '"""All bits in the lanes'),
            ("engine/compiled/cache.py", "_KEEP_SECONDS = 30", "_KEEP_SECONDS = 60"),
        ],
    ),
)
def test_what_only_people_read_compiles_nothing_anew(copied, file, before, after):
    assert keys_after(copied, file, before, after) == (True, True)


@pytest.mark.parametrize(
    ("file", "before", "after"),
    one_in(
        3,
        [
            ("games/mean/components.py", "COPIES = 4", "COPIES = 5"),
            ("games/mean/components.py", "[0, 0, 255,", "[0, 255, 255,"),
            ("games/mean/legal.py", "UPWARDS >> value", "DOWNWARDS >> value"),
            ("games/mean/set_up.py", "seen.run = 0", "seen.run = 1"),
            ("games/mean/play.py", "@apart\ndef eight", "@compiled\ndef eight"),
            ("games/mean/components.py", "pack: u1", "pack: u2"),
            ("games/mean/words.py", "SWAP = event(", 'PAUSE = event("Pause.")\nSWAP = event('),
            ("engine/compiled/chance.py", "range(0, count - 1, SOME)", "range(0, count, SOME)"),
            ("engine/compiled/play.py", "def write(g, event, a=0", "def write(g, event, a=1"),
            (
                "engine/compiled/play.py",
                "class IllegalChoice(",
                "class Illegal(Exception):\n    pass\n\n\nIllegalChoice = Illegal\n\n\nclass _Other(",
            ),
        ],
    ),
)
def test_what_only_the_rules_reach_compiles_them_anew_and_no_strategy(copied, file, before, after):
    assert keys_after(copied, file, before, after) == (False, True)


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("games/mean/listing.py", "way, value], first)", "value, way], first)"),
        ("games/mean/listing.py", "number // 2, number) + 1", "number // 2, number) + 2"),
        ("games/mean/listing.py", "@compiled\ndef _list(", "@apart\ndef _list("),
    ],
)
def test_what_only_strategies_reach_compiles_them_anew_and_no_rules(copied, file, before, after):
    assert keys_after(copied, file, before, after) == (True, False)


@pytest.mark.parametrize(
    ("file", "before", "after"),
    one_in(
        3,
        [
            ("games/mean/components.py", "EIGHT, TEN, TWELVE = 0, 1, 3, 6, 8,", "EIGHT, TEN, TWELVE = 0, 1, 3, 6, 9,"),
            ("games/mean/components.py", "1 << ONE | 1 << THREE", "1 << ONE"),
            ("games/mean/components.py", "    top                   the", "    extra                 more\n    top                   the"),
            ("engine/compiled/chance.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"),
            ("engine/compiled/functions.py", 'nogil=True, error_model="numpy")', 'nogil=True, error_model="python")'),
            ("engine/compiled/instructions.py", "(operator.sub, ir.IRBuilder.sub)", "(operator.sub, ir.IRBuilder.add)"),
            ("engine/compiled/instructions.py", "signature.args[0].size), 0", "signature.args[0].size), 1"),
        ],
    ),
)
def test_what_both_reach_compiles_both_anew(copied, file, before, after):
    assert keys_after(copied, file, before, after) == (False, False)


def key(source: str) -> str:
    return fingerprint(kernel.entry_text(games.find("mean"), source, {"play": 1}, {}))


@pytest.mark.parametrize(
    ("before", "after"), [("Helps itself", "Is helped"), ("Plays most cards", "Goes out"), ("best = 0\n", "best = 0  # at first\n")]
)
def test_other_words_in_a_strategy_compile_nothing(before, after):
    assert key(STRATEGY.replace(before, after)) == key(STRATEGY)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Helps itself.", "Helps itself.\n\n    And more.\n    "),  # the lines after it are told in tracebacks
        ("best = 0", "best = 1"),
        ("EIGHT, plays", "SIX as EIGHT, plays"),
        ('    """Helps itself."""\n    best = 0', '    """Helps itself."""; best = 1'),
        ("view.count[best] and", "view.count[best] or"),
    ],
)
def test_another_strategy_has_another_key(before, after):
    assert before in STRATEGY
    assert key(STRATEGY.replace(before, after)) != key(STRATEGY)


def test_what_a_function_reads_is_followed_wherever_it_leads():
    """Through modules by attribute, closures, defaults, tuples of functions and enumerations."""

    def made(constant, default=3, colour=1):
        @compiled
        def deep(x):
            return x + constant

        @apart
        def shallow(x, y=default):
            return deep(x) + y + Colour.RED

        Colour = IntEnum("Colour", {"RED": colour})
        walk = _Walk()
        walk.value((shallow,))
        walk.go_on()
        return walk.told

    assert made(1) == made(1)
    assert len({tuple(made(1)), tuple(made(2)), tuple(made(1, 4)), tuple(made(1, 3, 2))}) == 4


def test_a_plain_function_stands_for_its_file(tmp_path, monkeypatch):
    """It is compiled as something that numba is told about it: an overload, which nothing names."""
    module = "def plain(x):\n    return x\n\n\n# hint(plain) = {}\nHINT = {}\n"
    told = set()
    monkeypatch.setattr("simlab.BEGAN", inf)  # as if they had been written before
    for name, hint in (("one", 1), ("two", 2), ("also_two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "hinted.py").write_text(module.format(name, hint))
        monkeypatch.setattr(sys, "path", [str(tmp_path / name), *sys.path])
        monkeypatch.delitem(sys.modules, "hinted", raising=False)
        told.add(fingerprint("from hinted import plain\n\n\ndef play(view):\n    return plain(view)\n"))
        fingerprint.cache_clear()
    assert len(told) == 2


def test_what_was_changed_since_it_was_imported_is_found_by_nobody_else(tmp_path, monkeypatch):
    """An edit while a process runs: it has imported the old text, and would keep what it makes of it under the new one's name."""
    (tmp_path / "edited.py").write_text("def plain(x):\n    return x\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    text = "from edited import plain\n\n\ndef play(view):\n    return plain(view)\n"
    told = []
    for began in (inf, inf, simlab.BEGAN, simlab.BEGAN):
        monkeypatch.setattr("simlab.BEGAN", began)
        monkeypatch.delitem(sys.modules, "edited", raising=False)
        told.append(fingerprint(text))
        for known in (fingerprint, _whole):
            known.cache_clear()
    assert told[0] == told[1]
    assert len(set(told)) == 3


def test_a_run_of_an_engine_that_was_changed_meanwhile_is_refused(monkeypatch):
    """What plays is what was imported; its name in the manifest would be that of the new text."""
    source_digest(games.find("mean"))
    monkeypatch.setattr("simlab.BEGAN", 0.0)
    with pytest.raises(RunFailure, match=r"simlab/.*\.py was changed after this process began.*start simlab \(or Python\) again"):
        source_digest.__wrapped__(games.find("mean"))


def test_values_are_told_apart_and_the_same_in_every_process():
    walk = _Walk()
    different = [
        0,
        0.0,
        False,
        "0",
        b"0",
        None,
        (0,),
        [0],
        {0},
        {0: 0},
        np.int64(0),
        np.zeros(1),
        np.zeros(1, "i4"),
        np.zeros((1, 1)),
        np.dtype("i8"),
    ]
    assert len({walk.value(value) for value in different}) == len(different)
    assert walk.value(frozenset({"b", "a"})) == walk.value(frozenset({"a", "b"}))
    assert " at 0x" not in walk.value(object())
