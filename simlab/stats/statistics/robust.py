"""How far verdicts hold at the tables of a field: what each change does from table to table, and whom that hangs on."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from simlab.stats.joins import added, products
from simlab.stats.played import Played
from simlab.stats.robust.holding import weights_of
from simlab.stats.statistic import FACT, INTERVAL, REAL, WHOLE, WORD, Frame, Line, Statistic
from simlab.words.changes import MATTERS, NO_DIFFERENCE

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _count(played: Played) -> dict[str, np.ndarray]:
    """`across` [metric, contrast]: the squares of what a deal is worth at all tables together. Nothing where no tables were drawn."""
    measures = played.measures
    if not measures.group.is_drawn:
        return {}
    weights = np.array([weights_of(per)[0] for per in measures.per])
    sums = (np.einsum("mtd,mt->md", values, weights) for values in measures.contrasts.each(played.values))
    return {"across": np.stack([products(each, each) for each in sums], axis=-1)}


def _robust(analysis: "Analysis") -> Iterator[Line]:
    for held in analysis.holdings:
        for metric in held.metrics:
            spread, found = held.spreads[metric.name], held.of(metric)
            words = [c.verdict.word for c in found]
            counts = {"tables": len(found), "matter": words.count(MATTERS), "nothing": words.count(NO_DIFFERENCE)}
            yield {
                **{"players": held.players, "scenario": held.change, "metric": metric.name, **counts},
                **{"least": min(spread.effects), "most": max(spread.effects), "mean": spread.mean},
                **dict(zip(INTERVAL, spread.interval, strict=True)),
                **{"between": spread.between, **dict(zip(_NEW, spread.at_a_new_table, strict=True))},
                **{"baseline_mean": float(np.mean([c.effect.baseline for c in found])), "margin": max(c.verdict.margin for c in found)},
            }


def _company(analysis: "Analysis") -> Iterator[Line]:
    for held in analysis.holdings:
        for member in held.members:
            there = dict(zip(("tables_with", "matter_with"), member.there, strict=True))
            elsewhere = dict(zip(("tables_without", "matter_without"), member.elsewhere, strict=True))
            strengths = {"strength_with": member.split.there, "strength_without": member.split.elsewhere}
            interval = dict(zip(INTERVAL, member.split.interval(), strict=True))
            where = {"players": held.players, "scenario": held.change, "strategy": member.label}
            yield {**where, **there, **elsewhere, **strengths, "difference": member.split.difference, **interval, "is_sure": member.is_sure}


_NEW = ("new_low", "new_high")
_WHERE = {"players": WHOLE, "scenario": WORD}
_SPREAD = {**dict.fromkeys(("least", "most", "mean"), REAL), **INTERVAL, "between": REAL, **dict.fromkeys(_NEW, REAL)}
_COUNTS = dict.fromkeys(("tables", "matter", "nothing"), WHOLE)
_MEMBER = {**dict.fromkeys(("tables_with", "matter_with", "tables_without", "matter_without"), WHOLE)}
_STRENGTH = {**dict.fromkeys(("strength_with", "strength_without", "difference"), REAL), **INTERVAL, "is_sure": FACT}


def _is_made(analysis: "Analysis") -> bool:
    return bool(analysis.experiment.tables)


ROBUST = Frame("robust", {**_WHERE, "metric": WORD, **_COUNTS, **_SPREAD, "baseline_mean": REAL, "margin": REAL}, _robust, is_made=_is_made)
COMPANY = Frame("company", {**_WHERE, "strategy": WORD, **_MEMBER, **_STRENGTH}, _company, is_made=_is_made)
STATISTIC = Statistic("robust", 2.7, (ROBUST, COMPANY), {"across": added}, _count)
