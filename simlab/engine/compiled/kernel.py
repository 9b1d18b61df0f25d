"""The compiled engine of a game, and the strategies at its table, each compiled by itself.

One kernel serves all line-ups and house rules of a game: strategies are called by address, rules and parameters are data. Both stand in
generated files (see `cache`), so that nothing stale is ever used and a second run compiles nothing.
"""

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from simlab.engine.compiled import COMPILES, ahead
from simlab.engine.compiled import cache as build
from simlab.engine.compiled.course import close_course
from simlab.engine.compiled.memory import PLAIN
from simlab.engine.compiled.play import begin, below
from simlab.engine.compiled.readable import Record
from simlab.engine.compiled.refusals import refusals_told
from simlab.engine.game import DECIDE, Game
from simlab.engine.watched import ALL

_KERNEL = '''"""Generated: the compiled engine of {game}."""
from numba import from_dtype, njit, types
from simlab.engine.compiled.course import close_course
from simlab.engine.compiled.memory import flagged
from simlab.engine.compiled.play import begin
from simlab.games.{game} import GAME

prepare, play, made, has_scores = GAME.prepare, GAME.play, GAME.made, GAME.has_scores


_STATE, _ROWS = from_dtype(GAME.state)[::1], types.Array(from_dtype(GAME.row), 1, "A")


@njit(types.void(_STATE, _ROWS, types.int64, types.int64[::1], types.uint64[::1]), nogil=True, cache=True)
def play_batch(state, rows, first, which, looked):
    g = state[0]
    read = g.seen.rules._looked
    read[:] = 0
    prepare(g)
    prepared = flagged(read)
    for i in which:
        read[:] = 0
        begin(g, first + i)
        play(g)
        rows[i] = g.row
        looked[i] = prepared | flagged(read)
    for i in which:
        close_course(rows[i], has_scores)
'''

_STRATEGY = """{source}

# Generated: the strategy above, compiled.
import numpy as _np
from numba import carray as _carray, from_dtype as _from_dtype, njit as _njit, types as _types
from simlab.engine.compiled.memory import option as _option
from simlab.engine.compiled.play import below as _below
from simlab.games.{game} import GAME as _GAME
_MY = _np.dtype({parameters!r})
{functions}

@_njit(_types.int64(_from_dtype(_GAME.seen), _types.voidptr), nogil=True, boundscheck=True, cache=True)
def _entry(view, address):
    my = _carray(address, (1,), _MY)[0]
{answers}
    return _below(view, view.options)
"""

TAKEN = frozenset(re.findall(r"\b_\w+", _STRATEGY))  # names that no strategy may have, for they stand beside its text

_THINKING = '''"""Generated: what thinks in {game}, and the games that it imagines (see `thinking`)."""
from numba import from_dtype, njit, types
from simlab.engine.compiled import roles
from simlab.engine.compiled.imagined import no_odds, no_secret
from simlab.engine.compiled.memory import record_at
from simlab.engine.compiled.thinking import KEEPS, LOOKS_BACK, LOOKS_ON, NOTES, PART, RECALLS, REPEATS, STRAYS, THINKS, TRIES, WEIGHS
from simlab.engine.compiled.weighing import no_recall
from simlab.games.{game} import GAME

STATE, play, look, redeal, made = GAME.state, GAME.play, GAME.look, GAME.redeal, GAME.made
odds, secret, recall = GAME.odds or no_odds, GAME.secret or no_secret, GAME.recall or no_recall


@njit(types.int64(from_dtype(GAME.seen), types.voidptr), nogil=True, cache=True)
def _entry(view, address):
    part = record_at(address, PART)
    if part.role == NOTES:
        return roles.notes(part, view, STATE)
    if part.role == KEEPS:
        return roles.keeps(part, STATE)
    if part.role == THINKS:
        return roles.thinks(part, view, STATE, look, secret)
    if part.role == TRIES:
        return roles.tries(part, view, STATE, secret)
    if part.role == LOOKS_ON:
        return roles.looks_on(part, view, STATE)
    if part.role == REPEATS:
        return roles.repeats(part, view, STATE, redeal)
    if part.role == STRAYS:
        return roles.strays(part, STATE, redeal)
    if part.role == WEIGHS:
        return roles.weighs(part, STATE, odds)
    if part.role == LOOKS_BACK:
        return roles.looks_back(part, STATE)
    if part.role == RECALLS:
        return roles.recalls(part, STATE, look, redeal, recall)
    return roles.plays(part, STATE, play)
'''

_PARTING = '''"""Generated: what asks a strategy in {game} with other parameters as well (see `parting`)."""
from numba import from_dtype, njit, types
from simlab.engine.compiled.memory import record_at
from simlab.engine.compiled.parting import PARTING, ask_all
from simlab.games.{game} import GAME

STATE, made = GAME.state, GAME.made


@njit(types.int64(from_dtype(GAME.seen), types.voidptr), nogil=True, cache=True)
def _entry(view, address):
    parting = record_at(address, PARTING)
    return ask_all(parting, record_at(parting.table, STATE).deal, view)
'''

THINKING, PARTING = "thinking", "parting"  # the names of generated modules: of what is called in place of strategies
_PARTS = {THINKING: _THINKING, PARTING: _PARTING}

PlayBatch = Callable[[np.ndarray, np.ndarray, int, np.ndarray, np.ndarray], None]


