"""The one picture of the first screen: its title is its finding."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from simlab.metrics.lengths import TURNS
from simlab.report.charts import Graph, Mark, Panel, Row, Series, intervals, lines
from simlab.report.lines import (
    change_of,
    distinct,
    ends,
    factor_of,
    grouped,
    half_width,
    has_percent,
    percent_of,
    strength,
    strongest,
    strongest_first,
)
from simlab.report.material import STYLES, Material
from simlab.report.sections import lengths, shares
from simlab.report.svg import Picture
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, UNDECIDED
from simlab.words.numbers import listed, many, plainly, rounded, sentence
from simlab.words.spoken import as_much_as, counted, cut

MOST_ROWS, MOST_CHANGES, MOST_MARKS = 6, 3, 12  # the picture stands beside the card on one screen
MOST_GRAPHS, MOST_LINES = 4, 6
WHO_WINS = "share"


def proof(run: Material) -> Picture | None:
    """Changes where anything is compared, along a rule's numbers where numbers are varied; else win shares; else lengths."""
    if not run.headline:
        found = [*shares.by_strategy(run), *lengths.pictures(run)]
        return found[0] if found else None
    return _along_a_rule(run) or _changes(run, _of_one_number(leading(run.headline)))


def leading(rows: Sequence[Line]) -> list[Line]:
    """Of what is compared who wins, or how long it takes, or what else was asked for: the first of which anything is known to matter."""
    who = [row for row in rows if row["metric"].key == WHO_WINS]
    length = [row for row in rows if row["metric"].family is TURNS]
    rest = [row for row in rows if row not in who and row not in length]
    families = [family for family in (who, length, rest) if family]
    return next((family for family in families if any(row["verdict"] == MATTERS for row in family)), families[0])


def _of_one_number(rows: Sequence[Line]) -> list[Line]:
    """Where several tables are compared, of numbers but who wins only the one that moves most: the same rule at each table."""
    if len(grouped(rows, "players", "lineup")) == 1 or rows[0]["metric"].key == WHO_WINS:
        return list(rows)
    metric = strongest(rows)["metric"]
    return [row for row in rows if row["metric"] == metric]


