"""Shipped strategies tuned from bad starts, with nothing else known: how much they gain of what is to be gained."""

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.lab.journal import Journal
from simlab.lab.tuning import FIRST, Candidates, Desk

UNSEEN, DEALS = 5 * FIRST, 5_000
SCHEMER = {"play": 12, "way": 1000, "block": 19, "wild": 157, "tidy": 3.8, "spite": 186}
PROBLEMS = {  # a table, bad starts, and what is known to be good: of longer searches
    "what_the_heck": (("reader", "matches", "mixer", "undercutter"), ({"price": 8}, {"price": 18}), {"price": 0.75}),
    "spite_malice": (("schemer", "schemer", "schemer", "schemer"), ({"play": 900, "way": 3, "wild": 1, "tidy": 700},), SCHEMER),
}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start"), [(game, start) for game, (_, starts, _) in PROBLEMS.items() for start in starts])
def test_nearly_all_that_is_to_be_gained_is_gained_from_a_bad_start(game, start):
    (strategy, *against), _, good = PROBLEMS[game]
    tuned = {"strategy": {"strategy": strategy, **start}, "against": against, "budget": 40_000}
    plan = make_plan(load({"question": "?", "game": game, "players": 4, "games": 1_000, "tune": tuned}))
    tune = plan.experiment.tune
    table = Candidates(plan, Desk(Journal(), 1, lambda *_: None), plan.groups[0], (tune.strategy, *tune.against), tune.over)
    search = table.search(tune.budget, [1, FIRST])
    search.known = ()  # not even what the strategy has itself
    with threadpool_limits(1, user_api="blas"):
        found = table.params(search.best())
    before, after, best = table.won([start, found, good], UNSEEN, DEALS).means
    assert search.spent <= tune.budget
    assert best - before > 0.05, "it is a bad start"
    assert after - before >= 0.9 * (best - before), np.round([before, after, best], 3)
