"""Where compiled code is kept between runs, and how staleness and damage are ruled out.

Numba looks at one file only when it decides whether its cache is fresh; a changed helper elsewhere goes unnoticed. So every compiled
function stands in a small generated file whose name is a hash of all that it was made from (see `fingerprint`) and for. Made from something
else it is another file; an old one is never found again. And numba runs whatever lies in its files: beside them stand their checksums, and
what is not there to the bit is compiled again.
"""

import fcntl
import hashlib
import json
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from types import ModuleType

from simlab.engine.compiled.fingerprint import fingerprint
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.compiled.loading import learning_nothing
from simlab.engine.game import Game
from simlab.engine.own import LOCK

_KEEP_SECONDS = 30 * 24 * 3600


@cache
def folder() -> Path:
    """The cache folder: $SIMLAB_CACHE, or the user's cache folder, or one for temporary files where neither can be written."""
    given = os.environ.get("SIMLAB_CACHE")
    if given and _writable(Path(given)):
        return Path(given)
    for place in (_of_the_user(), _for_a_time()):
        if place and _writable(place) and _only_ours(place):
            return place
    return Path(tempfile.mkdtemp(prefix="simlab-cache-"))


def _of_the_user() -> Path | None:
    """The user's cache folder; None for a user who has no home."""
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simlab"
    except RuntimeError:
        return None


def _for_a_time() -> Path | None:
    """The same for every process of this user; None where somebody has put a link there."""
    place = Path(tempfile.gettempdir()) / f"simlab-cache-{os.getuid()}"
    return None if place.is_symlink() else place


def _writable(place: Path) -> bool:
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=place):
            return True
    except OSError:
        return False


def _only_ours(place: Path) -> bool:
    """Is it a folder of ours in which nobody else can put code? One that is too open is closed."""
    found = place.stat()
    if found.st_uid != os.getuid():
        return False
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        place.chmod(0o700)
    return True


def is_cached(name: str, text: str, game: Game | None = None) -> bool:
    """Was this text compiled before, on this machine, for this game, and is all of it still there?"""
    return _is_whole(path_of(name, text, game))


def fingerprint_of(text: str, game: Game | None = None) -> str:
    """The hash of a text and of all that it is made from, of the game in the version that is meant."""
    with game.in_place() if game else nullcontext():
        return fingerprint(text, game)


def path_of(name: str, text: str, game: Game | None = None) -> Path:
    """The file in the cache folder that has this text, or will have it."""
    made_of = hashlib.sha256(f"{fingerprint_of(text, game)} {_processor()}".encode()).hexdigest()
    return folder() / f"{name}_{made_of[:20]}.py"


@cache
def _processor() -> str:
    """What code is compiled for: machines that share a folder keep each their own."""
    from llvmlite import binding
    from numba.core import config

    settings = {name: vars(config)[name] for name in ("CPU_NAME", "CPU_FEATURES")}
    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()} {settings}"


def generated(name: str, text: str, game: Game | None = None) -> ModuleType:
    """The module with this text, from a file in the cache folder. It is compiled once: others of this machine wait. What is there and
    can't be loaded is compiled again. `game` is the one that it imports by name, in the version that is meant.
    """
    path = path_of(name, text, game)
    with LOCK, game.in_place() if game else nullcontext():  # a worker of a cluster plays in several threads
        if path.stem in sys.modules:
            return sys.modules[path.stem]
        if _is_whole(path):
            with suppress(Exception), learning_nothing():
                return _loaded(path, text)
        with _locked(path):
            if not _is_whole(path):  # else another process has compiled it meanwhile
                _begin_anew(path, text)
            module = _loaded(path, text)
            _seal(path)
            return module


def _loaded(path: Path, text: str) -> ModuleType:
    """The module with this text, as the one in that file: compiled, or from numba's cache where it was compiled before."""
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    load_instructions()
    sys.modules[path.stem] = module  # before it compiles: numba's cache looks its functions up by module name
    try:
        with _numba_keeps_beside_it():
            exec(compile(text, str(path), "exec"), vars(module))  # the text that was asked for, whatever stands in the file
    except BaseException:
        del sys.modules[path.stem]
        raise
    return module


@contextmanager
def _numba_keeps_beside_it() -> Iterator[None]:
    """Whatever $NUMBA_CACHE_DIR says: what lies elsewhere has no checksums."""
    from numba.core import config

    settings = vars(config)
    before, settings["CACHE_DIR"] = settings["CACHE_DIR"], ""
    try:
        yield
    finally:
        settings["CACHE_DIR"] = before


# What lies in the folder for a text: the text, numba's files, and the checksums of both


def _seal_of(path: Path) -> Path:
    return path.with_suffix(".json")


def _numbas(path: Path) -> list[Path]:
    return sorted((path.parent / "__pycache__").glob(f"{path.stem}.*.nb[ci]"))


def _checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_whole(path: Path) -> bool:
    """Is all that was compiled for a text there, as it was written?"""
    try:
        sums = json.loads(_seal_of(path).read_bytes())
        return bool(sums) and all(_checksum(path.parent / name) == checksum for name, checksum in sums.items())
    except (OSError, ValueError, AttributeError, TypeError):
        return False


def _seal(path: Path) -> None:
    """Say that all is there. Where numba has kept nothing there is nothing to be said."""
    if numbas := _numbas(path):
        sums = {str(file.relative_to(path.parent)): _checksum(file) for file in (path, *numbas)}
        write_whole(_seal_of(path), json.dumps(sums))


def _begin_anew(path: Path, text: str) -> None:
    """The text alone, with nothing compiled of it."""
    _forget_old_files()
    for file in (_seal_of(path), path, *_numbas(path)):
        file.unlink(missing_ok=True)
    write_whole(path, text)


def write_whole(path: Path, text: str) -> None:
    """Write a file of the folder so that it is there whole or not at all."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """While a text is compiled: others of this machine who need it wait."""
    with path.with_suffix(".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _forget_old_files() -> None:
    """What was not compiled or used for a month goes."""
    horizon = time.time() - _KEEP_SECONDS
    for path in [file for place in (folder(), folder() / "__pycache__") for file in place.glob("*")]:
        try:
            if path.is_file() and max(path.stat().st_atime, path.stat().st_mtime) < horizon:
                path.unlink()
        except OSError:
            continue  # another process was faster
