"""What is said of adapting: by how much more or less a change does where all adapt, or that adapting undoes it."""

from types import SimpleNamespace

import pytest

from simlab.experiment.adapting import ADAPTED, BEFORE, Adapt
from simlab.players.seats import Seat
from simlab.stats.adapted import Changed
from simlab.stats.verdicts import Verdict
from simlab.words.changes import MATTERS
from tests.stats.estimated import estimated


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (-0.04, -0.02, "half as much"),
        (-0.04, -0.0132, "a third as much"),
        (0.04, 0.0396, "about as much"),
        (0.04, 0.06, "1.5 times as much"),
        (0.04, 0.08, "twice as much"),
        (0.04, 0.003, "adapting undoes it"),
        (0.04, -0.003, "adapting undoes it"),
        (0.04, -0.02, "adapting turns it round"),
        (0.001, 0.02, "adapting changes that"),
    ],
)
def test_how_much_it_is_where_all_adapt(before, after, said):
    effects = {BEFORE: estimated(before, 0.001), ADAPTED: estimated(after, 0.001)}
    changed = Changed("an Eight wins", SimpleNamespace(), effects, estimated(after - before, 0.001), Verdict(MATTERS, 0.01))
    assert changed.times == said
    assert changed.is_known == (abs(after - before) > 0.002)
    assert changed.strength == pytest.approx(abs(after - before) / 0.01)


def test_who_plays_how_in_which_line_up():
    lineup = (Seat("owl", {"near": 3.0}, "owl"), Seat("crab", {}, "crab"))
    found = {"printed": {"owl": {"near": 4.0}}, "new": {"owl": {"near": 5.0}}, "same": {"owl": {"near": 4.0}}}
    adapt = Adapt(lineup, {"owl": {"near": (0, 6)}}, 5_000, {"owl": {"near": 3.0}}, found)
    near = {name: adapt.seated(name, "new", "printed")[0].params["near"] for name in ("as written", "as before", "adapted")}
    assert near == {"as written": 3, "as before": 4, "adapted": 5}
    assert adapt.seated("adapted", "new", "printed")[1] == lineup[1]
    assert adapt.changes("new", "printed") == [("owl", "near", 4.0, 5.0)]
    assert adapt.changes("same", "printed") == []
