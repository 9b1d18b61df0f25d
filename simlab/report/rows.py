"""What the rows of an analysis say in words: each has an interval from `low` to `high` that decides how many digits its numbers show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from simlab.report.numbers import NO_NUMBER, about, decimals, number, signed, span, trimmed
from simlab.stats.verdict import MATTERS, NO_DIFFERENCE, UNDECIDED

Row = dict[str, Any]

PERCENT = 100.0
ENDLESS = 10**9  # deals that nobody plays
SIGNS = {MATTERS: "●", NO_DIFFERENCE: "○", UNDECIDED: "◐"}


@dataclass(frozen=True)
class Family:
    """Metrics of one kind: what they are called, their unit, the unit of a difference, and what they are multiplied by."""

    title: str
    unit: str
    difference: str
    short: str  # the unit of a difference beside a number
    factor: float = 1.0

    @property
    def is_percent(self) -> bool:
        """Whether these are shares, shown in percent."""
        return self.factor == PERCENT


_POINTS = ("percentage points", "pp", PERCENT)
FAMILIES = {
    "share": Family("win shares by strategy", "%", *_POINTS),
    "seat": Family("win shares by seat", "%", *_POINTS),
    "score": Family("scores by strategy", "points", "points", "points"),
    "turns": Family("length in turns", "turns", "turns", "turns"),
    "decisions": Family("length in decisions", "decisions", "decisions", "decisions"),
    "ending": Family("endings", "% of games", *_POINTS),
    "fired": Family("games in which an event fired", "% of games", *_POINTS),
    "flipped": Family("games with other winners", "% of games", *_POINTS),
    "count": Family("events", "a game", "a game", "a game"),
}


def kind_of(metric: str) -> str:
    """The kind of a metric, by its name."""
    kind = metric.split(".")[0]
    return kind if kind in FAMILIES else "count"


def family_of(row: Row) -> Family:
    """The family of a row's metric."""
    return FAMILIES[kind_of(row["metric"])]


def label_of(row: Row) -> str:
    """What a row's metric is called within its family."""
    metric: str = row["metric"]
    kind, _, name = metric.partition(".")
    if not name:
        return plainly(metric)
    return {"seat": f"seat {name}", "ending": plainly(name), "fired": plainly(name)}.get(kind, name)


def plainly(name: str) -> str:
    """A name from a program as words.

    >>> plainly("lead_changes")
    'lead changes'
    """
    return name.replace("_", " ")


def grouped(rows: Iterable[Row], *keys: str) -> list[tuple[Any, list[Row]]]:
    """The rows by what they have in these fields, in the order of their first appearance."""
    found: dict[Any, list[Row]] = {}
    for row in rows:
        key = tuple(row[name] for name in keys)
        found.setdefault(key if len(keys) > 1 else key[0], []).append(row)
    return list(found.items())


def distinct(rows: Iterable[Row], key: str) -> list[Any]:
    """What the rows have in a field, each once."""
    return list(dict.fromkeys(row[key] for row in rows))


# Numbers


def half_width(row: Row) -> float:
    """How far the row's interval reaches to each side."""
    return float(row["high"] - row["low"]) / 2


def rounded(value: float | None, row: Row, factor: float = 1.0, *, sign: bool = False) -> str:
    """A number of a row, with the digits that its interval allows."""
    if value is None:
        return NO_NUMBER
    text = (signed if sign else number)(value * factor, decimals(half_width(row) * factor))
    return text if isfinite(half_width(row)) and half_width(row) else trimmed(text)


def between(row: Row, factor: float = 1.0, *, sign: bool = False) -> str:
    """A row's interval."""
    if row["low"] == row["high"]:
        return "the same on every deal"
    return span(row["low"] * factor, row["high"] * factor, decimals(half_width(row) * factor), sign=sign)


def ends(row: Row, key: str = "mean", factor: float = PERCENT) -> tuple[float, float, float]:
    """A number of a row and both ends of its interval, for a chart."""
    return row[key] * factor, row["low"] * factor, row["high"] * factor


def percent_of(row: Row, key: str = "share") -> str:
    """A share in percent."""
    return f"{rounded(row[key], row, PERCENT)}%"


def points_of(row: Row, key: str) -> str:
    """A difference between shares in percentage points."""
    return f"{rounded(row[key], row, PERCENT, sign=True)} pp"


def small_percent(share: float) -> str:
    """A share of which only the size matters, with two digits.

    >>> small_percent(0.0), small_percent(0.1234), small_percent(0.00056)
    ('0%', '12%', '0.056%')
    """
    value = share * PERCENT
    return f"{value:.0f}%" if value >= 10 or not value else f"{value:.2g}%"


# Effects: rows with a metric, its baseline_mean, the mean difference, its interval and verdict


def strength(row: Row) -> float:
    """How large an effect is, measured by what would matter."""
    return abs(row["mean"]) / row["margin"] if row["margin"] else 0.0


def strongest_first(row: Row) -> tuple[bool, float]:
    """What effects are ordered by: one that is known to matter goes before one that is not."""
    return row["verdict"] == MATTERS, strength(row)


def strongest(rows: Sequence[Row]) -> Row:
    """The largest effect."""
    return max(rows, key=strongest_first)


def relative(row: Row) -> float | None:
    """An effect as a multiple of the baseline; None where there is none."""
    return row["mean"] / abs(row["baseline_mean"]) if row["baseline_mean"] else None


def relative_text(row: Row) -> str:
    """An effect as a percentage of the baseline."""
    return f"{rounded(row['mean'], row, PERCENT / abs(row['baseline_mean']), sign=True)}%" if row["baseline_mean"] else NO_NUMBER


def change_of(row: Row) -> str:
    """An effect with its sign and unit: `+3.1 pp`, `−4.2 turns (−11%)`."""
    family = family_of(row)
    text = f"{rounded(row['mean'], row, family.factor, sign=True)} {family.short}"
    return text if family.is_percent or not row.get("baseline_mean") else f"{text} ({relative_text(row)})"


def amount(value: float, metric: str) -> str:
    """So much of a metric.

    >>> amount(0.01, "share.random"), amount(0.5, "turns")
    ('1 percentage point', '0.5 turns')
    """
    family = FAMILIES[kind_of(metric)]
    text = f"{value * family.factor:.2g}"
    return f"{text} {family.difference.removesuffix('s') if text == '1' else family.difference}"


def effect_in_words(row: Row) -> str:
    """What an effect does: `win share of shedder +3.1 percentage points`."""
    change = change_of(row).replace(" pp", " percentage points")
    kind = kind_of(row["metric"])
    what = {"share": f"win share of {label_of(row)}", "seat": f"win share of {label_of(row)}", "turns": "game length", "decisions": ""}
    return f"{what.get(kind, label_of(row))} {change}".strip()


def verdict_of(row: Row) -> str:
    """A row's verdict with its sign, as short as in a table; where it is undecided, what would decide it."""
    more = ""
    if row["more_deals"]:
        more = f" ({about(row['more_deals'])} more deals would tell)" if row["more_deals"] < ENDLESS else " (no number of deals would tell)"
    return f"{SIGNS.get(row['verdict'], '')} {row['verdict'].removeprefix('makes ')}{more}".strip()
