"""The engine and a game's plain twin, compared event by event and column by column."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from tests.compiling import compiled_only

ROOT = Path(__file__).parents[2]
REFERENCES = ("random", "first")  # the twins know them themselves


def names_of(game: Any) -> list[str]:
    """All strategies of a game but those that think, whose chance no twin knows."""
    return [strategy.name for strategy in unthinking(game)]


@dataclass(frozen=True)
class Comparison:
    """A game and its twin; `any_rules(dice, players)` picks house rules from all there are, extremes as likely as what lies between."""

    game: Game
    twin: ModuleType
    any_rules: Callable[[random.Random, int], Any]

    def seats(self, names: Sequence[str]) -> list[tuple[strategies.Strategy, dict[str, float]]]:
        """Who sits where, with their own parameters."""
        return [(strategies.find(self.game.name, name), {}) for name in names]

    def any_table(self, dice: random.Random, names: Sequence[str]) -> Table:
        """A table of these strategies under such rules."""
        while True:
            players = dice.choice(self.game.players)
            rules = self.any_rules(dice, players)
            if self.game.refusal(rules, players) is None:
                seats = self.seats([dice.choice(names) for _ in range(players)])
                return Table(self.game, seats, self.game.resolve(rules, players), dice.randrange(2**62))

    def columns(self, row: np.void, players: int) -> dict[str, Any]:
        """A row of the engine as the twin writes it."""
        told: dict[str, Any] = {name: int(row[name]) for name in (*self.game.measured, *self.game.own_columns, "turns", "decisions")}
        told |= {name: Fraction(told[name], UNIT) for name in self.game.measured if self.game.row[name] == np.int64}
        told |= {"ending": self.game.endings[row["ending"]], "places": row["place"][:players].tolist()}
        if self.game.scored:
            told["scores"] = [Fraction(units, UNIT) for units in row["score"][:players].tolist()]
        for name, flag in (("winners", "won"), ("losers", "lost")):
            told[name] = np.flatnonzero(row[flag]).tolist()
        return told

    def compare(self, table: Table, deals: range) -> set[str]:
        """Replay every event of these deals, and work out their columns again; how they ended."""
        players = len(table.seats)
        rows, endings = table.rows(deals.start, len(deals)), set()
        for deal, row in zip(deals, rows, strict=True):
            trace, replay = table.trace(deal), table.replay_command(deal)
            assert self.twin.disagreement(trace) is None, replay
            _, told = self.twin.play(players, trace[0]["rules"], self.twin.follow(trace), table.seed, deal)
            assert self.columns(row, players) == told, replay
            assert not any(row[name][players:].any() for name in self.game.row.names if self.game.row[name].shape), replay
            endings.add(told["ending"])
        return endings

    def as_printed(self, players: int, deals: int) -> None:
        """The printed rules, with `random` players and with `first` among them."""
        for lineup in (["random"] * players, (["first", "random"] * players)[:players]):
            rules = self.game.resolve(self.game.Rules(), players)
            self.compare(Table(self.game, self.seats(lineup), rules, players), range(deals))

    def sweep(self, seed: int, tables: int, deals: int, names: Sequence[str] = REFERENCES) -> set[str]:
        """Many tables, each under rules of its own; how their games ended."""
        dice, endings = random.Random(seed), set()
        for _ in range(tables):
            first = dice.randrange(10**9)
            endings |= self.compare(self.any_table(dice, names), range(first, first + deals))
        return endings

    def play_the_references(self, seed: int, tables: int) -> None:
        """`random` and `first`, mixed: the twin plays the same games by itself, with the same random streams."""
        dice = random.Random(seed)
        comparable = self.twin.Compare([]).comparable
        for _ in range(tables):
            table = self.any_table(dice, REFERENCES)
            players, deal = len(table.seats), dice.randrange(10**9)
            names = [strategy.name for strategy, _ in table.seats]
            at_random = self.twin.Random(names, table.seed, deal)

            def decide(seat, kind, options, names=names, at_random=at_random):
                return at_random(seat, kind, options) if names[seat] == "random" else self.twin.first(seat, kind, options)

            header, *events = table.trace(deal)
            told = self.twin.play(players, header["rules"], decide, table.seed, deal)[0]
            assert list(map(comparable, told)) == list(map(comparable, events)), table.replay_command(deal)

    def some_games(self, tables: int, deals: int) -> list[Any]:
        """Rows and traces of some games of all strategies, as plain data."""
        dice, told = random.Random(6), []
        for _ in range(tables):
            table = self.any_table(dice, names_of(self.game))
            for deal in range(deals):
                row = table.rows(deal, 1)[0]
                told.append([{name: row[name].tolist() for name in row.dtype.names}, table.trace(deal)])
        return told

    def uncompiled(self, tables: int, deals: int) -> list[Any]:
        """The same games, played in a process without the compiler."""
        code = f"from tests.twin.test_{self.game.name} import TestAlike; print(json.dumps(TestAlike.both.some_games({tables}, {deals})))"
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(
            [sys.executable, "-c", f"import json; {code}"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return json.loads(done.stdout)


class Alike:
    """What is tested of every game and its twin. A game's own says at how many tables, and how many deals of each are played."""

    both: Comparison
    printed: int  # deals, at each number of players
    house_rules: tuple[int, int]
    each_strategy: tuple[int, int]
    references: int  # tables
    uncompiled: tuple[int, int]
    at_length: int  # how many times as many tables there are in the long sweeps
    slips: Sequence[tuple[str, dict[str, Any], str]]  # in the first event of that name, these fields; and what is said of it

    def pytest_generate_tests(self, metafunc):
        """Every number of players, and every strategy that is found."""
        if "players" in metafunc.fixturenames:
            metafunc.parametrize("players", self.both.game.players)
        if "name" in metafunc.fixturenames:
            metafunc.parametrize("name", names_of(self.both.game))

    def long_sweep(self, seed, tables, deals, names=REFERENCES):
        self.both.sweep(seed, self.at_length * tables, deals, names)

    def test_as_printed(self, players):
        self.both.as_printed(players, self.printed)

    def test_house_rules(self):
        self.both.sweep(1, *self.house_rules)

    @pytest.mark.slow
    def test_house_rules_at_length(self):
        self.long_sweep(2, *self.house_rules)

    def test_every_strategy_plays_by_the_rules(self, name):
        """Its games are replayed too: at tables with `random`, `first` and itself."""
        self.both.sweep(3, *self.each_strategy, names=(name, name, "random", "first"))

    @pytest.mark.slow
    def test_every_strategy_plays_by_the_rules_at_length(self, name):
        self.long_sweep(4, *self.each_strategy, names=(name, name, "random", "first"))

    def test_the_references_are_exactly_those(self):
        self.both.play_the_references(5, self.references)

    def test_a_disagreement_is_told(self):
        """The twin notices a wrong event, an action that is not legal, an event that is missing, and what comes after the end."""
        game, disagreement = self.both.game, self.both.twin.disagreement
        trace = Table(game, self.both.seats(["random"] * 3), game.resolve(game.Rules(), 3), 7).trace(0)
        assert disagreement(trace) is None
        for name, wrong, said in self.slips:
            at = next(i for i, event in enumerate(trace) if event["event"] == name)
            assert said in disagreement([*trace[:at], trace[at] | wrong, *trace[at + 1 :]])
            assert disagreement(trace[:at] + trace[at + 1 :])
        assert "after the end" in disagreement([*trace, trace[-1]])

    @compiled_only  # this process is not compiled either
    def test_uncompiled_it_is_the_same_game(self):
        """With NUMBA_DISABLE_JIT=1 the same seeds give the same rows and traces."""
        assert self.both.uncompiled(*self.uncompiled) == json.loads(json.dumps(self.both.some_games(*self.uncompiled)))
