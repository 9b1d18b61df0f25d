"""What a metric does, in words: a change beside its metric always has a sign, a unit and the digits that its interval allows."""

from typing import Protocol

from simlab.engine.metric import PERCENT, Metric, Unit
from simlab.words.numbers import NO_NUMBER, about, decimals, rounded, small_percent, span

MATTERS = "matters"
NO_DIFFERENCE = "makes no practical difference"
UNDECIDED = "undecided"
SIGNS = {MATTERS: "●", NO_DIFFERENCE: "○", UNDECIDED: "◐"}
ENDLESS = 10**9  # deals that nobody plays
MANY_TIMES = 10  # the baseline: such a percentage is no measure of anything
NOTHING = 1e-12
RARE = 0.01  # a baseline below says nothing as a percentage
POINT = Unit("point", "points", "points")  # a percentage point, where a sentence speaks of shares


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


class Judged(Change, Protocol):
    """A difference of which there is a verdict."""

    @property
    def deals(self) -> int:
        """How many deals were played."""

    @property
    def most_changed(self) -> float | None:
        """Where none of them changed: at most this share of all deals does."""


# Beside other numbers: in tables, pictures, on a terminal


def signed_change(metric: Metric, change: Change) -> str:
    """`+3.1 pp`, `−4.2 turns (−11%)`, `−2 a game (none left)`."""
    text = f"{rounded(change.mean, change.half_width, metric.family.factor, sign=True)} {metric.family.difference.short}"
    if not is_relative(metric, change) or abs(change.mean) >= MANY_TIMES * abs(change.baseline):
        return text
    is_gone = change.mean and abs(change.baseline + change.mean) < NOTHING
    return f"{text} ({'none left' if is_gone else relative_change(change)})"


def shortest_change(metric: Metric, change: Change) -> str:
    """`+3.1 pp`, `−4.2 (−11%)`: without the unit where it is also told in percent."""
    text = signed_change(metric, change)
    return text.replace(f" {metric.family.difference.short} ", " ") if is_relative(metric, change) else text


def is_relative(metric: Metric, change: Change) -> bool:
    """Is it told in percent of the baseline? Shares never are, nor is what hardly ever happens there."""
    return not metric.family.is_share and abs(change.baseline) >= RARE


def relative_change(change: Change) -> str:
    """A difference as a percentage of the baseline."""
    if abs(change.baseline) < RARE:
        return NO_NUMBER
    return f"{rounded(change.mean, change.half_width, PERCENT / abs(change.baseline), sign=True)}%"


def in_title(metric: Metric, change: Change) -> str:
    """What an effect does, as a picture's title says it: `win share of shedder +3.1 percentage points`."""
    text = signed_change(metric, change)
    if metric.family.is_share:
        text = metric.family.difference.of(text.removesuffix(f" {metric.family.difference.short}"))
    return f"{metric.title} {text}"


def amount(metric: Metric, value: float) -> str:
    """So much of a metric: `1 percentage point`, `0.5 turns`, `120 turns`."""
    return metric.family.difference.of(f"{float(f'{value * metric.family.factor:.2g}'):,.10g}")


def interval(low: float, high: float, factor: float = 1.0, *, sign: bool = False) -> str:
    """Both ends of an interval."""
    if low == high:
        return "the same on every deal"
    return span(low * factor, high * factor, decimals((high - low) / 2 * factor), sign=sign)


def verdict_in_short(word: str, more: int, likely: int = 0, *, sits_on_margin: bool = False) -> str:
    """A verdict with its sign, as short as in a table; where it is undecided, how many deals decide it: an even chance to four in five.

    >>> verdict_in_short(UNDECIDED, 700, 4_900), verdict_in_short(UNDECIDED, 700, sits_on_margin=True)
    ('◐ undecided (700 to 4,900 more deals)', '◐ undecided (on your threshold)')
    """
    told = ""
    if sits_on_margin:
        told = " (on your threshold)"
    elif more:
        told = f" ({_more(more, likely)})" if more < ENDLESS else " (no number of deals would tell)"
    return f"{SIGNS.get(word, '')} {word.removeprefix('makes ')}{told}".strip()


# In sentences


def no_deal_changed(change: Judged, what: str) -> str:
    """Silence, and what it is worth: `none of 400 deals changed who wins, so at most 0.75% of all deals do`."""
    return f"none of {change.deals:,} deals changed {what}, so at most {small_percent(change.most_changed or 0.0)} of all deals do"


def more_deals(even: int, likely: int, what: str = "it", *, sits_on_margin: bool = False) -> str:
    """How many deals decide something, with an even chance and with four in five.

    >>> more_deals(700, 4_900)
    'about 700 more deals would decide it with an even chance, 4,900 with four in five'
    """
    if sits_on_margin:
        return f"{what} {'sits' if what == 'it' else 'sit'} on your threshold"
    if even >= ENDLESS:
        return f"no number of deals is likely to decide {what}"
    more = f", {about(likely)} with four in five" if even < likely < ENDLESS else ""
    return f"about {_more(even)} would decide {what} with an even chance{more}"


def _more(even: int, likely: int = 0) -> str:
    """So many more deals, or from so many to so many."""
    until = f" to {about(likely)}" if even < likely < ENDLESS else ""
    return f"{about(even)}{until} more {'deal' if even == 1 and not until else 'deals'}"
