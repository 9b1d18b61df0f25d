"""What a metric does, in words: a change beside its metric always has a sign, a unit and the digits that its interval allows."""

from typing import Protocol

from simlab.engine.metric import A_GAME, PERCENT, Metric
from simlab.words.numbers import NO_NUMBER, about, decimals, give_or_take, percent, rounded, span

MATTERS = "matters"
NO_DIFFERENCE = "makes no practical difference"
UNDECIDED = "undecided"
SIGNS = {MATTERS: "●", NO_DIFFERENCE: "○", UNDECIDED: "◐"}
ENDLESS = 10**9  # deals that nobody plays


class Difference(Protocol):
    """A difference, with half the width of its interval."""

    @property
    def mean(self) -> float:
        """The difference."""

    @property
    def half_width(self) -> float:
        """How far its interval reaches to each side."""


class Change(Difference, Protocol):
    """A difference to a baseline."""

    @property
    def baseline(self) -> float:
        """The mean of what it starts from."""


# Beside other numbers: in tables, pictures, on a terminal


def signed_change(metric: Metric, change: Change) -> str:
    """`+3.1 pp`, `−4.2 turns (−11%)`."""
    text = f"{rounded(change.mean, change.half_width, metric.family.factor, sign=True)} {metric.family.difference.short}"
    return text if metric.family.is_share or not change.baseline else f"{text} ({relative_change(change)})"


def shortest_change(metric: Metric, change: Change) -> str:
    """`+3.1 pp`, `−4.2 (−11%)`: without the unit where it is also told in percent."""
    text = signed_change(metric, change)
    return text if metric.family.is_share or not change.baseline else text.replace(f" {metric.family.difference.short} ", " ")


def relative_change(change: Change) -> str:
    """A difference as a percentage of the baseline."""
    return f"{rounded(change.mean, change.half_width, PERCENT / abs(change.baseline), sign=True)}%" if change.baseline else NO_NUMBER


def in_title(metric: Metric, change: Change) -> str:
    """What an effect does, as a picture's title says it: `win share of shedder +3.1 percentage points`."""
    text = signed_change(metric, change)
    if metric.family.is_share:
        text = metric.family.difference.of(text.removesuffix(f" {metric.family.difference.short}"))
    return f"{metric.title} {text}"


def amount(metric: Metric, value: float) -> str:
    """So much of a metric: `1 percentage point`, `0.5 turns`."""
    return metric.family.difference.of(f"{value * metric.family.factor:.2g}")


def interval(low: float, high: float, factor: float = 1.0, *, sign: bool = False) -> str:
    """Both ends of an interval."""
    if low == high:
        return "the same on every deal"
    return span(low * factor, high * factor, decimals((high - low) / 2 * factor), sign=sign)


def verdict_in_short(word: str, more_deals: int) -> str:
    """A verdict with its sign, as short as in a table; where it is undecided, what would decide it."""
    more = ""
    if more_deals:
        more = f" ({about(more_deals)} more deals would tell)" if more_deals < ENDLESS else " (no number of deals would tell)"
    return f"{SIGNS.get(word, '')} {word.removeprefix('makes ')}{more}".strip()


# In sentences


def spoken_change(metric: Metric, change: Change) -> str:
    """A difference in brackets: `−1.9 points, ±0.1` or `+0.1%, ±0.2`."""
    factor, unit = _scale(metric, change)
    return f"{rounded(change.mean, change.half_width, factor, sign=True)}{unit}, {give_or_take(change.half_width, factor)}"


def what_changes(metric: Metric, change: Change, where: str = "") -> str:
    """A change in full: `hoarder's share falls by 1.9 points (from 24.1% to 22.2%, ±0.1)`."""
    after = change.baseline + change.mean
    if metric.family.is_share:
        ends = percent(change.baseline, change.half_width), percent(after, change.half_width)
        by, width = points(change), give_or_take(change.half_width, PERCENT)
    else:
        factor, by_unit = _scale(metric, change)
        ends = rounded(change.baseline, change.half_width), _with_unit(metric, rounded(after, change.half_width))
        by, width = f"{rounded(abs(change.mean), change.half_width, factor)}{by_unit}", give_or_take(change.half_width)
    verb = ("rise" if change.mean > 0 else "fall") + ("" if metric.plural else "s")
    return f"{metric.subject}{where} {verb} by {by} (from {ends[0]} to {ends[1]}, {width})"


def verdict_on(metric: Metric, change: Change, word: str, needed: int, where: str = "") -> str:
    """A comparison with the words of its verdict; `needed`: how many more deals would decide it."""
    if word == MATTERS:
        return f"{what_changes(metric, change, where)}: that matters"
    verb = "change" if metric.plural else "changes"
    if word == UNDECIDED:
        told = f"{spoken_change(metric, change)}; {more_deals(needed)}"
        return f"whether {metric.subject}{where} {verb} by enough to matter is undecided ({told})"
    if not change.mean and not change.half_width:
        return f"{metric.subject}{where} never {verb}, which makes no practical difference"
    return f"the change of {metric.subject}{where} makes no practical difference ({spoken_change(metric, change)})"


def spoken_amount(metric: Metric, change: Change) -> str:
    """How large a difference is, in the metric's own unit: `1.9 points, ±0.1`, `0.5 turns, ±0.1`."""
    if metric.family.is_share:
        return f"{points(change)}, {give_or_take(change.half_width, PERCENT)}"
    return f"{_with_unit(metric, rounded(abs(change.mean), change.half_width))}, {give_or_take(change.half_width)}"


def points(difference: Difference) -> str:
    """How large a difference of shares is: `1.9 points`, `1 point`."""
    text = rounded(abs(difference.mean), difference.half_width, PERCENT)
    return f"{text} point" if text == "1" else f"{text} points"


def more_deals(count: int) -> str:
    """How many deals would decide something."""
    if count >= 10**12:
        return "no number of deals is likely to decide it"
    return f"about {about(count)} more {'deal' if count == 1 else 'deals'} would decide it"


def _with_unit(metric: Metric, text: str) -> str:
    """A number with its unit, unless its subject has named it."""
    return text if metric.plural or metric.family.difference is A_GAME else metric.family.difference.of(text)


def _scale(metric: Metric, change: Change) -> tuple[float, str]:
    if metric.family.is_share:
        return PERCENT, " points"
    return (PERCENT / abs(change.baseline), "%") if change.baseline else (1.0, "")
