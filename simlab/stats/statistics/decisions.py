"""What each kind of decision is worth: what a player loses who takes it at random among others who play as they do else.

On each deal, the win share that a seat has where nobody is restricted, less what it has where the player there is.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from simlab.engine.metric import UNIT, Metric
from simlab.metrics.shares import STRATEGIES
from simlab.stats.estimates import Estimate
from simlab.stats.moments import JOINS, Moments, moments_of
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, WHOLE, WORD, Frame, Line, Statistic
from simlab.stats.statistics.effects import VERDICT
from simlab.stats.statistics.means import FIGURES, figures
from simlab.stats.verdicts import as_one_family

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

RESTRICTED = 0  # the seat of a line-up in which a decision is taken at random


def _count(played: Played) -> dict[str, np.ndarray]:
    """[decision, scenario]: the moments of what it is worth on a deal, over its seatings. Nothing where decisions are not asked about."""
    measures = played.measures
    if not measures.group.decisions:
        return {}
    at = np.concatenate([[seating.index(RESTRICTED) for seating in one.seatings] for one in measures.group.lineups])
    seat = at[played.seated][None, None]  # [.., .., game, deal]
    complete, *restricted = (slice(start, start + count) for start, count in zip(measures.starts, measures.seatings, strict=True))
    lost = []
    for games in restricted:
        own = np.take_along_axis(played.shares[:, :, games], seat[:, :, games], axis=0)[0]
        theirs = np.take_along_axis(played.shares[:, :, complete], seat[:, :, games], axis=0)[0]
        lost.append((theirs - own).sum(axis=1, dtype=np.int64))
    return moments_of(np.stack(lost))


def worth(place: Place) -> Estimate:
    """What the decision is worth that is taken at random at a place: by so much of the games a player wins more who takes it."""
    moments = Moments.at((place.t - 1, place.s), place.stats.tally["decisions"], place.stats.deals, place.lineup.games * UNIT)
    return Estimate(moments, (-1.0, 1.0), place.stats.intervals)


def _decisions(analysis: "Analysis") -> Iterator[Line]:
    """A line for each kind of decision and each of the rules; all of them are one family."""
    places = [place for place in analysis.places if place.t and place.group.decisions]
    found = [(place, worth(place), analysis.margin(_share(place), 1 / place.players)) for place in places]
    for (place, of, _), verdict in zip(found, as_one_family([(of, margin) for _, of, margin in found]), strict=True):
        where = {"players": place.players, "scenario": place.scenario, "strategy": place.group.lineups[0].labels[0]}
        often = {**_how_often(analysis, place), "games": of.deals * place.lineup.games, "share": place.mean(_share(place)).mean}
        told = {name: getattr(verdict, name) for name in VERDICT if name != "verdict"}
        yield {**where, "decision": place.group.decisions[place.t - 1], **often, **figures(of), **told, "verdict": verdict.word}


def _share(place: Place) -> Metric:
    """The win share of the player who takes it at random."""
    return place.named[f"{STRATEGIES.name}.{place.lineup.seats[RESTRICTED].label}"]


def _how_often(analysis: "Analysis", place: Place) -> Line:
    """How often a player takes such a decision in a game, where nobody is restricted, and in how many games that was looked at."""
    sample = analysis.samples.get(replace(place, t=0))
    if not sample:
        return {"often": None, "followed": 0}
    kinds = [decision.name for decision in place.stats.measures.game.decisions]
    return {"often": sample.count(kinds.index(place.group.decisions[place.t - 1])), "followed": sample.deals}


WHICH = {"players": WHOLE, "scenario": WORD, "strategy": WORD, "decision": WORD}
COLUMNS = {**WHICH, "often": REAL, "followed": WHOLE, "games": WHOLE, "share": REAL, **FIGURES, **VERDICT}
TABLE = Frame("decisions", COLUMNS, _decisions, is_replayed=True, is_made=lambda analysis: bool(analysis.experiment.decisions))
STATISTIC = Statistic("decisions", 2.6, (TABLE,), JOINS, _count)
