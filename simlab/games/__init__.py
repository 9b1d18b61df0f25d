"""The games, found by looking: each module or package in this folder that is not private, and each file in games/ of the working directory.

Whichever it is, it is the module simlab.games.<name>. One of the user's own is known by its text: edited, it is read anew, and a worker
of a cluster, where there is no such file, is sent the text.
"""

import copyreg
import importlib
import keyword
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from simlab.base.faults import BadInput, Fault
from simlab.base.paths import real
from simlab.engine.game import Game
from simlab.engine.own import LOCK, Source
from simlab.engine.tried import game_tried
from simlab.games._reading import read, text_in

_HERE = real(Path(__file__).parent)
_held: ContextVar[Game | None] = ContextVar("held", default=None)
_versions: dict[Source, Game] = {}  # of the user's own games, as they were read
_told: set[tuple[Path, Fault]] = set()


@cache
def shipped() -> tuple[str, ...]:
    """The names of the games that come with simlab."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(sorted({*shipped(), *_own()}))


def find(name: str) -> Game:
    """The game of that name, one of the user's own as its file is now; KeyError where there is none, BadInput where the file is broken."""
    held = _held.get()
    if held and held.name == name:
        return held
    if name in shipped():
        _tell_once(fault for path, fault in _refused() if path.stem == name)
        return _of_package(name)
    path = _own()[name]
    source = Source(name, str(path), text_in(path, f"games/{name}.py"))
    if source not in _versions:
        game_tried(source)
    return received(source)


def received(source: Source) -> Game:
    """The game in a text, which may come from another machine; BadInput where there is none."""
    with LOCK:
        if source not in _versions:
            _versions[source] = read(source)
        return _versions[source]


def version(name: str, digest: str, *, outside: Path) -> Game | None:
    """The version of a game of the user's own that has this digest: one that was read before, or its file now; None: it is gone. Another
    text is not executed, and neither is one in the folder `outside` of which the user's own games lie.
    """
    known = next((game for source, game in _versions.items() if (source.name, source.digest) == (name, digest)), None)
    path = _own().get(name)
    if known or path is None or real(path).is_relative_to(real(outside)):
        return known
    with suppress(BadInput):
        source = Source(name, str(path), text_in(path, f"games/{name}.py"))
        return received(source) if source.digest == digest else None
    return None


@contextmanager
def held(game: Game) -> Iterator[Game]:
    """Meanwhile, in this thread, the game of that name is this version of it, whatever its file says by now."""
    before = _held.set(game)
    try:
        yield game
    finally:
        _held.reset(before)


def playable() -> Iterator[Game]:
    """All games that can be played; what is wrong with the others is said."""
    _tell_once(fault for _, fault in _refused())
    for name in names():
        try:
            yield find(name)
        except BadInput as error:
            sys.stderr.write(f"{error}\n")


def _of_package(name: str) -> Game:
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def _files() -> list[Path]:
    """What in games/ of the working directory looks like a game: all but what is private or hidden."""
    folder = Path.cwd() / "games"
    if real(folder) == _HERE:
        return []
    packages = (path.parent for path in folder.glob("*/__init__.py"))
    return sorted(path for path in (*folder.glob("*.py"), *packages) if path.name[0] not in "._")


def _own() -> dict[str, Path]:
    """The files of the user's own games, by name."""
    return {path.stem: path for path in _files() if not _refusal(path)}


def _refused() -> Iterator[tuple[Path, Fault]]:
    """The files in games/ that can't be a game, whatever is in them."""
    for path in _files():
        if what := _refusal(path):
            yield path, Fault(f"games/{path.name}", what)


def _refusal(path: Path) -> str:
    """Why a file can't be a game; empty where it can."""
    return unfit(path.stem) if path.suffix == ".py" else f"a game of your own is one file: games/{path.stem}.py"


def unfit(name: str) -> str:
    """Why a game of the user's own can't have this name; empty where it can."""
    if name in shipped():
        return f'a game "{name}" comes with simlab, and is the one that is played; choose another name for your own'
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
        return f'"{name}" is no name for a game: small letters, digits and _, beginning with a letter; choose another name'
    if keyword.iskeyword(name) or name in _TAKEN:
        return f'"{name}" is a word that {"Python" if keyword.iskeyword(name) else "simlab"} needs itself; choose another name'
    return ""


def _tell_once(faults: Iterator[Fault]) -> None:
    """Say it on the terminal, where it has not been said yet."""
    for fault in faults:
        if (Path.cwd(), fault) not in _told:
            _told.add((Path.cwd(), fault))
            sys.stderr.write(f"{fault}\n")


class _Finder(MetaPathFinder, Loader):
    """Makes the user's own games modules of this package, for whoever imports one by its name."""

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002  # the protocol's
        package, _, name = fullname.rpartition(".")
        return spec_from_loader(fullname, self) if package == __name__ and name in _own() else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return find(spec.name.rpartition(".")[2]).module

    def exec_module(self, module: ModuleType) -> None:
        """It is a game already."""


def _as_sent(game: Game) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    """A game travels as its name, or as its text."""
    return (received, (game.source,)) if game.source else (_of_package, (game.name,))


copyreg.pickle(Game, _as_sent)
sys.meta_path.append(_Finder())
_TAKEN = frozenset(vars())  # names that a module of this package must not have
