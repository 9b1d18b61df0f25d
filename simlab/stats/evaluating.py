"""The heart of simlab: plan, play, sum, say. In memory, without files; a run is the same, cut into chunks, stored and resumed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from os import PathLike
from typing import Any

import numpy as np

from simlab import games
from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault
from simlab.experiment import Experiment, load
from simlab.experiment import plan as planned
from simlab.experiment.plan import Chunk, Group, Plan, make_plan
from simlab.stats.analysis import Analysis
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.stats.tally import Tallies, Tally, added_up
from simlab.table.batches import played

MOST = 10**12  # deals


@dataclass(frozen=True, eq=False)
class Block:
    """Games that were played: the stretch of deals, their rows, what they add to the tally of each group, and how many are copies."""

    chunk: Chunk
    rows: np.ndarray
    tallies: Tallies
    copied: int


def blocks(plan: Plan, chunk: Chunk, look_up: Callable[[], None] = lambda: None) -> Iterator[Block]:
    """Play a chunk and count it, in blocks that fit into memory. `look_up` is called every few thousand games and may raise to stop."""
    whole = plan.together(chunk.groups)
    each = {number: Measures(plan.game, plan.groups[number], plan.experiment.vary) for number in chunk.groups}
    for block in chunk.blocks(max(1, planned.BLOCK_GAMES // len(whole.cells))):
        with timed("playing"):
            batch = played(plan, block, look_up)
        with timed("counting"):
            tallies = {number: Tally.of(Played(of, _rows_of(whole, of.group, batch.rows), block.first)) for number, of in each.items()}
        yield Block(block, batch.rows, tallies, batch.copied)


def _rows_of(whole: Group, group: Group, rows: np.ndarray) -> np.ndarray:
    """Of the games of a bundle those of one of its groups."""
    if group.scenarios == whole.scenarios:
        return rows
    return rows[:, [i for i, cell in enumerate(whole.cells) if whole.scenarios[cell.scenario] in group.scenarios]]


def evaluate(experiment: str | PathLike[str] | Mapping[str, Any] | Experiment, deals: range | None = None, *, jobs: int = 1) -> Analysis:
    """What an experiment says on a range of deals: the same numbers as a run of them, in memory.

    `experiment`: a YAML file or a dict, which are checked, or an `Experiment`, which is taken as it is.
    `deals`: of each number of players; all that the experiment asks for unless given.
    `jobs`: how many threads play, with the same result.
    """
    asked = experiment if isinstance(experiment, Experiment) else load(experiment)
    if deals is not None:
        _check(deals)
    for key, errand in (("tune", asked.tune), ("adapt", asked.adapt)):
        if errand and errand.found is None:
            raise BadInput([Fault(key, "nothing was found yet: what is best is searched for by a run (simlab.run)")])
    return evaluated(make_plan(asked), deals, jobs)


def evaluated(plan: Plan, deals: range | None = None, jobs: int = 1, look_up: Callable[[], None] = lambda: None) -> Analysis:
    """What a plan says on a range of deals. `look_up` is called every few thousand games and may raise to stop."""
    from joblib import Parallel, delayed  # here, because it takes long to load and a run has its own

    tallies, jobs = dict[int, Tally](), max(1, jobs)
    for bundle in plan.bundles:
        group = plan.together(bundle)
        asked_for = deals or range(group.deals)
        stretches = Chunk(bundle, group.players, 0, asked_for.start, len(asked_for)).blocks(ceil(len(asked_for) / jobs))
        counted = (delayed(_counted)(plan, stretch, look_up) for stretch in stretches)
        tallies |= added_up(Parallel(n_jobs=jobs, backend="threading")(counted))
    with games.held(plan.game):
        return Analysis(plan.experiment, tallies, plan.groups, plan=plan)


def _check(deals: range) -> None:
    if not isinstance(deals, range) or deals.step != 1 or not deals or deals.start < 0 or deals.stop > MOST:
        allowed = f"range(first, after the last), not empty, from 0 to at most {MOST:,}"
        raise BadInput([Fault("deals", f"{deals} is no range of deals; allowed: {allowed}")])


def _counted(plan: Plan, chunk: Chunk, look_up: Callable[[], None]) -> dict[int, Tally]:
    return added_up(block.tallies for block in blocks(plan, chunk, look_up))
