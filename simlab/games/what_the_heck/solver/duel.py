"""What the Heck? with two players as a chain of matrix games: the positions, and their values from the last round to the first.

A position is what a player may know when bids are asked for: both hands, the Point Cards still to come, the pot, and how far the first
player ("mine") is ahead of the other ("theirs"). All positions of a round are handled at once, as arrays.

With two players nobody gains by a tie, so `split`, `discard` and `cancel` without `carry` are one and the same for what is won or lost.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.components import Rules

Objective = Literal["difference", "share"]
Keep = Literal["nothing", "lead", "scores"]

MOST_CARDS = 7  # in a hand: eight take many minutes, and more memory than most machines have
HALF = 2  # points are counted in halves: a split pot may be odd


@dataclass(frozen=True)
class Positions:
    """Positions of one round, in columns. Hands and Point Cards are sets: bit c for Player Card c, bit i for the i-th lowest Point Card.

    `scores` are what each player has, in half points; where only the lead is kept, the first player has it and the other has 0."""

    mine: np.ndarray
    theirs: np.ndarray
    left: np.ndarray
    pot: np.ndarray  # in points; what is carried over, before the next Point Card is turned up
    my_score: np.ndarray
    their_score: np.ndarray

    def __len__(self) -> int:
        return len(self.mine)

    def columns(self) -> Iterator[np.ndarray]:
        """The columns in their order."""
        yield from (self.mine, self.theirs, self.left, self.pot, self.my_score, self.their_score)

    def where(self, chosen: np.ndarray) -> "Positions":
        """Some of them."""
        return Positions(*(column[chosen] for column in self.columns()))


@dataclass(frozen=True)
class Duel:
    """A deck for two players, what is played for, and what of the scores a position keeps."""

    player_cards: int
    prizes: tuple[int, ...]  # ascending
    order: Literal["shuffled", "ascending", "descending"]
    ties: Literal["cancel", "split", "discard"]
    carry: bool
    objective: Objective
    keep: Keep

    @classmethod
    def of(cls, rules: Rules, objective: Objective, *, scores: bool = False) -> "Duel":
        """The duel under these house rules. With `scores` positions keep both players' points, for a strategy that looks at them."""
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

    @cached_property
    def most(self) -> int:
        """The most that a pot can be worth, and more than any lead in points."""
        return sum(map(abs, self.prizes)) + 1

    @cached_property
    def hand_cards(self) -> np.ndarray:
        """The cards of every hand in ascending order, [hand, place]; 0 behind the last."""
        table = np.zeros((1 << self.player_cards + 1, self.player_cards), dtype=np.int64)
        for hand in range(0, len(table), 2):
            cards = [card for card in range(1, self.player_cards + 1) if hand >> card & 1]
            table[hand, : len(cards)] = cards
        return table

    # A position as one whole number

    def keys(self, positions: Positions) -> np.ndarray:
        """Each position as one whole number."""
        key = np.zeros(len(positions), dtype=np.int64)
        for column, (low, size) in zip(positions.columns(), self._ranges, strict=True):
            key = key * size + (column - low)
        return key

    def positions(self, keys: np.ndarray) -> Positions:
        """The positions that these numbers stand for."""
        columns = []
        for low, size in reversed(self._ranges):
            columns.append(keys % size + low)
            keys = keys // size
        return Positions(*reversed(columns))

    @cached_property
    def _ranges(self) -> tuple[tuple[int, int], ...]:
        hand, pot, score = (0, 1 << self.player_cards + 1), (-self.most, 2 * self.most + 1), (-2 * self.most, 4 * self.most + 1)
        return (hand, hand, (0, 1 << self.rounds), pot, score, score)

    # From a round to the next

    def start(self) -> Positions:
        """Before the first round."""
        full = (1 << self.player_cards + 1) - 2
        return Positions(*(np.array([number]) for number in (full, full, (1 << self.rounds) - 1, 0, 0, 0)))

    def turned_up(self, positions: Positions) -> tuple[Positions, np.ndarray, np.ndarray]:
        """Every Point Card that may come up next: the positions after it, from which they come, and how likely it is.

        Of Point Cards of one value the lowest bit comes up first, as in the engine."""
        after, parents, chances = [], [], []
        left_cards = np.bitwise_count(positions.left)
        for value in sorted(set(self.prizes)):
            copies = [i for i, prize in enumerate(self.prizes) if prize == value]
            mask = sum(1 << i for i in copies)
            among = positions.left & mask
            there = np.bitwise_count(among)
            lower, higher = positions.left & (1 << copies[0]) - 1, positions.left >> copies[-1] + 1
            chance = {"shuffled": there / np.maximum(left_cards, 1), "ascending": 1.0 * (lower == 0), "descending": 1.0 * (higher == 0)}
            likely = np.where(there > 0, chance[self.order], 0.0)
            parent = np.flatnonzero(likely > 0)
            moved = positions.where(parent)
            first_copy = among[parent] & -among[parent]
            after.append(Positions(moved.mine, moved.theirs, moved.left ^ first_copy, moved.pot + value, moved.my_score, moved.their_score))
            parents.append(parent)
            chances.append(likely[parent])
        together = Positions(*(np.concatenate(column) for column in zip(*(part.columns() for part in after), strict=True)))
        return together, np.concatenate(parents), np.concatenate(chances)

    def bid(self, positions: Positions) -> tuple[Positions, np.ndarray]:
        """Every pair of bids: the positions after it, flat, as [position, my card, their card]; and what I gain by it in points."""
        cards = np.bitwise_count(positions.mine[:1])[0]
        mine, theirs = self.hand_cards[positions.mine, :cards, None], self.hand_cards[positions.theirs, None, :cards]
        pot = positions.pot[:, None, None]
        higher = np.sign(mine - theirs)
        gain = higher * np.abs(pot)  # a pot of 0 or more goes to the higher card, and one below 0 to the lower
        i_take = np.where(pot >= 0, higher > 0, higher < 0)
        they_take = np.where(pot >= 0, higher < 0, higher > 0)
        tied = higher == 0
        shape = gain.shape

        def flat(column: np.ndarray) -> np.ndarray:
            return np.broadcast_to(column, shape).ravel()

        mine_after, theirs_after = positions.mine[:, None, None] ^ (1 << mine), positions.theirs[:, None, None] ^ (1 << theirs)
        left = positions.left[:, None, None]
        carried = np.where(tied & (left > 0), pot, 0) if self.carries else np.zeros((1, 1, 1), dtype=np.int64)
        my_score, their_score = positions.my_score[:, None, None], positions.their_score[:, None, None]
        if self.keep == "lead":
            my_score = my_score + HALF * gain
        elif self.keep == "scores":
            shared = tied * pot if self.ties == "split" else 0
            my_score = my_score + HALF * i_take * pot + shared
            their_score = their_score + HALF * they_take * pot + shared
        after = Positions(*map(flat, (mine_after, theirs_after, left, carried, my_score, their_score)))
        return after, gain

    def decided(self, positions: Positions) -> tuple[np.ndarray, np.ndarray]:
        """Where nothing can change the outcome any more, and what the outcome is."""
        to_win = self._sums[positions.left] + np.abs(positions.pot)
        lead = positions.my_score - positions.their_score
        if self.objective == "share":
            return (np.abs(lead) > HALF * to_win) | (positions.left == 0), np.sign(lead).astype(float)
        return positions.left == 0, np.zeros(len(positions))

    @cached_property
    def _sums(self) -> np.ndarray:
        return np.array([sum(abs(prize) for i, prize in enumerate(self.prizes) if left >> i & 1) for left in range(1 << self.rounds)])

    def seen_from_ahead(self, positions: Positions) -> tuple[Positions, np.ndarray]:
        """Each position or its mirror image, whichever comes first in a fixed order; and 1 or -1, which it is."""
        lead = positions.my_score - positions.their_score
        swap = (positions.mine < positions.theirs) | ((positions.mine == positions.theirs) & (lead < 0))
        return Positions(
            np.where(swap, positions.theirs, positions.mine),
            np.where(swap, positions.mine, positions.theirs),
            positions.left,
            positions.pot,
            np.where(swap, -lead, lead),
            np.zeros_like(lead),
        ), np.where(swap, -1, 1)


