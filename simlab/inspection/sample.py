"""Thousands of games, compiled: under the house rules as printed and under any others, with every number of players and any line-up."""

import random
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from simlab.base.faults import BadInput, RunFailure
from simlab.engine.compiled.kernel import play_batch
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules
from simlab.inspection.draws import drawn, extremes, resolved
from simlab.inspection.finding import CAME_OF_IT, ENDLESS, FAULT, HINT, Finding
from simlab.players import strategies
from simlab.players.strategies import Strategy, at_random
from simlab.table import Table

EQUAL = 2_000  # games of equal players under the printed rules, with each number of players
MIXED = 300  # games of other line-ups
TABLES, OF_EACH = 60, 60  # tables with any house rules, and games at each
SEED = 5
PATIENCE = 3.0  # seconds of computing for one game; they take microseconds
LOOKS = 0.05  # seconds between two looks
ENOUGH = 2_000  # games that could not be played
LOCATED = 2  # of them, for which it is looked where it goes wrong; the others will be like them
BUDGET = 20.0  # seconds of computing, after which no other strategy is brought to the table

_RAISED = re.compile(r"(?:(\w+) )?raised (\w+): ?(.*)")
_WORDS = {  # what an exception means in a game, whose author has not raised it
    "CardFault": "{function}: {said}; ask size(), count() or holds() before",
    "EventFault": "in {function} {said}",
    "IndexError": "{function} reads or writes beyond the end: {said}",
    "NegativeIndex": "{function} reads or writes at {said}, which counts from the end; where that is meant, write % len(...)",
    "DoesNotFit": "{function} makes {said}; keep it small, or declare a field of a larger type",
}


@dataclass(frozen=True, eq=False)
class Played:
    """Games that were played at one table: of these deals, in this order."""

    table: Table
    deals: np.ndarray
    rows: np.ndarray
    is_printed: bool  # the house rules are as printed
    is_equal: bool  # all play the same strategy

    @property
    def players(self) -> int:
        """How many sat there."""
        return len(self.table.seats)

    @property
    def won(self) -> np.ndarray:
        """Who has won, [game, seat]."""
        return np.asarray(self.rows["won"][:, : self.players])

    def seen_in(self, game: int) -> str:
        """How to see one of them again."""
        return self.table.replay_command(int(self.deals[game]))


class Endless(Exception):
    """A game that does not end."""


class Sturdy(Table):
    """A table that goes on where a game could not be played; only of the first such games it tells where they go wrong."""

    located = 0

    def _failure(self, error: Exception) -> RunFailure:
        type(self).located += 1
        return super()._failure(error) if self.located <= LOCATED else RunFailure("")


def printed(game: Game, players: int) -> HouseRules | None:
    """The house rules as printed; None where so many can't play by them."""
    return resolved(game, {}, players)


def rows_of(table: Table, first: int, count: int) -> np.ndarray:
    """The rows of these deals."""
    rows = np.zeros(count, dtype=table.game.row)
    play_into(rows, table, first)
    return rows


def play_into(rows: np.ndarray, table: Table, first: int) -> None:
    """Play the deals from `first` on. A game that does not end can't be interrupted: it is left alone."""
    play_batch(table.game)  # what is compiled first takes its time
    failed: list[BaseException] = []

    def play() -> None:
        try:
            table.play(first, rows)
        except BaseException as error:  # of whatever kind: it is raised again where somebody waits for it
            failed.append(error)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    deal, since = -1, time.process_time()
    while thread.is_alive():
        thread.join(LOOKS)
        now = time.process_time()
        if table.progress[0] != deal:
            deal, since = table.progress[0], now
        elif now - since > PATIENCE and thread.is_alive():
            before = table.progress[1]
            thread.join(LOOKS)
            raise Endless(table.unended(PATIENCE) if table.progress[1] != before else table.unanswered(PATIENCE))
    if failed:
        raise failed[0]


