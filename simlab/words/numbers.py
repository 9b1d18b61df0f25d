"""Numbers as people read them: no digit beyond the uncertainty, a real minus sign, thousands set apart."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10

from simlab.engine.metric import PERCENT

MINUS = "\u2212"
NO_NUMBER = "–"
EXACT = 2  # decimals of a number that has no uncertainty
MOST_DECIMALS = 12
FINEST_P = 0.001


def decimals(half_width: float) -> int:
    """After which decimal a number with this 95% interval ends: the first digit of its standard error, about half the half-width.

    >>> decimals(0.14), decimals(3.0), decimals(37.0), decimals(0.0)
    (2, 0, -1, 2)
    """
    if not isfinite(half_width) or half_width <= 0:
        return EXACT
    error = float(f"{half_width / 2:.0e}")  # rounded to one digit first: 0.098 is 0.1
    return min(MOST_DECIMALS, -floor(log10(error))) if error else MOST_DECIMALS


def number(value: float, places: int = 0) -> str:
    """A number with this many decimals; rounded to tens, hundreds where they are negative.

    >>> number(-1234.567, 1), number(1234.567, -2), number(-0.001, 1)
    ('−1,234.6', '1,200', '0.0')
    """
    if not isfinite(value):
        return NO_NUMBER
    rounded = round(value, places)
    text = f"{abs(rounded):,.{max(0, places)}f}"
    return f"{MINUS}{text}" if rounded < 0 else text


def signed(value: float, places: int = 0) -> str:
    """A difference: with its sign, unless it is nothing.

    >>> signed(0.5, 1), signed(-0.5, 1), signed(0.001, 1)
    ('+0.5', '−0.5', '0.0')
    """
    text = number(value, places)
    return f"+{text}" if isfinite(value) and round(value, places) > 0 else text


def trimmed(text: str) -> str:
    """A number without zeros at its end that say nothing: for what is known exactly.

    >>> trimmed("100.00"), trimmed("0.50"), trimmed("10")
    ('100', '0.5', '10')
    """
    return text.rstrip("0").rstrip(".") if "." in text else text


def rounded(value: float | None, half_width: float, factor: float = 1.0, *, sign: bool = False) -> str:
    """A number with the digits that its 95% interval allows; one that is known exactly without zeros at its end.

    >>> rounded(43.0801, 0.133), rounded(1234.5, 60), rounded(-0.5, 0.3), rounded(0.25, 0), rounded(0.019, 0.001, 100, sign=True)
    ('43.08', '1,230', '−0.5', '0.25', '+1.90')
    """
    if value is None:
        return NO_NUMBER
    text = (signed if sign else number)(value * factor, decimals(half_width * factor))
    return text if isfinite(half_width) and half_width else trimmed(text)


def percent(value: float | None, half_width: float, *, sign: bool = False) -> str:
    """A share in percent.

    >>> percent(0.43081, 0.0013), percent(0.25, 0)
    ('43.08%', '25%')
    """
    text = rounded(value, half_width, PERCENT, sign=sign)
    return text if text == NO_NUMBER else f"{text}%"


def give_or_take(half_width: float, factor: float = 1.0) -> str:
    """An uncertainty, as finely as the number it belongs to.

    >>> give_or_take(0.133), give_or_take(0.0)
    ('±0.13', '±0')
    """
    return f"±{rounded(half_width, half_width, factor)}" if half_width else "±0"


def small_percent(share: float) -> str:
    """A share of which only the size matters, with two digits.

    >>> small_percent(0.0), small_percent(0.1234), small_percent(0.00056)
    ('0%', '12%', '0.056%')
    """
    value = share * PERCENT
    return f"{value:.0f}%" if value >= 10 or not value else f"{value:.2g}%"


def span(low: float, high: float, places: int = 0, *, sign: bool = False) -> str:
    """An interval.

    >>> span(-0.3, 1.2, 1, sign=True), span(24.98, 25.26, 2)
    ('−0.3 to +1.2', '24.98 to 25.26')
    """
    text = signed if sign else number
    return f"{text(low, places)} to {text(high, places)}" if isfinite(low) and isfinite(high) else NO_NUMBER


def about(count: float) -> str:
    """A large number that nobody needs exactly, rounded up to two digits.

    >>> about(123_456), about(47)
    ('130,000', '47')
    """
    if not isfinite(count):
        return NO_NUMBER
    step = 10 ** max(0, floor(log10(count)) - 1) if count >= 1 else 1
    return f"{ceil(count / step) * step:,}"


def probability(p: float) -> str:
    """The result of a test.

    >>> probability(0.00001), probability(0.0312), probability(0.4567)
    ('p < 0.001', 'p = 0.031', 'p = 0.46')
    """
    if not isfinite(p):
        return NO_NUMBER
    if p < FINEST_P:
        return f"p < {FINEST_P}"
    return f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def many(count: int, one: str, more: str = "") -> str:
    """How many of something.

    >>> many(1, "deal"), many(2000, "deal"), many(2, "strategy", "strategies")
    ('1 deal', '2,000 deals', '2 strategies')
    """
    return f"{count:,} {one if count == 1 else more or one + 's'}"


def sentence(text: str) -> str:
    """A text that begins with a capital letter.

    >>> sentence("no effect")
    'No effect'
    """
    return text[:1].upper() + text[1:]


def plainly(name: str) -> str:
    """A name from a program as words.

    >>> plainly("lead_changes")
    'lead changes'
    """
    return name.replace("_", " ")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Several things in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
