"""A metric: something measured of every game, with all that is ever said of it.

Most are the same for all games and stand in `simlab.metrics`. A game's own numbers become metrics by themselves, one for each line of its
measures and counters; where a number wants words of its own, the game declares its metric (`Game(metrics=...)`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from math import inf
from typing import Any, Literal

LONGEST_PERCENT = 80  # letters
PERCENT = 100.0
UNIT = 840  # shares and scores are exact: halves to eighths are whole numbers of 1/840


@dataclass(frozen=True)
class Margin:
    """What is too small to matter; where `relative`, as a share of the baseline's mean, but not less than `least`, nor than this part of
    the baseline's standard deviation over deals.
    """

    value: float
    relative: bool
    least: float = 0.0
    of_spread: float = 0.0

    @property
    def written(self) -> float | str:
        """As in a file: 0.01, or "2%"."""
        if not self.relative:
            return self.value
        exact = (Decimal(repr(self.value)) * 100).normalize()
        text = f"{exact:f}"
        return f"{text if len(text) < LONGEST_PERCENT else exact}%"

    def at(self, baseline: float, spread: float = 0.0) -> float:
        """The margin beside this mean and this standard deviation."""
        return max(abs(baseline) * self.value if self.relative else self.value, self.least, self.of_spread * spread)


A_POINT = Margin(0.01, relative=False)
TWO_PERCENT = Margin(0.02, relative=True)
TWO_PERCENT_OF_EVENTS = Margin(0.02, relative=True, least=0.01)  # once in 100 games
TWO_PERCENT_OF_SCORES = Margin(0.02, relative=True, of_spread=0.05)  # scores may lie around 0


@dataclass(frozen=True)
class Unit:
    """What a number counts: one of it, several of it, and in short beside a number."""

    one: str
    more: str
    short: str

    def of(self, text: str) -> str:
        """So much of it.

        >>> Unit("turn", "turns", "turns").of("1"), Unit("turn", "turns", "turns").of("1.5")
        ('1 turn', '1.5 turns')
        """
        return f"{text} {self.one if text.lstrip('+−') == '1' else self.more}"


POINTS = Unit("percentage point", "percentage points", "pp")
A_GAME = Unit("a game", "a game", "a game")


@dataclass(frozen=True)
class Family:
    """Metrics of one kind: what they are called together, their unit, what is too small to matter, and where they are told of.

    `section`: the section of the page with their effects. `is_headline`: the question is about them, unless it says otherwise. `stands_in`:
    asked for by another family's name, they are told where that one has nothing to compare, as seats where all play one strategy.
    `bounds`: the smallest and the largest value that a game can have; what is counted is never negative. `says`: the sentence that has both
    numbers of a change, with {who} and the {number}; `asks`: words of a question that ask for less or more of it (-1, 1).
    """

    name: str
    title: str
    unit: str  # of a column
    difference: Unit
    margin: Margin
    order: float
    section: str = "effects"
    factor: float = 1.0
    is_headline: bool = False
    stands_in: bool = False
    bounds: tuple[float, float] = (0.0, inf)
    says: str = ""
    asks: tuple[tuple[str, int], ...] = ()

    @property
    def is_share(self) -> bool:
        """Shares are shown in percent, and change by percentage points."""
        return self.factor == PERCENT


def shares(name: str, title: str, order: float, unit: str = "% of games", **more: Any) -> Family:
    """A family of shares, of games or of a game's win."""
    return Family(name, title, unit, POINTS, A_POINT, order, factor=PERCENT, bounds=(0.0, 1.0), **more)


EVENTS = Family("count", "events", "a game", A_GAME, TWO_PERCENT_OF_EVENTS, 5)  # what happens in a game, and whatever else it counts


@dataclass(frozen=True)
class Metric:
    """Something measured of every game.

    `name` stands in the tables, `asked` in an experiment's file; several metrics may be asked for by one name, as every strategy's share.
    `label`: in a picture, beside others of its family; `subject`: in a sentence. `read` gives a whole number for each game of a chunk,
    as [scenario, seating, deal]. A strategy's metric is summed over its seats and divided by their number. `limit`: the house rule that no
    game's number is above.
    """

    name: str
    label: str
    subject: str
    family: Family = field(repr=False)
    read: Callable[[Any], Any] = field(repr=False, compare=False)
    asked: str = ""
    is_askable: bool = True
    strategy: str | None = None
    scale: int = 1  # by which the whole numbers are larger than what they stand for
    plural: bool = False  # of the subject
    checks: tuple["Checkable", ...] = field(default=(), repr=False)
    heading: str = ""  # in the title of a picture, where the label alone would not say what is measured
    limit: str = ""

    def bounds(self, rules: Any) -> tuple[float, float]:
        """The smallest and the largest value that a game by these rules can have."""
        low, high = self.family.bounds
        return low, float(getattr(rules, self.limit)) if self.limit else high

    @property
    def key(self) -> str:
        """What an experiment calls it, in `metrics`, `matters` and `precision`."""
        return self.asked or self.name

    @property
    def title(self) -> str:
        """What it is called in the title of a picture."""
        return self.heading or self.label


@dataclass(frozen=True)
class Checkable:
    """A number that an experiment may demand something of, by its name in `checks`: a mean, a quantile, the largest of all seats' edges; or
    nothing, where this game has no such thing.
    """

    name: str
    of: Literal["mean", "quantile", "largest edge", "nothing"] = "mean"
    percent: int = 0


def own(name: str, label: str, subject: str, **more: Any) -> Metric:
    """A metric that a game declares of one of its own numbers, which is read off its column."""
    given: dict[str, Any] = {"family": EVENTS, "read": lambda played: played.field(name), "checks": (Checkable(f"{name}.mean"),), **more}
    return Metric(name, label, subject, **given)
