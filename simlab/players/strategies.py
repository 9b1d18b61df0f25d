"""Strategies, found by looking: a file in strategies/<game>/ of the working directory, or among the shipped ones, or a path. One in
strategies/ itself is a strategy of every game.

A file is read and checked before anything is compiled, so that a slip is named with its line instead of a compiler's message.
"""

import ast
import hashlib
import inspect
import re
import sys
import traceback
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType

import numpy as np

from simlab import games, kit
from simlab.base import paths
from simlab.base.faults import BadInput, Fault, suggestion, unknown
from simlab.base.parsing import parsed
from simlab.engine.compiled import COMPILES, kernel
from simlab.engine.game import DECIDE, Game
from simlab.engine.tried import Tried, strategy_tried
from simlab.players.params import Param, declared_in
from simlab.players.reading import faults_in, imagines
from simlab.players.refused import refused

RANDOM = "random"
_RANDOM_TEXT = '"""Picks one of the legal actions, each with the same chance."""\n'  # what leaves a decision out decides at random
_MISSING = re.compile(r"^cannot import name '(\w+)' from '([\w.]+)'")


@dataclass(frozen=True)
class Strategy:
    """A strategy: the idea in a sentence, its parameters, and the source text that is compiled."""

    game: Game = field(repr=False)
    name: str
    path: Path
    source: str
    idea: str
    doc: str
    declared: dict[str, Param]  # its parameters
    functions: dict[str, int] = field(repr=False)  # each function of the file, and how many arguments it takes
    thinks: bool = False  # does it imagine games?
    imagined: tuple["Strategy", ...] = ()  # then what it imagines all to play; by default what is played at its table
    field: tuple["Strategy", ...] = ()  # and what else there is to be played, where it finds out what is
    at_random: tuple[str, ...] = ()  # the decisions that are taken at random, though it would take them

    @property
    def params(self) -> dict[str, float]:
        """Its parameters as they are unless an experiment changes them."""
        return {name: param.default for name, param in self.declared.items()}

    @property
    def digest(self) -> str:
        """A hash of the source text, and of what is not asked of it; a changed strategy is another strategy."""
        return digest_of("\n".join([self.source, *self.at_random]))

    @property
    def reference(self) -> str:
        """What to call it on a command line: by its name where that finds this text, else by its path."""
        found = shipped_or_own(self.game.name, self.name)
        return self.name if found and found.read_text(encoding="utf-8") == self.source else str(self.path)

    @property
    def module(self) -> ModuleType:
        """The file as an ordinary Python module, under a name of its own."""
        version = f"{self.game.source.digest[:12]}_" if self.game.source else ""
        name = f"simlab_strategy_{self.game.name}_{version}{self.name}_{digest_of(self.source)[:12]}"
        if name not in sys.modules:
            module = ModuleType(name)
            module.__file__ = str(self.path)
            with self.game.in_place():
                exec(compile(self.source, str(self.path), "exec"), module.__dict__)  # a strategy file is code that runs
            sys.modules[name] = module
        return sys.modules[name]

    def parameters(self, changed: dict[str, float]) -> np.ndarray:
        """The parameters as the engine sees them: one record, kept alive by whoever plays."""
        record = np.zeros(1, dtype=self._fields or [("none", "<f8")]).view(np.recarray)
        for name, value in {**self.params, **changed}.items():
            record[name] = value
        return record

    @property
    def decides(self) -> tuple[str, ...]:
        """The decisions that it takes, in the order of the game's."""
        names = (decision.name for decision in self.game.decisions)
        return tuple(name for name in names if not self.functions.keys().isdisjoint((name, DECIDE)) and name not in self.at_random)

    @property
    def _fields(self) -> list[tuple[str, str]]:
        """Of that record; the mind of one that thinks is set up by whoever seats it."""
        return [*((name, "<f8") for name in self.params), *([("_mind", "<u8")] if self.thinks else [])]

    @property
    def left_to_chance(self) -> int:
        """The decisions that it does not take, as bits: the engine takes them at random and does not ask."""
        return sum(1 << kind for kind, decision in enumerate(self.game.decisions) if decision.name not in self.decides)

    @property
    def entry_text(self) -> str:
        """What is compiled of it."""
        return kernel.entry_text(self.game, self.source, self.functions, self._fields)

    def address(self, my: np.ndarray) -> int:
        """Where the engine finds the strategy: its compiled code, or uncompiled a number that stands for it."""
        if not COMPILES:
            functions = {name: getattr(self.module, name) for name in self.functions}
            return kernel.plain_address(self.game, functions, self.functions, my[0])
        try:
            return kernel.address(self.game, self.name, self.entry_text)
        except (BadInput, OSError):
            raise
        except Exception as error:  # besides its own errors, numba raises whatever Python does when it meets something unforeseen
            file = kernel.file_of(self.game, self.name, self.entry_text)
            raise BadInput([refused(self.game, paths.said(self.path), self.source, self.entry_text, file, error)]) from error