def _changes(run: Material, rows: Sequence[Line]) -> Picture:
    """A row for each strategy or other number, ordered by who wins, with a mark for each change."""
    is_share = rows[0]["metric"].family.is_share
    drawable = [row for row in rows if is_share or has_percent(row)] or list(rows)
    is_percent = not is_share and has_percent(drawable[0])
    rows_shown = min(MOST_ROWS - len(run.places), len(grouped(drawable, "metric", "players", "lineup")))
    changes = _first(drawable, "said", most=min(MOST_CHANGES, MOST_MARKS // rows_shown))
    kept = [row for row in drawable if row["said"] in changes]
    places = _first(kept, "metric", "players", "lineup", most=rows_shown)
    by_place = [(place, of) for place, of in grouped(kept, "metric", "players", "lineup") if place in places]
    by_place.sort(key=lambda item: -item[1][0]["baseline_mean"] if is_share else 0.0)
    shown = []
    for _, of in by_place:
        scaled = [(row, ends(row, factor=factor_of(row) if is_percent or is_share else 1.0)) for row in of]
        marks = [Mark(at, _value(row), STYLES[row["verdict"]], changes.index(row["said"])) for row, at in scaled]
        shown.append(Row(_label(run, of[0]), marks, _base(of[0]) if has_one_baseline(of) else ""))
    unit = f"{'points' if is_share else 'percent' if is_percent else 'difference'} more or less than “{cut(_baseline(run), 30)}”"
    margins = {round(row["margin"] * factor_of(row), 6) for _, of in by_place for row in of} if is_share or is_percent else set()
    margin = margins.pop() if len(margins) == 1 else None
    panel = Panel(shown, unit, "", 0.0, "no change", (-margin, margin) if margin else None)
    told = ". ".join(f"{row['said']}, {_label(run, row)}: {change_of(row)}, {row['verdict']}" for _, of in by_place for row in of)
    picture = intervals([panel], changes)
    return Picture("proof", sentence(finding(rows)), f"Changes with 95% intervals. {told}.", picture, _note(rows, by_place))


def has_one_baseline(rows: Sequence[Line]) -> bool:
    """Do changes start from one number? Those of several rules that are varied are each averaged over the others."""
    means = [float(row["baseline_mean"]) for row in rows]
    return max(means) - min(means) < 1e-9


def _first(rows: Sequence[Line], *keys: str, most: int) -> list[Any]:
    """So many of what the rows have in these fields: those whose effects are the strongest, in their order."""
    groups = grouped(rows, *keys)
    best = sorted(groups, key=lambda item: strongest_first(max(item[1], key=strongest_first)), reverse=True)[:most]
    return [key for key, _ in groups if key in [kept for kept, _ in best]]


def _baseline(run: Material) -> str:
    return "the printed rules" if run.experiment.vary else run.baseline


def _value(row: Line) -> str:
    sign = rounded(row["mean"], half_width(row), factor_of(row), sign=True)
    return sign if row["metric"].family.is_share else f"{sign}%" if has_percent(row) else change_of(row)


def _label(run: Material, row: Line) -> str:
    where = [f"{row['players']} players"] if run.has_players else []
    where += [row["lineup"]] if run.has_lineups else []
    return ", ".join([row["metric"].label, *where])


def _base(row: Line) -> str:
    """What it is without the change."""
    base = rounded(row["baseline_mean"], max(half_width(row), row["baseline_mean"] / 1_000), row["metric"].family.factor)
    unit = "%" if row["metric"].family.is_share else f" {row['metric'].family.difference.short}"
    return f"{base}{unit} before"


def _note(rows: Sequence[Line], by_place: Sequence[tuple[Any, list[Line]]]) -> str:
    """How to read it, how wide the intervals are, and what is left out."""
    shown = [row for _, of in by_place for row in of]
    note = "Filled: matters. Hollow: too small to matter."
    note += " Half full: undecided." if any(row["verdict"] == UNDECIDED for row in shown) else ""
    note += " Bars are 95% intervals"
    widest = max(half_width(row) * factor_of(row) for row in shown)
    note += f", ±{rounded(widest, widest)} at most." if isfinite(widest) else "; one that crosses the picture is of what nobody knows yet."
    left_out = len(rows) - len(shown)
    return note + (f" {many(left_out, 'smaller effect')} {'is' if left_out == 1 else 'are'} in All numbers." if left_out else "")


def finding(rows: Sequence[Line]) -> str:
    """What a set of effects on who wins, on lengths or on other numbers shows, in one line."""
    matters = [row for row in rows if row["verdict"] == MATTERS]
    undecided = [row for row in rows if row["verdict"] == UNDECIDED]
    is_share = rows[0]["metric"].family.is_share
    point = as_much_as(max(row["margin"] for row in rows))
    if not matters:
        if undecided:
            return f"not decided yet: {len(undecided)} of {many(len(rows), 'effect')} may be large enough to matter"
        return f"nobody's share moves by as much as {point}" if is_share else "nothing here moves by enough to matter"
    changes, moving = distinct(rows, "said"), distinct(matters, "said")
    top = max(matters, key=strength)
    where = _at_tables([row for row in rows if row["said"] == top["said"]])
    if is_share:
        of_top = sorted((row for row in matters if row["said"] == top["said"]), key=lambda row: -row["mean"])
        ways = _ways(of_top)
        if len(moving) == 1:
            only = "only " if len(changes) > 1 else ""
            return f"{only}“{moving[0]}” moves anybody by more than {point}{where}: {ways}"
        return f"{_several(moving, changes)} move who wins, “{top['said']}” most{where}: {ways}"
    moved = change_of(top).lstrip("+−").split(" (")[0]
    what = f"{top['metric'].title} {'up' if top['mean'] > 0 else 'down'} by {moved}"
    if len(moving) == 1:
        return f"{'only ' if len(changes) > 1 else ''}“{moving[0]}” matters{where or ' here'}: {what}"
    return f"{_several(moving, changes)} matter here, “{top['said']}” most{where}: {what}"


def _at_tables(rows: Sequence[Line]) -> str:
    """At how many of several tables a change matters."""
    tables = grouped(rows, "players", "lineup")
    matters = sum(any(row["verdict"] == MATTERS for row in of) for _, of in tables)
    return f" at {counted(matters, len(tables), 'table')}" if len(tables) > 1 else ""


def _ways(rows: Sequence[Line]) -> str:
    """Who goes up and who goes down, at most two each."""
    up = list(dict.fromkeys(row["metric"].label for row in rows if row["mean"] > 0))[:2]
    down = list(dict.fromkeys(row["metric"].label for row in reversed(rows) if row["mean"] < 0))[:2]
    return ", ".join(f"{listed(names)} {way}" for names, way in ((up, "up"), (down, "down")) if names)


def _several(moving: Sequence[str], changes: Sequence[str]) -> str:
    if len(moving) == 2:
        return listed([f"“{name}”" for name in moving])
    return f"all {len(changes)} changes" if len(moving) == len(changes) else f"{len(moving)} of {len(changes)} changes"


# Along the numbers of a rule


def _along_a_rule(run: Material) -> Picture | None:
    """Where numbers are varied: what each of them makes of who wins and of the length, for a rule that matters most."""
    vary = {rule: values for rule, values in (run.experiment.vary or {}).items() if all(_is_number(value) for value in values)}
    rows = [row for row in run.analysis.lines("factors") if row["rule"] in vary] if vary else []
    wanted = {row["metric"].name for row in run.headline}
    rows = [row for row in rows if row["metric"].name in wanted and len(vary[row["rule"]]) > 2]
    if not rows:
        return None
    rule = max(distinct(rows, "rule"), key=lambda rule: max(strongest_first(row) for row in rows if row["rule"] == rule))
    of_rule = [row for row in rows if row["rule"] == rule]
    graphs, told = [], []
    for (key, players, lineup), of in grouped([{**row, "key": row["metric"].key} for row in of_rule], "key", "players", "lineup"):
        graph = Graph(_titled(run, of[0], key, players, lineup), [_curve(metric.label, each) for metric, each in grouped(of, "metric")])
        graphs.append((max(strongest_first(row) for row in of), of[0]["metric"].family.order, graph))
        told += [f"{row['metric'].label} at {row['value']}: {_level(row)}" for row in of]
    graphs.sort(key=lambda item: (item[1], [-float(part) for part in item[0]]))
    kept = _readable([graph for *_, graph in graphs[:MOST_GRAPHS]])
    title = sentence(finding([{**row, "said": f"{plainly(rule)} {row['value']}"} for row in leading(of_rule)]))
    note = f"Bars are 95% intervals of the difference to {plainly(rule)} {of_rule[0]['baseline']}."
    note += " Averaged over the other rules." if len(run.experiment.vary or {}) > 1 else ""
    note += " The other numbers are in All numbers." if len(graphs) > len(kept) else ""
    return Picture("proof", title, f"Lines along {plainly(rule)}. {'. '.join(told)}.", lines(kept, plainly(rule)), note)


def _readable(graphs: Sequence[Graph]) -> list[Graph]:
    """Those that can be drawn with a legend of a few names."""
    kept: list[Graph] = []
    for graph in graphs:
        named = {one.label for each in [*kept, graph] for one in each.series}
        if not kept or len(named) <= MOST_LINES:
            kept.append(graph)
    return kept


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _titled(run: Material, row: Line, key: str, players: int, lineup: str) -> str:
    family = row["metric"].family
    what = "win share (%)" if key == WHO_WINS else "length (turns)" if family is TURNS else f"{row['metric'].label} {family.unit}"
    where = [f"{players} players"] if run.has_players else []
    return ", ".join([sentence(what), *where, *([lineup] if run.has_lineups else [])])


def _curve(label: str, rows: Sequence[Line]) -> Series:
    """The means: the baseline's, and each value's with the interval of its difference to that."""
    factor = rows[0]["metric"].family.factor
    first = rows[0]["baseline_mean"] * factor
    points = [(float(row["value"]), *((row["baseline_mean"] + row[end]) * factor for end in ("mean", "low", "high"))) for row in rows]
    return Series(label, sorted([(float(rows[0]["baseline"]), first, first, first), *points]))


def _level(row: Line) -> str:
    after = row["baseline_mean"] + row["mean"]
    return percent_of({**row, "share": after}) if row["metric"].family.is_share else rounded(after, half_width(row))
