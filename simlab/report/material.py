"""What the sections of a report are made from: a run's analysis and its manifest."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simlab.engine.game import Game
from simlab.experiment import Experiment
from simlab.plan import Plan, make_plan
from simlab.report.numbers import sentence
from simlab.report.rows import Row, distinct, grouped, strength
from simlab.runner import identity_of
from simlab.stats import frames, replays
from simlab.stats.analysis import Analysis, FlippedDeal
from simlab.stats.verdict import MATTERS, NO_DIFFERENCE, UNDECIDED

STYLES = {MATTERS: "matters", NO_DIFFERENCE: "nothing", UNDECIDED: "undecided"}
READ = (
    "● matters: lies wholly outside the shaded band. ○ makes no practical difference: lies inside it. ◐ undecided. "
    "The band is what is too small to matter; bars are 95% intervals, unless they are narrower than their dots."
)
MOST_PLACES = 3  # line-ups with a picture each
MOST_SCENARIOS = 8  # in a picture
FEWEST_TRACED, MOST_TRACED = 10, 300  # deals that are played again at a table, and at all tables
MOST_REPLAYED = 48  # flipped games that are looked at


@dataclass(frozen=True)
class Material:
    """A finished run."""

    analysis: Analysis
    manifest: dict[str, Any]

    @property
    def experiment(self) -> Experiment:
        """What was asked."""
        return self.analysis.experiment

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.analysis.game

    @property
    def baseline(self) -> str:
        """The scenario that the others are compared with."""
        return next(iter(self.experiment.scenarios))

    @property
    def has_scenarios(self) -> bool:
        """Whether there is more than one scenario."""
        return len(self.experiment.scenarios) > 1

    @property
    def has_players(self) -> bool:
        """Whether there is more than one number of players."""
        return len(self.analysis.groups) > 1

    @property
    def has_lineups(self) -> bool:
        """Whether there is more than one line-up."""
        return len(self.experiment.lineups) > 1

    @cached_property
    def effects(self) -> list[Row]:
        """Every scenario against the baseline."""
        return self.analysis.effects.to_dicts()

    @cached_property
    def headline(self) -> list[Row]:
        """The comparisons that answer the question."""
        return frames.effects(self.analysis.headline).to_dicts()

    @cached_property
    def pictured(self) -> tuple[str, ...]:
        """The scenarios that pictures show: all of a few; of many the baseline and those that differ most from it."""
        names = tuple(self.experiment.scenarios)
        if len(names) <= MOST_SCENARIOS:
            return names
        by = {scenario: max(map(strength, rows)) for scenario, rows in grouped(self.effects, "scenario")}
        kept = {self.baseline, *sorted(by, key=lambda name: -by[name])[: MOST_SCENARIOS - 1]}
        return tuple(name for name in names if name in kept)

    # Games that are played again, where nothing has changed that they depend on

    @cached_property
    def _plan(self) -> Plan | None:
        """The run's plan, if it would play the same games now."""
        plan = make_plan(self.experiment)
        return plan if identity_of(plan) == self.manifest["identity"] else None

    @cached_property
    def who_fired(self) -> list[Row]:
        """Who sets events off, in a sample that gets smaller where there are many line-ups and scenarios."""
        if self._plan is None:
            return []
        tables = sum(len(group.scenarios) * len(group.lineups) for group in self.analysis.groups)
        return replays.who_fired(self._plan, max(FEWEST_TRACED, MOST_TRACED // tables)).to_dicts()

    @cached_property
    def clearest(self) -> list[replays.SideBySide]:
        """Flipped games that show best what a scenario does, at the first of its line-ups where there are any."""
        if self._plan is None:
            return []
        shown = [f for f in self.analysis.flipped_deals if f.scenario in self.pictured]
        by_scenario: dict[str, list[FlippedDeal]] = {}
        for f in shown:
            of = by_scenario.setdefault(f.scenario, [])
            if not of or (of[0].players, of[0].table) == (f.players, f.table):
                of.append(f)
        most = max(1, MOST_REPLAYED // max(1, len(by_scenario)))
        return replays.clearest(self._plan, [f for of in by_scenario.values() for f in of[:most]], 1 if len(by_scenario) > 1 else 2)

    @cached_property
    def typical(self) -> list[replays.TypicalGame]:
        """Games of median length."""
        return [] if self._plan is None else replays.typical(self._plan, self.analysis)

    # Choosing what is shown

    def in_pictures(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that pictures show."""
        return [row for row in rows if row["scenario"] in self.pictured]

    def at_baseline(self, rows: Sequence[Row]) -> list[Row]:
        """The rows of the baseline scenario."""
        return [row for row in rows if row["scenario"] == self.baseline]

    def titled(self, rows: Sequence[Row], title: str) -> str:
        """A picture's title, with the number of players and the line-up that it is about where there are several."""
        players, tables = distinct(rows, "players"), distinct(rows, "table")
        parts = [f"{players[0]} players"] if self.has_players and len(players) == 1 else []
        parts += [tables[0]] if self.has_lineups and len(tables) == 1 else []
        return f"{', '.join(parts)}: {title}" if parts else sentence(title)

    def scenario_of(self, row: Row) -> str:
        """What a row's games are called in a picture: by their scenario, where there are several."""
        return str(row["scenario"]) if self.has_scenarios else "all games"

    def under_baseline(self, text: str) -> str:
        """What holds in the baseline scenario, which is named where there are others."""
        return f"“{self.baseline}”: {text}" if self.has_scenarios else text
