"""What a league says: the ladder, who beats whom, where one number does not tell that, cycles, and how many rungs there are."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import erfc, isfinite, sqrt
from typing import Any

import numpy as np

from simlab.stats.intervals import holm_levels
from simlab.stats.league.ratings import Fit, Meetings, Results, expected, fit

RUNG = 0.6  # of the games that one of two wins, so that one is a rung above the other


@dataclass(frozen=True)
class Pair:
    """Two strategies where they meet: of what one of them won, the share of the first; and the share that their ratings tell."""

    a: int
    b: int
    share: float
    se: float
    told: float
    is_ahead: bool  # the first of them, beyond doubt
    is_misfit: bool  # is the share another than told, beyond doubt?


@dataclass(frozen=True, eq=False)
class Ladder:
    """The strategies of a league by number, told from its sums."""

    results: Results
    meetings: Meetings

    @cached_property
    def fit(self) -> Fit:
        """The ratings."""
        return fit(self.results)

    @cached_property
    def order(self) -> list[int]:
        """The strategies, the best first; of equals the first of the field."""
        return [int(i) for i in np.argsort(-np.round(self.fit.strengths, 9), kind="stable")]

    @cached_property
    def pairs(self) -> dict[tuple[int, int], Pair]:
        """Each two that meet, both ways. Who is ahead is judged as one family, whom the ratings misjudge as another."""
        field = self.results.field
        would = expected(self.results, self.fit)
        meet = [(a, b) for a, b in combinations(range(field), 2) if would[a, b] > 0]
        shares = {pair: self.meetings.share(*pair) for pair in meet}
        told = {(a, b): would[a, b] / (would[a, b] + would[b, a]) for a, b in meet}
        ahead = beyond_doubt([_deviate(share, se, 0.5) for share, se in shares.values()])
        apart = beyond_doubt([_deviate(*shares[pair], told[pair]) for pair in meet])
        found: dict[tuple[int, int], Pair] = {}
        for pair, is_sure, is_misfit in zip(meet, ahead, apart, strict=True):
            (a, b), (share, se) = pair, shares[pair]
            found[a, b] = Pair(a, b, share, se, told[pair], is_sure and share > 0.5, is_misfit)
            found[b, a] = Pair(b, a, 1 - share, se, 1 - told[pair], is_sure and share < 0.5, is_misfit)
        return found

    @property
    def misfits(self) -> list[Pair]:
        """Whom the ratings misjudge, each two once and from the side of who does better than told; the most misjudged first."""
        found = [pair for pair in self.pairs.values() if pair.is_misfit and pair.share > pair.told]
        return sorted(found, key=lambda pair: (pair.told - pair.share, pair.a, pair.b))

    @cached_property
    def cycles(self) -> list[tuple[int, ...]]:
        """Circles in which each is ahead of the next, beyond doubt: of everybody who is in one the shortest, the best of them first."""
        beaten: dict[int, list[int]] = {a: [] for a in self.order}
        for a, b in self.pairs:
            if self.pairs[a, b].is_ahead:
                beaten[a].append(b)
        circles = (_shortest_circle(a, beaten) for a in self.order)
        return list(dict.fromkeys(self._from_the_best(circle) for circle in circles if circle))

    def _from_the_best(self, circle: list[int]) -> tuple[int, ...]:
        at = min(range(len(circle)), key=lambda i: self.order.index(circle[i]))
        return tuple(circle[at:] + circle[:at])

    @cached_property
    def rungs(self) -> list[int]:
        """The longest chain of strategies of whom each wins at least `RUNG` of the games that it or the next one wins, the best first."""
        longest: dict[int, list[int]] = {}
        for i, a in reversed([*enumerate(self.order)]):
            below = (longest[b] for b in self.order[i + 1 :] if (a, b) in self.pairs and self.pairs[a, b].share >= RUNG)
            longest[a] = [a, *max(below, key=len, default=[])]
        return max((longest[a] for a in self.order), key=len, default=[])

    def lines(self, names: Sequence[str]) -> Iterator[dict[str, Any]]:
        """A line a strategy, the best first: its rating in points and its mean share over the field, each with its interval."""
        results, of = self.results, self.fit
        seats = [float(((results.seated == i).sum(axis=1) * results.often).sum()) for i in range(results.field)]
        spread = np.sqrt(np.diag(results.covariance) / results.deals).tolist()
        for place, i in enumerate(self.order, 1):
            share = float(results.wins[i] / results.deals / seats[i])
            width, wide = of.half_width(i), of.reach * spread[i] / seats[i]
            rating = float(of.strengths[i])
            yield {
                **{"rank": place, "strategy": names[i], "rating": rating, "low": rating - width, "high": rating + width},
                **{"share": share, "share_low": share - wide, "share_high": share + wide, "rung": self._rung(i)},
            }

    def _rung(self, i: int) -> int | None:
        return self.rungs.index(i) + 1 if i in self.rungs else None


def _shortest_circle(start: int, beaten: dict[int, list[int]]) -> list[int]:
    """From who beats whom: a shortest way from somebody back to themselves; nothing where there is none."""
    ways, seen = [[start]], {start}
    while ways:
        longer = [[*way, other] for way in ways for other in beaten[way[-1]]]
        if back := [way[:-1] for way in longer if way[-1] == start]:
            return back[0]
        ways = []
        for way in longer:
            if way[-1] not in seen:
                seen.add(way[-1])
                ways.append(way)
    return []


def beyond_doubt(deviates: Sequence[float]) -> list[bool]:
    """Which normal deviates are claimed to be none of chance, all of them one family."""
    levels = [erfc(abs(each) / sqrt(2)) for each in deviates]
    return [level <= tested for level, tested in zip(levels, holm_levels(levels), strict=True)]


def _deviate(share: float, se: float, of: float) -> float:
    if not isfinite(se) or (se == 0 and share == of):
        return 0.0
    return (share - of) / se if se > 0 else (share - of) * sqrt(np.inf)
