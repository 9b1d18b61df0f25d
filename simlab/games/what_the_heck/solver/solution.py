"""Solutions of What the Heck? with two players: equilibrium bids, best responses, and what two strategies earn against each other."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.solver.backward import Found, Need, Progress, Tree, nobody_looks, worked_out
from simlab.games.what_the_heck.solver.duel import Duel, Moves, Objective, Turn, key_of, unkeyed
from simlab.games.what_the_heck.solver.kernels import compiled_kernels
from simlab.games.what_the_heck.solver.policies import Bids, Player, Policy, looks_at_scores
from simlab.players.strategies import Seated

CHUNK = 4096  # pairs of hands whose bids are held at once


@dataclass(frozen=True)
class FirstBid:
    """A Point Card that may come up first, and how likely each card is bid for it, from 1 on."""

    point_card: int
    chance: float
    value: float
    bids: tuple[float, ...]


@dataclass(frozen=True)
class Answer:
    """What the first player gets, in points or as a win share, and the bids in the first round."""

    value: float
    first_bids: list[FirstBid]


@dataclass(frozen=True)
class Solution:
    """The values of all positions of a duel, from which the bids in each are worked out where they are asked for."""

    tree: Tree
    found: Found

    @property
    def duel(self) -> Duel:
        """What was solved."""
        return self.tree.duel

    @cached_property
    def value(self) -> float:
        """What the first player gets."""
        return _told(self.duel, self.found.values[0][self.duel.start][0, 0])

    @property
    def worst(self) -> float:
        """How far at most, in any position, what one player can be sure of is from what the other can."""
        return self.found.worst

    @cached_property
    def first_bids(self) -> list[FirstBid]:
        """The first player's bids in the first round."""
        first = []
        for turn in self.duel.turns(self.duel.start):
            values, rows, _ = self.bids(self.duel.start, turn)
            first.append(FirstBid(turn.value, turn.chance, _told(self.duel, values[0, 0]), tuple(rows[0, 0].tolist())))
        return first

    @cached_property
    def positions(self) -> int:
        """How many matrix games were solved."""
        return sum(map(self.tree.games, range(self.duel.rounds)))

    def bids(self, left: int, turn: Turn) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of all positions with a set of Point Cards, once one has come up: values [pair, standing], and both mixtures."""
        number = self.duel.round_of(left)
        hands, keys = self.tree.hands[number], self.duel.standings[number][left]
        values = np.zeros((len(hands), len(keys)))
        rows, columns = np.zeros((2, len(hands), len(keys), hands.size))
        moves, following = self.duel.moves(left, turn), self.found.values[number + 1][turn.left]
        _solve(self.tree, left, Turn(turn.value, 1.0, turn.left), following, moves, values, rows, columns)
        return values, rows, columns

    def player(self, tree: Tree) -> Player:
        """The equilibrium's bids in the first player's seat, in a tree of all pairs of hands whose standings may keep more."""
        found = [seen.find(hands.mine, hands.theirs) for seen, hands in zip(self.tree.hands, tree.hands, strict=True)]

        def bids_of(left: int, turn: Turn) -> Bids:
            number = self.duel.round_of(left)
            pair, mirrored = found[number]
            carried, mine, theirs = unkeyed(tree.duel.standings[number][left])
            lead = (mine - theirs) * (self.duel.keep == "lead")
            known = self.duel.standings[number][left]
            ahead, behind = (np.searchsorted(known, key_of(carried, sign * lead, 0 * lead)) for sign in (1, -1))
            _, rows, columns = self.bids(left, turn)

            def of_some(some: slice) -> np.ndarray:
                own, other = rows[pair[some, None], ahead], columns[pair[some, None], behind]
                chosen: np.ndarray = np.where(mirrored[some, None, None], other, own)
                return chosen

            return of_some

        return bids_of


def solve(rules: Rules, objective: Objective = "difference", *, whole: bool = True, progress: Progress = nobody_looks) -> Solution:
    """An equilibrium of the game under these house rules: bids that guarantee its value against whatever the other does. Without the
    `whole` only the bids of the first round are kept."""
    return solve_tree(_tree_of(rules, objective), whole=whole, progress=progress)


def solve_tree(tree: Tree, *, whole: bool = True, progress: Progress = nobody_looks) -> Solution:
    """The same, of a tree."""
    none = np.zeros((0, 0, 0))

    def decide(left: int, turn: Turn, following: np.ndarray, moves: Moves, values: np.ndarray) -> float:
        return _solve(tree, left, turn, following, moves, values, none, none)

    return Solution(tree, worked_out(tree, decide, whole=whole, progress=progress))


def _solve(tree: Tree, left: int, turn: Turn, following: np.ndarray, moves: Moves, values: np.ndarray, *mixes: np.ndarray) -> float:
    """All positions of a set, once a Point Card has come up; how far apart both sides are at most."""
    hands = tree.hands[tree.duel.round_of(left)]
    solve_positions = compiled_kernels().solve_positions
    return float(solve_positions(following, hands.after, hands.how, moves.after, moves.stakes, turn.chance, values, *mixes))


def best_response(rules: Rules, objective: Objective, seat: Seated, *, progress: Progress = nobody_looks) -> Answer:
    """What earns most against a strategy, knowing how it bids; its value minus the game's is how far the strategy can be exploited."""
    tree = _tree_against(rules, objective, seat)
    theirs = Policy(seat[0], tree.duel, seat[1]).player(tree.hands)
    return _answer(tree, None, theirs, progress)


