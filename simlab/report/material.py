"""What the sections of a report are made from: a run's analysis and its manifest."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from simlab import games
from simlab.base.faults import BadInput, Fault
from simlab.engine.game import Game
from simlab.experiment import Experiment, load
from simlab.report.examples import Examples, examples_of
from simlab.report.lines import distinct, grouped, strength
from simlab.stats.analysis import Analysis
from simlab.stats.statistic import Line
from simlab.stats.statistics.effects import effect_line
from simlab.stats.tally import layout
from simlab.storage.folder import Folder, key_of, manifest_in
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import sentence

STYLES = {MATTERS: "matters", NO_DIFFERENCE: "nothing", UNDECIDED: "undecided"}
READ = (
    "● matters: lies wholly outside the shaded band. ○ makes no practical difference: lies inside it. ◐ undecided. "
    "The band is what is too small to matter; bars are 95% intervals, unless they are narrower than their dots."
)
MOST_PLACES = 3  # line-ups with a picture each
MOST_SCENARIOS = 8  # in a picture
_HOLDS = {  # what of a manifest is needed
    **dict.fromkeys(("experiment", "identity", "strategies", "versions"), dict),
    **dict.fromkeys(("games", "planned"), int),
    "simlab": str,
    "seconds": int | float,
}


def analysis_of(run_dir: Path) -> Analysis:
    """What a finished run says, from what it left in its directory; BadInput where that can't be read any more."""
    manifest = manifest_in(run_dir)
    again = manifest.get("again") or "what started it"

    def refuse(what: str) -> BadInput:
        return BadInput([Fault(str(run_dir), what)])

    if "status" not in manifest:
        raise refuse("holds no run of simlab; give the directory of a finished run")
    if manifest["status"] != "finished":
        raise refuse(f"is not finished; go on with: {again}")
    if wrong := [key for key, kind in _HOLDS.items() if not isinstance(manifest.get(key), kind)]:
        raise refuse(f"its manifest is damaged or of another version of simlab ({wrong[0]}); make it again with: {again}")
    if manifest["identity"].get("statistics") != layout():
        raise refuse(f"simlab {manifest['simlab']} counted otherwise; play it again with: {again}")
    state = Folder(run_dir, key_of(manifest["identity"])).state()
    if sum(part.games for part in state.parts.values()) != manifest["games"]:
        raise refuse(f"its tally.json is missing or damaged; make it again with: {again}")
    own = manifest.get("game")
    if not isinstance(own, dict):
        return Analysis(load(manifest["experiment"], is_stored=True), state.tallies)
    game = games.version(str(own.get("name")), str(own.get("digest")))  # while a run was made, its file may have been edited
    if game is None:
        raise refuse(f"games/{own.get('name')}.py is no longer what was played; its page still is. Play it again with: {again}")
    with games.held(game):
        return Analysis(load(manifest["experiment"], is_stored=True), state.tallies)


def read(run_dir: Path) -> "Material":
    """A finished run, ready to be told: on a page, on a terminal."""
    return Material(run_dir, analysis_of(run_dir), manifest_in(run_dir))


@dataclass(frozen=True)
class Material:
    """A finished run."""

    path: Path
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
        return self.experiment.baseline

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

    @property
    def places(self) -> list[str]:
        """What a line is told apart by from others of its scenario: the number of players, the line-up, where there are several."""
        return [key for key, differs in (("players", self.has_players), ("lineup", self.has_lineups)) if differs]

    @cached_property
    def effects(self) -> list[Line]:
        """Every scenario against the baseline."""
        return self.analysis.lines("effects")

    @cached_property
    def headline(self) -> list[Line]:
        """The comparisons that answer the question."""
        return [self.analysis.with_metric(effect_line(c)) for c in self.analysis.headline]

    @cached_property
    def pictured(self) -> tuple[str, ...]:
        """The scenarios that pictures show: all of a few; of many the baseline and those that differ most from it."""
        names = tuple(self.experiment.scenarios)
        if len(names) <= MOST_SCENARIOS:
            return names
        by = {scenario: max(map(strength, rows)) for scenario, rows in grouped(self.effects, "scenario")}
        kept = {self.baseline, *sorted(by, key=lambda name: -by[name])[: MOST_SCENARIOS - 1]}
        return tuple(name for name in names if name in kept)

    @cached_property
    def examples(self) -> Examples | None:
        """Single games, where they could be played."""
        return examples_of(self.path, self.analysis, self.manifest, self.pictured)

    # Choosing what is shown

    def in_pictures(self, rows: Sequence[Line]) -> list[Line]:
        """The rows that pictures show."""
        return [row for row in rows if row["scenario"] in self.pictured]

    def at_baseline(self, rows: Sequence[Line]) -> list[Line]:
        """The rows of the baseline scenario."""
        return [row for row in rows if row["scenario"] == self.baseline]

    def titled(self, rows: Sequence[Line], title: str) -> str:
        """A picture's title, with the number of players and the line-up that it is about where there are several."""
        players, lineups = distinct(rows, "players"), distinct(rows, "lineup")
        parts = [f"{players[0]} players"] if self.has_players and len(players) == 1 else []
        parts += [lineups[0]] if self.has_lineups and len(lineups) == 1 else []
        return f"{', '.join(parts)}: {title}" if parts else sentence(title)

    def scenario_of(self, row: Line) -> str:
        """What a row's games are called in a picture: by their scenario, where there are several."""
        return str(row["scenario"]) if self.has_scenarios else "all games"

    def under_baseline(self, text: str) -> str:
        """What holds in the baseline scenario, which is named where there are others."""
        return f"“{self.baseline}”: {text}" if self.has_scenarios else text
