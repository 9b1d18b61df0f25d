"""simlab: ask a question about a card game's house rule, get an answer that holds.

import simlab
run = simlab.run("experiments/mean_eight.yaml")
print(simlab.compare(run, "reports/mean_eight-2"))
analysis = simlab.evaluate("experiments/mean_eight.yaml", deals=range(0, 1_000))
rows = simlab.simulate("mean", lineup=["shedder", "random"], games=100_000, rules={"eight_last": "wins"})
print(simlab.trace("mean", lineup=["shedder", "random"], deal=17))
"""

import importlib
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.api import Run, compare, run, simulate, trace
    from simlab.base.faults import BadInput, RunFailure
    from simlab.experiment import Experiment
    from simlab.stats.analysis import Analysis
    from simlab.stats.evaluating import evaluate

__version__ = "0.1.0"
BEGAN = time.time()  # of this process, as far as simlab is concerned: what is changed later may have been imported before

__all__ = ["Analysis", "BadInput", "Experiment", "Run", "RunFailure", "compare", "evaluate", "run", "simulate", "trace"]

_HOMES = {
    "Analysis": "simlab.stats.analysis",
    "BadInput": "simlab.base.faults",
    "Experiment": "simlab.experiment",
    "RunFailure": "simlab.base.faults",
    "evaluate": "simlab.stats.evaluating",
}


def __getattr__(name: str) -> Any:
    """The public names, loaded when first used: importing simlab costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'simlab' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "simlab.api")), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
