"""The heart of simlab: plan, play, sum, say. In memory, without files; a run is the same, cut into chunks, stored and resumed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import ceil
from os import PathLike
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from simlab import games
from simlab.base.clock import timed
from simlab.base.faults import BadInput, Fault
from simlab.experiment import Experiment, load
from simlab.experiment import plan as planned
from simlab.experiment.plan import Chunk, Plan, make_plan
from simlab.stats.analysis import Analysis
from simlab.stats.measures import Measures
from simlab.stats.played import Played
from simlab.stats.tally import Tally
from simlab.table.batches import played

MOST = 10**12  # deals


@dataclass(frozen=True, eq=False)
class Block:
    """Games that were played: the stretch of deals, their rows, what they add to a tally, and how many of them are copies."""

    chunk: Chunk
    rows: np.ndarray
    tally: Tally
    copied: int


def blocks(plan: Plan, chunk: Chunk, look_up: Callable[[], None] = lambda: None) -> Iterator[Block]:
    """Play a chunk and count it, in blocks that fit into memory. `look_up` is called every few thousand games and may raise to stop."""
    group = plan.groups[chunk.group]
    measures = Measures(plan.game, group, plan.experiment.vary)
    for block in chunk.blocks(max(1, planned.BLOCK_GAMES // len(group.cells))):
        with timed("playing"):
            batch = played(plan, block, look_up)
        with timed("counting"):
            tally = Tally.of(Played(measures, batch.rows, block.first))
        yield Block(block, batch.rows, tally, batch.copied)


def evaluate(experiment: str | PathLike[str] | Mapping[str, Any] | Experiment, deals: range | None = None, *, jobs: int = 1) -> Analysis:
    """What an experiment says on a range of deals: the same numbers as a run of them, in memory.

    `experiment`: a YAML file or a dict, which are checked, or an `Experiment`, which is taken as it is.
    `deals`: of each number of players; all that the experiment asks for unless given.
    `jobs`: how many threads play, with the same result.
    """
    asked = experiment if isinstance(experiment, Experiment) else load(experiment)
    if deals is not None:
        _check(deals)
    if asked.tune and asked.tune.found is None:
        raise BadInput([Fault("tune", "nothing was found yet: what is best is searched for by a run (simlab.run)")])
    plan, jobs, tallies = make_plan(asked), max(1, jobs), {}
    for number, group in enumerate(plan.groups):
        asked_for = deals or range(group.deals)
        stretches = Chunk(number, group.players, 0, asked_for.start, len(asked_for)).blocks(ceil(len(asked_for) / jobs))
        counted = Parallel(n_jobs=jobs, backend="threading")(delayed(_counted)(plan, stretch) for stretch in stretches)
        *_, tallies[number] = accumulate(counted)
    with games.held(plan.game):
        return Analysis(asked, tallies, plan.groups, plan=plan)


def _check(deals: range) -> None:
    if not isinstance(deals, range) or deals.step != 1 or not deals or deals.start < 0 or deals.stop > MOST:
        allowed = f"range(first, after the last), not empty, from 0 to at most {MOST:,}"
        raise BadInput([Fault("deals", f"{deals} is no range of deals; allowed: {allowed}")])


def _counted(plan: Plan, chunk: Chunk) -> Tally:
    *_, tally = accumulate(block.tally for block in blocks(plan, chunk))
    return tally
