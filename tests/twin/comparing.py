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

from simlab.engine.game import Game
from simlab.engine.state import UNIT
from simlab.players import strategies
from simlab.table import Table

ROOT = Path(__file__).parents[2]
REFERENCES = ("random", "first")  # the twins know them themselves


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
        told |= {"ending": self.game.endings[row["ending"]], "places": row["place"][:players].tolist()}
        if self.game.scored:
            told["scores"] = [Fraction(units, UNIT) for units in row["score"][:players].tolist()]
        for name, flag in (("winners", "won"), ("losers", "lost")):
            told[name] = np.flatnonzero(row[flag]).tolist()
        return told

    def compare(self, table: Table, deals: range) -> None:
        """Replay every event of these deals, and work out their columns again."""
        players = len(table.seats)
        rows = table.rows(deals.start, len(deals))
        for deal, row in zip(deals, rows, strict=True):
            trace, replay = table.trace(deal), table.replay_command(deal)
            assert self.twin.disagreement(trace) is None, replay
            _, told = self.twin.play(players, trace[0]["rules"], self.twin.follow(trace), table.seed, deal)
            assert self.columns(row, players) == told, replay
            assert not any(row[name][players:].any() for name in ("won", "lost", "place", "score")), replay

    def as_printed(self, players: int, deals: int) -> None:
        """The printed rules, with `random` players and with `first` among them."""
        for lineup in (["random"] * players, (["first", "random"] * players)[:players]):
            rules = self.game.resolve(self.game.Rules(), players)
            self.compare(Table(self.game, self.seats(lineup), rules, players), range(deals))

    def sweep(self, seed: int, tables: int, deals: int, names: Sequence[str] = REFERENCES) -> None:
        """Many tables, each under rules of its own."""
        dice = random.Random(seed)
        for _ in range(tables):
            first = dice.randrange(10**9)
            self.compare(self.any_table(dice, names), range(first, first + deals))

    def references(self, seed: int, tables: int) -> None:
        """`random` and `first`, mixed: the twin plays the same games by itself, with the same random streams."""
        dice = random.Random(seed)
        comparable = self.twin.Compare([]).comparable
        for _ in range(tables):
            table = self.any_table(dice, REFERENCES)
            players, deal = len(table.seats), dice.randrange(10**9)
            names = [strategy.name for strategy, _ in table.seats]
            at_random = self.twin.Random(players, table.seed, deal)

            def decide(seat, kind, options, names=names, at_random=at_random):
                return at_random(seat, kind, options) if names[seat] == "random" else self.twin.first(seat, kind, options)

            header, *events = table.trace(deal)
            told = self.twin.play(players, header["rules"], decide, table.seed, deal)[0]
            assert list(map(comparable, told)) == list(map(comparable, events)), table.replay_command(deal)

    def some_games(self, tables: int, deals: int) -> list[Any]:
        """Rows and traces of some games of all strategies, as plain data."""
        dice, told = random.Random(6), []
        for _ in range(tables):
            table = self.any_table(dice, strategies.names(self.game.name))
            for deal in range(deals):
                row = table.rows(deal, 1)[0]
                told.append([{name: row[name].tolist() for name in row.dtype.names}, table.trace(deal)])
        return told

    def uncompiled(self, tables: int, deals: int) -> list[Any]:
        """The same games, played in a process without the compiler."""
        code = f"import json; from tests.twin.test_{self.game.name} import BOTH; print(json.dumps(BOTH.some_games({tables}, {deals})))"
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)
