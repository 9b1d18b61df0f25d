"""What a shell completes: games, strategies, experiments and runs, as they lie there. Nothing else is loaded: a shell asks at every Tab."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import typer

from simlab.base import paths

BACKENDS = ("threading", "loky", "dask")
Completion = tuple[str, str]  # and what is said beside it
_ASKED = re.compile(r'"question": "((?:[^"\\]|\\.)*)"')
_QUESTION = re.compile(r"^question:\s*(.+?)\s*$", re.MULTILINE)
_DECIDES = re.compile(r"^def (\w+)\(view(?:, my)?\)", re.MULTILINE)
_AT_RANDOM = ":at_random="
_IDEA = re.compile(r'\A\s*"""(.+)')


def games(incomplete: str) -> Iterator[str]:
    """The games that come with simlab, and those of the working directory."""
    return _beginning(incomplete, (name for place in (paths.GAMES, Path("games")) for name in _modules(place)))


def solvable(incomplete: str) -> Iterator[str]:
    """The games that have a solver."""
    return _beginning(incomplete, (name for name in _modules(paths.GAMES) if (paths.GAMES / name / "solver").is_dir()))


def experiments(incomplete: str) -> list[Completion]:
    """The experiments by name, with their questions. Of what looks like a path the shell knows more."""
    found = {file.stem: file for place in reversed(paths.places("experiments")) for file in place.glob("*.yaml")}
    return [(name, _first(_QUESTION, found[name])) for name in _beginning(incomplete, found)]


def games_or_experiments(incomplete: str) -> list[Completion]:
    """What can be traced."""
    return [*((name, "a game") for name in games(incomplete)), *experiments(incomplete)]


def to_check(incomplete: str) -> list[Completion]:
    """Games; behind a game's name its strategies."""
    game, slash, name = incomplete.partition("/")
    if not slash:
        return [(found, "a game") for found in games(incomplete)]
    return [(f"{game}/{strategy}", idea) for strategy, idea in _strategies(game, name)]


def lineup(ctx: typer.Context, incomplete: str) -> list[Completion]:
    """The strategies of the game that was named, behind those that stand there; behind `at_random=` what a strategy decides."""
    before, comma, last = incomplete.rpartition(",")
    seat, at_random, kinds = last.partition(_AT_RANDOM)
    if at_random:
        others, plus, begun = kinds.rpartition("+")
        stem = f"{before}{comma}{seat}{at_random}{others}{plus}"
        return [(f"{stem}{name}", "a decision") for name in _beginning(begun, _decisions(_game(ctx), seat.partition(":")[0]))]
    return [(f"{before}{comma}{name}", idea) for name, idea in _strategies(_game(ctx), last)]


def strategies(ctx: typer.Context, incomplete: str) -> list[Completion]:
    """The strategies of the game that was named, with their ideas."""
    return _strategies(_game(ctx), incomplete)


def runs(incomplete: str) -> list[Completion]:
    """The runs in reports/ by name, with their questions; or the directories of runs where one has begun to type."""
    if "/" not in incomplete:
        return [(name, _asked(paths.REPORTS / name)) for name in _beginning(incomplete, (run.name for run in _runs(paths.REPORTS)))]
    inside = Path(incomplete.rpartition("/")[0] or "/")
    return [(str(run), _asked(run)) for run in _runs(inside) if str(run).startswith(incomplete)]


def backends(incomplete: str) -> Iterator[str]:
    """Who plays."""
    return _beginning(incomplete, BACKENDS)


def _game(ctx: typer.Context) -> str:
    """The game that stands in the command; behind an option without its value it was not read yet."""
    return str(ctx.params.get("game") or next(iter(ctx.args), ""))


def _strategies(game: str, incomplete: str) -> list[Completion]:
    found = {file.stem: file for place in reversed(paths.places("strategies")) for file in (place / game).glob("[!_]*.py")}
    return [(name, _first(_IDEA, found[name])) for name in _beginning(incomplete, found)]


def _decisions(game: str, strategy: str) -> Iterator[str]:
    """The functions of a strategy's file that nothing in it calls."""
    files = [file for place in paths.places("strategies") if (file := place / game / f"{strategy}.py").is_file()]
    try:
        text = files[0].read_text(encoding="utf-8") if files else ""
    except (OSError, UnicodeDecodeError):
        return
    yield from (name for name in _DECIDES.findall(text) if len(re.findall(rf"\b{name}\(", text)) == 1)


def _runs(inside: Path) -> list[Path]:
    return sorted(file.parent for file in inside.glob("*/manifest.json"))


def _asked(run: Path) -> str:
    return _first(_ASKED, run / "manifest.json")


def _modules(place: Path) -> Iterator[str]:
    """What could be a game there."""
    files = [file.stem for file in place.glob("*.py")] + [file.parent.name for file in place.glob("*/__init__.py")]
    yield from (name for name in files if name[0] not in "._")


def _beginning(incomplete: str, names: Iterable[str]) -> Iterator[str]:
    yield from (name for name in sorted(set(names)) if name.startswith(incomplete))


def _first(pattern: re.Pattern[str], file: Path) -> str:
    """What a file says of itself; nothing where it can't be read."""
    try:
        found = pattern.search(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""
    return found[1].strip('"') if found else ""
