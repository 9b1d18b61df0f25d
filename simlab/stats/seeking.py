"""The answer of a search in at most four sentences: what brings it and what fewer changes do, or what is in the way; how it is known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simlab.engine.metric import Metric
from simlab.experiment import Check
from simlab.stats.elsewhere import elsewhere
from simlab.stats.sought import MEETS, MISSES, OPEN, VERDICTS, Finalist, Reached
from simlab.stats.verdicts import Ruling
from simlab.words.numbers import listed, many, plainly, rounded
from simlab.words.spoken import cut, plain_value

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

DETAILS = ((4, 90), (3, 90), (2, 70), (1, 60), (1, 36), (1, 24))  # goals that are told of, and letters of a name


def sentences(analysis: "Analysis") -> Iterator[list[str]]:
    """What the search says, with less and less detail."""
    yield from (list(Told(analysis, goals, letters).sentences()) for goals, letters in DETAILS)


class Told:
    """A search in words."""

    def __init__(self, analysis: "Analysis", goals: int, letters: int) -> None:
        self.analysis, self.goals, self.letters = analysis, goals, letters
        self.found = analysis.finalists
        self.best = next((one for one in self.found if one.word == MEETS), None)

    def sentences(self) -> Iterator[str]:
        """At most four."""
        if not self.found:
            yield "Nothing is confirmed yet: the search goes on."
            return
        yield from self._found(self.best) if self.best else self._nothing()
        yield self._how()

    def _found(self, best: Finalist) -> Iterator[str]:
        head = "the printed rules meet all goals already" if not best.changes else f"{self.named(best)} {self._verb(best)} all goals"
        yield f"{head}: {self.reached(best)}."
        fewer = [one for one in self.found if one.edits < best.edits and one.word == MISSES]
        if fewer:
            near = min(fewer, key=lambda one: one.distance.value)
            what = "as printed," if not near.changes else f"with fewer changes the nearest is {self.named(near)}, and"
            yield f"{what} {self.missed(near)}."
        if best.scenario in (others := elsewhere(self.analysis)):
            yield others[best.scenario].said(is_brief=self.goals < DETAILS[0][0])

    def _nothing(self) -> Iterator[str]:
        open_ones = [one for one in self.found if one.word == OPEN]
        near = min(self.found, key=lambda one: (one.word == MISSES, one.distance.value))
        if open_ones:
            yield f"no set of rules is known to meet all goals; {self.named(near)} may: {self.reached(near)}."
            open_goals = [f"{each.goal.name} {each.goal.text.strip()}" for each in near.reached if each.word == OPEN]
            yield f"more games would tell of {listed(open_goals)}."
            return
        left = self._undecided
        yield f"no allowed set of rules {'is known to meet' if left else 'meets'} all goals."
        yield f"nearest is {self.named(near)}: {self.missed(near)}."
        yield from self._in_the_way(near)

    @property
    def _undecided(self) -> int:
        """How many sets the search could not rule out, and that were not confirmed."""
        return self.analysis.table("candidates").filter(stage="open")["candidate"].n_unique()

    def _in_the_way(self, near: Finalist) -> Iterator[str]:
        rows = self.analysis.table("obstacles").to_dicts()
        ways = [row for row in rows if row["candidate"]]
        if ways and len(self.analysis.experiment.goals) > 1:
            way = min(ways, key=lambda row: row["miss"])
            who = "it" if way["candidate"] == near.scenario else cut(way["candidate"], self.letters)
            yield f"what stands in the way is {way['goals']}: {who} meets all other goals."
        elif rows:
            groups = [row["goals"] for row in rows if not row["candidate"] and " + " in row["goals"]]
            if groups:
                yield f"nothing meets {groups[0].replace(' + ', ' and ')} together, as it looks."

    def _how(self) -> str:
        space = self.analysis.table("search").to_dicts()[0]
        impossible = f" ({space['impossible']:,} more are impossible)" if space["impossible"] else ""
        every = f"all {space['sets']:,}" if space["looked_at"] == space["sets"] else f"{space['looked_at']:,} of {space['sets']:,}"
        deals = min(stats.deals for stats in self.analysis.stats)
        return f"{every} rule sets were tried{impossible}, and {len(self.found)} confirmed on {many(deals, 'other deal')}."

    def named(self, one: Finalist) -> str:
        """A rule set: what it changes, and from what."""
        if not one.changes:
            return "as printed"
        place = one.reached[0].place
        printed = place.group.rules[place.group.baseline]
        parts = [f"{plainly(rule)} {_plain(value)} (not {_plain(getattr(printed, rule))})" for rule, value in one.changes.items()]
        return cut(listed(parts), self.letters)

    @staticmethod
    def _verb(one: Finalist) -> str:
        return "meets" if len(one.changes) == 1 else "together meet"

    def reached(self, one: Finalist) -> str:
        """What it reaches of the goals."""
        shown = sorted(one.reached, key=lambda each: each.word == MEETS)[: self.goals]
        return listed([said(each, where=self._where(each)) for each in shown])

    def missed(self, one: Finalist) -> str:
        """The goal that it misses by most."""
        return f"{said(one.worst, where=self._where(one.worst))} ({one.worst.goal.text.strip()} was wanted)"

    def _where(self, reached: Reached) -> str:
        where = self.analysis.where(reached.place.players, reached.place.lineup.name)
        return f" ({', '.join(where)})" if where else ""


def said(reached: Reached, *, where: str = "") -> str:
    """What is reached of a goal: `games last 31.2 turns`."""
    return said_of(reached.goal, metric_of(reached), value_of(reached)) + where


def value_of(reached: Reached) -> str:
    """The value that is reached, as people read it."""
    return value_in(metric_of(reached), *reached.measured.shown)


def value_in(metric: Metric, value: float, low: float, high: float) -> str:
    """A value of a metric with the digits that its interval allows."""
    if not value:
        return "0%" if metric.family.is_share else "0"
    return rounded(value, (high - low) / 2, metric.family.factor) + ("%" if metric.family.is_share else "")


def metric_of(reached: Reached) -> Metric:
    """What the goal is about."""
    return next(metric for metric in reached.place.metrics for check in metric.checks if check.name == reached.goal.name)


def said_of(goal: Check, metric: Metric, number: str) -> str:
    """A value in a sentence."""
    if goal.name == "seat_edge":
        return f"the largest edge of a seat is {number.removesuffix('%')} points"
    if metric.family.says:
        return metric.family.says.format(who=metric.label, number=number)
    return f"{metric.subject} {'are' if metric.plural else 'is'} {number}"


def rulings(analysis: "Analysis") -> list[Ruling]:
    """The verdict on each finalist: what it changes, and whether it meets the goals."""
    texts = {MEETS: "meets all goals", OPEN: "undecided"}
    told = Told(analysis, 1, 40)
    return [
        Ruling(VERDICTS[one.word], told.named(one), texts.get(one.word, f"misses {one.worst.goal.name}"))
        for one in sorted(told.found, key=lambda one: one.word != MEETS)
    ]


def _plain(value: object) -> str:
    return plain_value(str(value).lower() if isinstance(value, bool) else str(value))