# All rounds


@dataclass(frozen=True)
class Round:
    """All positions in which the bids of one round are made, by ascending key, and what comes of them."""

    keys: np.ndarray
    positions: Positions
    values: np.ndarray  # what the first player gets from here on: points, or +1 a win, 0 a tie and -1 a loss
    mine: np.ndarray  # [position, place of the card]: how likely the first player bids it
    theirs: np.ndarray


Decide = Callable[[Positions, np.ndarray], tuple[np.ndarray, np.ndarray, np.ndarray]]  # (values, my bids, their bids)


def play_back(duel: Duel, decide: Decide, *, mirrored: bool) -> list[Round]:
    """All rounds, worked out from the last to the first. `decide` says what is bid where, and what a position is worth; it gets the
    positions and the matrix games of what each pair of bids is worth. With `mirrored` players are alike, and half of the positions do."""
    found: list[Round] = []
    for keys in reversed(list(_reached(duel, mirrored=mirrored))):
        positions = duel.positions(keys)
        after, gain = duel.bid(positions)
        worth = _worth_after(duel, after, found[-1] if found else None, mirrored=mirrored).reshape(gain.shape)
        if duel.objective == "difference":
            worth = worth + gain
        values, mine, theirs = decide(positions, worth)
        found.append(Round(keys, positions, values, mine, theirs))
    return found[::-1]


