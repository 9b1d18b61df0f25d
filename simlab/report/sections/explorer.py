"""The rule explorer: a control for each rule that was varied or searched, and what comes out beside the printed rules."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import isfinite
from typing import Any

from simlab.base.kinds import plainly_written
from simlab.engine.metric import PERCENT, Metric
from simlab.lab.space import name_of
from simlab.metrics.events import FIRED
from simlab.metrics.flips import FLIPPED
from simlab.metrics.lengths import DECISIONS, TURNS
from simlab.metrics.shares import SEATS, STRATEGIES
from simlab.report.blocks import Chapter, Explorer, Section
from simlab.report.lines import grouped
from simlab.report.material import SEARCH, Material
from simlab.stats.places import Place
from simlab.stats.sought import VERDICTS
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, SIGNS, UNDECIDED
from simlab.words.numbers import decimals, plainly, sentence
from simlab.words.spoken import plain_value

LEFT_OUT = (DECISIONS, FIRED, FLIPPED, SEATS)  # which say little beside the others
MOST_OUTCOMES, MOST_SETS = 20, 2_000
CODES = {word: code for code, word in enumerate((MATTERS, NO_DIFFERENCE, UNDECIDED))}
OF_CHANGES = "The interval of each change is a 95% interval; verdicts are corrected for their number, as everywhere on this page."
OF_GOALS = "Values with intervals that hold however long the search looked; rule sets that soon missed a goal were played little."


def section(run: Material) -> Section | None:
    """Of a factorial all outcomes; of a search the goals."""
    if run.experiment.vary and len(run.experiment.scenarios) > 1:
        found = _of_factorial(run)
    elif run.about == SEARCH and run.analysis.finalists:
        found = _of_search(run)
    else:
        return None
    return Section("explorer", "Choose the rules", "", [found])


def _of_factorial(run: Material) -> Explorer:
    """At the first table, against the rules that all changes are told against."""
    place = next(place for place in run.analysis.places if place.is_baseline)
    rules, axes = run.experiment.vary or {}, list((run.experiment.vary or {}).values())
    start = run.experiment.scenarios[place.scenario]
    told = {(row["scenario"], row["metric"].name): row for row in run.effects if _is_at(row, place)}
    shown = _shown(run, place)
    sets = {}
    for scenario, changes in run.experiment.scenarios.items():
        key = [axis.index(changes[rule]) for rule, axis in zip(rules, axes, strict=True)]
        sets[_key(key)] = [list(_change(told.get((scenario, metric.name)), place, metric)) for metric in shown]
    where = "" if len(run.analysis.places) == len(run.experiment.scenarios) else f" At {place.players} players, {place.lineup.name}."
    asked = [_rule(rule, values, start[rule]) for rule, values in rules.items()]
    outcomes = [_outcome(metric, told.values()) for metric in shown]
    data = {"rules": asked, "outcomes": outcomes, "sets": sets, "words": _words((MATTERS, NO_DIFFERENCE, UNDECIDED)), "isChange": True}
    return Explorer("explore", data, OF_CHANGES + where)


def _is_at(row: Line, place: Place) -> bool:
    return (row["players"], row["lineup"]) == (place.players, place.lineup.name)


def _shown(run: Material, place: Place) -> list[Metric]:
    """Length and win shares first, because the picture is of these; then how games end, then what happens most often."""
    every = [metric for name, metric in run.analysis.metrics.items() if name in place.named]
    metrics = [metric for metric in every if metric.family not in LEFT_OUT] or every
    first = [metric for family in (TURNS, STRATEGIES) for metric in metrics if metric.family is family]
    return [*first, *(metric for metric in metrics if metric not in first)][:MOST_OUTCOMES]


def _change(row: Line | None, place: Place, metric: Metric) -> Iterator[float | int | None]:
    """The value, the change's interval, and the verdict's number; of the baseline the value alone."""
    if row is None:
        yield from (_plain(place.mean(metric).mean * metric.family.factor), None, None, None)
        return
    numbers = (row["baseline_mean"] + row["mean"], row["low"], row["high"])
    yield from (_plain(value * metric.family.factor) for value in numbers)
    yield CODES[row["verdict"]]


def _outcome(metric: Metric, rows: Iterable[Line]) -> dict[str, Any]:
    """What it is called, its unit, how many decimals are known, and how it is said."""
    factor = metric.family.factor
    widths = [(row["high"] - row["low"]) / 2 * factor for row in rows if row["metric"].name == metric.name]
    digits = max(0, min((decimals(width) for width in widths if width), default=2))
    is_winning = metric.family is STRATEGIES
    name = f"{metric.label} wins" if is_winning else "length, turns" if metric.family is TURNS else metric.title
    says = metric.family.says.format(who=metric.label, number="{}") if metric.family.says else ""
    return {"name": sentence(name), "unit": "%" if metric.family.is_share else "", "digits": digits, "says": says}


def _of_search(run: Material) -> Explorer:
    """Every rule set that was looked at, with what was wanted."""
    analysis, over = run.analysis, run.experiment.over or {}
    place = next(place for place in analysis.places if place.is_baseline)
    printed = {rule: getattr(place.group.rules[place.group.baseline], rule) for rule in over}
    by_set = grouped(analysis.table("candidates").sort("distance", maintain_order=True).to_dicts(), "candidate")[:MOST_SETS]
    goals = by_set[0][1]
    shares = [_is_share(run, row) for row in goals]
    keys = _keys(run, printed)
    sets = {keys[name]: [list(_reached(row, share)) for row, share in zip(rows, shares, strict=True)] for name, rows in by_set}
    outcomes = []
    for row, share in zip(goals, shares, strict=True):
        where = ", ".join([f"{row['goal']} {row['wanted']}", *run.analysis.where(row["players"], row["lineup"])])
        outcomes.append({"name": where, "unit": "%" if share else "", "digits": 2 if share else 1, "says": f"{row['goal']} is {{}}"})
    asked = [_rule(rule, values, printed[rule]) for rule, values in over.items()]
    words = [f"{SIGNS[MATTERS]} meets it", f"{SIGNS[NO_DIFFERENCE]} misses it", f"{SIGNS[UNDECIDED]} undecided"]
    data = {"rules": asked, "outcomes": outcomes, "sets": sets, "words": words, "isChange": False}
    return Explorer("explore", data, OF_GOALS)


def _is_share(run: Material, row: Line) -> bool:
    place = run.analysis.placed[row["players"], row["lineup"], run.baseline]
    return next(metric.family.is_share for metric in place.metrics for check in metric.checks if check.name == row["goal"])


def _keys(run: Material, printed: dict[str, Any]) -> dict[str, str]:
    """The key of each rule set, by its name in the tables."""
    over = run.experiment.over or {}
    found = {}
    for levels in product(*(range(len(values)) for values in over.values())):
        rules = {rule: values[level] for (rule, values), level in zip(over.items(), levels, strict=True)}
        found[name_of({rule: value for rule, value in rules.items() if value != printed[rule]})] = _key(levels)
    return found


def _reached(row: Line, is_share: bool) -> Iterator[float | int | None]:  # noqa: FBT001  # as `zip` gives it
    yield from (_plain(row[name] * (PERCENT if is_share else 1.0)) for name in ("value", "low", "high"))
    yield CODES[VERDICTS.get(row["verdict"], UNDECIDED)]


def _rule(rule: str, values: Sequence[Any], printed: Any) -> dict[str, Any]:
    texts = [plain_value(plainly_written(value)) for value in values]
    return {"key": rule, "label": sentence(plainly(rule)), "values": texts, "printed": values.index(printed) if printed in values else -1}


def _key(levels: Sequence[int]) -> str:
    return ".".join(map(str, levels))


def _plain(value: float) -> float | None:
    return float(f"{value:.6g}") if isfinite(value) else None


def _words(words: Sequence[str]) -> list[str]:
    return [f"{SIGNS[word]} {word}" for word in words]


CHAPTERS = Chapter(0.6, section)