def meeting(rules: Rules, objective: Objective, first: Seated | Solution, second: Seated, *, progress: Progress = nobody_looks) -> Answer:
    """What a strategy, or an equilibrium, earns exactly against another strategy."""
    if isinstance(first, Solution):
        tree = _tree_against(rules, objective, second)
        mine = first.player(tree)
    else:
        tree = _tree_against(rules, objective, first, second)
        mine = Policy(first[0], tree.duel, first[1]).player(tree.hands, mirrored=True)
    return _answer(tree, mine, Policy(second[0], tree.duel, second[1]).player(tree.hands), progress)


def need_to_solve(rules: Rules, objective: Objective, *, whole: bool) -> Need:
    """What `solve` takes."""
    return _tree_of(rules, objective).need(whole=whole)


def need_to_meet(rules: Rules, objective: Objective, *seats: Seated) -> Need:
    """What it takes to meet strategies: beside the values, the bids of some pairs of hands, of both players on each core."""
    tree = _tree_against(rules, objective, *seats)
    largest = max(len(keys) * hands.size for hands, sets in zip(tree.hands, tree.duel.standings, strict=True) for keys in sets.values())
    return tree.need(whole=False, working=2 * 3 * 8 * CHUNK * largest)


def _tree_of(rules: Rules, objective: Objective) -> Tree:
    """The tree that is solved, in which hands of one order are alike."""
    return Tree.of(Duel.of(rules, objective), alike=True)


def _tree_against(rules: Rules, objective: Objective, *seats: Seated) -> Tree:
    """The tree in which strategies are met, who may look at more than the order of the cards."""
    scores = [looks_at_scores(strategy) for strategy, _ in seats]  # all of them are asked: it is here that some are refused
    return Tree.of(Duel.of(rules, objective, scores=any(scores)), alike=False)


def _answer(tree: Tree, mine: Player | None, theirs: Player, progress: Progress) -> Answer:
    """What the first player gets by these bids; by the best there are against the other's, where none are given."""
    duel, first = tree.duel, []

    def decide(left: int, turn: Turn, following: np.ndarray, moves: Moves, values: np.ndarray) -> float:
        hands, before = tree.hands[duel.round_of(left)], float(values[0, 0])
        columns_of, rows_of = theirs(left, turn), mine(left, turn) if mine else None
        for start in range(0, len(hands), CHUNK):
            some = slice(start, start + CHUNK)
            columns = np.ascontiguousarray(columns_of(some))
            rows = np.ascontiguousarray(rows_of(some)) if rows_of else np.zeros_like(columns)
            part = (hands.after[some], hands.how[some], moves.after, moves.stakes, turn.chance, values[some])
            compiled_kernels().play_positions(following, *part, rows, columns, mine is None)
        if left == duel.start:
            value = (float(values[0, 0]) - before) / turn.chance
            first.append(FirstBid(turn.value, turn.chance, _told(duel, value), tuple(rows[0, 0].tolist())))
        return 0.0

    found = worked_out(tree, decide, whole=False, progress=progress)
    return Answer(_told(duel, found.values[0][duel.start][0, 0]), first)


def _told(duel: Duel, value: float) -> float:
    """A value as it is shown: without rounding's last digits, and a win share for a balance of wins and losses."""
    return round(float((1 + value) / 2 if duel.objective == "share" else value), 12) + 0.0
