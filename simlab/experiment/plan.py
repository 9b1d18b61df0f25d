"""From an experiment to what is played: groups of games that share their deals, cut into chunks.

A group is all games with one number of players. On each of its deals every scenario is played by every line-up in every seating, or in one
that is drawn by lot, so the games of one deal can be compared with one another. Where a run may stop early each line-up has a group of its
own, and so has each scenario beside the baseline: groups that differ in nothing else share the baseline's games, which are played once. A
chunk is a stretch of deals with the games of those groups that still need them: it becomes one part of the results.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
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
from simlab.players.imagining import unthinking
from simlab.players.strategies import Seated, Strategy

BLOCK_GAMES = 60_000  # in memory at once: a chunk is played block by block
THOUGHTFUL_GAMES = 400  # of a chunk where somebody thinks: they take as long as hundreds of thousands of others
THOUGHTFUL_CHUNKS = 64  # of a short run of theirs, about: all cores have something to do, and little is lost when it is stopped
MOST_CHUNKS = 25_000  # of a run, so that what is known of its parts stays small; in longer runs chunks grow
MOST_ROWS = 1_000_000  # in a part, where a run keeps its games
FEWEST = 200  # deals of each group before a run may stop
LOOKS = tuple(1.3**-number for number in reversed(range(15)))  # a run that may stop early looks after these shares of its planned deals


@dataclass(frozen=True)
class Lineup:
    """A line-up and its distinct seatings; each seating says which of the line-up's seats sits where.

    Each deal is played in all of them; or, where there are `lots`, a seed, in one that is drawn by lot. `adapted`: where players adapt
    to the rules, who sits in the same seats in each scenario.
    """

    name: str
    seats: tuple[Seat, ...]
    seatings: tuple[tuple[int, ...], ...]
    lots: int | None = None
    adapted: tuple[tuple[Seat, ...], ...] = ()

    def seats_in(self, scenario: int) -> tuple[Seat, ...]:
        """Who sits there in a scenario."""
        return self.adapted[scenario] if self.adapted else self.seats

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
    """Games with one number of players that share their deals, and that are played on together."""

    players: int
    scenarios: tuple[str, ...]
    rules: tuple[HouseRules, ...]  # of each scenario, resolved for this number of players
    lineups: tuple[Lineup, ...]
    deals: int
    baseline: int = 0  # the scenario that changes are told against
    is_league: bool = False  # are its line-ups the tables of a league?
    pairs: tuple[tuple[int, int], ...] = ()  # of line-ups: with a strategy tuned, and with it as it is
    is_drawn: bool = False  # or were they drawn from a field, to see how far verdicts hold?
    decisions: tuple[str, ...] = ()  # that are taken at random, each in the first seat of a line-up, behind one where none is

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

    def like(self, number: int) -> int:
        """The first cell with the same games as one: itself, unless those who adapt play there as they do in another line-up."""
        cell = self.cells[number]
        if not self.lineups[cell.lineup].adapted:
            return number

        def played(in_cell: Cell) -> tuple[int, tuple[int, ...] | None, tuple[Seat, ...]]:
            return in_cell.scenario, in_cell.seating, self.lineups[in_cell.lineup].seats_in(in_cell.scenario)

        return next(i for i, other in enumerate(self.cells) if played(other) == played(cell))

    def apart(self) -> "Iterator[Group]":
        """Each scenario but the baseline beside it; the group itself where there is only one."""
        if len(self.others) < 2:
            yield self
            return
        for other in self.others:
            both = sorted((self.baseline, other))
            scenarios, rules = tuple(self.scenarios[s] for s in both), tuple(self.rules[s] for s in both)
            yield replace(self, scenarios=scenarios, rules=rules, baseline=both.index(self.baseline))


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of deals of some groups, which share their baseline's games; its results stand in the part of that name."""

    groups: tuple[int, ...]
    players: int
    number: int
    first: int
    deals: int

    @property
    def part(self) -> str:
        """The name of its part."""
        return f"part-{self.players}p-{self.number:06d}"

    def without(self, settled: Collection[int]) -> "Iterator[Chunk]":
        """The same for those of its groups that are played on, if there are any."""
        if left := tuple(group for group in self.groups if group not in settled):
            yield replace(self, groups=left)

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
    imagined: tuple[Strategy, ...] = ()  # what those who think imagine all to play unless they are told: where all at a table think, or in
    # a game in which they find out

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(self.together(bundle).games for bundle in self.bundles)

    @cached_property
    def bundles(self) -> tuple[tuple[int, ...], ...]:
        """The groups by number, those together that share their baseline's games: with the same players at the same tables."""
        alike: dict[tuple[int, tuple[str, ...]], list[int]] = {}
        for number, group in enumerate(self.groups):
            alike.setdefault((group.players, tuple(lineup.name for lineup in group.lineups)), []).append(number)
        return tuple(map(tuple, alike.values()))

    def together(self, numbers: tuple[int, ...]) -> Group:
        """Groups of a bundle as they are played: as one, the baseline's games once."""
        if numbers not in self._together:
            self._together[numbers] = joined([self.groups[number] for number in numbers])
        return self._together[numbers]

    @cached_property
    def _together(self) -> dict[tuple[int, ...], Group]:
        return {}

    @cached_property
    def looks(self) -> tuple[tuple[int, ...], ...]:
        """How many deals of each group are played until the results are looked at: all, unless the run may stop early."""
        shares = LOOKS if self.experiment.precision else (1.0,)
        ends = (tuple(ceil(group.deals * share) for group in self.groups) for share in shares)
        return tuple(end for end in ends if min(end) >= FEWEST or end == tuple(group.deals for group in self.groups))

    def chunks(self) -> Iterator[Chunk]:
        """The stretches of deals, bundle by bundle, each with all of its groups."""
        for bundle in self.bundles:
            first = self._numbered_from[bundle[0]]
            yield from (self.chunk(bundle, first + i) for i in range(len(self._stretches[bundle[0]])))

    def chunk(self, groups: tuple[int, ...], number: int) -> Chunk:
        """One of the stretches of deals of some groups of a bundle."""
        first, deals = self._stretches[groups[0]][number - self._numbered_from[groups[0]]]
        return Chunk(groups, self.groups[groups[0]].players, number, first, deals)

    def has_chunk(self, groups: tuple[int, ...], number: int) -> bool:
        """Is there such a stretch?"""
        return 0 <= number - self._numbered_from[groups[0]] < len(self._stretches[groups[0]])

    def stage(self, chunk: Chunk) -> int:
        """After how many looks it is played."""
        return sum(ends[chunk.groups[0]] <= chunk.first for ends in self.looks)

    @cached_property
    def _numbered_from(self) -> dict[int, int]:
        """The number of each group's first chunk: no other bundle with as many players has it."""
        found: dict[int, int] = {}
        taken = dict.fromkeys((group.players for group in self.groups), 0)
        for bundle in self.bundles:
            players = self.groups[bundle[0]].players
            found |= dict.fromkeys(bundle, taken[players])
            taken[players] += len(self._stretches[bundle[0]])
        return found

    @cached_property
    def _stretches(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The first deal of each chunk of each group, and how many it has; none goes on beyond a look."""
        found: dict[int, tuple[tuple[int, int], ...]] = {}
        for bundle in self.bundles:
            found |= dict.fromkeys(bundle, tuple(self._cut(bundle)))
        return found

    def _cut(self, bundle: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        most = ceil(self.chunk_games / len(self.together(bundle).cells))
        for start, end in pairwise((0, *(ends[bundle[0]] for ends in self.looks))):
            yield from ((first, min(most, end - first)) for first in range(start, end, most))

    def seated(self, seats: Sequence[Seat]) -> list[Seated]:
        """The strategies at a table, with their parameters; those that think know what to imagine."""
        found = [self.strategies[seat.strategy] for seat in seats]
        default = self.imagined if all(strategy.thinks for strategy in found) and not self.game.open else ()
        told = [tuple(self.strategies[name] for name in seat.imagines) or default for seat in seats]
        field = self.imagined if self.imagined and self.game.open else ()
        return [
            (
                replace(strategy, imagined=imagined, field=field, at_random=seat.at_random)
                if strategy.thinks
                else replace(strategy, imagined=(), at_random=seat.at_random),
                seat.params,
            )
            for strategy, seat, imagined in zip(found, seats, told, strict=True)
        ]


def make_plan(experiment: Experiment, chunk_games: int | None = None, *, copies: bool = True) -> Plan:
    """The plan of an experiment: as many deals as give each scenario at least `games` games."""
    with games.held(games.find(experiment.game)) as game:
        groups = groups_of(experiment)
        lineups = [lineup.seats for group in groups for lineup in group.lineups]
        lineups += [seats for players in experiment.players for seats in experiment.tables_elsewhere(players).values()]
        names = {name for seats in lineups for seat in seats for name in (seat.strategy, *seat.imagines)}
        found = {name: strategies.find(experiment.game, name) for name in sorted(names)}
        thinking = [[found[seat.strategy].thinks for seat in seats] for seats in lineups]
        needs_all = any(any(of) and (all(of) or game.open) for of in thinking)
        total = sum(group.games for group in groups)
        chunk_games = chunk_games or chunk_size(total, experiment.keep, thinks=any(map(any, thinking)))
        imagined = tuple(unthinking(game)) if needs_all else ()
        found = {strategy.name: strategy for strategy in imagined} | found
        return Plan(experiment, groups, found, chunk_games, game, copies, imagined)


def chunk_size(games: int, keep: str, *, thinks: bool = False) -> int:
    """How many games a chunk has: enough to make its overhead small, few enough to lose little when a run is stopped."""
    most = MOST_ROWS if keep == "games" else games
    least = min(THOUGHTFUL_GAMES, ceil(games / THOUGHTFUL_CHUNKS)) if thinks else BLOCK_GAMES
    return max(least, min(ceil(games / MOST_CHUNKS), most))


def groups_of(experiment: Experiment) -> tuple[Group, ...]:
    """The games of an experiment by number of players; where it may stop early also by line-up and by scenario, because one that is decided
    stops first. Combinations of rules that are varied stay together: what a rule does is told of all of them.
    """
    return tuple(group for players in experiment.players for group in _groups(experiment, players))


def by_players(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Those with equally many players as one."""
    found: dict[int, list[Group]] = {}
    for group in groups:
        found.setdefault(group.players, []).append(group)
    return tuple(map(joined, found.values()))


def joined(groups: Sequence[Group]) -> Group:
    """Groups with equally many players and the same baseline as one, with the line-ups and the scenarios of all, in their order."""
    lineups = {lineup.name: lineup for group in groups for lineup in group.lineups}
    each = [(group.baseline, list(zip(group.scenarios, group.rules, strict=True))) for group in groups]
    rules = dict([one for at, of in each for one in of[:at]] + [one for at, of in each for one in of[at:]])
    names = tuple(rules)
    baseline = names.index(groups[0].scenarios[groups[0].baseline])
    return replace(groups[0], scenarios=names, rules=tuple(rules.values()), lineups=tuple(lineups.values()), baseline=baseline)


def _groups(experiment: Experiment, players: int) -> Iterator[Group]:
    lots = experiment.seed if experiment.seating == "sample" else None
    lineups = tuple(
        Lineup(name, seats, seatings(seats, experiment.seating), lots, experiment.adapted(name))
        for name, seats in experiment.lineups_at(players).items()
    )
    games_a_deal = sum(lineup.games for lineup in lineups)
    scenarios = tuple(experiment.scenarios)
    rules = tuple(experiment.rules_of(scenario, players) for scenario in scenarios)
    deals, baseline = ceil(experiment.games / games_a_deal), scenarios.index(experiment.baseline)
    about = {"is_league": experiment.is_league, "is_drawn": experiment.tables is not None}
    pairs = tuple((t + 1, t) for t in range(0, len(lineups), 2)) if experiment.tune else ()
    whole = Group(players, scenarios, rules, lineups, deals, baseline, **about, pairs=pairs, decisions=experiment.decisions or ())
    if not experiment.precision:
        yield whole
        return
    for lineup in lineups:
        of_lineup = replace(whole, lineups=(lineup,))
        yield from [of_lineup] if experiment.vary else of_lineup.apart()


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
