"""The cache of compiled code: where it lies, whose it is, and that damage in it costs a compilation and nothing else."""

import os
import random
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simlab.engine.compiled import cache
from tests.compiling import compiled_only

pytestmark = compiled_only
ROOT = Path(__file__).parents[2]
TEXT = "from numba import njit\n\n\n@njit('int64(int64)', cache=True)\ndef triple(x):\n    return 3 * x\n"


def triple():
    """The function, as a process finds it that has not loaded it yet."""
    for name in [name for name in sys.modules if name.startswith("kept_")]:
        del sys.modules[name]
    return cache.generated("kept", TEXT).triple


@pytest.fixture
def kept(tmp_path, monkeypatch) -> Path:
    """A cache folder with one function in it, compiled."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    assert not cache.is_cached("kept", TEXT)
    assert triple()(14) == 42
    assert cache.is_cached("kept", TEXT)
    return tmp_path


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("kept_*") if path.suffix != ".lock")


def was_loaded(function) -> bool:
    return sum(function.stats.cache_hits.values()) == 1


def test_what_is_whole_is_loaded(kept):
    assert was_loaded(triple())
    assert [path.suffix for path in files_of(kept)] == [".nbc", ".nbi", ".json", ".py"]


def test_what_nobody_has_used_for_a_month_goes_when_something_new_is_compiled(kept):
    old, new = time.time() - 31 * 24 * 3600, time.time() - 29 * 24 * 3600
    ages = {"read_lately.py": (new, old), "made_lately.nbc": (old, new), "old.json": (old, old), "__pycache__/old.nbi": (old, old)}
    for name, times in ages.items():
        (kept / name).touch()
        os.utime(kept / name, times)
    assert was_loaded(triple())
    assert all((kept / name).exists() for name in ages)
    cache.generated("kept_too", f"{TEXT}\n")
    assert [name for name in ages if (kept / name).exists()] == ["read_lately.py", "made_lately.nbc"]
    assert cache.is_cached("kept", TEXT)


def test_another_processor_finds_nothing(kept, monkeypatch):
    monkeypatch.setattr(cache, "_processor", lambda: "another")
    assert not cache.is_cached("kept", TEXT)


def test_numba_keeps_nothing_elsewhere(tmp_path, monkeypatch):
    from numba.core import config

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    triple()
    assert cache.is_cached("kept", TEXT)
    assert str(tmp_path / "elsewhere") == config.CACHE_DIR
    assert not (tmp_path / "elsewhere").exists()


def test_any_damage_to_any_file_costs_a_compilation_and_nothing_else(kept):
    """Cut off, emptied, gone, one bit turned: compiled again, and whole afterwards."""
    dice = random.Random(16)
    for number in range(len(files_of(kept)) * 4):
        file = files_of(kept)[number % 4]
        data = file.read_bytes()
        at = dice.randrange(len(data))
        kinds = (None, b"", data[:at], bytes([*data[:at], data[at] ^ 1 << dice.randrange(8), *data[at + 1 :]]))
        if (damaged := kinds[number // 4]) is None:
            file.unlink()
        else:
            file.write_bytes(damaged)
        assert not cache.is_cached("kept", TEXT), file
        again = triple()
        assert again(14) == 42
        assert not was_loaded(again)
        assert was_loaded(triple())
    assert not list(kept.rglob("*.tmp"))


@pytest.mark.slow
def test_five_hundred_turned_bits_never_end_a_process(tmp_path):
    """One after the other, in a process of its own that a crash would end."""
    code = """
import random, sys
from tests.engine.test_cache import TEXT, files_of, triple
from simlab.engine.compiled import cache
dice = random.Random(17)
for number in range(501):
    assert triple()(14) == 42
    assert cache.is_cached("kept", TEXT)
    file = dice.choice(files_of(cache.folder()))
    data = bytearray(file.read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    file.write_bytes(data)
print(number)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SIMLAB_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "500\n"), done.stderr


def test_what_is_whole_and_cannot_be_loaded_is_compiled_again(kept, monkeypatch):
    """As where numba has changed its files without changing its version."""
    honest, failures = cache._loaded, [RuntimeError("no such opcode")]

    def failing(*arguments):
        if failures:
            raise failures.pop()
        return honest(*arguments)

    monkeypatch.setattr(cache, "_loaded", failing)
    assert triple()(14) == 42


# Where it lies


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """What `folder` finds, for a user with nothing set."""
    for name in ("SIMLAB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    return cache.folder.__wrapped__


@pytest.fixture
def homeless(monkeypatch):
    """A user of whom the system knows nothing."""

    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)


def test_a_user_without_a_home_needs_none(folder, homeless, tmp_path, monkeypatch):
    for_a_time = tmp_path / "tmp" / f"simlab-cache-{os.getuid()}"
    assert folder() == for_a_time
    assert folder() == for_a_time, "the same every time: it is compiled once"
    assert stat.S_IMODE(for_a_time.stat().st_mode) == 0o700
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "given"))
    assert folder() == tmp_path / "given"


def test_a_home_that_cannot_be_written_is_passed_over(folder, tmp_path, monkeypatch):
    (tmp_path / "home").write_text("a file")
    assert folder() == tmp_path / "tmp" / f"simlab-cache-{os.getuid()}"


def test_nobody_else_can_put_code_there(folder, homeless, tmp_path, monkeypatch):
    """Where everything is open to all; where somebody was there before us, or has put a link there."""
    before = os.umask(0)
    try:
        place = folder()
        assert stat.S_IMODE(place.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    place.chmod(0o777)
    assert folder() == place
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    monkeypatch.setattr(os, "getuid", lambda: 4321)
    theirs = tmp_path / "tmp" / "simlab-cache-4321"
    theirs.mkdir()
    assert folder() not in (place, theirs)
    theirs.rmdir()
    theirs.symlink_to(place)
    assert folder() not in (place, theirs)
