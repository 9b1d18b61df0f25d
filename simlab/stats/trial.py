"""What is known of an experiment before it is played: from a few of its games, played and counted."""

from dataclasses import dataclass

from simlab import games
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import needs_compiling
from simlab.experiment.plan import Chunk, Group, Plan
from simlab.stats.analysis import Analysis
from simlab.stats.evaluating import blocks

GAMES = 2_000  # of each number of players: enough to say which share is copied,
DEALS = 100  # and as many deals as it takes to say roughly what their seatings are worth,
MOST_GAMES = 20_000  # where these are not too many games


@dataclass(frozen=True)
class Trial:
    """Some games of each number of players: what they say, and what share of all games will be copied."""

    analysis: Analysis
    copied: float


def trial_of(plan: Plan) -> Trial | None:
    """None where nobody knows without compiling."""
    if not COMPILES or needs_compiling(plan.game):
        return None
    tallies, copied = {}, 0.0
    for number, group in enumerate(plan.groups):
        block = next(blocks(plan, Chunk(number, group.players, 0, 0, _deals(group))))
        tallies[number] = block.tally
        copied += block.copied / block.rows.size * group.games
    with games.held(plan.game):
        return Trial(Analysis(plan.experiment, tallies, plan.groups), copied / plan.games)


def _deals(group: Group) -> int:
    cells = len(group.cells)
    return max(1, min(group.deals, max(GAMES // cells, min(DEALS, MOST_GAMES // cells))))
