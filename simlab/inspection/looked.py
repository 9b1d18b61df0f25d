"""Some games as plain Python, looked over while they are played: every event, every decision, every card that comes to lie somewhere.

Only in a process of its own: the engine's functions are replaced there for good by such that tell a watcher.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from types import FrameType
from typing import Any

import numpy as np

from simlab.base.faults import RunFailure
from simlab.base.loops import Over, limited
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled import play as engine
from simlab.engine.compiled.kernel import number_for
from simlab.engine.compiled.play import below
from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules, kinds
from simlab.inspection.draws import drawn
from simlab.inspection.finding import ENDLESS, Finding
from simlab.inspection.guarded import guard
from simlab.inspection.sample import printed, told_of
from simlab.inspection.text import Text
from simlab.kit import moves, packing, turns
from simlab.kit.declared import number_of
from simlab.kit.zones import Layout
from simlab.players.strategies import at_random
from simlab.table import Table

SEED = 6
DRAWN = 10  # tables with any house rules, beside one for each number of players
LONGEST = 200  # turns: uncompiled, they take their time
PATIENCE = 5.0  # seconds of computing for one game
ENOUGH = 300  # games that could not be played


class Watcher:
    """What is told of a game while it is played. Who is asked decides at random, unless the watcher does."""

    def told(self, g: Any, event: int, values: tuple[int, ...]) -> None:
        """An event happens."""

    def asked(self, g: Any, view: Any) -> int | None:
        """A seat is asked."""

    def gained(self, zone: Any, card: int) -> None:
        """A card comes to lie somewhere."""

    def shuffled(self, g: Any, pile: Any) -> None:
        """A pile was shuffled."""

    def ended(self, g: Any, ending: int) -> None:
        """The game is given its ending."""


class Stop(BaseException):
    """A watcher has seen enough of a game."""


class Seated(Table):
    """A table whose games are watched."""

    def __init__(self, game: Game, players: int, rules: HouseRules) -> None:
        super().__init__(game, [(at_random(game), {})] * players, rules, SEED)
        self._g.to_chance[:players] = 0  # each decision is asked for, so that the watcher is told
        self._g.code[:players] = number_for(self._answer)

    @property
    def g(self) -> Any:
        """The game that is played, as its functions see it."""
        return self._g

    def watched(self, deal: int) -> tuple[list[Event], np.void]:
        """One game: its events, and its row."""
        words, row = self._written(deal, "tracing")
        return list(self.game.events.read(words.tolist())), row

    def _answer(self, view: Any) -> int:
        chosen = _Current.watcher.asked(self._g, view)
        return int(below(view, view.options)) if chosen is None else chosen


class _Current:
    """Who watches at the moment."""

    watcher = Watcher()


class Looked:
    """The games of one check. `faults`: what came in the way."""

    def __init__(self, game: Game, layout: Layout | None, text: Text) -> None:
        assert not COMPILES, "run with NUMBA_DISABLE_JIT=1"
        self.game, self.layout, self.text = game, layout, text
        self.faults: list[Finding] = []
        self.games = self.failed = 0
        self._seated: dict[int, Seated] = {}
        _listen(game)
        if game.source and game.module:
            guard(vars(game.module), game.source.text, game.source.path)

    @property
    def is_broken(self) -> bool:
        """Could too many games not be played?"""
        return self.failed >= ENOUGH

    def table(self, number: int) -> Seated:
        """One of the tables, made when it is needed."""
        if number not in self._seated:
            self._seated[number] = Seated(self.game, *settings(self.game)[number])
        return self._seated[number]

    def deals(self, count: int, seconds: float) -> Iterator[tuple[Seated, int]]:
        """So many deals, table after table; fewer where they would take longer."""
        tables = len(settings(self.game))
        until = time.process_time() + seconds
        for number in range(count):
            if self.is_broken or time.process_time() > until:
                return
            yield self.table(number % tables), number // tables

    def play(self, table: Seated, deal: int, watcher: Watcher) -> tuple[list[Event], np.void] | None:
        """One game with a watcher: its events and its row; None where it could not be played to its end."""
        _Current.watcher = watcher
        try:
            with limited(PATIENCE, {file.path for file in self.text.files}, lambda: (int(table.g.row.turns), int(table.g.row.decisions))):
                played = table.watched(deal)
        except Stop:
            return None
        except Over as over:
            self._give_up(table, deal, over)
            return None
        except RunFailure as failure:
            self._fail(told_of(str(failure)))
            return None
        finally:
            _Current.watcher = Watcher()
        self.games += 1
        return played

    def line(self) -> int | None:
        """The author's line that is being done."""
        paths = {file.path for file in self.text.files}
        frame: FrameType | None = sys._getframe(1)
        while frame and frame.f_code.co_filename not in paths:
            frame = frame.f_back
        return frame.f_lineno if frame else None

    def _fail(self, fault: Finding) -> None:
        self.failed += 1
        if fault.subject not in [known.subject for known in self.faults]:
            self.faults.append(fault)

    def _give_up(self, table: Seated, deal: int, over: Over) -> None:
        """A game has taken too long. It may only be slow; but if it went on without a turn or a decision, it is endless."""
        self.failed += ENOUGH // 2
        if over.loop:
            function, line = over.loop
            what = f"{function} goes round and round here, and comes to no decision and to no end"
            where = self.text.main.at(line)
            self.faults.append(Finding(where, what, seen_in=table.replay_command(deal), about=ENDLESS))


@cache
def settings(game: Game) -> list[tuple[int, HouseRules]]:
    """Numbers of players, and house rules: as printed with each number, then any others."""
    found = [(players, rules) for players in game.players if (rules := printed(game, players)) is not None]
    dice = random.Random(SEED)
    for _ in range(DRAWN):
        players = dice.choice(game.players)
        rules = drawn(game, players, dice)
        found += [(players, rules)] if rules is not None else []
    return [(players, _short(rules)) for players, rules in found]


def _short(rules: HouseRules) -> HouseRules:
    """The same house rules with a lower turn limit, where there is one."""
    kind: Any = kinds(type(rules)).get("turn_limit")
    if kind is None or kind.low > LONGEST or rules.turn_limit <= LONGEST:  # type: ignore[attr-defined]  # it is there
        return rules
    return rules.model_copy(update={"turn_limit": LONGEST})


@cache
def _listen(game: Game) -> None:
    """Let the engine's functions tell the watcher."""
    write, gain, mix_up, ends = engine._write, moves.gain, packing.mix_up, turns._ends

    def written(g: Any, event: int, *values: int) -> None:
        _Current.watcher.told(g, int(event), values)
        write(g, event, *values)

    def gained(zone: Any, card: int) -> None:
        gain(zone, card)
        _Current.watcher.gained(zone, int(card))

    def mixed(g: Any, pile: Any) -> None:
        mix_up(g, pile)
        _Current.watcher.shuffled(g, pile)

    def ended(g: Any, ending: Any) -> None:
        _Current.watcher.ended(g, number_of(ending))
        ends(g, ending)

    moves.VERSIONS[gained] = moves.VERSIONS[gain]
    for function, by in ((write, written), (gain, gained), (mix_up, mixed), (ends, ended)):
        _replace(function, by, game)


def _replace(function: Callable[..., Any], by: Callable[..., Any], game: Game) -> None:
    """Wherever a module of the engine, of the kit, or of the game has the function, it has the other from now on."""
    modules = [vars(module) for name, module in sys.modules.items() if name.startswith(("simlab.engine", "simlab.kit"))]
    for names in (*modules, vars(game.module) if game.module else {}):
        for name, value in list(names.items()):
            if value is function:
                names[name] = by
