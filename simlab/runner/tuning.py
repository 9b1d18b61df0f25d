"""Tuning in the directory of its run: what it has asked is kept there, so that it goes on where it was stopped."""

from dataclasses import replace
from typing import TYPE_CHECKING

from joblib import cpu_count

from simlab.experiment import load
from simlab.experiment.plan import Plan, make_plan
from simlab.lab.tuning import Memo, tuned
from simlab.storage.folder import SEARCH, Folder, manifest_in
from simlab.storage.place import read, write_whole

if TYPE_CHECKING:
    from simlab.runner.running import Settings


def tuned_plan(plan: Plan, folder: Folder, settings: "Settings") -> Plan:
    """A plan that tunes, with what was found."""
    tune = plan.experiment.tune
    if tune is None or tune.found is not None:
        return plan
    before = manifest_in(folder.path).get("experiment", {})
    if isinstance(before, dict) and "found" in before.get("tune", {}):
        found = load(before, is_stored=True).tune
        assert found
        tune = replace(tune, found=found.found, tried=found.tried)
    else:
        kept = folder.path / SEARCH
        budget, games = tune.budget, plan.games

        def told(done: int, best: float) -> None:
            settings.progress(done, budget + games)
            settings.so_far(f"best so far {best:.1%}")

        memo = Memo.of(read(kept) or b"", folder.identity, lambda text: write_whole(text, kept))
        tune = tuned(plan, memo, settings.jobs or cpu_count(), told)
    lineups = tune.lineups(plan.experiment.seed)
    return make_plan(plan.experiment.model_copy(update={"tune": tune, "lineups": lineups}), plan.chunk_games, copies=plan.copies)
