"""Games that were followed: what was chosen in them, and how near each seat was to winning after each turn; all at once, as columns."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from simlab.engine.compiled.play import BEGINS, CHOOSES
from simlab.engine.metric import UNIT

LONGEST = 1 << 40  # no game has so many turns
NEVER = np.iinfo(np.int64).max
NOBODY = -1

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Followed:
    """Games by number. Of each turn of each game, one after the other, `near` [turn, seat]: how near to winning; more is nearer. Of each
    choice among two or more options the turn it was made in, as a place in `near`, by whom, of which kind, and among how many.
    """

    rows: Array
    turns: Array  # of each game
    near: Array
    turn: Array
    seat: Array
    kind: Array
    options: Array

    @classmethod
    def read(cls, words: Array, rows: Array, players: int) -> Self:
        """From what the engine wrote."""
        lines = words.reshape(-1, 1 + max(2, players))
        what, game = lines[:, 0], np.cumsum(lines[:, 0] == BEGINS) - 1
        is_end = what >= 0
        ends, standings = game[is_end] * LONGEST + what[is_end], lines[is_end, 1 : 1 + players]
        turns = np.zeros(len(rows), dtype=np.int64)
        np.maximum.at(turns, game[is_end], what[is_end])
        starts = np.cumsum(turns) - turns
        of = np.repeat(np.arange(len(rows)), turns)
        wanted = of * LONGEST + 1 + np.arange(len(of)) - starts[of]
        ended_with = ends[np.searchsorted(ends, wanted)]  # another turn may use one up
        near = standings[np.searchsorted(ends, ended_with, side="right") - 1] / UNIT
        is_choice = (what <= CHOOSES) & (lines[:, 2] > 1) & (turns[game] > 0)
        ended = np.cumsum(is_end)[is_choice]  # how many standings were written before a choice: with the next one its turn is over
        mine = game[is_choice]
        turn_of = np.minimum(np.append(ends, NEVER)[ended], mine * LONGEST + turns[mine]) % LONGEST
        return cls(rows, turns, near, starts[mine] + turn_of - 1, lines[is_choice, 1], CHOOSES - what[is_choice], lines[is_choice, 2])

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return int(self.near.shape[1])

    @cached_property
    def game(self) -> Array:
        """The game of each turn."""
        return np.repeat(np.arange(len(self.rows)), self.turns)

    @cached_property
    def won(self) -> Array:
        """[game, seat]: is it among the winners?"""
        return np.asarray(self.rows["won"][:, : self.players] > 0)

    @cached_property
    def shares(self) -> Array:
        """[game, seat]: its share of the win."""
        return np.asarray(self.won / self.won.sum(axis=1, keepdims=True).clip(min=1))

    @cached_property
    def leader(self) -> Array:
        """Of each turn the seat that alone is nearest to winning; -1 where several are."""
        nearest = self.near == self.near.max(axis=1, keepdims=True)
        return np.where(nearest.sum(axis=1) == 1, nearest.argmax(axis=1), NOBODY)

    @cached_property
    def at_half_time(self) -> Array:
        """[game, seat]: how near each was after half of the game's turns, the middle one with them; all alike where there were none."""
        near = np.zeros(self.won.shape)
        played = self.turns > 0
        near[played] = self.near[(np.cumsum(self.turns) - self.turns // 2 - 1)[played]]
        return near

    def over_turns(self, values: Array) -> Array:
        """The sum over each game's turns."""
        return np.bincount(self.game, values, minlength=len(self.rows))

    def over_choices(self, values: Array) -> Array:
        """The sum over each game's choices."""
        return np.bincount(self.game[self.turn], values, minlength=len(self.rows))
