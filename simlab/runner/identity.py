"""What a run's rows depend on, and the directory that is kept for it: what another run left there is never mixed with it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from simlab.base import paths
from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault
from simlab.engine.sources import source_digest
from simlab.experiment import Experiment
from simlab.experiment.plan import Plan
from simlab.players import strategies
from simlab.stats.tally import layout
from simlab.storage.folder import Folder, changes, foreign_in, manifest_in
from simlab.storage.parts import FORM, key_of
from simlab.storage.place import is_local, place


def choose_folder(plan: Plan, identity: dict[str, Any], out: str | Path | None, say: Callable[[str], None], *, fresh: bool) -> Folder:
    """The run's directory. Where another experiment was run in it, it is emptied first (if `fresh`), or another one is taken."""
    if out == "":
        raise BadInput([Fault("--out", "names no directory")])
    try:
        wanted = place(out or Path("reports") / plan.experiment.name, "--out")
        wanted = paths.real(wanted) if is_local(wanted) and wanted.name in ("", "..") else wanted
        return _choose(wanted, identity, say, fresh=fresh)
    except OSError as error:
        raise BadInput(
            [Fault(str(error.filename or out), f"cannot be read: {error.strerror or error}; choose another with --out")]
        ) from error


def _choose(wanted: Path, identity: dict[str, Any], say: Callable[[str], None], *, fresh: bool) -> Folder:
    key, path = key_of(identity), wanted
    for number in range(2, 1000):
        folder = Folder(path, key)
        changed = changes_in(folder, identity)
        if changed is None:
            _refuse_foreign(folder)
        if not changed or fresh:
            return folder
        other = wanted.with_name(f"{wanted.name}-{number}")
        say(f"{path} holds another run ({'; '.join(changed[:5])}); starting anew in {other} (--fresh would replace it)")
        path = other
    raise BadInput([Fault(str(path), "too many runs of this name; remove some")])


def changes_in(folder: Folder, identity: dict[str, Any]) -> list[str] | None:
    """What is otherwise in the run that a directory holds; None where it holds none that is known."""
    before = manifest_in(folder.path).get("identity")
    if isinstance(before, dict) and {"game", "engine", "statistics"} <= before.keys():
        return changes(before, identity)
    known = folder.identities()  # where the manifest is damaged
    return ["its manifest is damaged"] if known - {folder.identity} else [] if known else None


def _refuse_foreign(folder: Folder) -> None:
    """A directory with somebody's files in it is not a place for a run."""
    path = folder.path
    if path.exists() and not path.is_dir():
        raise BadInput([Fault(str(path), "is a file; choose a directory with --out")])
    if foreign := foreign_in(path):
        raise BadInput([Fault(str(path), f"is not empty ({foreign}) and holds no run of simlab; choose another directory with --out")])


@timed("what results depend on")
def identity_of(plan: Plan) -> dict[str, Any]:
    """All that the rows depend on: two runs with the same identity have the same rows."""
    experiment = plan.experiment
    scenarios = list(experiment.scenarios)[: 1 if experiment.over else None]  # what a search finds follows from the rest
    identity = {
        "game": plan.game.name,
        "game version": plan.game.version,
        "engine": source_digest(plan.game),
        "strategies": {name: strategy.digest for name, strategy in plan.strategies.items()},
        "seed": experiment.seed,
        "seating": experiment.seating,
        "keep": experiment.keep,
        "deals": {str(group.players): group.deals for group in plan.groups},
        "chunk": plan.chunk_games,
        "line-ups": {lineup: [seat.label for seat in seats] for lineup, seats in experiment.lineups.items()},
        "rules": {
            scenario: rules.model_dump(mode="json")
            for scenario, rules in zip(scenarios, plan.together(plan.bundles[0]).rules, strict=False)
        },
        "order": {  # in a row and in a tally these are known by their places
            "players": list(experiment.players),
            "line-ups": list(experiment.lineups),
            "scenarios": scenarios,
            "baseline": experiment.baseline,
            "varied": [[rule, len(values)] for rule, values in (experiment.vary or {}).items()],
        },
        "statistics": layout(),
        "parts": FORM,
    }
    if experiment.over:
        identity["search"] = {
            "goals": {goal.name: goal.text for goal in experiment.goals},
            "over": {rule: list(values) for rule, values in experiment.over.items()},
            "budget": experiment.budget,
            "elsewhere": [name for players in experiment.players for name in experiment.tables_elsewhere(players)],
            "matters": {name: margin.written for name, margin in experiment.matters.items()},
        }
    if experiment.tune:  # what was found follows from what was asked
        asked = replace(experiment.tune, found=None, tried=()).as_dict()
        identity["tuned"] = asked
    if experiment.adapt:
        identity["adapted"] = replace(experiment.adapt, found=None, gains=()).as_dict()
    if experiment.precision:  # what decides after how many deals the run stops
        identity["stops when"] = {
            "precision": experiment.precision,
            "matters": {name: margin.written for name, margin in experiment.matters.items()},
            "metrics": list(experiment.metrics or ()),
        }
    return identity


def are_the_users_own(experiment: Experiment, identity: dict[str, Any], run_dir: Path) -> bool:
    """Is all that plays found by its name in the user's workspace or among what comes with simlab, and does its text say what was played?
    So much can be told without executing it. A file that a manifest names, or that lies in the run's folder, could be anybody's.
    """
    named = {name for seats in experiment.lineups.values() for seat in seats for name in (seat.strategy, *seat.imagines)}
    for name in named | identity["strategies"].keys():
        path = strategies.shipped_or_own(experiment.game, name)
        if path is None or paths.real(path).is_relative_to(paths.real(Path(str(run_dir)))):
            return False
        if strategies.digest_of(path.read_text(encoding="utf-8")) != identity["strategies"].get(name):
            return False
    return True