Seated = tuple[Strategy, dict[str, float]]  # a strategy at a table, and its changed parameters


def digest_of(source: str) -> str:
    """The hash of a strategy's text."""
    return hashlib.sha256(source.encode()).hexdigest()


def names(game: str) -> tuple[str, ...]:
    """The names of all strategies for a game."""
    found = {path.stem for folder in _folders(game) for path in folder.glob("*.py")}
    return tuple(sorted(name for name in found if not name.startswith("_")))


def shipped_or_own(game: str, name: str) -> Path | None:
    """The file of the strategy of that name, which is not looked into; None where there is none."""
    found = (folder / f"{name}.py" for folder in _folders(game))
    return next((path for path in found if path.is_file()), None) if name in names(game) else None


def find(game: str, name: str) -> Strategy:
    """The strategy of that name, or in that file; BadInput where there is none, it is broken, or it must not be played."""
    return load(games.find(game), path_of(game, name))


def described(game: str, name: str) -> Strategy:
    """The strategy of that name as its text describes it: nothing of it is executed, and it may be unfit to play."""
    path = path_of(game, name)
    return _read(games.find(game), path.stem, _text_in(path), path)


def at_random(game: Game) -> Strategy:
    """A strategy that decides everything at random, whether or not there is a file of that name."""
    if RANDOM in names(game.name):
        return find(game.name, RANDOM)
    path = Path("strategies") / game.name / f"{RANDOM}.py"
    return Strategy(game, RANDOM, path, _RANDOM_TEXT, "", "", {}, {})


def path_of(game: str, name: str) -> Path:
    """The file of the strategy of that name, or that file; BadInput where there is none."""
    if name.endswith(".py"):
        path = Path(name)
        if not path.is_file():
            raise BadInput([Fault("", f"no strategy file {name}")])
        return path
    if found := shipped_or_own(game, name):
        return found
    raise BadInput([Fault("", unknown(f"strategy for {game}", name, names(game)))])


def _folders(game: str) -> list[Path]:
    """Where strategies are looked for: this game's own before those of every game, in which it must be known what is hidden."""
    places = paths.places("strategies")
    return [*(place / game for place in places), *(places if _may_be_imagined(game) else [])]


def _may_be_imagined(game: str) -> bool:
    """Does this game say what a player cannot know? Of one that cannot be read just now nobody can tell."""
    try:
        return game in games.names() and games.find(game).redeal is not None
    except BadInput:
        return True


def load(game: Game, path: Path) -> Strategy:
    """The strategy in a file, tried out before it is executed here."""
    text = _text_in(path)
    strategy = _read(game, path.stem, text, path)
    tried(strategy)
    return from_source(game, path.stem, text, path)


def tried(strategy: Strategy) -> Tried:
    """What came of trying it out; what comes with an installed simlab was tried before it was shipped."""
    return Tried() if paths.is_installed(strategy.path) else strategy_tried(strategy.game, strategy.name, strategy.source, strategy.path)


def _text_in(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput([Fault(paths.said(path), f"cannot be read: {error}")]) from error


@lru_cache(maxsize=256)
def _read(game: Game, name: str, source: str, path: Path) -> Strategy:
    faults = faults_in(game, source, paths.said(path))
    if faults:
        raise BadInput(faults)
    tree = parsed(source)
    if imagines(tree) and game.redeal is None:
        what = f"nobody can think in {game.title}: it does not say how to deal anew what a player cannot know"
        raise BadInput([Fault(paths.said(path), what)])
    doc = inspect.cleandoc(ast.get_docstring(tree) or "")
    functions = {node.name: len(node.args.args) for node in tree.body if isinstance(node, ast.FunctionDef)}
    declared = declared_in(tree)[0]
    return Strategy(game, name, path, source, doc.split("\n\n")[0].replace("\n", " "), doc, declared, functions, imagines(tree))


@lru_cache(maxsize=256)  # a search asks for the same few again and again
def from_source(game: Game, name: str, source: str, path: Path) -> Strategy:
    """The strategy in a text, which was tried out before, maybe on another machine."""
    strategy = _read(game, name, source, path)
    try:
        strategy.module  # noqa: B018  # it is loaded by being asked for
    except Exception as error:  # whatever the author's own code raises while it is loaded
        raise BadInput([_unloaded(game, path, error)]) from error
    return strategy


def _unloaded(game: Game, path: Path, error: Exception) -> Fault:
    """What went wrong while a strategy's file was loaded: in its own line, and where a name is missing that the kit has, that it has it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    what = f"raises {type(error).__name__} when it is loaded: {error}"
    missing = _MISSING.search(str(error)) if isinstance(error, ImportError) else None
    if missing:
        name, module = missing.groups()
        there = game.module if game.source and game.source.module == module else sys.modules[module]
        meant = f"; from simlab.kit import {name}" if name in kit.__all__ else suggestion(name, vars(there))
        what = f'{module} has no "{name}"{meant}'
    return Fault(f"{paths.said(path)}:{lines[-1]}" if lines else paths.said(path), what)
