"""A search from its beginning to its end: rule sets race, finalists are confirmed by a run of them on deals that the search has not seen.

What was played for the race is kept in a journal, play by play. Whoever goes on with the search decides everything anew, and the journal
answers for as long as it knows: so a search that was stopped comes to the same end as one that was not.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.base.processes import at_once
from simlab.experiment.plan import Plan, make_plan
from simlab.lab.asking import asked_for
from simlab.lab.elsewhere import alpha_of, other_tables
from simlab.lab.journal import Journal
from simlab.lab.playing import Source
from simlab.lab.search import ROUNDS, Search
from simlab.lab.space import name_of, space_of
from simlab.lab.telling import as_yaml, tables_of
from simlab.runner.journals import journal_in, noting
from simlab.runner.running import Execution, Settings
from simlab.runner.worker import look_up
from simlab.stats.sought import MEETS, OPEN
from simlab.stats.statistic import Line
from simlab.storage.folder import FOUND, Folder
from simlab.storage.place import write_whole
from simlab.words.numbers import many


class Noted:
    """A source that remembers what it played in a journal."""

    def __init__(self, source: Source, journal: Journal, tell: Callable[[int], None]) -> None:
        self.source, self.journal, self.tell = source, journal, tell
        self.columns, self.games_a_deal, self.games = source.columns, source.games_a_deal, 0

    def play(self, levels: np.ndarray, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """The sums as they were noted, else played and noted."""

        def played() -> list[str]:
            return [_text(each) for each in self.source.play(levels, first, deals)]

        values, squares = self.journal.answered({"sets": _text(levels), "first": first, "deals": deals}, played)
        self.games += deals * len(levels) * self.games_a_deal
        self.tell(self.games)
        return _array(values, len(levels)), _array(squares, len(levels))


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
        self.goals, source = asked_for(plan, self.space, at_once(settings.jobs), partial(look_up, folder.token))
        self.journal = journal_in(folder, settings.say)
        self.budget, most = experiment.budget or 0, max(group.deals for group in plan.groups)
        self.search = Search(self.space, self.goals, Noted(source, self.journal, self._tell), self.budget, most, experiment.seed)
        self.rounds: list[dict[str, str]] = []
        self.run: Execution | None = None  # of the last round

    def carry_out(self) -> None:
        """Search, confirm, and write down what came out."""
        finalists: dict[str, int] = {}
        while len(self.rounds) < ROUNDS and MEETS not in self.search.confirmed.values():
            space = self.search.race.space
            numbers = self._searched(self.search.finalists)
            if not numbers:
                break
            numbers = sorted([*numbers, *self._open()], key=lambda number: (space.edits[number], space.size[number]))
            finalists = {name_of(space.changes(number)): number for number in numbers}
            self._confirm(finalists)
        hindered = None if MEETS in self.search.confirmed.values() else self._searched(self.search.obstacles)
        run = self.run or self._played(finalists)  # there is a set at least, and a guess
        elsewhere = self._elsewhere(run.plan.experiment.scenarios)
        run.write_down(made=tables_of(self.search, self.rounds, hindered, elsewhere))
        write_whole(as_yaml(run.plan.experiment), self.folder.path / FOUND)

    def _open(self) -> list[int]:
        """Of the sets that an earlier round could not decide the one with the fewest edits: it is held beside the others."""
        space = self.search.race.space
        left = [number for number, word in self.search.confirmed.items() if word == OPEN]
        return sorted(left, key=lambda number: (space.edits[number], space.size[number]))[:1]

    def _searched(self, what: Callable[[], Any]) -> Any:
        """A stretch of the search."""
        with noting(self.journal, self.folder.token):
            return what()

    def _confirm(self, finalists: dict[str, int]) -> None:
        """One round: these sets beside the rules that the search began with, on deals that it has not seen."""
        names, self.run = list(finalists), None
        self.journal.answered({"parts of": names}, self.folder.empty_of_parts)  # what lies there is of others
        self.journal.save()
        known = self.journal.answered({"verdicts on": names}, partial(self._verdicts, finalists))
        self.journal.save()
        self.rounds.append(known)
        self.search.told({finalists[name]: word for name, word in known.items()})

    def _verdicts(self, finalists: dict[str, int]) -> dict[str, str]:
        names = list(finalists)
        self.settings.say(f"{many(len(names), 'rule set')} confirmed on deals that the search has not seen: {'; '.join(names)}")
        self.run = self._played(finalists)
        analysis = self.run.analysis(tables_of(self.search, [*self.rounds, dict.fromkeys(names, "")]))
        return {one.scenario: one.word for one in analysis.finalists}

    def _played(self, finalists: dict[str, int]) -> Execution:
        """A round's games, of which those that lie there are not played again."""
        space = self.search.race.space
        experiment = self.plan.experiment.confirming({name: space.changes(number) for name, number in finalists.items()})
        plan = make_plan(experiment, self.plan.chunk_games, copies=self.settings.copies)
        run = Execution(plan, self.identity, self.folder, self.settings)
        run.play()
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
            alpha, jobs = alpha_of(self.plan, len(tables), len(found)), at_once(self.settings.jobs)
            reached = partial(table.reached, found, alpha, jobs, partial(look_up, self.folder.token))
            lines += self._searched(partial(self.journal.answered, {"elsewhere": key}, reached))
        return lines

    def _tell(self, games: int) -> None:
        self.settings.progress(games, self.budget)
        race = getattr(getattr(self, "search", None), "race", None)
        if race:
            self.settings.so_far(f"search: {int((~race.is_out).sum()):,} of {many(len(race.space), 'rule set')} left")
