"""Numbers and results in words, for the sentences of an answer: no digit beyond the uncertainty."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING

from simlab.stats.verdict import MATTERS, UNDECIDED

if TYPE_CHECKING:
    from simlab.stats.analysis import Comparison

MINUS = "−"
PERCENT = 100.0


def rounded(value: float, half_width: float) -> str:
    """A number that ends with the first digit of its standard error, about half its half-width; one that is exact has two decimals at most.

    >>> rounded(43.0801, 0.133), rounded(1234.5, 60), rounded(-0.5, 0.3), rounded(0.25, 0)
    ('43.08', '1,230', '−0.5', '0.25')
    """
    text = _places(abs(value), half_width)
    return f"{MINUS}{text}" if value < 0 and text.strip("0.") else text


def _places(size: float, half_width: float) -> str:
    if not (isfinite(half_width) and half_width > 0):
        text = f"{size:,.2f}"
        return text.rstrip("0").rstrip(".")
    digits = max(-floor(log10(half_width / 2)), -9)
    return f"{round(size, digits):,.{max(0, digits)}f}"


def signed(value: float, half_width: float) -> str:
    """A difference with its sign.

    >>> signed(0.51, 0.13), signed(-0.02, 0.3)
    ('+0.51', '0.0')
    """
    text = rounded(value, half_width)
    return f"+{text}" if value > 0 and text.strip("0.,") else text


def give_or_take(half_width: float) -> str:
    """An uncertainty, as finely as the number it belongs to.

    >>> give_or_take(0.133), give_or_take(0.0)
    ('±0.13', '±0')
    """
    return f"±{rounded(half_width, half_width)}" if half_width else "±0"


def percent(value: float, half_width: float) -> str:
    """A share in percent."""
    return f"{rounded(value * PERCENT, half_width * PERCENT)}%"


def points(size: float, half_width: float) -> str:
    """A difference of shares.

    >>> points(0.019, 0.001), points(0.01, 0)
    ('1.90 points', '1 point')
    """
    text = rounded(size * PERCENT, half_width * PERCENT)
    return f"{text} point" if text == "1" else f"{text} points"


def about(count: int) -> str:
    """A large number that nobody needs exactly, rounded up to two digits.

    >>> about(123_456), about(47)
    ('130,000', '47')
    """
    step = 10 ** max(0, floor(log10(count)) - 1) if count >= 1 else 1
    return f"{ceil(count / step) * step:,}"


def listed(words: Sequence[str]) -> str:
    """Several things in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def sentence(text: str) -> str:
    """A sentence of it. A name at its beginning stays as it is written.

    >>> sentence("no seat has an advantage")
    'No seat has an advantage.'
    """
    return f"{text[:1].upper()}{text[1:]}."


def is_share(metric: str) -> bool:
    """Whether a metric is a share, which changes by percentage points."""
    return metric.startswith(("share.", "seat.", "ending.", "fired.")) or metric == "flipped"


def subject(metric: str) -> str:
    """What a metric is called in a sentence.

    >>> subject("share.hoarder"), subject("turns"), subject("swaps"), subject("seat.0")
    ("hoarder's share", "the games' length", 'swaps a game', "seat 0's share")
    """
    kind, _, name = metric.partition(".")
    if kind == "seat":
        return f"seat {name}'s share"
    if kind in ("share", "score"):
        return f"{name}'s {kind}"
    if metric == "turns":
        return "the games' length"
    if kind in ("ending", "fired"):
        return f"the share of games with “{name.replace('_', ' ')}”"
    return f"{metric.replace('_', ' ')} a game" if metric != "flipped" else "the share of games with other winners"


def change(c: "Comparison") -> str:
    """A difference in short: `−1.9 points, ±0.1` or `+0.1%, ±0.2`."""
    scale, unit = _scale(c)
    return f"{signed(c.effect.mean * scale, c.effect.half_width * scale)}{unit}, {give_or_take(c.effect.half_width * scale)}"


def _scale(c: "Comparison") -> tuple[float, str]:
    if is_share(c.metric):
        return PERCENT, " points"
    return (PERCENT / abs(c.effect.baseline), "%") if c.effect.baseline else (1.0, "")


def what_changes(c: "Comparison", where: str = "") -> str:
    """A change in full: `hoarder's share falls by 1.9 points (from 24.1% to 22.2%, ±0.1)`."""
    e = c.effect
    if is_share(c.metric):
        ends = percent(e.baseline, e.half_width), percent(e.baseline + e.mean, e.half_width)
        amount, width = points(abs(e.mean), e.half_width), give_or_take(e.half_width * PERCENT)
    else:
        scale, unit = _scale(c)
        more = " turns" if c.metric == "turns" else ""
        ends = rounded(e.baseline, e.half_width), f"{rounded(e.baseline + e.mean, e.half_width)}{more}"
        amount, width = f"{rounded(abs(e.mean) * scale, e.half_width * scale)}{unit}", give_or_take(e.half_width)
    is_plural = subject(c.metric).endswith(" a game")
    verb = ("rise" if e.mean > 0 else "fall") + ("" if is_plural else "s")
    return f"{subject(c.metric)}{where} {verb} by {amount} (from {ends[0]} to {ends[1]}, {width})"


def verdict_on(c: "Comparison", where: str = "") -> str:
    """A comparison with the words of its verdict."""
    if c.verdict.word == MATTERS:
        return f"{what_changes(c, where)}: that matters"
    if c.verdict.word == UNDECIDED:
        needed = more_deals(c.verdict.more_deals)
        return f"whether {subject(c.metric)}{where} changes by enough to matter is undecided ({change(c)}; {needed})"
    if is_exactly_zero(c):
        return f"{subject(c.metric)}{where} never changes, which makes no practical difference"
    return f"the change of {subject(c.metric)}{where} makes no practical difference ({change(c)})"


def is_exactly_zero(c: "Comparison") -> bool:
    """Nothing changed on any deal."""
    return c.effect.mean == 0 and c.effect.se == 0


def more_deals(count: int) -> str:
    """How many deals would decide something."""
    if count >= 10**12:
        return "no number of deals is likely to decide it"
    return f"about {about(count)} more deals would decide it"
