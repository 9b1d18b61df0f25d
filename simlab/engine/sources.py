"""What results depend on, byte by byte: the source files of the engine and of a game, of the user's own its text."""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from simlab.engine.game import Game

PACKAGE = Path(__file__).parent.parent


@cache
def source_digest(game: Game) -> str:
    """A hash of the sources of the engine and of one game: what its results depend on."""
    if game.source is None:
        return digest_of(sources(game.name))
    imported = {name.split(".")[2] for name, _ in game.source.imported if name.startswith("simlab.games.")} - {game.name}
    files = {*(PACKAGE / "kit").rglob("*.py"), *(PACKAGE / "engine").rglob("*.py"), *(file for name in imported for file in sources(name))}
    return hashlib.sha256(f"{digest_of(sorted(files))} {game.name} {game.source.text}".encode()).hexdigest()


def digest_of(files: Iterable[Path]) -> str:
    """A hash of files of this package, their names included."""
    digest = hashlib.sha256()
    for source in files:
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def sources(game: str) -> list[Path]:
    """The source files of the engine and of one game."""
    module = PACKAGE / "games" / f"{game}.py"
    return sorted([*(PACKAGE / "engine").rglob("*.py"), *([module] if module.exists() else (PACKAGE / "games" / game).rglob("*.py"))])
