"""Where rules are varied: which of them is responsible for how much of what differs between the rule sets, as exact Shapley shares."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from simlab.stats.intervals import with_few
from simlab.stats.joins import added
from simlab.stats.played import Played
from simlab.stats.responsible import split
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Frame, Line, Statistic

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis
    from simlab.stats.places import Place

BLOCKS = 32  # of deals, dealt out in turn


def _count(played: Played) -> dict[str, np.ndarray]:
    """`sums` [metric, line-up, rule set, block]: over the deals of each block. Nothing where no rules are varied."""
    if not played.measures.vary:
        return {}
    padded = np.zeros((*played.values.shape[:-1], -(-(played.deals + played.first % BLOCKS) // BLOCKS) * BLOCKS), dtype=np.int64)
    padded[..., played.first % BLOCKS :][..., : played.deals] = played.values
    return {"sums": padded.reshape((*padded.shape[:-1], -1, BLOCKS)).sum(axis=-2)}


def _shapley(analysis: "Analysis") -> Iterator[Line]:
    rules = analysis.experiment.vary or {}
    for place in analysis.places:
        for metric in place.metrics if place.is_baseline else ():
            if metric.name in analysis.metrics and metric.is_askable:
                yield from _of_metric(place, metric.name, {rule: len(values) for rule, values in rules.items()})


def _of_metric(place: "Place", metric: str, levels: dict[str, int]) -> Iterator[Line]:
    stats, m = place.stats, place.stats.measures.index[metric]
    blocks = np.bincount(np.arange(stats.deals) % BLOCKS, minlength=BLOCKS)
    sums = np.asarray(stats.tally["shapley"]["sums"][m, place.t], dtype=float) / stats.measures.per[m][place.t]
    found = split(tuple(levels.values()), sums, blocks.astype(float))
    if found is None:
        return
    reach = with_few(BLOCKS, stats.intervals.reach(stats.deals))
    where = {"players": place.players, "lineup": place.lineup.name, "metric": metric}
    for rule, share, error in zip(levels, found.shares.tolist(), found.errors.tolist(), strict=True):
        interval = {"low": max(0.0, share - reach * error), "high": min(1.0, share + reach * error)}
        yield {**where, "rule": rule, "n": stats.deals, "spread": found.variance**0.5, "share": share, **interval}


COLUMNS = {"players": WHOLE, "lineup": WORD, "metric": WORD, "rule": WORD, "n": WHOLE, "spread": REAL, "share": REAL, **INTERVAL}
TABLE = Frame("shapley", COLUMNS, _shapley, is_made=lambda analysis: bool(analysis.experiment.vary))
STATISTIC = Statistic("shapley", 2.8, (TABLE,), {"sums": added}, _count)
