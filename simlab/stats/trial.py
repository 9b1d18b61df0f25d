"""What is known of an experiment before it is played: from a few of its games, played and counted."""

from dataclasses import dataclass
from math import isfinite

from simlab import games
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import needs_compiling
from simlab.experiment.plan import Chunk, Group, Plan
from simlab.stats.analysis import Analysis
from simlab.stats.evaluating import blocks
from simlab.stats.silence import ENOUGH
from simlab.stats.tally import Tally

GAMES = 2_000  # of each number of players: enough to say which share is copied,
DEALS = 100  # and as many deals as it takes to say roughly what their seatings are worth,
MOST_GAMES = 20_000  # where these are not too many games


@dataclass(frozen=True)
class Trial:
    """Some games of each number of players. `copied`: the share of all games that will be copied; `deals`: by number of players, how many
    were tried; `worth`: by number of players and line-up, how many games on deals of their own one game is worth for win shares, in the
    first scenario; where enough deals tell.
    """

    copied: float
    deals: dict[int, int]
    worth: dict[tuple[int, str], float]


def trial_of(plan: Plan) -> Trial | None:
    """None where nobody knows without compiling."""
    if not COMPILES or needs_compiling(plan.game):
        return None
    tallies: dict[int, Tally] = {}
    copied = 0.0
    for bundle in plan.bundles:
        group = plan.together(bundle)
        block = next(blocks(plan, Chunk(bundle, group.players, 0, 0, _deals(group))))
        tallies |= block.tallies
        copied += block.copied / block.rows.size * group.games
    deals = {group.players: tallies[number].deals for number, group in enumerate(plan.groups)}
    with games.held(plan.game):
        lines = Analysis(plan.experiment, tallies, plan.groups).lines("seatings") if max(deals.values()) >= ENOUGH else []
    worth = {
        (line["players"], line["lineup"]): line["ratio"]
        for line in lines
        if line["scenario"] == plan.groups[0].scenarios[0] and line["deals"] >= ENOUGH and line["ratio"] and isfinite(line["ratio"])
    }
    return Trial(copied / plan.games, deals, worth)


def _deals(group: Group) -> int:
    cells = len(group.cells)
    enough = DEALS if DEALS * cells <= MOST_GAMES else 1
    return max(1, min(group.deals, max(GAMES // cells, enough)))
