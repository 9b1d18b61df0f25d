"""Runs side by side: in what they differ, whose verdict changed, and every number beside its likes with what lies between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl

from simlab.base import paths
from simlab.base.faults import BadInput, Fault
from simlab.engine.metric import Metric
from simlab.experiment import Experiment
from simlab.report import notebook
from simlab.report.diary import Diary
from simlab.report.differing import MADE, Differing, differing
from simlab.report.material import Material, read
from simlab.stats.answers import MOST_SENTENCES
from simlab.stats.estimates import GroupStats
from simlab.stats.side_by_side import Blocks, Change, Key, Number, Pair, changes, numbers_of
from simlab.stats.statistic import INTERVAL, REAL, WHOLE, WORD, Line
from simlab.storage import games
from simlab.storage.place import place, write_whole
from simlab.words.changes import MATTERS, POINT, UNDECIDED, signed_change
from simlab.words.numbers import listed, many, percent, rounded, sentence

MOST_NAMED = 3  # in a sentence
LONGEST = 60  # letters that say in a sentence what something is in each run
_COLUMNS = {
    **dict.fromkeys(("run", "other"), WORD),
    "players": WHOLE,
    **dict.fromkeys(("lineup", "scenario", "baseline", "metric"), WORD),
    **dict.fromkeys(("value", "value_low", "value_high", "other_value", "other_low", "other_high"), REAL),
    **dict.fromkeys(("verdict", "other_verdict"), WORD),
    "difference": REAL,
    **INTERVAL,
    "margin": REAL,
    "word": WORD,
    "deals": WHOLE,
    "compared_on": WORD,
}


@dataclass(frozen=True)
class Step:
    """One run beside another, by their numbers, and what changed of all that both have."""

    before: int
    after: int
    changes: Mapping[Key, Change]

    def strength(self, key: Key) -> float:
        """How large a change is, measured by what would matter."""
        change = self.changes[key]
        return abs(change.difference.mean) / change.margin if change.margin else 0.0


@dataclass(frozen=True, eq=False)
class Compared:
    """Two or more runs of one game. Prints as its answer."""

    runs: tuple[Material, ...]

    def __str__(self) -> str:
        return "\n".join(self.answer)

    def _repr_html_(self) -> str:
        return notebook.framed(self._page(Path.cwd()))

    def write(self, file: str | Path) -> Path:
        """Make a page of it."""
        path = place(file)
        write_whole(self._page(path.absolute().parent), path)
        return path

    def _page(self, folder: Path) -> str:
        from simlab.report.comparing import html_of  # which tells what stands here

        return html_of(self, folder)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the runs are called: their folders, in full where two have the same name."""
        names = [run.path.name or str(run.path) for run in self.runs]
        return tuple(names) if len(set(names)) == len(names) else tuple(str(run.path) for run in self.runs)

    @cached_property
    def differing(self) -> list[Differing]:
        """In what they differ before a game is played."""
        return differing(self.runs)

    @cached_property
    def numbers(self) -> list[dict[Key, Number]]:
        """The numbers of each run; what is only called otherwise goes by the name that an earlier run gave it."""
        known, found = _Names(), []
        for run in self.runs:
            scenarios, lineups = known.of(run.experiment)
            of = numbers_of(run.analysis)
            found.append({_called(key, scenarios, lineups): number for key, number in of.items()})
        return found

    @cached_property
    def keys(self) -> list[Key]:
        """What at least two of them have a number of: first by the baseline's rules, then what changes of the rules do."""
        have = [key for of in self.numbers for key in of]
        return sorted((key for key in dict.fromkeys(have) if have.count(key) > 1), key=lambda key: bool(key.scenario))

    @property
    def alone(self) -> list[Key]:
        """What only one of them has a number of."""
        return [key for of in self.numbers for key in of if key not in self.keys]

    @cached_property
    def steps(self) -> list[Step]:
        """Each run beside the one before it."""
        return [self._step(before, after) for before, after in pairwise(range(len(self.runs)))]

    @cached_property
    def whole(self) -> Step:
        """The last run beside the first."""
        return self.steps[0] if len(self.steps) == 1 else self._step(0, len(self.runs) - 1)

    def _step(self, before: int, after: int) -> Step:
        one, other = self.runs[before], self.runs[after]
        keys = [key for key in self.keys if key in self.numbers[before] and key in self.numbers[after]]
        pairs: list[Pair] = [(self.numbers[before][key], self.numbers[after][key]) for key in keys]

        def blocks(*stats: GroupStats) -> Blocks | None:
            return _blocks((one.path, other.path), stats)

        same_deals = one.experiment.seed == other.experiment.seed
        return Step(before, after, dict(zip(keys, changes(pairs, blocks, same_deals=same_deals), strict=True)))

    @cached_property
    def changes(self) -> pl.DataFrame:
        """Every number of two runs beside each other, and its difference: each run with the one before it, then the last with the first."""
        steps = self.steps if len(self.steps) == 1 else [*self.steps, self.whole]
        return pl.DataFrame([self._line(step, key) for step in steps for key in step.changes], schema=_COLUMNS)

    def _line(self, step: Step, key: Key) -> Line:
        change, (one, other) = step.changes[key], (self.numbers[at][key] for at in (step.before, step.after))
        return {
            **{"run": self.names[step.before], "other": self.names[step.after]},
            **key._asdict(),
            **dict(zip(("value", "value_low", "value_high"), one.estimate.span, strict=True)),
            **dict(zip(("other_value", "other_low", "other_high"), other.estimate.span, strict=True)),
            **{"verdict": one.word or None, "other_verdict": other.word or None, "difference": change.difference.mean},
            **{"low": change.difference.low, "high": change.difference.high, "margin": change.margin, "word": change.word},
            **{"deals": change.difference.deals, "compared_on": change.how},
        }

    def strength(self, key: Key) -> float:
        """How much a number differs between the last run and the first."""
        return self.whole.strength(key) if key in self.whole.changes else 0.0

    @property
    def verdicts(self) -> list[Key]:
        """What has a verdict in the first and in the last run."""
        return [key for key in self.whole.changes if key.scenario]

    @property
    def turned(self) -> list[Key]:
        """Whose verdict is another in the last run than in the first."""
        return [key for key in self.verdicts if len({self.numbers[at][key].word for at in (self.whole.before, self.whole.after)}) > 1]

    def metric(self, key: Key) -> Metric:
        """What a number is of."""
        return next(of[key].metric for of in self.numbers if key in of)

    def where(self, key: Key) -> str:
        """By which rules, and where there are several with how many players and at which line-up."""
        parts = [f"with “{key.scenario}”" if key.scenario else "by the baseline's rules"]
        parts += [f"{key.players} players"] if any(run.has_players for run in self.runs) else []
        return ", ".join([*parts, *([f"at “{key.lineup}”"] if any(run.has_lineups for run in self.runs) else [])])

    def called(self, key: Key) -> str:
        """A number's name in a sentence."""
        return f"{self.metric(key).subject} {self.where(key)}"

    def value(self, at: int, key: Key) -> str:
        """A run's number as people read it."""
        number = self.numbers[at].get(key)
        if number is None:
            return "–"
        if key.scenario:
            return signed_change(number.metric, number.estimate)  # type: ignore[arg-type]  # of a scenario it is an effect
        of, family = number.estimate, number.metric.family
        return percent(of.mean, of.half_width) if family.is_share else f"{rounded(of.mean, of.half_width)} {family.difference.short}"

    def said(self, at: int, key: Key) -> str:
        """A run's number in a sentence."""
        number = self.numbers[at][key]
        if not key.scenario or not number.metric.family.is_share:
            return self.value(at, key)
        return POINT.of(rounded(number.estimate.mean, number.estimate.half_width, number.metric.family.factor, sign=True))

    @cached_property
    def diary(self) -> Diary:
        """What was tried for the goals of these runs."""
        return Diary(self.runs, self.names)

    @cached_property
    def answer(self) -> list[str]:
        """What changed, in one to four sentences; what that does for the goals before all other numbers."""
        differs, *others = _answer(self)
        return [differs, *map(sentence, self.diary.sentences), *others][:MOST_SENTENCES]


