"""What the sections of a report are made from: a run's analysis and its manifest."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from simlab import games
from simlab.base.faults import BadInput, Fault, RunFailure, shortened
from simlab.engine.game import Game
from simlab.engine.rules import ENDING, describe
from simlab.experiment import Experiment, load
from simlab.report.examples import Examples, examples_of
from simlab.report.lines import distinct, grouped, strength
from simlab.stats.adapted import Adapted
from simlab.stats.analysis import Analysis
from simlab.stats.comparisons import Comparison
from simlab.stats.statistic import Line, frames
from simlab.stats.statistics.effects import effect_line
from simlab.stats.tally import layout
from simlab.stats.tuned import Tuned
from simlab.storage.folder import Folder, manifest_in
from simlab.storage.parts import FORM, State, key_of
from simlab.storage.place import read as read_file
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import plainly, sentence
from simlab.words.spoken import plain_value

STYLES = {MATTERS: "matters", NO_DIFFERENCE: "nothing", UNDECIDED: "undecided"}
RULES, LEAGUE, DECISIONS, DRAWN, SEARCH, TUNED, ADAPTED = EVERY = (
    "rules",
    "league",
    "decisions",
    "drawn tables",
    "a search",
    "tuning",
    "adapting",
)  # what runs are about
COMPARED = (RULES, DRAWN, SEARCH, ADAPTED)
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
    if [manifest["identity"].get(name) for name in ("statistics", "parts")] != [layout(), FORM]:
        raise refuse(f"simlab {manifest['simlab']} counted otherwise; play it again with: {again}")
    state = Folder(run_dir, key_of(manifest["identity"])).state()
    if sum(part.games for part in state.parts.values()) != manifest["games"]:
        raise refuse(f"its tally.json is missing or damaged; make it again with: {again}")
    name, own = manifest["experiment"].get("game"), manifest.get("game")
    if name in games.shipped():
        return _analysed(run_dir, manifest, state)
    digest = str(own.get("digest")) if isinstance(own, dict) else ""
    game = games.version(str(name), digest, outside=Path(str(run_dir)))  # while a run was made, its file may have been edited
    if game is None:
        raise refuse(f"games/{name}.py is no longer what was played; its page still is. Play it again with: {again}")
    with games.held(game):
        return _analysed(run_dir, manifest, state)


def _replayed(run_dir: Path) -> dict[str, pl.DataFrame]:
    """The tables of a run that are also made of games which were played again."""
    stored = {frame.name: read_file(run_dir / f"{frame.name}.parquet") for frame in frames() if frame.is_replayed}
    return {name: pl.read_parquet(BytesIO(data)) for name, data in stored.items() if data}


def _analysed(run_dir: Path, manifest: dict[str, Any], state: State) -> Analysis:
    analysis = Analysis(load(manifest["experiment"], is_stored=True), state.tallies, made=_replayed(run_dir), looks=state.looks)
    if not all(stats.tally.fits(stats.measures) for stats in analysis.stats):
        raise ValueError("its tally is of other games")
    return analysis


@contextmanager
def readable(run_dir: Path) -> Iterator[None]:
    """What a run has left may have been changed by anybody in any way: what can't be told of it is refused in a sentence."""
    try:
        yield
    except (BadInput, RunFailure, OSError):
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {shortened(error, 100)}"
        what = f"what it holds does not fit together ({why}): it was changed, or is of another version of simlab; play it again"
        raise BadInput([Fault(str(run_dir), what)]) from error


def read(run_dir: Path, *, is_asked: bool = False) -> "Material":
    """A finished run, ready to be told: on a page, on a terminal. `is_asked`: the user has named all that plays in it, and has just let it
    play; else nothing is executed that only its manifest names.
    """
    return Material(run_dir, analysis_of(run_dir), manifest_in(run_dir), is_asked)


def _said(c: Comparison) -> str:
    """What a change of the rules is called: its scenario, or the value of the rule that is varied."""
    return ", ".join(f"{plainly(level.rule)} {plain_value(level.value)}" for level in c.levels) or c.scenario


@dataclass(frozen=True)
class Material:
    """A finished run."""

    path: Path
    analysis: Analysis
    manifest: dict[str, Any]
    is_asked: bool = False

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

    @cached_property
    def showers(self) -> frozenset[str]:
        """What shows those rules at work in which the scenarios differ."""
        groups = [group.rules for group in self.analysis.groups]
        found = (rule for rule in describe(self.game.Rules) for rules in groups if len({repr(getattr(of, rule.name)) for of in rules}) > 1)
        return frozenset(rule.shown_by for rule in found if rule.shown_by)

    @property
    def about(self) -> str:
        """What it is about: a league, a search, decisions, tuning, adapting, how far verdicts hold at tables that were drawn, or rules."""
        if self.analysis.is_league or self.analysis.is_search:
            return LEAGUE if self.analysis.is_league else SEARCH
        if self.experiment.decisions or self.experiment.tune:
            return DECISIONS if self.experiment.decisions else TUNED
        if self.analysis.adapted:
            return ADAPTED
        return DRAWN if self.analysis.holdings else RULES

    @property
    def tuned(self) -> Tuned:
        """Of a run that tunes a strategy what that is worth."""
        found = self.analysis.tuned
        assert found
        return found

    @property
    def adapted(self) -> Adapted:
        """Of a run whose players adapt what that changes."""
        found = self.analysis.adapted
        assert found
        return found

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
        return [self.analysis.with_metric({**effect_line(self.analysis, c), "said": _said(c)}) for c in self.analysis.headline]

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
        return examples_of(self.path, self.analysis, self.manifest, self.pictured, is_asked=self.is_asked)

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
        return self.named(row["scenario"]) if self.has_scenarios else "all games"

    def named(self, scenario: str) -> str:
        """A scenario as it is said: `hand size 5, must play off` where rules are varied."""
        if not self.experiment.vary:
            return scenario
        return plainly(scenario).replace("=true", " on").replace("=false", " off").replace("=", " ")

    def noun(self, name: str) -> str:
        """What happened, in a sentence: an event, or how a game ended."""
        return self.game.nouns.get(name) or f"“{plainly(name.removeprefix(ENDING))}”"

    def under_baseline(self, text: str) -> str:
        """What holds in the baseline scenario, which is named where there are others."""
        return f"“{self.named(self.baseline)}”: {text}" if self.has_scenarios else text
