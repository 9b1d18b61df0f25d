"""How far verdicts hold, in sentences: at how many tables a change matters and how far it goes there, who moves most, whom it hangs on."""

from collections.abc import Sequence
from math import floor, isfinite, log10

from simlab.engine.metric import PERCENT, Metric
from simlab.metrics.lengths import TURNS
from simlab.stats.robust.holding import Holding
from simlab.words.changes import MATTERS, NO_DIFFERENCE, RARE, UNDECIDED
from simlab.words.numbers import many, number, signed
from simlab.words.spoken import counted, cut

WHO_WINS = "share"
MOST_CHANGES = 3


def sentences(holdings: Sequence[Holding], letters: int) -> list[str]:
    """At most four; names have at most so many letters."""
    by_strength = sorted(holdings, key=lambda held: -max(held.strengths.values()))
    kept = [held for held in holdings if held in by_strength[: MOST_CHANGES if len(holdings) <= MOST_CHANGES else MOST_CHANGES - 1]]
    told = [_Told(held, letters, has_players=len({each.players for each in holdings}) > 1) for held in kept]
    if len(told) == 1:
        return [*told[0].first(), told[0].member()]
    if len(holdings) == 2:
        return [text for each in told for text in (each.holds(), each.member())]
    strongest = next(each for each in told if each.held is by_strength[0])
    rest = [held for held in holdings if held not in kept]
    return [*(each.holds() for each in told), strongest.member(), *([_others(rest)] if rest else [])]


class _Told:
    """A change in words."""

    def __init__(self, held: Holding, letters: int, *, has_players: bool) -> None:
        self.held, self.letters = held, letters
        where = f" with {held.players} players" if has_players else ""
        self.name = f"“{cut(held.said, letters)}”{where}"

    def first(self) -> list[str]:
        """What is told of the only change."""
        return [self.holds(), *([self.moves()] if self.held.metrics else [])]

    def holds(self) -> str:
        """At how many tables it matters, and how far it goes from one to another."""
        if not any(self.held.strengths.values()):
            return f"{self.name} {at_tables(self.held)}: nothing changed on any deal."
        shares = [metric for metric in self.held.metrics if metric.key == WHO_WINS]
        length = [metric for metric in self.held.metrics if metric.family is TURNS]
        others = [] if shares or length else self.held.strongest_first[:1]
        ranges = [f"somebody's share moves by {self._shares()}"] if shares else []
        for metric in (*length, *others):
            what = "the length" if metric.family is TURNS else self._subject(metric)
            moves = "" if ranges else " move" if metric.plural else " moves"
            ranges.append(f"{what}{moves} by {_between(self.held, metric)}")
        return f"{self.name} {at_tables(self.held)}: {', '.join(ranges)}."

    def _shares(self) -> str:
        """How far the share that moves most moves, from table to table."""
        most = [max((abs(c.effect.mean) for c in found if c.metric.key == WHO_WINS), default=0.0) for found in self.held.tables.values()]
        low, high = min(most) * PERCENT, max(most) * PERCENT
        places = places_of(high)
        return f"{number(low, places)} to {number(high, places)} points"

    def moves(self) -> str:
        """What it moves most, on average and at a table that nobody has played."""
        metric = self.held.strongest_first[0]
        spread, factor = self.held.spreads[metric.name], scale_of(self.held, metric)
        low, high = (end * factor for end in spread.at_a_new_table)
        if not isfinite(low):
            return "tables are too few to tell of others."
        if not spread.mean:
            return ""
        places, unit = places_of(high - low), unit_of(self.held, metric)
        mean = f"{signed(spread.mean * factor, places)}{unit} on average"
        what = f"{cut(metric.label, self.letters)}'s share" if metric.key == WHO_WINS and metric.strategy else self._subject(metric)
        verb = "move" if metric.plural else "moves"
        return f"{what} {verb} most: {mean}, {signed(low, places)} to {signed(high, places)} at a new table."

    def _subject(self, metric: Metric) -> str:
        return cut(metric.subject, 2 * self.letters)

    def member(self) -> str:
        """Whom it hangs on, where it matters anywhere."""
        if not self.held.count(MATTERS):
            return ""
        sure = [member for member in self.held.members if member.is_sure]
        if not sure:
            return "no one player makes the difference."
        top = sure[0]
        name = cut(top.label, self.letters)
        (there, matters), (elsewhere, others) = top.there, top.elsewhere
        if matters / there == others / elsewhere:
            more = "stronger" if top.split.difference > 0 else "weaker"
            return f"it is {more} where {name} sits than elsewhere."
        return f"it hangs on {name}: it matters at {matters} of {there} tables with it, at {others} of {elsewhere} without."


def at_tables(held: Holding) -> str:
    """`matters at 22 of 24 tables (undecided at 1)`."""
    matters, undecided, tables = held.count(MATTERS), held.count(UNDECIDED), len(held.tables)
    if held.count(NO_DIFFERENCE) == tables:
        return f"makes no practical difference at {counted(tables, tables, 'table')}"
    if undecided == tables:
        return f"is undecided at {counted(tables, tables, 'table')}"
    where = counted(matters, tables, "table") if matters else f"none of {many(tables, 'table')}"
    return f"matters at {where}" + (f" (undecided at {undecided})" if undecided else "")


def scale_of(held: Holding, metric: Metric) -> float:
    """What effects are multiplied by to be told: points of shares; percent of the mean where there is enough of it; else its own unit."""
    if metric.family.is_share:
        return PERCENT
    base = _baseline(held, metric)
    return PERCENT / base if base >= RARE else 1.0


def unit_of(held: Holding, metric: Metric) -> str:
    """What that counts."""
    if metric.family.is_share:
        return " points"
    return "%" if _baseline(held, metric) >= RARE else f" {metric.family.difference.short}"


def _baseline(held: Holding, metric: Metric) -> float:
    found = held.of(metric)
    return abs(sum(c.effect.baseline for c in found) / len(found))


def _between(held: Holding, metric: Metric) -> str:
    """From the least to the most."""
    effects, factor, unit = held.spreads[metric.name].effects, scale_of(held, metric), unit_of(held, metric)
    low, high = min(effects) * factor, max(effects) * factor
    places = places_of(max(abs(low), abs(high)))
    return f"{signed(low, places)}{unit} to {signed(high, places)}{unit}"


def places_of(size: float) -> int:
    """So many decimals as leave two digits of a number, but no more than two."""
    return min(2, max(0, 1 - floor(log10(size)))) if size > 0 and isfinite(size) else 0


def _others(rest: Sequence[Holding]) -> str:
    """How many of the changes that have no sentence of their own matter anywhere."""
    matter = sum(held.count(MATTERS) > 0 for held in rest)
    return f"of {many(len(rest), 'other change')} {matter or 'none'} {'matters' if matter <= 1 else 'matter'} at any table."
