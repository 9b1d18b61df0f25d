"""A league: the ratings of a field's strategies and of the seats, and who beats whom, from all tables at once."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from simlab.engine.metric import UNIT
from simlab.stats.joins import added, products
from simlab.stats.league.ladder import Ladder
from simlab.stats.league.ratings import Meetings, Results
from simlab.stats.league.replies import replies
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.stats.statistic import FACT, INTERVAL, REAL, WHOLE, WORD, Columns, Frame, Line, Statistic
from simlab.stats.tally import Sums

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

SUMS = ("wins", "products", "won", "squares", "mixed")


def _count(played: Played) -> Sums:
    """[scenario, ...]: `wins` of each strategy, then of each seat, and the `products` of two of them on a deal; of each two strategies what
    one has `won` at the tables of both, its `squares`, and what was `mixed`, its own times the other's. Nothing where there is no league.
    """
    group = played.measures.group
    if not group.is_league:
        return {}
    by_label = np.stack([played.by_label[label] for label in group.labels])  # [label, scenario, seating, deal]
    each = np.concatenate([by_label.sum(axis=2, dtype=np.int64), played.shares.sum(axis=2, dtype=np.int64)]).swapaxes(0, 1)
    met = _where_they_meet(played.measures, by_label)
    return {
        "wins": each.sum(axis=-1),
        "products": products(each[:, :, None], each[:, None]),
        "won": met.sum(axis=-1),
        "squares": products(met, met),
        "mixed": products(met, met.swapaxes(1, 2)),
    }


def _where_they_meet(measures: Measures, by_label: np.ndarray) -> np.ndarray:
    """[scenario, a, b, deal]: what a has won at all tables where b sits as well. These numbers are whole and small: floats are exact."""
    is_there = np.repeat(measures.seats_of > 0, measures.seatings, axis=0).astype(float)  # [game, label]
    met: np.ndarray = np.einsum("asjd,jb->sabd", by_label.astype(float), is_there, optimize=True).astype(np.int64)
    met[:, np.arange(len(by_label)), np.arange(len(by_label))] = 0
    return met


def ladders(analysis: "Analysis") -> Iterator[tuple[Line, tuple[str, ...], Ladder]]:
    """The ladder of each scenario with each number of players, where it is, and its strategies."""
    for stats in analysis.stats:
        group = stats.measures.group
        for s, scenario in enumerate(group.scenarios if group.is_league and stats.deals > 1 else ()):
            yield (
                {"players": group.players, "scenario": scenario},
                group.labels,
                ladder_of(stats.measures, stats.deals, stats.tally["league"], s),
            )


def ladder_of(measures: Measures, deals: int, sums: Sums, scenario: int) -> Ladder:
    """The ladder of a scenario, from its sums."""
    wins, of_two, won, squares, mixed = (np.asarray(sums[name][scenario], dtype=float) for name in SUMS)
    lineups = measures.group.lineups
    often = np.concatenate([np.full(len(lineup.seatings), lineup.games / len(lineup.seatings)) for lineup in lineups])
    results = Results(measures.seated.argmax(axis=2), deals, wins / UNIT, of_two / UNIT**2, often)
    return Ladder(results, Meetings(deals, won / UNIT, squares / UNIT**2, mixed / UNIT**2))


def _of_each(lines: Callable[[tuple[str, ...], Ladder], Iterator[Line]]) -> Callable[["Analysis"], Iterator[Line]]:
    return lambda analysis: ({**where, **line} for where, names, ladder in analysis.ladders for line in lines(names, ladder))


def _ratings(names: tuple[str, ...], ladder: Ladder) -> Iterator[Line]:
    return ladder.lines(names)


def _seats(_: tuple[str, ...], ladder: Ladder) -> Iterator[Line]:
    field = ladder.results.field
    for seat, rating in enumerate(ladder.fit.seats.tolist()):
        width = ladder.fit.half_width(field + seat)
        yield {"seat": seat, "rating": rating, "low": rating - width, "high": rating + width}


def _pairs(names: tuple[str, ...], ladder: Ladder) -> Iterator[Line]:
    """Both ways, in the order of the ladder."""
    reach = ladder.fit.reach
    for a in ladder.order:
        for pair in (ladder.pairs[a, b] for b in ladder.order if (a, b) in ladder.pairs):
            found = {"strategy": names[a], "opponent": names[pair.b], "share": pair.share}
            interval = {"low": pair.share - reach * pair.se, "high": pair.share + reach * pair.se}
            yield {**found, **interval, "told": pair.told, "is_ahead": pair.is_ahead, "is_misfit": pair.is_misfit}


_REPLY = {"best_reply": WORD, "share": REAL, **INTERVAL, "dominated_by": WORD, "mix": REAL}
_WHERE = {"players": WHOLE, "scenario": WORD}
_SHARE = {"share": REAL, "share_low": REAL, "share_high": REAL}
_PAIR = {"share": REAL, **INTERVAL, "told": REAL, "is_ahead": FACT, "is_misfit": FACT}


def _frame(name: str, columns: Columns, lines: Callable[[tuple[str, ...], Ladder], Iterator[Line]]) -> Frame:
    return Frame(name, {**_WHERE, **columns}, _of_each(lines), is_made=lambda analysis: analysis.is_league)


RATINGS = _frame("ratings", {"rank": WHOLE, "strategy": WORD, "rating": REAL, **INTERVAL, **_SHARE, "rung": WHOLE}, _ratings)
SEATS = _frame("seat_ratings", {"seat": WHOLE, "rating": REAL, **INTERVAL}, _seats)
PAIRS = _frame("pairs", {"strategy": WORD, "opponent": WORD, **_PAIR}, _pairs)
REPLIES = _frame("replies", {"strategy": WORD, **_REPLY}, replies)
STATISTIC = Statistic("league", 2.5, (RATINGS, SEATS, PAIRS, REPLIES), dict.fromkeys(SUMS, added), _count)
