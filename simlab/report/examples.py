"""Single games of a run, for its page: who sets events off, flipped deals side by side, games of median length.

They are played again when the page is made for the first time, and stored with the run: so the page can be made again when strategies have
changed or gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from simlab import games
from simlab.base.clock import timed
from simlab.base.faults import BadInput
from simlab.engine.sources import source_digest
from simlab.experiment import Experiment
from simlab.experiment.plan import Plan, make_plan
from simlab.runner.identity import are_the_users_own, identity_of
from simlab.stats import replays
from simlab.stats.analysis import Analysis
from simlab.stats.statistic import Line
from simlab.stats.statistics.courses import is_shuffled_anew
from simlab.storage.folder import EXAMPLES
from simlab.storage.parts import key_of, sealed, unsealed
from simlab.storage.place import read, write_whole

FEWEST_TRACED, MOST_TRACED = 10, 300  # deals that are played again at a table, and at all tables
MOST_REPLAYED = 48  # flipped games that are looked at
MOST_IMAGINED, ONE_IN = 12_000, 20  # games for a win curve: one in so many of a run, as each takes as long as many of them


@dataclass(frozen=True)
class Examples:
    """What is shown of single games."""

    who_fired: list[Line]
    clearest: replays.SideBySide | None
    typical: replays.TypicalGame


_EXAMPLES = TypeAdapter(Examples)


def examples_of(
    run_dir: Path, analysis: Analysis, manifest: dict[str, Any], pictured: Sequence[str], *, is_asked: bool = False
) -> Examples | None:
    """A run's examples: as they are stored, or played now; None where a game that is played now would be another, or by files that the user
    has not named.
    """
    identity = manifest["identity"]
    belongs_to = {"identity": key_of(identity), "pictured": list(pictured)}
    stored = unsealed(read(run_dir / EXAMPLES))
    if stored.get("belongs to") != belongs_to and (is_asked or are_the_users_own(analysis.experiment, identity, run_dir)):
        with games.held(analysis.game):
            plan = _plan_of(analysis.experiment, identity)
        if plan:
            played = _played(plan, analysis, pictured)
            write_whole(sealed({"belongs to": belongs_to, "examples": _EXAMPLES.dump_python(played)}), run_dir / EXAMPLES)
            return played
    is_ours = stored.get("belongs to", {}).get("identity") == belongs_to["identity"]
    is_told = identity["engine"] == source_digest(analysis.game)  # another version may have other words for what happens in a game
    return _EXAMPLES.validate_python(stored["examples"]) if is_ours and is_told else None


def _plan_of(experiment: Experiment, identity: dict[str, Any]) -> Plan | None:
    """The run's plan, where it would play the same games now."""
    try:
        plan = make_plan(experiment)
    except BadInput:  # strategies that are no longer there
        return None
    return plan if identity_of(plan) == identity else None


@timed("report: single games")
def _played(plan: Plan, analysis: Analysis, pictured: Sequence[str]) -> Examples:
    """Events in a sample that gets smaller where there are many line-ups and scenarios; the clearest flipped game of the first pictured
    scenario in which that tells anything, at the first of its line-ups where there are any; a typical game by the baseline's rules.
    """
    who_fired = replays.who_fired(plan, analysis, max(FEWEST_TRACED, MOST_TRACED // len(analysis.places))).to_dicts()
    by_scenario: dict[str, list[replays.FlippedDeal]] = {}
    for f in replays.flipped_deals(analysis):
        of = by_scenario.setdefault(f.scenario, [])
        if not of or (of[0].players, of[0].lineup) == (f.players, f.lineup):
            of.append(f)
    shown = [by_scenario[scenario] for scenario in pictured if scenario in by_scenario]
    most = max(1, MOST_REPLAYED // max(1, len(shown)))
    telling = next((of for of in shown if not is_shuffled_anew(analysis, of[0].where)), None)
    games = sum(place.stats.deals * place.lineup.games for place in analysis.places)
    imagined = min(MOST_IMAGINED, games // ONE_IN)
    clearest = replays.clearest(plan, analysis, telling[:most], imagined) if telling else None
    first = next(place for place in analysis.places if place.is_baseline)
    return Examples(who_fired, clearest, replays.typical(plan, first, imagined))
