"""Games that are played again to be followed turn by turn: of each place the first deals, each in one of its seatings."""

from dataclasses import dataclass

import numpy as np

from simlab.engine.metric import Metric
from simlab.experiment.plan import Cell, Plan
from simlab.stats.places import Place
from simlab.table.batches import table_at
from simlab.table.followed import Followed

FOLLOWED = 1_200  # games, at all places together
LEAST = 30  # of each


@dataclass(frozen=True, eq=False)
class Sample:
    """The first deals of a place, as many as `deals`: by seating which of them, and their games."""

    deals: int
    seatings: tuple[tuple[np.ndarray, Followed], ...]

    def values(self, metric: Metric) -> np.ndarray:
        """What is measured on each deal."""
        found = np.zeros(self.deals, dtype=np.int64)
        for deals, followed in self.seatings:
            found[deals] = metric.read(followed)
        return found

    def choices(self, kind: int) -> float:
        """How many choices of a kind a player makes in a game, on average."""
        return sum(int((followed.kind == kind).sum()) / followed.players for _, followed in self.seatings) / self.deals


def sample_of(plan: Plan, place: Place, places: int) -> Sample:
    """The sample of one of so many places: the same deals in the same seatings under all rules."""
    deals = min(place.stats.deals, max(LEAST, FOLLOWED // places))
    seated = place.lineup.seated(0, deals)
    numbers = seated[np.arange(deals) % len(seated), np.arange(deals)]
    found = []
    for number in np.unique(numbers).tolist():
        table = table_at(plan, place.group, Cell(place.s, place.t, place.lineup.seatings[number]))
        some = np.flatnonzero(numbers == number)
        found.append((some, table.followed(some)))
    return Sample(deals, tuple(found))
