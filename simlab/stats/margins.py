"""What is too small to matter, as it was understood: in words, with what a percentage comes to."""

from math import sqrt
from typing import TYPE_CHECKING

from simlab.engine.metric import PERCENT
from simlab.words.changes import POINT, amount

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def understood(analysis: "Analysis") -> str:
    """For example: 1 point of win share, 2% of game length (0.9 turns)."""
    keys = dict.fromkeys([*analysis.headline_keys, *analysis.experiment.matters])
    return ", ".join(_of_key(analysis, key) for key in keys)


def _of_key(analysis: "Analysis", key: str) -> str:
    metric = next(metric for metric in analysis.all_metrics.values() if metric.key == key)
    margin = analysis.experiment.matters.get(key, metric.family.margin)
    name = metric.title.removesuffix(f" of {metric.label}")
    if metric.family.is_share:
        return f"{POINT.of(f'{margin.value * PERCENT:g}')} of {name}"
    if not margin.relative:
        return f"{amount(metric, margin.value)} of {name}"
    starts = [place.mean(each) for place in analysis.places if place.is_baseline for each in place.asked(key)]
    sizes = [analysis.margin(metric, start.mean, sqrt(start.moments.central[0])) for start in starts]
    least, most = (amount(metric, end(sizes, default=0.0)) for end in (min, max))
    told = most if least == most else f"{least.split()[0]} to {most}"
    if all(size > margin.value * abs(start.mean) for size, start in zip(sizes, starts, strict=True)):
        return f"{told} of {name}"  # what it is at least, because a percentage is less
    return f"{margin.written} of {name} ({told})"
