"""Games that are played again to be looked at: of each place the first deals, each in one of its seatings. They are followed turn by turn,
and of the first of them one choice each is tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from simlab.base.clock import timed
from simlab.engine.metric import Metric
from simlab.engine.state import encoded
from simlab.engine.watched import differing
from simlab.experiment.plan import Cell, Plan
from simlab.stats.feeling import Feeling
from simlab.stats.places import Place
from simlab.table import Table
from simlab.table.batches import table_at
from simlab.table.choices import Choice, choices_of
from simlab.table.followed import Followed

AGAIN = "single games"  # what they are timed as
FOLLOWED, TRIED = 1_200, 240  # games, at all places together
LEAST = 30  # of each
ONE_IN = 2_500  # games at most one is tried: it takes as long as hundreds of them
IMAGINED = 256  # games for each option of a choice
MOST_KNOWING = 7  # samples, the last ones beside the first, from which something is taken over: in a factorial they differ in few rules


@dataclass(frozen=True, eq=False)
class Sample:
    """The first deals of a place: so many of them are followed, and of so many a choice is tried. `before`: the samples of the same line-up
    in other scenarios, with which no game need be imagined again.
    """

    plan: Plan
    place: Place
    deals: int
    tried: int
    before: tuple["Sample", ...] = ()

    def has(self, feeling: Feeling) -> bool:
        """Was anything looked at that it is read off?"""
        return not feeling.is_tried or self.tried > 0

    def values(self, feeling: Feeling) -> np.ndarray:
        """What is felt on each deal that was looked at."""
        if feeling.is_tried:
            return np.asarray(feeling.metric.read(self.choices))
        return self._measured(feeling.metric)

    def _measured(self, metric: Metric) -> np.ndarray:
        found = np.zeros(self.deals, dtype=np.int64)
        for deals, followed in self.seatings:
            found[deals] = metric.read(followed)
        return found

    def count(self, kind: int) -> float:
        """How many choices of a kind a player makes in a game, on average."""
        return sum(int((followed.kind == kind).sum()) / followed.players for _, followed in self.seatings) / self.deals

    @cached_property
    @timed(AGAIN)
    def seatings(self) -> tuple[tuple[np.ndarray, Followed], ...]:
        """By seating which of the deals, and their games."""
        return tuple((deals, table.followed(deals)) for table, deals in self._tables(self.deals))

    @cached_property
    @timed(AGAIN)
    def choices(self) -> list[Choice]:
        """Of each of the first deals a choice, which lies as far on under all rules."""
        found: dict[int, Choice] = {}
        differ = [differing(sample.rules, self.rules) for sample in self.before]
        for table, deals in self._tables(self.tried):
            where = [(deal, np.random.default_rng((self.plan.experiment.seed, deal)).random()) for deal in deals.tolist()]
            before = zip(differ, [[sample.choices[deal] for deal in deals] for sample in self.before], strict=True)
            found |= dict(zip(deals.tolist(), choices_of(table, where, IMAGINED, before), strict=True))
        return [found[deal] for deal in range(self.tried)]

    @cached_property
    def rules(self) -> np.void:
        """By which they are played, as a record."""
        return encoded(self.plan.game.seen["rules"], self.place.group.rules[self.place.s])

    def knows(self, other: "Sample") -> bool:
        """Are the choices of another one also tried here, by the same players? Then it need not imagine again what is the same."""
        return self.place.lineup == other.place.lineup and self.tried >= other.tried

    def _tables(self, count: int) -> Iterator[tuple[Table, np.ndarray]]:
        """The table of each seating, and which of so many deals are played at it."""
        lineup, deals = self.place.lineup, np.arange(count)
        seated = lineup.seated(0, count)
        numbers = seated[deals % len(seated), deals]
        for number in np.unique(numbers).tolist():
            cell = Cell(self.place.s, self.place.t, lineup.seatings[number])
            yield table_at(self.plan, self.place.group, cell), np.flatnonzero(numbers == number)


def samples_of(plan: Plan, places: Sequence[Place]) -> dict[Place, Sample]:
    """The samples of some places. A game of the user's own might keep something from one game to the next: nothing in it is taken over."""
    found: dict[Place, Sample] = {}
    for place in places:
        sample = _sample_of(plan, place, len(places))
        may_copy = plan.copies and not plan.game.source and not place.lineup.adapted
        knowing = [one for one in found.values() if may_copy and one.knows(sample)]
        found[place] = replace(sample, before=(*knowing[:1], *knowing[1:][-MOST_KNOWING:]))
    return found


def _sample_of(plan: Plan, place: Place, places: int) -> Sample:
    """The sample of one of so many places: the same deals in the same seatings under all rules. Choices are tried where there are many
    games, in which whoever thinks could think.
    """
    followed, tried = (min(place.stats.deals, max(LEAST, most // places)) for most in (FOLLOWED, TRIED))
    tried = min(tried, place.stats.deals * place.lineup.games // ONE_IN)
    return Sample(plan, place, followed, tried if tried >= LEAST and plan.game.redeal else 0)
