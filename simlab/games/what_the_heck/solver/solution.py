"""Solutions of What the Heck? with two players: equilibrium bids, best responses, and what two strategies earn against each other."""

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.solver import matrix_games
from simlab.games.what_the_heck.solver.duel import Duel, Objective, Positions, Round, first_round, play_back
from simlab.games.what_the_heck.solver.policies import Policy, looks_at_scores
from simlab.players.strategies import Strategy

Seat = tuple[Strategy, dict[str, float]]  # a strategy and its changed parameters


@dataclass(frozen=True)
class FirstBid:
    """A Point Card that may come up first, and how likely each card is bid for it, from 1 on."""

    point_card: int
    chance: float
    value: float
    bids: tuple[float, ...]


@dataclass(frozen=True)
class Solution:
    """A duel with what the first player bids in every position, and what that is worth: points, or a win share."""

    duel: Duel
    rounds: list[Round]

    @cached_property
    def value(self) -> float:
        """What the first player gets."""
        return self._told(first_round(self.duel, self.rounds)[0])

    @cached_property
    def first_bids(self) -> list[FirstBid]:
        """The first player's bids in the first round."""
        _, first = first_round(self.duel, self.rounds)
        opening = self.rounds[0]
        return [
            FirstBid(card, chance, self._told(float(opening.values[row])), tuple(opening.mine[row].tolist())) for card, row, chance in first
        ]

    @property
    def positions(self) -> int:
        """In how many positions bids were worked out."""
        return sum(len(one.keys) for one in self.rounds)

    def bids(self, positions: Positions) -> np.ndarray:
        """How likely the player called "mine" bids each card of the hand in these positions; of an equilibrium."""
        alike, sign = self.duel.seen_from_ahead(positions)
        number = self.duel.player_cards - int(np.bitwise_count(positions.mine[0]))
        rows = np.searchsorted(self.rounds[number].keys, self.duel.keys(alike))
        found: np.ndarray = np.where(sign[:, None] > 0, self.rounds[number].mine[rows], self.rounds[number].theirs[rows])
        return found

    def _told(self, value: float) -> float:
        """A value as it is shown: without rounding's last digits, and a win share for a balance of wins and losses."""
        return round((1 + value) / 2 if self.duel.objective == "share" else value, 12) + 0.0


def solve(rules: Rules, objective: Objective = "difference") -> Solution:
    """An equilibrium of the game under these house rules: bids that guarantee its value against whatever the other does."""
    duel = Duel.of(rules, objective)
    return Solution(duel, play_back(duel, lambda _, games: matrix_games.solve(games), mirrored=True))


def best_response(rules: Rules, objective: Objective, seat: Seat) -> Solution:
    """What earns most against a strategy, knowing how it bids; its value minus the game's is how far the strategy can be exploited."""
    duel = Duel.of(rules, objective, scores=looks_at_scores(seat[0]))
    policy = Policy(seat[0], duel, seat[1])

    def decide(positions: Positions, games: np.ndarray) -> matrix_games.Solved:
        theirs = policy(positions)
        earned = np.einsum("grc,gc->gr", games, theirs)
        return earned.max(axis=1), np.eye(earned.shape[1])[earned.argmax(axis=1)], theirs

    return Solution(duel, play_back(duel, decide, mirrored=False))


def meeting(rules: Rules, objective: Objective, first: Seat | Solution, second: Seat) -> Solution:
    """What a strategy, or an equilibrium, earns exactly against another strategy."""
    scores = looks_at_scores(second[0]) or (not isinstance(first, Solution) and looks_at_scores(first[0]))
    duel = Duel.of(rules, objective, scores=scores)
    theirs = Policy(second[0], duel, second[1])
    mine = partial(_of_solution, first) if isinstance(first, Solution) else partial(_of_policy, Policy(first[0], duel, first[1]))

    def decide(positions: Positions, games: np.ndarray) -> matrix_games.Solved:
        rows, columns = mine(positions), theirs(positions)
        return np.einsum("gr,grc,gc->g", rows, games, columns), rows, columns

    return Solution(duel, play_back(duel, decide, mirrored=False))


def _of_policy(policy: Policy, positions: Positions) -> np.ndarray:
    """The bids of a strategy in the first player's seat."""
    return policy(Positions(positions.theirs, positions.mine, positions.left, positions.pot, positions.their_score, positions.my_score))


def _of_solution(solution: Solution, positions: Positions) -> np.ndarray:
    """The bids of an equilibrium whose positions keep less of the scores; where the winner is certain, the lowest card."""
    lead = positions.my_score - positions.their_score
    if solution.duel.keep == "nothing":
        lead = np.zeros_like(lead)
    seen = Positions(positions.mine, positions.theirs, positions.left, positions.pot, lead, np.zeros_like(lead))
    return solution.bids(seen)
