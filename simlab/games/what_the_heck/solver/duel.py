"""What the Heck? with two players: what it is played for, and what stands on the table beside the hands.

That is the set of Point Cards still to come (bit i for the i-th lowest), and a standing: what is carried over, and how far the first player
("mine") is ahead of the other ("theirs"). With two players nobody gains by a tie, so `split`, `discard` and `cancel` without `carry` are
one and the same for what is won or lost.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.matrix_games import MOST as MOST_CARDS

Objective = Literal["difference", "share"]
Keep = Literal["nothing", "lead", "scores"]

HALF = 2  # points are counted in halves: a split pot may be odd
_FIELD, _MIDDLE = 14, 1 << 13  # bits of a number in a standing's key, and what makes it positive: ten cards of 50 are 1000 half points


class Turn(NamedTuple):
    """A Point Card that may come up next, how likely it is, and which are still to come after it."""

    value: int
    chance: float
    left: int


class Moves(NamedTuple):
    """What bids for a pot lead to. `after` [standing, how]: the number of the standing after them, as `hands` tells how they came; two
    more numbers behind the last stand for a game that is won, and one that is lost. `stakes` [standing]: the points that a higher bid
    gains, where it is points that count."""

    after: np.ndarray
    stakes: np.ndarray


@dataclass(frozen=True)
class Duel:
    """A deck for two players, what is played for, and what of the scores a standing keeps."""

    player_cards: int
    prizes: tuple[int, ...]  # ascending
    order: Literal["shuffled", "ascending", "descending"]
    ties: Literal["cancel", "split", "discard"]
    carry: bool
    objective: Objective
    keep: Keep

    @classmethod
    def of(cls, rules: Rules, objective: Objective, *, scores: bool = False) -> "Duel":
        """The duel under these house rules. With `scores` standings keep both players' points, for a strategy that looks at them."""
        refused = GAME.refusal(rules, 2)
        if not refused and rules.player_cards > MOST_CARDS:
            example = "--set player_cards=4 --set point_cards=[1,2,3,4]"
            refused = (
                f"hands of {rules.player_cards} cards are too large to be solved (player_cards); allowed: 1-{MOST_CARDS}, as with {example}"
            )
        if refused:
            raise BadInput([Fault("", refused)])
        lead: Keep = "lead" if objective == "share" else "nothing"
        return cls(
            rules.player_cards,
            tuple(sorted(rules.point_cards)),
            rules.order,
            rules.ties,
            rules.carry,
            objective,
            "scores" if scores else lead,
        )

    @property
    def carries(self) -> bool:
        """Does a tie leave the pot on the table?"""
        return self.ties == "cancel" and self.carry

    @property
    def rounds(self) -> int:
        """As many as there are Point Cards."""
        return len(self.prizes)

    @property
    def start(self) -> int:
        """All Point Cards, as a set."""
        return (1 << self.rounds) - 1

    def round_of(self, left: int) -> int:
        """The number of the round before which these are left, from 0."""
        return self.rounds - left.bit_count()

    def turns(self, left: int) -> Iterator[Turn]:
        """Every Point Card that may come up next. Of those of one value the lowest bit comes up first, as in the engine."""
        there = [i for i in range(self.rounds) if left >> i & 1]
        ends = {"ascending": there[:1], "descending": there[-1:], "shuffled": there}[self.order]
        values = [self.prizes[i] for i in ends]
        for value in sorted(set(values)):
            first = next(i for i in there if self.prizes[i] == value)
            yield Turn(value, values.count(value) / len(values), left ^ 1 << first)

    # Standings

    @cached_property
    def standings(self) -> list[dict[int, np.ndarray]]:
        """Before each round and after the last, by the Point Cards still to come: the keys of all standings in which something is open."""
        layers = [{self.start: key_of(*np.zeros((3, 1), dtype=np.int64))}]
        for _ in range(self.rounds):
            found: dict[int, list[np.ndarray]] = {}
            for left, keys in layers[-1].items():
                for turn in self.turns(left):
                    after, _ = self._after(keys, turn)
                    found.setdefault(turn.left, []).append(after[~self._decided(after, turn.left)])
            layers.append({left: np.unique(np.concatenate(found[left])) for left in sorted(found)})
        return layers

    def moves(self, left: int, turn: Turn) -> Moves:
        """What bids lead to in each standing of a set, once a Point Card has come up."""
        number = self.round_of(left)
        known = self.standings[number + 1][turn.left]
        after, pot = self._after(self.standings[number][left], turn)
        carried, mine, theirs = unkeyed(after)
        both = np.stack([after, key_of(carried, -mine, -theirs)], axis=2)  # the standing, and as it is seen from the other side
        ahead = np.stack([mine > theirs, mine < theirs], axis=2)
        numbers = np.where(self._decided(both, turn.left), len(known) + ~ahead, np.searchsorted(known, both))
        return Moves(
            numbers.transpose(0, 2, 1).reshape(len(pot), 6).astype(np.uint32),
            np.abs(pot) * (self.objective == "difference").__float__(),
        )

    def _after(self, keys: np.ndarray, turn: Turn) -> tuple[np.ndarray, np.ndarray]:
        """The keys of the standings [standing, lower, tied or higher] after bids, and what the pots are worth."""
        carried, mine, theirs = unkeyed(keys)
        pot = carried + turn.value
        higher = np.arange(-1, 2)[None, :]
        stays = pot * bool(self.carries and turn.left)
        on_table = np.where(higher == 0, stays[:, None], 0)
        mine, theirs, pots = mine[:, None] + 0 * higher, theirs[:, None] + 0 * higher, pot[:, None]
        if self.keep == "lead":
            mine = mine + HALF * higher * np.abs(pots)  # a pot of 0 or more goes to the higher card, and one below 0 to the lower
        elif self.keep == "scores":
            taken = higher * np.where(pots >= 0, 1, -1)
            shared = (higher == 0) * pots * (self.ties == "split")
            mine = mine + HALF * (taken > 0) * pots + shared
            theirs = theirs + HALF * (taken < 0) * pots + shared
        return key_of(on_table, mine, theirs), pot

    def _decided(self, keys: np.ndarray, left: int) -> np.ndarray:
        """Where nothing can change who wins any more."""
        carried, mine, theirs = unkeyed(keys)
        to_win = sum(abs(prize) for i, prize in enumerate(self.prizes) if left >> i & 1) + np.abs(carried)
        decided: np.ndarray = (np.abs(mine - theirs) > HALF * to_win) & (self.objective == "share")
        return decided


def key_of(carried: np.ndarray, mine: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Standings as whole numbers: what is carried over, in points; what each player has, in half points. Where only the lead is kept,
    the first player has it and the other has 0."""
    key: np.ndarray = ((carried + _MIDDLE << _FIELD) + mine + _MIDDLE << _FIELD) + theirs + _MIDDLE
    return key


def unkeyed(keys: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is carried over, and what each player has."""
    mask = (1 << _FIELD) - 1
    return (keys >> 2 * _FIELD) - _MIDDLE, (keys >> _FIELD & mask) - _MIDDLE, (keys & mask) - _MIDDLE