def first_round(duel: Duel, rounds: list[Round]) -> tuple[float, list[tuple[int, int, float]]]:
    """What the game is worth; and for each Point Card that may come up first: its value, its row in the first round, its chance."""
    turned, _, chances = duel.turned_up(duel.start())
    rows = np.searchsorted(rounds[0].keys, duel.keys(turned))
    value = float(chances @ rounds[0].values[rows])
    return value, [(int(pot), int(row), float(chance)) for pot, row, chance in zip(turned.pot, rows, chances, strict=True)]


def _reached(duel: Duel, *, mirrored: bool) -> Iterator[np.ndarray]:
    """Round by round, the keys of all positions in which bids may be made and something is still to be decided."""
    before = duel.start()
    for number in range(duel.rounds):
        turned = duel.turned_up(before)[0]
        if mirrored:
            turned = duel.seen_from_ahead(turned)[0]
        keys = np.unique(duel.keys(turned))
        yield keys
        if number + 1 < duel.rounds:
            after = duel.bid(duel.positions(keys))[0]
            before = _open(duel, after, mirrored=mirrored)[0]


def _open(duel: Duel, after: Positions, *, mirrored: bool) -> tuple[Positions, np.ndarray, np.ndarray, np.ndarray]:
    """Of positions after the bids those that are not decided, each once; where they came from, in which of them it ends, seen how."""
    undecided = np.flatnonzero(~duel.decided(after)[0])
    remaining = after.where(undecided)
    sign = np.ones(len(remaining), dtype=np.int64)
    if mirrored:
        remaining, sign = duel.seen_from_ahead(remaining)
    keys, index = np.unique(duel.keys(remaining), return_inverse=True)
    return duel.positions(keys), undecided, index.ravel(), sign


def _worth_after(duel: Duel, after: Positions, following: Round | None, *, mirrored: bool) -> np.ndarray:
    """What each position after the bids is worth: what was decided, or the mean over the Point Cards that may come up."""
    worth = duel.decided(after)[1]
    if following is None:
        return worth
    remaining, undecided, index, sign = _open(duel, after, mirrored=mirrored)
    if not len(remaining):
        return worth
    turned, parents, chances = duel.turned_up(remaining)
    turned_sign = np.ones(len(turned))
    if mirrored:
        turned, turned_sign = duel.seen_from_ahead(turned)
    values = following.values[np.searchsorted(following.keys, duel.keys(turned))] * turned_sign
    mean = np.bincount(parents, weights=values * chances, minlength=len(remaining))
    worth[undecided] = mean[index] * sign
    return worth
