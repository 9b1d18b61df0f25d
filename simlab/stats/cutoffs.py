"""Games that were cut off at a limit: where there are many, a mean is what the limit makes of it, and the median is told."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from simlab.base.kinds import plainly_written
from simlab.stats.comparisons import Comparison
from simlab.stats.places import Place
from simlab.stats.statistics.lengths import capped
from simlab.words.numbers import listed, many, plainly, small_percent

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

FEW = 0.001  # of the games: below that they change no mean that anybody reads


class Medians(NamedTuple):
    """The median lengths before and after a change, and the larger share of games that were cut off."""

    before: int
    after: int
    cut_off: float


def cut_off(analysis: "Analysis") -> dict[Place, float]:
    """Where so many games were cut off that their mean says little, and which share of them; the largest first."""
    shares = {place: capped(place) for place in analysis.places}
    return dict(sorted(((place, share) for place, share in shares.items() if share > FEW), key=lambda item: -item[1]))


def warning(analysis: "Analysis") -> str:
    """What whoever runs it is told of that; nothing where there is nothing to tell."""
    if not analysis.cut_off:
        return ""
    (place, share), *others = analysis.cut_off.items()
    where = ", ".join([*analysis.where(place.players, place.lineup.name), *([place.scenario] if len(place.group.scenarios) > 1 else [])])
    more = f", and more than {small_percent(FEW)} at {many(len(others), 'other place')}" if others else ""
    limits = listed([plainly(ending) for ending in analysis.game.endings if ending in analysis.game.cut_off], "or")
    told = f"{small_percent(share)} of games{f' ({where})' if where else ''} were cut off at the {limits}{more}"
    return f"{told}: the limit has a part in every mean there; compare medians, or let games go on for longer"


def medians(analysis: "Analysis", c: Comparison) -> Medians | None:
    """Of a change, where so many games were cut off that its mean says little."""
    here = [place for place in analysis.places if (place.players, place.lineup.name) == (c.players, c.lineup)]
    if c.levels:
        before = [place for place in here if all(_has(analysis, place, level.rule, level.baseline) for level in c.levels)]
        after = [place for place in here if all(_has(analysis, place, level.rule, level.value) for level in c.levels)]
    else:
        before, after = ([place for place in here if place.scenario == name] for name in (c.baseline, c.scenario))
    cut_off = max(map(_cut_off, (before, after)))
    return Medians(_median(before), _median(after), cut_off) if cut_off > FEW else None


def _has(analysis: "Analysis", place: Place, rule: str, value: str) -> bool:
    return plainly_written(analysis.experiment.scenarios[place.scenario][rule]) == value


def _cut_off(places: list[Place]) -> float:
    return sum(map(capped, places)) / max(1, len(places))


def _median(places: list[Place]) -> int:
    """Of all games at these places of one group together."""
    counts = sum(place.stats.tally["lengths"]["lengths"][place.t, place.s] for place in places)
    reached = np.cumsum(counts)
    return int(np.argmax(2 * reached >= reached[-1]))
