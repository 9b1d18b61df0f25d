"""What a number is as somebody would say it: whole sentences with both numbers, no sign, no uncertainty; a verdict stands beside them."""

from collections.abc import Sequence
from math import ceil, floor, log10

from simlab.engine.metric import A_GAME, PERCENT, Metric
from simlab.words.changes import POINT, Change
from simlab.words.numbers import decimals, listed, many, number

SHORTEST = 16  # letters of a name
NEARLY_ALL = 0.995


def pair(metric: Metric, change: Change) -> tuple[str, str]:
    """Both numbers, before and after, with as many digits as tell them apart, and no more than are known."""
    factor = metric.family.factor
    known, apart = decimals(change.half_width * factor), abs(change.mean) * factor
    least, unit = (1, "%") if metric.family.is_share else (0, "")
    places = min(known, max(least, ceil(1 - log10(apart)))) if apart else min(known, 1)
    larger = max(abs(change.baseline), abs(change.baseline + change.mean)) * factor
    if larger and places < 1 - floor(log10(larger)):  # so little is known of it that rounding would leave nothing
        places = min(2, 1 - floor(log10(larger)))
    before, after = (f"{number(value * factor, places)}{unit}" for value in (change.baseline, change.baseline + change.mean))
    return before, after


def told(metric: Metric, change: Change, who: str = "") -> str:
    """`spoiler wins 44.3% of games rather than 41.7%`, `games last 45 turns rather than 44`, `swaps a game rise from 1.2 to 3.4`."""
    before, after = pair(metric, change)
    if metric.family.says:
        return f"{metric.family.says.format(who=who or metric.label, number=after)} rather than {before}"
    if metric.family.is_share:
        return f"{metric.subject} {_verb(metric, change)} from {before} to {after}"
    unit = "" if metric.plural or metric.family.difference is A_GAME else f" {metric.family.difference.more}"
    return f"{metric.subject} {_verb(metric, change)} from {before} to {after}{unit}"


def _verb(metric: Metric, change: Change) -> str:
    return ("rise" if change.mean > 0 else "fall") + ("" if metric.plural else "s")


def told_briefly(metric: Metric, change: Change, who: str = "") -> str:
    """The same, after another of its kind: `random 7.8% rather than 9.6%`."""
    before, after = pair(metric, change)
    return f"{who or metric.label} {after} rather than {before}"


def happens(names: Sequence[str], *, still: bool) -> str:
    """What a change of the rules abolishes, or creates: `“carries” and “upsets” no longer happen`."""
    shown = [f"“{name}”" for name in names]
    shown = shown if len(shown) < 4 else [*shown[:2], f"{len(shown) - 2} others"]
    verb = "happen" if len(shown) > 1 else "happens"
    return f"{listed(shown)} {'now ' + verb if still else 'no longer ' + verb}"


def as_much_as(margin: float) -> str:
    """How far something does not move: `a point`, `2 points`."""
    text = f"{margin * PERCENT:.2g}"
    return "a point" if text == "1" else POINT.of(text)


def of_games(share: float) -> str:
    """A share as people count: `7 of 100 games`, `3 of 1,000 games`.

    >>> of_games(0.0714), of_games(0.0031), of_games(1.0), of_games(0.0)
    ('7 of 100 games', '3 of 1,000 games', 'every game', 'no game')
    """
    if share >= NEARLY_ALL:
        return "every game" if share == 1 else "nearly every game"
    of = 100
    while 0 < share * of < 0.95 and of < 10_000_000:
        of *= 10
    return f"{share * of:.0f} of {of:,} games" if share else "no game"


def cut(name: str, letters: int) -> str:
    """A name that is not too long to be said.

    >>> cut("an Eight wins", 20), cut("an Eight that wins on the spot", 16)
    ('an Eight wins', 'an Eight that …')
    """
    return name if len(name) <= letters else f"{name[: max(letters, SHORTEST) - 2].rstrip()} …"


def either_way(count: int) -> str:
    """Under so many rules."""
    words = ("", "", "either way", "under all three rules", "under all four rules", "under all five rules")
    return words[count] if count < len(words) else f"under all {count} rules"


def counted(count: int, of: int, what: str) -> str:
    """How many of all.

    >>> counted(3, 7, "table"), counted(7, 7, "table"), counted(2, 2, "table")
    ('3 of 7 tables', 'all 7 tables', 'both tables')
    """
    if count == of:
        return f"both {what}s" if of == 2 else f"all {many(of, what)}"
    return f"{count} of {many(of, what)}"


def plain_value(value: str) -> str:
    """A house rule's value as it is said: what is true is on."""
    return {"true": "on", "false": "off"}.get(value, value)