def compare(folders: Sequence[Path]) -> Compared:
    """The runs that lie in these folders; BadInput where there is one of another game, or one that can't be read."""
    if len(folders) < 2:
        raise BadInput([Fault("", "name two runs or more: simlab compare reports/one reports/other")])
    if twice := [folder for i, folder in enumerate(folders) if paths.real(folder) in [paths.real(other) for other in folders[:i]]]:
        raise BadInput([Fault(str(twice[0]), "stands here twice; name different runs")])
    runs = tuple(map(read, folders))
    first = runs[0].experiment.game
    if others := [run for run in runs if run.experiment.game != first]:
        what = f"is a run of {others[0].experiment.game}, and {folders[0]} one of {first}; only runs of one game can be compared"
        raise BadInput([Fault(str(others[0].path), what)])
    return Compared(runs)


def _blocks(paths: tuple[Path, Path], stats: tuple[GroupStats, ...]) -> Blocks | None:
    """The games of both runs on their common deals, stretch by stretch; None where a row is missing."""
    of = list(zip(paths, stats, strict=True))
    if not all(games.are_kept(path, group) for path, group in of):
        return None
    deals = min(group.deals for group in stats)
    size = max(1, games.AT_ONCE // max(len(group.measures.group.cells) for group in stats))
    return zip(*(games.in_blocks(path, group, deals, size) for path, group in of), strict=True)


class _Names:
    """How scenarios and line-ups were called so far, and what they are."""

    def __init__(self) -> None:
        self.scenarios: dict[str, Any] = {}
        self.lineups: dict[str, Any] = {}

    def of(self, experiment: Experiment) -> tuple[dict[str, str], dict[str, str]]:
        """What an experiment calls otherwise, by its own names."""
        lineups = {name: [seat.label for seat in seats] for name, seats in experiment.lineups.items()}
        return _earlier(self.scenarios, experiment.scenarios), _earlier(self.lineups, lineups)


def _earlier(known: dict[str, Any], own: Mapping[str, Any]) -> dict[str, str]:
    """Own names whose thing has another name so far, which nothing of one's own has; what is new is known from now on."""
    free = {name: what for name, what in known.items() if name not in own}
    called = {name: next((old for old, was in free.items() if was == what), name) for name, what in own.items() if name not in known}
    known |= {name: what for name, what in own.items() if called.get(name, name) == name}
    return called


def _called(key: Key, scenarios: Mapping[str, str], lineups: Mapping[str, str]) -> Key:
    by = {name: scenarios.get(getattr(key, name), getattr(key, name)) for name in ("scenario", "baseline")}
    return key._replace(lineup=lineups.get(key.lineup, key.lineup), **by)


# What is said


def _answer(of: Compared) -> Iterator[str]:
    yield _what_differs(of.differing)
    if of.verdicts:
        yield _what_turned(of)
    matters = [key for key, change in of.whole.changes.items() if change.word == MATTERS and key not in of.turned]
    if matters:
        yield _what_matters(of, matters)
    elif of.whole.changes and not of.turned:
        yield _nothing_known([change.word for change in of.whole.changes.values()])
    elif not of.whole.changes:
        yield f"{of.names[of.whole.before]} and {of.names[of.whole.after]} have no number in common."


def _what_differs(found: Sequence[Differing]) -> str:
    asked = [each for each in found if each.kind != MADE and each.what != "question"]
    named = asked or [each for each in found if each.kind == MADE]  # who made a run is told where nothing else can be why
    if not named:
        return "Nothing differs in what was asked, nor in what played it."
    parts = [f"{each.what} ({', then '.join(each.values)})" if len(", ".join(each.values)) < LONGEST else each.what for each in named]
    rest = [many(len(parts) - MOST_NAMED, "other thing")] if len(parts) > MOST_NAMED else []
    return f"What differs: {listed([*parts[:MOST_NAMED], *rest])}."


def _what_turned(of: Compared) -> str:
    """Whose verdict changed; and whether that shows a change, or only that one of two runs could tell."""
    count, whole = len(of.verdicts), of.whole
    if not of.turned:
        return f"None of {count} verdicts changed." if count > 1 else "The verdict is the same."
    key = max(of.turned, key=whole.strength)
    said = [f"{of.numbers[at][key].word} ({of.said(at, key)})" for at in (whole.before, whole.after)]
    so = {MATTERS: "that is a change that matters", UNDECIDED: "that the two differ by enough to matter is not shown"}
    told = so.get(whole.changes[key].word, "yet the two do not differ by enough to matter")
    which = f"{len(of.turned)} of {count} verdicts changed" if count > 1 else "The verdict changed"
    return f"{which}: {of.called(key)}: {', then '.join(said)}; {told}."


def _nothing_known(words: Sequence[str]) -> str:
    undecided = words.count(UNDECIDED)
    if undecided == len(words):
        return f"Whether {'it' if undecided == 1 else f'any of {undecided} numbers'} differs by enough to matter is undecided."
    rest = f"; of {undecided} that is undecided" if undecided else ""
    return f"None of {many(len(words), 'number')} is known to differ by enough to matter{rest}."


def _what_matters(of: Compared, keys: Sequence[Key]) -> str:
    """The largest difference, at which step it came about, and how many others there are."""
    whole = of.whole
    key = max(keys, key=whole.strength)
    moved = f"{of.said(whole.before, key)}, then {of.said(whole.after, key)}"
    if len(of.steps) > 1 and (steps := [step for step in of.steps if key in step.changes]):
        most = max(steps, key=lambda step: step.changes[key].difference.mean * (1 if whole.changes[key].difference.mean > 0 else -1))
        moved += f" (mostly from {of.names[most.before]} to {of.names[most.after]})"
    others = len(keys) - 1
    rest = f", as is what differs in {many(others, 'other number')}" if others else ""
    return f"{sentence(of.called(key))}: {moved}; that is enough to matter{rest}."
