"""From an experiment to what is played: groups of games that share their deals, cut into chunks.

A group is all games with one number of players. On each of its deals every scenario is played by every line-up in every seating, so the
games of one deal can be compared with one another. A chunk is a stretch of deals with all their games: it becomes one part of the results.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from math import ceil

from simlab import games
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules
from simlab.experiment import Experiment, Seat
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.players.strategies import Strategy

BLOCK_GAMES = 40_000  # in memory at once: a chunk is played block by block
MOST_CHUNKS = 25_000  # of a run, so that what is known of its parts stays small; beyond a thousand million games chunks grow
MOST_ROWS = 1_000_000  # in a part, where a run keeps its games


@dataclass(frozen=True)
class Lineup:
    """A line-up and its distinct seatings; each seating says which of the line-up's seats sits where."""

    name: str
    seats: tuple[Seat, ...]
    seatings: tuple[tuple[int, ...], ...]

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The different strategies in it, in order of appearance."""
        return tuple(dict.fromkeys(seat.label for seat in self.seats))

    def labels_at(self, seating: tuple[int, ...]) -> tuple[str, ...]:
        """Which strategy sits where in a seating."""
        return tuple(self.seats[i].label for i in seating)


@dataclass(frozen=True)
class Cell:
    """The games of one scenario, line-up and seating: a column in the table of a chunk's games, which has a row a deal."""

    scenario: int
    lineup: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """All games with one number of players."""

    players: int
    scenarios: tuple[str, ...]
    rules: tuple[HouseRules, ...]  # of each scenario, resolved for this number of players
    lineups: tuple[Lineup, ...]
    deals: int

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All games of a deal, in the order in which they stand in the results."""
        return tuple(
            Cell(scenario, lineup, seating)
            for scenario in range(len(self.scenarios))
            for lineup in range(len(self.lineups))
            for seating in self.lineups[lineup].seatings
        )

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The different strategies at any of its tables."""
        return tuple(dict.fromkeys(label for lineup in self.lineups for label in lineup.labels))

    @property
    def games(self) -> int:
        """How many games it has."""
        return self.deals * len(self.cells)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of deals of a group; its results stand in the part of that name."""

    group: int
    players: int
    number: int
    first: int
    deals: int

    @property
    def part(self) -> str:
        """The name of its part."""
        return f"part-{self.players}p-{self.number:06d}"

    def blocks(self, deals: int) -> "Iterator[Chunk]":
        """The chunk cut into stretches of at most so many deals."""
        for first in range(self.first, self.first + self.deals, deals):
            yield replace(self, first=first, deals=min(deals, self.first + self.deals - first))


@dataclass(frozen=True)
class Plan:
    """What an experiment plays."""

    experiment: Experiment
    groups: tuple[Group, ...]
    strategies: dict[str, Strategy]  # by their names in the experiment; with their source text, for workers that don't have the files
    chunk_games: int
    game: Game  # as it was when the plan was made
    copies: bool = True  # is a game copied where another scenario's is known to be the same?
    imagined: tuple[Strategy, ...] = ()  # where all at some table think: what they imagine all to play unless they are told

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(group.games for group in self.groups)

    def chunks(self) -> Iterator[Chunk]:
        """The stretches of deals, group by group."""
        for number, group in enumerate(self.groups):
            for i in range(ceil(group.deals / self._deals_of(group))):
                yield self.chunk(number, i)

    def chunk(self, group: int, number: int) -> Chunk:
        """One of a group's stretches of deals."""
        of = self.groups[group]
        deals = self._deals_of(of)
        return Chunk(group, of.players, number, number * deals, min(deals, of.deals - number * deals))

    def seated(self, seats: Sequence[Seat]) -> list[tuple[Strategy, dict[str, float]]]:
        """The strategies at a table, with their parameters; those that think know what to imagine."""
        found = [self.strategies[seat.strategy] for seat in seats]
        default = self.imagined if all(strategy.thinks for strategy in found) else ()
        told = [tuple(self.strategies[name] for name in seat.imagines) or default for seat in seats]
        return [
            (replace(strategy, imagined=imagined) if strategy.thinks else strategy, seat.params)
            for strategy, seat, imagined in zip(found, seats, told, strict=True)
        ]

    def _deals_of(self, group: Group) -> int:
        return max(1, self.chunk_games // len(group.cells))


def make_plan(experiment: Experiment, chunk_games: int | None = None, *, copies: bool = True) -> Plan:
    """The plan of an experiment: as many deals as give each scenario at least `games` games."""
    with games.held(games.find(experiment.game)) as game:
        groups = groups_of(experiment)
        chunk_games = chunk_games or chunk_size(sum(group.games for group in groups), experiment.keep)
        lineups = [lineup.seats for group in groups for lineup in group.lineups]
        names = {name for seats in lineups for seat in seats for name in (seat.strategy, *seat.imagines)}
        found = {name: strategies.find(experiment.game, name) for name in sorted(names)}
        all_think = any(all(found[seat.strategy].thinks for seat in seats) for seats in lineups)
        return Plan(experiment, groups, found, chunk_games, game, copies, tuple(unthinking(game)) if all_think else ())


def chunk_size(games: int, keep: str) -> int:
    """How many games a chunk has: enough to make its overhead small, few enough to lose little when a run is stopped."""
    most = MOST_ROWS if keep == "games" else games
    return max(BLOCK_GAMES, min(ceil(games / MOST_CHUNKS), most))


def groups_of(experiment: Experiment) -> tuple[Group, ...]:
    """The games of an experiment by number of players."""
    return tuple(_group(experiment, players) for players in experiment.players)


def _group(experiment: Experiment, players: int) -> Group:
    lineups = []
    for name in experiment.lineups:
        seats = experiment.lineup_at(name, players)
        lineups.append(Lineup(name, seats, seatings(seats, experiment.seating)))
    games_a_deal = sum(len(lineup.seatings) for lineup in lineups)
    scenarios = tuple(experiment.scenarios)
    rules = tuple(experiment.rules_of(scenario, players) for scenario in scenarios)
    return Group(players, scenarios, rules, tuple(lineups), ceil(experiment.games / games_a_deal))


def seatings(seats: Sequence[Seat], how: str) -> tuple[tuple[int, ...], ...]:
    """The distinct ways to seat a line-up: as given, all rotations, or all orders. Equal strategies are not told apart."""
    n = len(seats)
    rotations = [tuple((seat + shift) % n for seat in range(n)) for shift in range(n)]
    orders = {"fixed": rotations[:1], "rotate": rotations, "permute": permutations(range(n))}[how]
    distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in orders:
        distinct.setdefault(tuple(seats[i].label for i in order), order)
    return tuple(distinct.values())
