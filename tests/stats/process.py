"""Games that were never played, drawn from a process whose truth is known: to see whether what is said of them is true.

Games of one deal are alike: with probability `ALIKE` a game takes what happens from its deal, else it draws for itself. So every game has
the same known distribution, and the games of a deal are far from independent.
"""

from dataclasses import dataclass

import numpy as np

from simlab import games
from simlab.engine.game import Game
from simlab.experiment import Seat
from simlab.experiment.plan import Group, Lineup, groups_of, seatings
from simlab.stats.analysis import Analysis
from simlab.stats.estimates import GroupStats
from simlab.stats.intervals import Intervals
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.tally import Tally
from tests.stats.played import experiment

MEAN = games.find("mean")
ALIKE = 0.6
EVEN = (0.25, 0.25, 0.25, 0.25)


def group(*lineups, scenarios=("before", "after"), seating="rotate", deals=1000, game=MEAN) -> Group:
    """A group of games; every line-up has a strategy a letter."""
    each = []
    for letters in lineups or ("abcd",):
        seats = tuple(Seat(letter, {}, letter) for letter in letters)
        each.append(Lineup(f"line-up {letters}", seats, seatings(seats, seating), 1 if seating == "sample" else None))
    players = len(each[0].seats)
    rules = tuple(game.resolve(game.Rules(), players) for _ in scenarios)
    return Group(players, tuple(scenarios), rules, tuple(each), deals)


def anything(of: Group, deals: int, seed: int = 1, game: Game = MEAN) -> np.ndarray:
    """Rows in which everything that a game leaves is drawn by lot: one winner mostly, now and then several or none."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((deals, len(of.cells)), dtype=game.row)
    for name in game.row.names:
        rows[name] = rng.integers(0, 4, rows[name].shape)
    rows["course"] = np.arange(rows.size).reshape(rows.shape)  # of each its own
    rows["turns"] = rng.integers(20, 60, rows.shape)
    rows["ending"] = rng.integers(0, len(game.endings), rows.shape)
    winner = rng.integers(0, of.players, rows.shape)[..., None]
    rows["won"] = (np.arange(8) == winner) | ((np.arange(8) < of.players) & (rng.random(rows["won"].shape) < 0.1))
    rows["won"][rng.random(rows.shape) < 0.05] = 0
    if game.has_scores:
        rows["score"] = rng.integers(-9_000, 9_000, rows["score"].shape)
    return rows


def tally_of(measures: Measures, rows: np.ndarray, first: int = 0) -> Tally:
    """The tally of rows."""
    return Tally.of(Played(measures, rows, first))


def place_of(measures: Measures, rows: np.ndarray, t: int = 0, s: int = 0) -> Place:
    """A line-up in a scenario, with what rows say of it."""
    return Place(GroupStats(measures, tally_of(measures, rows)), t, s)


def said_of(*rows: np.ndarray, **changed) -> Analysis:
    """What made-up rows say, as if they were those of an experiment with MEAN!, a table of rows for each number of players."""
    asked = experiment(**changed)
    groups, game = groups_of(asked), games.find(asked.game)
    tallies = {i: tally_of(Measures(game, of, asked.vary), given) for i, (of, given) in enumerate(zip(groups, rows, strict=True))}
    return Analysis(asked, tallies, groups)


def drawn_for(deals: int = 30, **changed) -> Analysis:
    """What games drawn by lot say of an experiment."""
    asked = experiment(**changed)
    return said_of(*(anything(of, deals, game=games.find(asked.game)) for of in groups_of(asked)), **changed)


@dataclass(frozen=True)
class Process:
    """Who wins, how long it takes, and whether swaps happen. `after`: who wins in the other scenarios, where a swap happened."""

    before: tuple[float, ...] = EVEN
    after: tuple[float, ...] = EVEN
    swaps: float = 0.4
    longer: int = 2  # turns, in the other scenarios
    scale: int = 15  # of the lengths

    def rows(self, rng: np.random.Generator, of: Group, deals: int) -> np.ndarray:
        """Rows [deal, cell] of a group with one line-up."""
        rows = np.zeros((deals, len(of.cells)), dtype=MEAN.row)
        scenarios, count = len(of.scenarios), len(of.lineups[0].seatings)
        drawn = _alike(rng, (deals, scenarios, count)), _alike(rng, (deals, scenarios, count))
        swapped = _alike(rng, (deals, 1, count)) < self.swaps  # the same in all scenarios
        chances = np.where(swapped[..., None] & (np.arange(scenarios) > 0)[:, None, None], self.after, self.before)
        winner = (drawn[0][..., None] > chances.cumsum(axis=-1)).sum(axis=-1).clip(max=len(self.before) - 1)
        turns = length_at(drawn[1], self.scale) + self.longer * (np.arange(scenarios) > 0)[:, None]
        seats = np.argsort([list(seating) for seating in of.lineups[0].seatings], axis=1)  # where each strategy sits
        at = np.take_along_axis(np.broadcast_to(seats, (deals, scenarios, *seats.shape)), winner[..., None], axis=-1)[..., 0]
        rows["won"] = (at.reshape(deals, -1)[..., None] == np.arange(8)).astype(np.uint8)
        rows["turns"] = turns.reshape(deals, -1)
        rows["swaps"] = np.broadcast_to(swapped, drawn[0].shape).reshape(deals, -1)
        return rows

    def stats(self, rng: np.random.Generator, measures: Measures, deals: int, intervals: Intervals | None = None) -> GroupStats:
        """What is said of so many deals."""
        return GroupStats(measures, tally_of(measures, self.rows(rng, measures.group, deals)), intervals or Intervals())


def length_at(u: np.ndarray, scale: int) -> np.ndarray:
    """The length that a share u of all games does not exceed: skewed, from 20 turns."""
    return 20 + np.floor(-scale * np.log1p(-u)).astype(np.int64)


def mean_length(scale: int) -> float:
    """The true mean: whole turns beyond 20 are geometric."""
    return 20 + 1 / np.expm1(1 / scale)


def _alike(rng: np.random.Generator, shape: tuple[int, int, int]) -> np.ndarray:
    own, shared = rng.random(shape), rng.random((shape[0], 1, 1))
    return np.where(rng.random(shape) < ALIKE, shared, own)
