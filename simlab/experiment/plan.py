"""From an experiment to what is played: groups of games that share their deals, cut into chunks.

A group is all games with one number of players, or of one line-up where the run may stop early. On each of its deals every scenario is
played by every line-up in every seating, or in one that is drawn by lot, so the games of one deal can be compared with one another. A chunk
is a stretch of deals with all their games: it becomes one part of the results.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise, permutations
from math import ceil

import numpy as np

from simlab import games
from simlab.engine.compiled.chance import orders
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules
from simlab.experiment import Experiment, Seat
from simlab.players import strategies
from simlab.players.strategies import Strategy

BLOCK_GAMES = 40_000  # in memory at once: a chunk is played block by block
MOST_CHUNKS = 25_000  # of a run, so that what is known of its parts stays small; beyond a thousand million games chunks grow
MOST_ROWS = 1_000_000  # in a part, where a run keeps its games
FEWEST = 200  # deals of each group before a run may stop
LOOKS = tuple(1.3**-number for number in reversed(range(15)))  # a run that may stop early looks after these shares of its planned deals


@dataclass(frozen=True)
class Lineup:
    """A line-up and its distinct seatings; each seating says which of the line-up's seats sits where.

    Each deal is played in all of them; or, where there are `lots`, a seed, in one that is drawn by lot.
    """

    name: str
    seats: tuple[Seat, ...]
    seatings: tuple[tuple[int, ...], ...]
    lots: int | None = None

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The different strategies in it, in order of appearance."""
        return tuple(dict.fromkeys(seat.label for seat in self.seats))

    @property
    def games(self) -> int:
        """How many games of a deal it plays, in each scenario."""
        return len(self.seatings) if self.lots is None else 1

    def seated(self, first: int, deals: int) -> np.ndarray:
        """[game, deal]: in which of its seatings it plays each game of some deals, the same in every scenario.

        Lots are balanced: in each stretch of as many deals as there are seatings, counted from deal 0, each is drawn once.
        """
        count = len(self.seatings)
        if self.lots is None:
            return np.broadcast_to(np.arange(count)[:, None], (count, deals))
        stretches = np.arange(first // count, (first + deals - 1) // count + 1)
        drawn = orders(self.lots, len(self.seats), stretches, count).reshape(-1)
        return drawn[None, first % count :][:, :deals]

    def labels_at(self, seating: tuple[int, ...]) -> tuple[str, ...]:
        """Which strategy sits where in a seating."""
        return tuple(self.seats[i].label for i in seating)


@dataclass(frozen=True)
class Cell:
    """The games of one scenario, line-up and seating: a column in the table of a chunk's games, which has a row a deal.

    Without a seating each deal has its own, which is drawn.
    """

    scenario: int
    lineup: int
    seating: tuple[int, ...] | None


@dataclass(frozen=True)
class Group:
    """Games with one number of players that share their deals."""

    players: int
    scenarios: tuple[str, ...]
    rules: tuple[HouseRules, ...]  # of each scenario, resolved for this number of players
    lineups: tuple[Lineup, ...]
    deals: int
    baseline: int = 0  # the scenario that changes are told against
    is_league: bool = False  # are its line-ups the tables of a league?
    pairs: tuple[tuple[int, int], ...] = ()  # of line-ups: with a strategy tuned, and with it as it is
    is_drawn: bool = False  # or were they drawn from a field, to see how far verdicts hold?

    @cached_property
    def others(self) -> tuple[int, ...]:
        """The scenarios that are compared with the baseline."""
        return tuple(s for s in range(len(self.scenarios)) if s != self.baseline)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All games of a deal, in the order in which they stand in the results."""
        return tuple(
            Cell(scenario, lineup, seating)
            for scenario in range(len(self.scenarios))
            for lineup in range(len(self.lineups))
            for seating in (self.lineups[lineup].seatings if self.lineups[lineup].lots is None else (None,))
        )

    def seated(self, first: int, deals: int) -> np.ndarray:
        """[game of any line-up, deal]: in which seating each game of some deals is played, numbered through all line-ups."""
        before = accumulate((len(lineup.seatings) for lineup in self.lineups), initial=0)
        return np.concatenate([start + lineup.seated(first, deals) for start, lineup in zip(before, self.lineups, strict=False)])

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

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(group.games for group in self.groups)

    @cached_property
    def looks(self) -> tuple[tuple[int, ...], ...]:
        """How many deals of each group are played until the results are looked at: all, unless the run may stop early."""
        shares = LOOKS if self.experiment.precision else (1.0,)
        ends = (tuple(ceil(group.deals * share) for group in self.groups) for share in shares)
        return tuple(end for end in ends if min(end) >= FEWEST or end == tuple(group.deals for group in self.groups))

    def chunks(self) -> Iterator[Chunk]:
        """The stretches of deals, group by group."""
        for group, stretches in enumerate(self._stretches):
            yield from (self.chunk(group, self._numbered_from[group] + i) for i in range(len(stretches)))

    def chunk(self, group: int, number: int) -> Chunk:
        """One of a group's stretches of deals."""
        first, deals = self._stretches[group][number - self._numbered_from[group]]
        return Chunk(group, self.groups[group].players, number, first, deals)

    @cached_property
    def _numbered_from(self) -> tuple[int, ...]:
        """The number of each group's first chunk: no other with as many players has it."""
        players = [group.players for group in self.groups]
        return tuple(sum(len(self._stretches[i]) for i in range(g) if players[i] == players[g]) for g in range(len(players)))

    @cached_property
    def _stretches(self) -> tuple[list[tuple[int, int]], ...]:
        """The first deal of each chunk of each group, and how many it has; none goes on beyond a look."""
        return tuple(list(self._cut(group, ends)) for group, ends in zip(self.groups, zip(*self.looks, strict=True), strict=True))

    def _cut(self, group: Group, ends: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        most = max(1, self.chunk_games // len(group.cells))
        for start, end in pairwise((0, *ends)):
            yield from ((first, min(most, end - first)) for first in range(start, end, most))


def make_plan(experiment: Experiment, chunk_games: int | None = None, *, copies: bool = True) -> Plan:
    """The plan of an experiment: as many deals as give each scenario at least `games` games."""
    with games.held(games.find(experiment.game)) as game:
        groups = groups_of(experiment)
        chunk_games = chunk_games or chunk_size(sum(group.games for group in groups), experiment.keep)
        names = sorted({seat.strategy for group in groups for lineup in group.lineups for seat in lineup.seats})
        found = {name: strategies.find(experiment.game, name) for name in names}
        return Plan(experiment, groups, found, chunk_games, game, copies)


def chunk_size(games: int, keep: str) -> int:
    """How many games a chunk has: enough to make its overhead small, few enough to lose little when a run is stopped."""
    most = MOST_ROWS if keep == "games" else games
    return max(BLOCK_GAMES, min(ceil(games / MOST_CHUNKS), most))


def groups_of(experiment: Experiment) -> tuple[Group, ...]:
    """The games of an experiment by number of players; where it may stop early also by line-up, because one that is decided stops first."""
    return tuple(group for players in experiment.players for group in _groups(experiment, players))


def by_players(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Those with equally many players as one, with the line-ups of all."""
    found: dict[int, Group] = {}
    for group in groups:
        before = found.get(group.players)
        found[group.players] = replace(before, lineups=before.lineups + group.lineups) if before else group
    return tuple(found.values())


def _groups(experiment: Experiment, players: int) -> Iterator[Group]:
    lots = experiment.seed if experiment.seating == "sample" else None
    lineups = tuple(
        Lineup(name, seats, seatings(seats, experiment.seating), lots) for name, seats in experiment.lineups_at(players).items()
    )
    games_a_deal = sum(lineup.games for lineup in lineups)
    scenarios = tuple(experiment.scenarios)
    rules = tuple(experiment.rules_of(scenario, players) for scenario in scenarios)
    deals, baseline = ceil(experiment.games / games_a_deal), scenarios.index(experiment.baseline)
    pairs = tuple((t + 1, t) for t in range(0, len(lineups), 2)) if experiment.tune else ()
    for some in [(lineup,) for lineup in lineups] if experiment.precision else [lineups]:
        yield Group(players, scenarios, rules, some, deals, baseline, experiment.is_league, pairs, experiment.tables is not None)


def seatings(seats: Sequence[Seat], how: str) -> tuple[tuple[int, ...], ...]:
    """The distinct ways to seat a line-up: as given, all rotations, or all orders (of which `sample` draws). Equal strategies are not told
    apart.
    """
    n = len(seats)
    rotations = [tuple((seat + shift) % n for seat in range(n)) for shift in range(n)]
    all_orders = permutations(range(n))
    ways = {"fixed": rotations[:1], "rotate": rotations, "permute": all_orders, "sample": all_orders}[how]
    distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
    for order in ways:
        distinct.setdefault(tuple(seats[i].label for i in order), order)
    return tuple(distinct.values())
