"""Line-ups that differ in the parameters of one seat: a game in which these change no answer is the same game, and is played once.

It is found out while it is played by one of them: the others answer beside it (see `engine.compiled.parting`). Where somebody thinks, who
may have these parameters in mind, every game is played.
"""

import numpy as np

from simlab.base.faults import RunFailure
from simlab.engine.compiled.parting import MOST
from simlab.experiment.plan import Cell, Chunk, Group, Plan
from simlab.table.batches import Batch, played, prove, proved, tables_at
from simlab.table.table import ranks_of


def played_alike(plan: Plan, chunk: Chunk, place: int) -> Batch:
    """All games of a chunk with one scenario, by line-ups that differ in the parameters of the seat with that number. Those that would be
    copies are counted, also where they are played.
    """
    group = plan.together(chunk.groups)
    if any(strategy.thinks for strategy, _ in plan.seated([seat for lineup in group.lineups for seat in lineup.seats])):
        return played(plan, chunk)
    alike = _Alike(plan, group, chunk, place)
    try:
        alike.play()
    except RunFailure:  # of who was only asked, perhaps: it fails in its own game as well, and there it is named
        return played(plan, chunk)
    if plan.game.source:
        alike.prove()
    return Batch(alike.rows if plan.copies else played(plan, chunk).rows, int(alike.is_copy.sum()))


class _Alike:
    """The rows of a chunk, [deal, cell], and which of them are copies."""

    def __init__(self, plan: Plan, group: Group, chunk: Chunk, place: int) -> None:
        self.plan, self.group, self.chunk, self.place = plan, group, chunk, place
        self.rows = np.zeros((chunk.deals, len(group.cells)), dtype=plan.game.row)
        self.is_copy = np.zeros(self.rows.shape, dtype=bool)
        self.ranks = [ranks_of(plan.seated(lineup.seats)) for lineup in group.lineups]  # on which the seats' own chance depends

    def play(self) -> None:
        """Line-up after line-up plays what is not known yet; and then it is known of those behind it that have not parted."""
        for column, cell in enumerate(self.group.cells):
            self._play(column, cell, np.flatnonzero(~self.is_copy[:, column]))

    def prove(self) -> None:
        """Some copies are played as well, and must be equal."""
        deals = proved(self.chunk)
        for column, cell in enumerate(self.group.cells):
            some = deals[self.is_copy[deals, column]]
            for table, games in tables_at(self.plan, self.group, cell, self.chunk.first, some):
                prove(table, self.chunk, self.rows[:, column], games)

    def _play(self, column: int, cell: Cell, left: np.ndarray) -> None:
        others = self._alike(column, cell)
        parted = np.zeros(self.chunk.deals, dtype=np.uint64)
        for bit, other in enumerate(others):
            parted |= self.is_copy[:, other].astype(np.uint64) << np.uint64(bit)
        changed = [self.group.lineups[self.group.cells[other].lineup].seats[self.place].params for other in others]
        for table, games in tables_at(self.plan, self.group, cell, self.chunk.first, left):
            table.ask_also(self.place, changed, self.chunk.first, parted)
            table.play(self.chunk.first, self.rows[:, column], games)
        games = self.rows.view(f"V{self.rows.itemsize}")  # as bytes: a record has gaps between its fields
        for bit, other in enumerate(others):
            same = left[parted[left] >> np.uint64(bit) & np.uint64(1) == 0]
            games[same, other] = games[same, column]
            self.is_copy[same, other] = True

    def _alike(self, column: int, cell: Cell) -> list[int]:
        """The next cells that have the same chance at the same table."""
        behind = enumerate(self.group.cells[column + 1 :], start=column + 1)
        ranks = self.ranks[cell.lineup]
        return [other for other, of in behind if of.seating == cell.seating and self.ranks[of.lineup] == ranks][:MOST]
