"""Where strategies and experiments are found: in the working directory first, then among the shipped ones; and where runs lie."""

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
GAMES = _PACKAGE / "games"  # those that come with simlab
STARTER = _PACKAGE / "starter"  # a workspace with one game: what `simlab new game` begins with
EXAMPLES = _PACKAGE / "examples"  # a workspace with games of one file: what `simlab init` adds to the shipped strategies and experiments

REPORTS = Path("reports")  # of the working directory


def shipped(kind: str) -> Path:
    """The folder of shipped `strategies` or `experiments`: inside an installed package, or beside it in a checkout."""
    installed = _PACKAGE / "shipped" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def is_installed(path: Path) -> bool:
    """Does a file belong to an installed simlab? In a checkout, strategies and experiments are whoever's edits them."""
    return path.is_relative_to(_PACKAGE)


def places(kind: str) -> tuple[Path, ...]:
    """The folders to look in, the nearest first."""
    own = Path.cwd() / kind
    return (own, shipped(kind)) if real(own) != real(shipped(kind)) else (own,)


def real(path: Path) -> Path:
    """Where a file lies, whatever links lead there; a link that leads to itself is what it is."""
    return Path(os.path.realpath(path)) if isinstance(path, Path) else path.resolve()


def said(path: Path) -> str:
    """What a user calls a file: in the working directory by its way from there."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def experiment(name: str) -> Path | None:
    """The file of an experiment: a path as it is, or a name in experiments/, which may be written with it; None where there is none."""
    path = Path(name)
    if path.is_file():
        return path
    if path.parent not in (Path(), Path("experiments")):
        return None
    wanted = path.name if path.suffix else f"{path.name}.yaml"
    return next((place / wanted for place in places("experiments") if (place / wanted).is_file()), None)


def run(name: str) -> str:
    """Where a run lies: an address as it is, or a name in reports/."""
    is_name = Path(name).name == name and not Path(name).exists()
    return str(REPORTS / name) if is_name and (REPORTS / name).is_dir() else name