@dataclass(eq=False)
class Sample:
    """The games of one check. `faults`: what came in the way; `is_stuck`: one of them is still being played."""

    game: Game
    played: list[Played] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)
    is_stuck: bool = False
    failed: int = 0

    def __post_init__(self) -> None:
        self._dice = random.Random(SEED)
        for players in self.game.players:
            rules = printed(self.game, players)
            if rules is not None:
                self._sit([at_random(self.game)] * players, rules, EQUAL, is_printed=True)
                for lineup in self._lineups(players):
                    self._sit(lineup, rules, MIXED, is_printed=True)
        for said, rules in extremes(self.game, players := self.game.players[-1]):
            self._sit([at_random(self.game)] * players, rules, OF_EACH, is_printed=False, under=said)
        for _ in range(TABLES):
            players = self._dice.choice(self.game.players)
            rules = drawn(self.game, players, self._dice)
            if rules is not None:
                self._sit([self._dice.choice(self.known) for _ in range(players)], rules, OF_EACH, is_printed=False)

    @property
    def games(self) -> int:
        """How many there are."""
        return sum(len(one.rows) for one in self.played)

    @property
    def is_whole(self) -> bool:
        """Could every game be played?"""
        return not self.faults and not self.is_stuck

    @cached_property
    def known(self) -> list[Strategy]:
        """Whatever strategies there are; but not more than can be compiled in a while."""
        found = []
        for name in strategies.names(self.game.name):
            if name in (strategies.RANDOM, "first") or time.process_time() < BUDGET:
                try:
                    strategy = strategies.find(self.game.name, name)
                    if strategy.thinks:
                        continue  # which takes its time, and sees what the others see
                    strategy.address(strategy.parameters({}))
                except BadInput as error:
                    self.faults += [Finding(fault.where, fault.what, HINT) for fault in error.faults]
                else:
                    found.append(strategy)
        return found or [at_random(self.game)]

    def _lineups(self, players: int) -> Iterator[Sequence[Strategy]]:
        """As many line-ups as it takes for every strategy to sit at the table."""
        known = self.known
        for start in range(0, len(known), players):
            yield [known[(start + seat) % len(known)] for seat in range(players)]

    def _sit(self, lineup: Sequence[Strategy], rules: HouseRules, count: int, *, is_printed: bool, under: str = "") -> None:
        """Play some games at a table of its own; `under`: what a fault is said to come of."""
        if self.is_stuck or self.failed >= ENOUGH:
            return
        table = Sturdy(self.game, [(strategy, {}) for strategy in lineup], rules, SEED)
        rows, is_played, first = np.zeros(count, dtype=self.game.row), np.zeros(count, dtype=bool), 0
        while first < count and self.failed < ENOUGH and not self.is_stuck:
            stop = count
            try:
                play_into(rows[first:], table, first)
            except Endless as error:
                self.is_stuck, stop = True, table.progress[0]
                self.faults.append(replace(told_of(str(error)), about=ENDLESS))
            except RunFailure as error:
                self.failed, stop = self.failed + 1, table.progress[0]
                self.faults += [_coming_of(under, told_of(str(error)))] if str(error) else []
            is_played[first:stop] = True
            first = stop + 1
        if is_played.any():
            is_equal = len({strategy.name for strategy in lineup}) == 1
            self.played.append(Played(table, np.flatnonzero(is_played), rows[is_played], is_printed, is_equal))


def _coming_of(under: str, fault: Finding) -> Finding:
    return replace(fault, what=f"{fault.what}; {under}: can that be? if not, allow less, or refuse it in refusal()") if under else fault


def told_of(message: str) -> Finding:
    """What a table says of a game that could not be played, as a finding."""
    head, *rest = message.splitlines()
    where, _, what = head.partition(": ")
    where = where.partition(" or ")[0]  # a game's file, where it can't be told whether it is the game's or a strategy's
    raised = _RAISED.match(what)
    if raised:
        function, kind, said = raised.groups()
        what = _WORDS.get(kind, "{function} raised {kind}: {said}").format(function=function, kind=kind, said=said).rstrip(": ")
    replay = next((line.strip().removeprefix("replay: ") for line in rest if line.strip().startswith("replay: ")), "")
    return Finding(where, what, FAULT, replay, f"{where} {CAME_OF_IT}" if raised else "")
