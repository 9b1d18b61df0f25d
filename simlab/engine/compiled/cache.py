"""Where compiled code is kept between runs, and how staleness is ruled out.

Numba looks at one file only when it decides whether its cache is fresh; a changed helper elsewhere goes unnoticed. So every compiled
function stands in a small generated file whose name is a hash of all that it was made from (see `fingerprint`). Made from something else it
is another file; an old one is never found again.
"""

import fcntl
import importlib.util
import os
import sys
import tempfile
import time
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from types import ModuleType

from simlab.engine.compiled.fingerprint import fingerprint
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.game import Game
from simlab.engine.own import LOCK

_KEEP_SECONDS = 30 * 24 * 3600


@cache
def folder() -> Path:
    """The cache folder: $SIMLAB_CACHE, or the user's cache folder, or a temporary one where neither can be written."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for place in (os.environ.get("SIMLAB_CACHE"), Path(home) / "simlab"):
        if place and _writable(Path(place)):
            return Path(place)
    return Path(tempfile.mkdtemp(prefix="simlab-cache-"))


def _writable(place: Path) -> bool:
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def is_cached(name: str, text: str, game: Game | None = None) -> bool:
    """Was this text compiled before, on this machine, for this game?"""
    path = path_of(name, text, game)
    return path.exists() and any((path.parent / "__pycache__").glob(f"{path.stem}.*.nbc"))


def path_of(name: str, text: str, game: Game | None = None) -> Path:
    """The file in the cache folder that has this text, or will have it."""
    with game.in_place() if game else nullcontext():
        return folder() / f"{name}_{fingerprint(text, game)[:20]}.py"


def generated(name: str, text: str, game: Game | None = None) -> ModuleType:
    """The module with this text, from a file in the cache folder that is written once. It is compiled once: others of this machine wait.
    `game` is the one that it imports by name, in the version that is meant.
    """
    path = path_of(name, text, game)
    with LOCK, game.in_place() if game else nullcontext():  # a worker of a cluster plays in several threads
        if path.stem in sys.modules:
            return sys.modules[path.stem]
        if not path.exists():
            _forget_old_files()
            temporary = path.with_suffix(f".{os.getpid()}.tmp")
            temporary.write_text(text, encoding="utf-8")
            with suppress(FileExistsError):  # another process was faster: its file is the one that all wait for
                os.link(temporary, path)
            temporary.unlink()
        if is_cached(name, text, game):
            return _loaded(path)
        with path.open() as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return _loaded(path)


def _loaded(path: Path) -> ModuleType:
    """The module in a file: compiled, or from numba's cache where it was compiled before."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    load_instructions()
    sys.modules[path.stem] = module  # before it compiles: numba's cache looks its functions up by module name
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


def _forget_old_files() -> None:
    """What was not compiled or used for a month goes."""
    horizon = time.time() - _KEEP_SECONDS
    for path in [*folder().glob("*.py"), *(folder() / "__pycache__").glob("*")]:
        try:
            if max(path.stat().st_atime, path.stat().st_mtime) < horizon:
                path.unlink()
        except OSError:
            continue  # another process was faster
