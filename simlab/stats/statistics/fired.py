"""What a change of the rules does to those games in which a rule event fired.

Games are paired: a deal in one seating, played in this scenario and in the baseline. Over the pairs in which the event fired in at least
one of the two, the effect is the sum of the changes divided by the number of pairs: a ratio of two sums over deals (`simlab.stats.ratios`).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simlab.engine.metric import Metric
from simlab.stats.joins import added, peak, products
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.ratios import Weights, ratio_among
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line, Statistic, at_each_place


def _followed(measures: Measures) -> list[Metric]:
    """What is followed where an event fired: who wins, and how long it takes."""
    return [metric for metric in measures.metrics if metric.family.is_headline]


def _count(played: Played) -> dict[str, np.ndarray]:
    """[line-up, scenario but the baseline, event, ...]: over deals, with w the number of seatings in which the event fired in this scenario
    or in the baseline: `pairs`, the deals with w > 0, the sums of w and w^2; `changes` of each metric that is followed, with x the sum of
    its changes over those seatings: the sums of x, x^2 and x w.
    """
    measures = played.measures
    followed, base, others = _followed(measures), measures.group.baseline, list(measures.group.others)
    shape = (len(measures.seatings), len(others), len(measures.game.counted))
    found = {"pairs": np.zeros((*shape, 3), dtype=np.int64), "changes": np.zeros((*shape, len(followed), 3), dtype=np.int64)}
    if not others:
        return found
    values = np.stack([metric.read(played) for metric in followed])
    kind: Any = np.int32 if 2 * peak(values) * max(measures.seatings) < 1 << 31 else np.int64  # narrow is fast
    changes = values[:, others].astype(kind) - values[:, [base]].astype(kind)
    most_w, most_x = max(measures.seatings), peak(changes) * max(measures.seatings)
    for event, counts in enumerate(played.counted.values()):
        fires = counts > 0
        if not fires.any():
            continue
        either = (fires[others] | fires[base]).astype(kind)
        for t, (start, count) in enumerate(zip(measures.starts, measures.seatings, strict=True)):
            seatings = slice(start, start + count)
            w = either[:, seatings].sum(axis=1, dtype=np.int64)
            x = np.einsum("mspd,spd->msd", changes[:, :, seatings], either[:, seatings]).astype(np.int64)
            squares, crosses = products(w, w, most_w, most_w), products(x, w[None], most_x, most_w)
            found["pairs"][t, :, event] = np.stack([(w > 0).sum(axis=-1), w.sum(axis=-1), squares], axis=-1)
            of_changes = np.stack([x.sum(axis=-1), products(x, x, most_x, most_x), crosses], axis=-1)
            found["changes"][t, :, event] = of_changes.swapaxes(0, 1)
    return found


def _effects(place: Place) -> Iterator[Line]:
    if place.is_baseline:
        return
    measures, counted = place.stats.measures, place.stats.tally["fired"]
    for number, event in enumerate(measures.game.counted):
        deals, pairs, pairs_squared = counted["pairs"][place.t, place.other, number].tolist()
        for metric, sums in zip(_followed(measures), counted["changes"][place.t, place.other, number].tolist(), strict=True):
            scale = measures.per[measures.index[metric.name]][place.t] // measures.seatings[place.t]
            if not pairs or not scale:
                continue
            total, square, cross = sums
            weights = Weights(deals, pairs, pairs_squared, deals / place.stats.deals)
            effect = ratio_among(weights, total, square, cross, scale, place.stats.intervals)
            where = {"event": event, "deals": deals, "games": pairs, "metric": metric.name}
            yield {**where, "effect": effect.value, "low": effect.low, "high": effect.high}


COLUMNS = {"event": WORD, "deals": WHOLE, "games": WHOLE, "metric": WORD, "effect": REAL, **INTERVAL}
STATISTIC = Statistic("fired", 9, (at_each_place("ledger_effects", COLUMNS, _effects),), {"pairs": added, "changes": added}, _count)
