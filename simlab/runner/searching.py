"""A search from its beginning to its end: rule sets race, finalists are confirmed by a run of them on deals that the search has not seen.

What was played for the race is kept in a journal, play by play. Whoever goes on with the search decides everything anew, and the journal
answers for as long as it knows: so a search that was stopped comes to the same end as one that was not.
"""

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from joblib import cpu_count

from simlab.base.faults import BadInput, Fault
from simlab.experiment.plan import Plan, make_plan
from simlab.lab.asking import asked_for
from simlab.lab.elsewhere import alpha_of, other_tables
from simlab.lab.playing import Source
from simlab.lab.search import ROUNDS, Search
from simlab.lab.space import name_of, space_of
from simlab.lab.telling import as_yaml, tables_of
from simlab.runner.interrupting import stops_when_left
from simlab.runner.running import Execution, Settings
from simlab.runner.worker import look_up
from simlab.stats.sought import MEETS, OPEN
from simlab.stats.statistic import Line
from simlab.storage.folder import FOUND, SEARCH, Folder, manifest_in
from simlab.storage.parts import sealed, unsealed
from simlab.storage.place import read, write_whole
from simlab.words.numbers import many

SAVE_EVERY = 2.0  # seconds


@dataclass
class Journal:
    """What was played and confirmed so far, in order; another source that remembers. `confirmed`: of each round its sets and verdicts;
    `elsewhere`: what was found at other tables, by whom and where.
    """

    file: Path
    identity: str
    source: Source
    plays: list[dict[str, Any]] = field(default_factory=list)
    confirmed: list[dict[str, str]] = field(default_factory=list)
    confirming: list[str] = field(default_factory=list)
    elsewhere: dict[str, list[Line]] = field(default_factory=dict)
    tell: Callable[[int], None] = lambda _: None
    _at: int = 0
    _saved: float = 0.0
    _games: int = 0

    def __post_init__(self) -> None:
        self.columns, self.games_a_deal = self.source.columns, self.source.games_a_deal
        record = unsealed(read(self.file))
        if record.get("identity") == self.identity:
            self.plays, self.confirmed, self.confirming = record["plays"], record["confirmed"], record["confirming"]
            self.elsewhere = record["elsewhere"]

    def play(self, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums as they were noted, else played and noted."""
        asked = {"sets": _text(levels), "first": first, "deals": deals}
        if self._at == len(self.plays):
            values, squares = self.source.play(levels, first, deals)
            self.plays.append({**asked, "values": _text(values), "squares": _text(squares)})
            if time.monotonic() - self._saved > SAVE_EVERY:
                self.save()
        noted = self.plays[self._at]
        if any(noted[key] != value for key, value in asked.items()):  # written by hand, or by another version
            del self.plays[self._at :]
            return self.play(levels, first, deals)
        self._at += 1
        self._games += deals * len(levels) * self.games_a_deal
        self.tell(self._games)
        return _array(noted["values"], len(levels)), _array(noted["squares"], len(levels))

    def save(self) -> None:
        """Write it down."""
        record = {"identity": self.identity, "plays": self.plays, "confirmed": self.confirmed, "confirming": self.confirming}
        write_whole(sealed(record | {"elsewhere": self.elsewhere}), self.file)
        self._saved = time.monotonic()


def _text(numbers: np.ndarray) -> str:
    """Numbers to the last bit, and quickly: as decimals, writing them down would take a hundredth of the time in which they were played."""
    return b64encode(numbers.astype("<f8").tobytes()).decode()


def _array(text: str, rows: int) -> np.ndarray:
    return np.frombuffer(b64decode(text), dtype="<f8").reshape(rows, -1)


class Searching:
    """A search in the directory that it has for itself."""

    def __init__(self, plan: Plan, identity: dict[str, Any], folder: Folder, settings: Settings) -> None:
        self.plan, self.identity, self.folder, self.settings = plan, identity, folder, settings
        experiment, self.space = plan.experiment, space_of(plan.experiment)
        if not len(self.space):
            raise BadInput([Fault("over", f"none of the {self.space.left_out:,} combinations is a possible set-up")])
        self.goals, source = asked_for(plan, self.space, settings.jobs or cpu_count(), partial(look_up, folder.token))
        self.journal = Journal(folder.path / SEARCH, folder.identity, source, tell=self._tell)
        self.budget, most = experiment.budget or 0, max(group.deals for group in plan.groups)
        self.search = Search(self.space, self.goals, self.journal, self.budget, most, experiment.seed)
        self.rounds: list[dict[str, str]] = []

    def carry_out(self) -> None:
        """Search, confirm, and write down what came out."""
        if manifest_in(self.folder.path).get("identity") != self.identity:  # else it tells of parts that this plan has not
            Execution(self.plan, self.identity, self.folder, self.settings).write_manifest("running")
        run: Execution | None = None
        while len(self.rounds) < ROUNDS and MEETS not in self.search.confirmed.values():
            space = self.search.race.space
            numbers = self._searched(self.search.finalists)
            if not numbers:
                break
            numbers = sorted([*numbers, *self._open()], key=lambda number: (space.edits[number], space.size[number]))
            run = self._confirm({name_of(space.changes(number)): number for number in numbers}) or run
        assert run is not None  # there is a set at least, and a guess
        hindered = None if MEETS in self.search.confirmed.values() else self._searched(self.search.obstacles)
        elsewhere = self._elsewhere(run.plan.experiment.scenarios)
        run.write_down(made=tables_of(self.search, self.rounds, hindered, elsewhere))
        write_whole(as_yaml(run.plan.experiment), self.folder.path / FOUND)

    def _open(self) -> list[int]:
        """Of the sets that an earlier round could not decide the one with the fewest edits: it is held beside the others."""
        space = self.search.race.space
        left = [number for number, word in self.search.confirmed.items() if word == OPEN]
        return sorted(left, key=lambda number: (space.edits[number], space.size[number]))[:1]

    def _searched(self, what: Callable[[], Any]) -> Any:
        """A stretch of the search; what was played is kept however it ends."""
        with stops_when_left(self.folder.token):
            try:
                return what()
            finally:
                self.journal.save()

    def _confirm(self, finalists: dict[str, int]) -> Execution | None:
        """One round: these sets beside the rules that the search began with. None where it is known from before, and its games are gone."""
        names, race = list(finalists), self.search.race
        known = self.journal.confirmed[len(self.rounds)] if len(self.rounds) < len(self.journal.confirmed) else {}
        run = None
        if known.keys() != finalists.keys() or self.journal.confirming == names:
            if self.journal.confirming != names:  # what lies there is of others
                self.folder.empty_of_parts()
                self.journal.confirming = names
                self.journal.save()
            experiment = self.plan.experiment.confirming({name: race.space.changes(number) for name, number in finalists.items()})
            plan = make_plan(experiment, self.plan.chunk_games, copies=self.settings.copies)
            self.settings.say(f"{many(len(names), 'rule set')} confirmed on deals that the search has not seen: {'; '.join(names)}")
            run = Execution(plan, self.identity, self.folder, self.settings)
            run.play()
            analysis = run.analysis(tables_of(self.search, [*self.rounds, dict.fromkeys(names, "")]))
            known = {one.scenario: one.word for one in analysis.finalists}
            self.journal.confirmed[len(self.rounds) :] = [known]
            self.journal.save()
        self.rounds.append(known)
        self.search.told({finalists[name]: word for name, word in known.items()})
        return run

    def _elsewhere(self, rules: dict[str, dict[str, Any]]) -> list[Line]:
        """What those that meet all goals reach at other tables; a table at which they were played is not played again."""
        found = {name: rules[name] for name, word in self.rounds[-1].items() if word == MEETS}
        tables, lines = other_tables(self.plan) if found else [], list[Line]()
        if tables:
            self.settings.say(f"{many(len(found), 'rule set')} played at {many(len(tables), 'other table')}")
        for number, table in enumerate(tables):
            self.settings.so_far(f"other tables: {number} of {len(tables)}")
            key = f"{table.name}: {'; '.join(found)}"
            if key not in self.journal.elsewhere:
                alpha, jobs = alpha_of(self.plan, len(tables), len(found)), self.settings.jobs or cpu_count()
                reached = partial(table.reached, found, alpha, jobs, partial(look_up, self.folder.token))
                self.journal.elsewhere[key] = self._searched(reached)
                self.journal.save()
            lines += self.journal.elsewhere[key]
        return lines

    def _tell(self, games: int) -> None:
        self.settings.progress(games, self.budget)
        race = getattr(getattr(self, "search", None), "race", None)
        if race:
            self.settings.so_far(f"search: {int((~race.is_out).sum()):,} of {many(len(race.space), 'rule set')} left")