@cache
def play_batch(game: Game) -> PlayBatch:
    """(state, rows, first, which, looked): for each i in `which` deal `first` + i is played into row i, and looked[i] is told which house
    rules were read in it. `state`: the game's record, in an array that is no record array: so it is handed over soonest. Compiled, or as
    plain Python with NUMBA_DISABLE_JIT=1.
    """
    if COMPILES:
        play: PlayBatch
        compile_ahead(game, {})
        with refusals_told(game):
            play = build.generated(*_engine(game), game).play_batch
        return play

    def plain(state: np.ndarray, rows: np.ndarray, first: int, which: np.ndarray, looked: np.ndarray) -> None:
        g: Any = state.view(np.recarray)[0]
        with np.errstate(over="ignore"):
            game.prepare(g)
            for i in which:
                begin(g, first + i)
                game.play(g)
                close_course(g.row, game.has_scores)
                rows[i] = g.row
                looked[i] = ALL  # nobody has noted which

    return plain


def _engine(game: Game) -> tuple[str, str]:
    """The name and the text of its generated module."""
    return f"{ahead.ENGINE}{game.name}", _KERNEL.format(game=game.name)


def needs_compiling(game: Game) -> bool:
    """Will the first batch of this game have to wait for the compiler?"""
    return COMPILES and not build.is_cached(*_engine(game), game)


def compiled_of(game: Game) -> str:
    """A hash of all that the engine of a game is compiled from; in words where it is not compiled."""
    return build.fingerprint_of(_engine(game)[1], game) if COMPILES else "nothing"


def _texts(game: Game, strategies: Mapping[str, str]) -> dict[str, str]:
    """The texts of the generated modules, by name."""
    return dict([_engine(game)]) | {f"{game.name}_{name}": text for name, text in strategies.items()}


def compile_ahead(game: Game, strategies: Mapping[str, str]) -> dict[str, int]:
    """The engine of a game, and of some strategies by name what `entry_text` made: compiled at once, as far as they are not yet. Which of
    the strategies ended the compiler, and by which signal.
    """
    if not COMPILES:
        return {}
    ended = ahead.make(_texts(game, strategies), game)
    return {name: ended[f"{game.name}_{name}"] for name in strategies if f"{game.name}_{name}" in ended}


def begin_compiling(game: Game, strategies: Mapping[str, str]) -> None:
    """What `compile_ahead` will wait for, begun already while something else is done."""
    if COMPILES:
        ahead.begin(_texts(game, strategies), game)


def entry_text(game: Game, source: str, functions: Mapping[str, int], parameters: Sequence[tuple[str, str]]) -> str:
    """The generated module of a strategy. `functions`: each of its functions and how many arguments it takes; `parameters`: the fields of
    their record. A decision's own function is merged into what calls it, mostly the entry alone.
    """
    own = {decision.name for decision in game.decisions}
    answers = []
    for kind, decision in enumerate(game.decisions):
        name = decision.name if decision.name in functions else DECIDE
        if name in functions:
            arguments = "view, my" if functions[name] == 2 else "view"
            answers.append(f"    if view.kind == {kind}:\n        return _option({name}({arguments}))")
    return _STRATEGY.format(
        source=source,
        game=game.name,
        parameters=list(parameters) or [("none", "<f8")],
        functions="\n".join(f"{name} = _njit(nogil=True, boundscheck=True, forceinline={name in own})({name})" for name in functions),
        answers="\n".join(answers),
    )


@cache
def address(game: Game, name: str, text: str) -> int:
    """The address of a compiled strategy, from the text that `entry_text` made."""
    module = build.generated(f"{game.name}_{name}", text, game)
    result = next(iter(module._entry.overloads.values()))
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def file_of(game: Game, name: str, text: str) -> str:
    """The file in which such a text is compiled."""
    return str(build.path_of(f"{game.name}_{name}", text, game))


def part_text(game: Game, name: str) -> str:
    """The generated module of that name of what is called in place of strategies."""
    return _PARTS[name].format(game=game.name)


def part_address(game: Game, name: str, at: int) -> int:
    """Where the engine finds what it does, for the part that stands at an address; it is compiled at the same time as the game's engine."""
    if not COMPILES:
        return number_for(lambda view: _plain_entry(game, name)(view._fields if isinstance(view, Record) else view, at))
    return _compiled_entry(game, name)


@cache
def _compiled_entry(game: Game, name: str) -> int:
    text = part_text(game, name)
    compile_ahead(game, {name: text})
    return address(game, name, text)


@cache
def _plain_entry(game: Game, name: str) -> Callable[[Any, int], int]:
    names: dict[str, Any] = {}
    with game.in_place():
        exec(compile(part_text(game, name), f"<{name} in {game.name}>", "exec"), names)  # which compiles nothing here
    entry: Callable[[Any, int], int] = names["_entry"]
    return entry


_numbers = itertools.count(1)


def plain_address(game: Game, functions: Mapping[str, Callable[..., Any]], arguments: Mapping[str, int], my: Any) -> int:
    """The number that stands for an uncompiled strategy with the parameters `my`. It sees what people can read (see `readable`)."""

    def at_random(view: Any) -> int:
        return int(below(view, view.options))

    names = [decision.name if decision.name in functions else DECIDE for decision in game.decisions]
    chosen = [functions.get(name, at_random) for name in names]
    more = [(Record(my),) if arguments.get(name) == 2 else () for name in names]

    filled = {name for decision in game.decisions for name in decision.fills}

    def answer(view: Any) -> int:
        return int(chosen[view.kind](Record(view, filled), *more[view.kind]))

    return number_for(answer)


def number_for(answer: Callable[[Any], int]) -> int:
    """The number that stands for whatever answers uncompiled."""
    number = next(_numbers)
    PLAIN[number] = answer
    return number
