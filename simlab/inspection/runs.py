"""What holds in the folder of a finished run: seals, parts, tables, no file that is not the run's; and some parts, played again.

Nothing that lies in the folder is executed. Parts are played again where all that plays is the user's own, and still what was played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from simlab import games
from simlab.base.faults import BadInput
from simlab.experiment.plan import Plan, make_plan
from simlab.report.material import analysis_of, readable
from simlab.runner.identity import are_the_users_own, identity_of
from simlab.runner.mending import as_planned, otherwise
from simlab.runner.worker import Job, play_chunk
from simlab.stats.analysis import Analysis
from simlab.stats.tally import added_up
from simlab.storage import lock
from simlab.storage.folder import EXAMPLES, FILES, FOLDERS, Folder, manifest_in
from simlab.storage.parts import Made, Part, State, key_of, unsealed
from simlab.storage.place import files, read


@dataclass
class Verified:
    """What was looked at, and what is wrong with it."""

    parts: int = 0
    again: int = 0  # parts that were played again
    why_not: str = ""  # none was
    wrong: list[str] = field(default_factory=list)


def verified(run_dir: Path, sample: int) -> Verified:
    """Look over a run; one part in `sample` is played again. BadInput where there is no finished run."""
    found = Verified()
    with readable(run_dir):
        analysis = analysis_of(run_dir)
        manifest = manifest_in(run_dir)
        folder = Folder(run_dir, key_of(manifest["identity"]))
        state = folder.state()
        found.parts = len(state.parts)
        found.wrong += [*_of_the_files(folder, state, manifest), *_of_the_tables(folder, analysis, manifest)]
        with games.held(analysis.game):
            _play_again(folder, state, analysis, manifest, sample, found)
    return found


def _of_the_files(folder: Folder, state: State, manifest: dict[str, Any]) -> Iterator[str]:
    """Parts that are not what was written, seals that do not hold, files that are not the run's."""
    told = {part.get("name"): part for part in manifest["parts"]}
    for part in state.in_order():
        if any(told.get(part.name, {}).get(what) != getattr(part, what) for what in ("rows", "tally", "sha256", "games")):
            yield f"{part.name}: manifest.json and tally.json do not tell the same of it"
    for name in sorted(folder.damaged(state)):
        yield f"games/{name}.parquet is missing, or is not what was written"
    if (stored := read(folder.path / EXAMPLES)) and unsealed(stored).get("belongs to", {}).get("identity") != folder.identity:
        yield f"{EXAMPLES} is not what was written"
    if "index.html" not in {path.name for path in files(folder.path, ".html")}:
        yield "index.html is missing; simlab report makes it"
    ours = {*FILES, *FOLDERS, *(f"{name}.parquet" for name in manifest["tables"])}
    ours |= {f"games/{name}.parquet" for name, part in state.parts.items() if part.sha256}
    for path in [path for place in (folder.path, folder.games, folder.progress) for path in files(place, "")]:
        name = str(path)[len(str(folder.path)) :].lstrip("/")
        is_lock = name == lock.LOCK and lock.is_token(read(path) or b"")
        if name not in ours and not is_lock:
            yield f"{name} is no file of this run"


def _of_the_tables(folder: Folder, analysis: Analysis, manifest: dict[str, Any]) -> Iterator[str]:
    """Tables that say something else than the sums of the games."""
    for name, table in analysis.tables.items():
        stored = read(folder.table_file(name)) if name in manifest["tables"] else None
        try:
            is_same = stored is not None and pl.read_parquet(stored).equals(table)
        except (pl.exceptions.PolarsError, OSError):
            is_same = False
        if not is_same:
            yield f"{name}.parquet is missing, or does not say what tally.json says"


def _play_again(folder: Folder, state: State, analysis: Analysis, manifest: dict[str, Any], sample: int, found: Verified) -> None:
    """Play one part in so many again; where all are, their sums must be those of the tally."""
    plan = _plan_of(folder.path, analysis, manifest)
    if plan is None:
        found.why_not = "what played is not here, has changed since, or is a file that only this run names"
        return
    if not as_planned(state, plan).parts:
        found.wrong.append("its parts are not those that its experiment asks for")
        return
    job, some = Job.of(plan, ""), state.in_order()[::sample]
    made = [_again(job, plan, part) for part in some]
    found.again = len(made)
    found.wrong += [otherwise(state, one) for one, part in zip(made, some, strict=True) if not part.holds_the_same_as(one.part)]
    if len(made) == len(state.parts):
        counted = added_up(one.tallies for one in made)
        for number, tally in state.tallies.items():
            if counted[number].as_dict() != tally.as_dict():
                found.wrong.append(f"tally.json: the sums for {plan.groups[number].players} players are not those of the games")


def _again(job: Job, plan: Plan, part: Part) -> Made:
    return play_chunk(job, plan.chunk(part.groups, part.number), None)


def _plan_of(path: Path, analysis: Analysis, manifest: dict[str, Any]) -> Plan | None:
    """The plan of what was played, where the same can be played here."""
    identity = manifest["identity"]
    if not are_the_users_own(analysis.experiment, identity, path):
        return None
    try:
        plan = make_plan(analysis.experiment, identity["chunk"])
    except BadInput:
        return None
    return plan if identity_of(plan) == identity else None
