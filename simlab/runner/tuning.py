"""Tuning and adapting in the directory of their run: what was asked is kept there, so that a search goes on where it was stopped."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from threadpoolctl import threadpool_limits

from simlab.base.processes import at_once
from simlab.experiment import load
from simlab.experiment.plan import Plan, make_plan
from simlab.lab.adapting import adapted
from simlab.lab.tuning import Desk, tuned
from simlab.runner.journals import journal_in, noting
from simlab.storage.folder import Folder, manifest_in

if TYPE_CHECKING:
    from simlab.runner.running import Settings


def searched(plan: Plan, folder: Folder, settings: "Settings", budget: int) -> Plan:
    """A plan that tunes or adapts, with what was found."""
    experiment = plan.experiment
    errand = experiment.tune or experiment.adapt
    if not errand or errand.found is not None:
        return plan
    with threadpool_limits(1, user_api="blas"):  # equations are small: threads would wait for one another
        found = _found(plan, folder, settings, budget)
    return make_plan(experiment.model_copy(update=found), plan.chunk_games, copies=plan.copies)


def _found(plan: Plan, folder: Folder, settings: "Settings", budget: int) -> dict[str, Any]:
    """What of the experiment is known now: from an earlier run in this directory, or searched for."""
    experiment = plan.experiment
    before = manifest_in(folder.path).get("experiment", {})
    if isinstance(before, dict) and any("found" in before.get(errand, {}) for errand in ("tune", "adapt")):
        known = load(before, is_stored=True)
        if known.adapt and experiment.adapt:
            return {"adapt": replace(experiment.adapt, found=known.adapt.found, gains=known.adapt.gains)}
        assert experiment.tune
        assert known.tune
        tune = replace(experiment.tune, found=known.tune.found, tried=known.tune.tried)
        return {"tune": tune, "lineups": tune.lineups(experiment.seed)}
    games = plan.games

    def told(done: int, best: float) -> None:
        settings.progress(done, budget + games)
        settings.so_far(f"best so far {best:.1%}")

    desk = Desk(journal_in(folder, settings.say), at_once(settings.jobs), told)
    with noting(desk.journal, folder.token):
        if experiment.adapt:
            return {"adapt": adapted(plan, desk)}
        tune = tuned(plan, desk)
    return {"tune": tune, "lineups": tune.lineups(experiment.seed)}
