"""A designer's diary: the rule sets that were tried in several runs of one question, what each reaches of each goal, and which is best so
far. What is wanted are the goals and the checks of the runs, the latest wording of each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from simlab.base.kinds import plainly_written
from simlab.experiment import Check
from simlab.report.charts import Panel, Row, intervals
from simlab.report.material import COMPARED, Material
from simlab.report.sections.search import mark_of, sign_of
from simlab.report.svg import Picture
from simlab.report.tables import Cell, Column, TableBlock, plain, words
from simlab.stats.intervals import ALPHA
from simlab.stats.places import Place
from simlab.stats.seeking import value_of
from simlab.stats.sought import MEETS, MISSES, OPEN, Reached, Tried, reached_at
from simlab.words.numbers import NO_NUMBER, listed, many, number, plainly, sentence
from simlab.words.spoken import cut, plain_value

MOST_ROWS, MOST_LETTERS, MOST_STEPS = 12, 60, 6
ORDER = (MEETS, OPEN, MISSES)
NOTE = (
    "The best rule set of each run. Distance: the worst miss, in units of what matters. All intervals of all runs hold at once (95%). "
    "● meets all goals, ○ misses one, ◐ undecided."
)


@dataclass(frozen=True)
class Entry:
    """A rule set of a run: which run, by its place among them; what it reaches, and which goals say nothing of it."""

    run: int
    tried: Tried
    missing: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """What it changes of the printed rules."""
        changes = (f"{plainly(rule)} {plain_value(plainly_written(value))}" for rule, value in self.tried.changes.items())
        return ", ".join(changes) or "as printed"

    @property
    def rank(self) -> tuple[bool, int, float, int]:
        """The smallest is the best: what meets all goals with few changes, then what may, then what is near."""
        word, edits = self.tried.word, len(self.tried.changes)
        near = edits if word == MEETS else self.tried.distance.value
        return bool(self.missing), ORDER.index(word), near, edits


@dataclass(frozen=True, eq=False)
class Diary:
    """Several runs, in the order in which they are told of, by their names."""

    runs: Sequence[Material]
    names: Sequence[str]

    @cached_property
    def goals(self) -> tuple[Check, ...]:
        """What is wanted: by its name as the latest run words it."""
        of = (check for run in self.runs for check in (*run.experiment.checks, *run.experiment.goals))
        return tuple({check.name: check for check in of if not check.name.startswith("effect.")}.values())

    @cached_property
    def entries(self) -> list[Entry]:
        """Every rule set of each run that something is known of."""
        places = [(at, run, scenario, _places(run, scenario)) for at, run in enumerate(self.runs) for scenario in run.experiment.scenarios]
        alpha = ALPHA / max(1, len(self.goals) * sum(len(of) for *_, of in places))
        found = []
        for at, run, scenario, of in places:
            reached = tuple(each for place in of for each in reached_at(place, self.goals, run.analysis, alpha))
            missing = {goal.name for goal in self.goals} - {each.goal.name for each in reached}
            if reached:
                found.append(Entry(at, Tried(scenario, _changes(run, scenario), reached), tuple(sorted(missing))))
        return found

    @cached_property
    def best(self) -> list[Entry]:
        """The best of each run that has any."""
        by_run = ([entry for entry in self.entries if entry.run == at] for at in range(len(self.runs)))
        return [min(of, key=lambda entry: entry.rank) for of in by_run if of]

    @cached_property
    def so_far(self) -> list[Entry]:
        """The best after each of these runs; of equals the earliest."""
        return list(accumulate(self.best, _better))

    @property
    def sentences(self) -> Iterator[str]:
        """Which is best so far and why, and how it came to that."""
        if not self.entries:
            return
        best = self.so_far[-1]
        yield f"best so far is “{cut(best.called, MOST_LETTERS)}” ({self.names[best.run]}): {self._why(best)}."
        sets = {entry.called for entry in self.entries}
        meet = len({entry.called for entry in self.entries if not entry.rank[0] and entry.tried.word == MEETS})
        verb = "meets" if meet <= 1 else "meet"
        tried = f"of {many(len(sets), 'rule set')} in {many(len(self.runs), 'run')} {meet or 'none'} {verb} all goals"
        steps = [number(entry.tried.distance.value, 1) for entry in self.so_far]
        moved = f"the distance of the best went {' → '.join(steps[-MOST_STEPS:])}" if len(set(steps)) > 1 else ""
        yield f"{tried}{'; ' if moved else ''}{moved}."

    def _why(self, best: Entry) -> str:
        tried = best.tried
        if best.missing:
            return f"nothing is known of {listed(best.missing)} there"
        if tried.word == MEETS:
            how = f"with {many(len(tried.changes), 'change')}" if tried.changes else "with no change"
            goals = f"all {len(self.goals)} goals" if len(self.goals) > 1 else "the goal"
            return f"it meets {goals} {how}{self._fewer(best)}"
        if tried.word == OPEN:
            return f"it may meet all goals; open is {listed([_said(each) for each in tried.reached if each.word == OPEN][:2])}"
        return f"it comes nearest, and misses {_said(tried.worst)}"

    def _fewer(self, best: Entry) -> str:
        """How near fewer changes come."""
        fewer = [entry for entry in self.entries if len(entry.tried.changes) < len(best.tried.changes) and entry.tried.word == MISSES]
        near = min(fewer, key=lambda entry: entry.rank, default=None)
        return f"; with fewer, “{cut(near.called, MOST_LETTERS)}” misses {_said(near.tried.worst)}" if near else ""

    # What the page shows

    @property
    def blocks(self) -> list[Picture | TableBlock]:
        """The picture of the best of each run, and all rule sets."""
        return [self._picture(), self._table()] if self.entries else []

    def _picture(self) -> Picture:
        shown, best = self.best[-MOST_ROWS:], self.so_far[-1]
        rows = [Row(f"{self.names[entry.run]}: {cut(entry.called, MOST_LETTERS)}", [mark_of(entry.tried)]) for entry in shown]
        panel = Panel(rows, "distance to the goals", zero=0.0, zero_label="all met", differences=False)
        title = sentence(f"{cut(best.called, MOST_LETTERS)} ({self.names[best.run]}) is best so far")
        alt = ". ".join(f"{row.label}: {entry.tried.word}, distance {_distance(entry)}" for row, entry in zip(rows, shown, strict=True))
        return Picture("diary", title, f"The best of each run. {alt}.", intervals([panel]), NOTE)

    def _table(self) -> TableBlock:
        rows = [
            {
                "run": self.names[entry.run],
                "entry": entry,
                "edits": len(entry.tried.changes),
                "best": "best" if entry is self.so_far[-1] else "",
            }
            for entry in self.entries
        ]
        columns = [
            words("Run", "run"),
            words("Rules", lambda row: row["entry"].called),
            plain("Changes", "edits"),
            *map(self._of_goal, self.goals),
            words("All goals", lambda row: f"{sign_of(row['entry'].tried.word)} {row['entry'].tried.word}"),
            Column("Distance", lambda row: Cell(_distance(row["entry"]), (row["entry"].tried.distance.value,)), fields=("distance",)),
            words("So far", "best"),
        ]
        return TableBlock("tried", "What was tried, and what it reaches of each goal", columns, rows, is_open=True)

    def _of_goal(self, goal: Check) -> Column:
        return words(f"{goal.name} {goal.text.strip()}", lambda row: self.shown(row["entry"], goal.name))

    def shown(self, entry: Entry, goal: str) -> str:
        """What an entry reaches of a goal; at several line-ups the worst of it."""
        of = [each for each in entry.tried.reached if each.goal.name == goal]
        if not of:
            return NO_NUMBER
        worst = max(of, key=lambda each: (ORDER.index(each.word), each.miss.value))
        return f"{value_of(worst)} {sign_of(worst.word)}"


def _better(one: Entry, other: Entry) -> Entry:
    return other if other.rank < one.rank else one


def _places(run: Material, scenario: str) -> list[Place]:
    """Where a scenario was played, in a run that is about rules, and on enough deals to say anything."""
    if run.about not in COMPARED:
        return []
    return [place for place in run.analysis.places if place.scenario == scenario and place.stats.deals > 1]


def _changes(run: Material, scenario: str) -> dict[str, object]:
    """What a scenario changes of the printed rules, with what the run changes throughout."""
    printed = run.game.resolve(run.game.Rules(), run.experiment.players[0])
    played = run.experiment.rules_of(scenario, run.experiment.players[0])
    named = run.experiment.rules | run.experiment.scenarios[scenario]
    return {rule: getattr(played, rule) for rule in named if getattr(played, rule) != getattr(printed, rule)}


def _said(reached: Reached) -> str:
    return f"{reached.goal.name} {reached.goal.text.strip()} ({value_of(reached)})"


def _distance(entry: Entry) -> str:
    return number(entry.tried.distance.value, 2)
