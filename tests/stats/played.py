"""Short experiments with MEAN!, played and analysed without a run's directory."""

from simlab.experiment import Experiment, load
from simlab.experiment.plan import Plan, make_plan
from simlab.stats.analysis import Analysis
from simlab.stats.evaluating import evaluate

EIGHTS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}, "an Eight swaps": {"eight_last": "swaps"}}


def experiment(**changed) -> Experiment:
    """An experiment with MEAN!; a key that is None is left out."""
    given = {
        "name": "x",
        "question": "?",
        "game": "mean",
        "players": 4,
        "games": 4_000,
        "seed": 3,
        "lineup": ["shedder", "random", "first", "random"],
    }
    return load({key: value for key, value in {**given, **changed}.items() if value is not None})


def play(**changed) -> tuple[Plan, Analysis]:
    """An experiment's plan and what its games say."""
    asked = experiment(**changed)
    return make_plan(asked), evaluate(asked)
