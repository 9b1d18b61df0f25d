"""All positions of a duel, from the last round to the first: what is needed for it, and the values that come of it.

A position before a Point Card comes up is a set of Point Cards to come, a pair of hands and a standing. Its value is the mean, over the
cards that may come up, of a matrix game whose entries are values of the round after. A set is worked out by itself, so all cores help; a
round needs only the one after it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.base.processes import cores
from simlab.games.what_the_heck.solver.duel import Duel, Moves, Turn
from simlab.games.what_the_heck.solver.hands import Hands, pairs

Progress = Callable[[int, int], object]  # positions done, and of how many

SPARE = 0.9  # of the memory that is free


def nobody_looks(_done: int, _total: int) -> None:
    """Progress that nobody is told."""


@dataclass(frozen=True)
class Need:
    """What working out a duel takes: matrix games, and bytes of memory at once."""

    games: int
    memory: int

    def refuse_what_does_not_fit(self, what: str) -> None:
        """BadInput where less memory is free."""
        free = _free_memory()
        if free is not None and self.memory > SPARE * free:
            raise BadInput(
                [Fault("", f"{what} takes about {in_words(self.memory)} of memory beside Python's own, and {in_words(free)} are free")]
            )


@dataclass(frozen=True)
class Tree:
    """A duel with all pairs of hands, or one of those that are alike."""

    duel: Duel
    hands: list[Hands] = field(repr=False)

    @classmethod
    def of(cls, duel: Duel, *, alike: bool) -> "Tree":
        """All rounds of it."""
        return cls(duel, pairs(duel.player_cards, duel.rounds, alike=alike))

    def games(self, number: int) -> int:
        """How many games are worked out for a round."""
        sets = self.duel.standings[number].items()
        return len(self.hands[number]) * sum(len(keys) * len(list(self.duel.turns(left))) for left, keys in sets)

    def need(self, *, whole: bool, working: int = 0) -> Need:
        """What it takes, where the values of all rounds are kept as a `whole`, or never of more than two; and `working` bytes a core."""
        rounds = list(zip(self.hands, self.duel.standings, strict=True))
        sizes = [8 * len(hands) * sum(len(keys) + 2 for keys in sets.values()) for hands, sets in rounds]
        values = sum(sizes) if whole else max(map(sum, pairwise(sizes)))
        tables = sum(hands.after.nbytes + hands.how.nbytes for hands in self.hands)
        return Need(sum(map(self.games, range(self.duel.rounds))), values + tables + cores() * working)


Values = list[dict[int, np.ndarray]]  # before each round and after the last, of each set: [pair of hands, standing]; see `Moves`
Decide = Callable[[int, Turn, np.ndarray, Moves, np.ndarray], float]  # writes a set's values, of a card's; says how well they are known


@dataclass(frozen=True)
class Found:
    """The values of all positions, or of those before the first two rounds; and how far at most what two players can be sure of was
    apart in any game."""

    values: Values
    worst: float


def worked_out(tree: Tree, decide: Decide, *, whole: bool, progress: Progress = nobody_looks) -> Found:
    """`decide` from the last round to the first. It gets the set of Point Cards before a round, the one that comes up, the values that
    follow, where bids lead to, and the values that it adds to."""
    duel, hands = tree.duel, tree.hands
    total, done, worst = sum(map(tree.games, range(duel.rounds))), 0, 0.0
    last = {left: _blank(hands[-1], keys) for left, keys in duel.standings[-1].items()}
    values: Values = [{} for _ in range(duel.rounds)] + [last]

    def one_set(left: int) -> tuple[int, np.ndarray, float, int]:
        number = duel.round_of(left)
        found = _blank(hands[number], duel.standings[number][left])
        turns = list(duel.turns(left))
        worst = [decide(left, turn, values[number + 1][turn.left], duel.moves(left, turn), found) for turn in turns]
        return left, found, max(worst), len(turns) * len(found) * (found.shape[1] - 2)

    pool = ThreadPoolExecutor(cores())
    try:
        for number in reversed(range(duel.rounds)):
            if not whole and number + 2 <= duel.rounds:
                values[number + 2] = {}
            for future in as_completed([pool.submit(one_set, left) for left in duel.standings[number]]):
                left, found, apart, games = future.result()
                values[number][left] = found
                worst, done = max(worst, apart), done + games
                progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)  # Ctrl-C: what waits is not begun
    return Found(values, worst)


def _blank(hands: Hands, keys: np.ndarray) -> np.ndarray:
    """Values before anything is added: [pair, standing], and what a won and a lost game are worth."""
    values = np.zeros((len(hands), len(keys) + 2))
    values[:, -2], values[:, -1] = 1.0, -1.0
    return values


def _free_memory() -> int | None:
    """The memory that is free on this machine; None where it does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            return next(1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return None


def in_words(size: int) -> str:
    """A size as people say it."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{max(size / 1e6, 1):.0f} MB"
