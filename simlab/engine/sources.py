"""What results depend on, byte by byte: the source files of the engine and of a game, of the user's own its text."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import simlab
from simlab.base.faults import RunFailure
from simlab.engine.game import Game

PACKAGE = Path(__file__).parent.parent


@cache
def source_digest(game: Game) -> str:
    """A hash of the sources of the engine, the kit and one game: what its results depend on."""
    if game.source is None:
        return _digest_as_imported(sources(game.name))
    imported = {name.split(".")[2] for name, _ in game.source.imported if name.startswith("simlab.games.")} - {game.name}
    files = {file for name in ("", *imported) for file in sources(name)}
    return hashlib.sha256(f"{_digest_as_imported(sorted(files))} {game.name} {game.source.text}".encode()).hexdigest()


def _digest_as_imported(files: list[Path]) -> str:
    """A hash of files of this package as this process knows them; refused where nobody can say that any more."""
    if changed := changed_meanwhile(files):
        name = changed[0].relative_to(PACKAGE.parent)
        raise RunFailure(f"{name} was changed after this process began, and what plays here may be older: start simlab (or Python) again")
    return digest_of(files)


def changed_meanwhile(files: Iterable[Path]) -> list[Path]:
    """Those of the files that were changed after this process had begun. By the time of the change itself: that of the text can be set."""
    return [file for file in files if file.stat().st_ctime > simlab.BEGAN]


def digest_of(files: Iterable[Path]) -> str:
    """A hash of files of this package, their names included."""
    digest = hashlib.sha256()
    for source in files:
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def sources(game: str) -> list[Path]:
    """The source files of the engine, of the kit and of one game; without a name, of no game."""
    module = PACKAGE / "games" / f"{game}.py"
    own = [module] if module.exists() else (PACKAGE / "games" / game).rglob("*.py") if game else ()
    return sorted([*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "kit").rglob("*.py"), *own])
