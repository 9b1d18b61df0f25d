"""What a user asks: an experiment's file read with its positions, checked as a whole, frozen; and the plan of what it plays.

From outside: `load`, `schema`, `Experiment` and its parts; `plan` for the games it stands for.
"""

from simlab.engine.metric import Margin
from simlab.experiment.asked import Experiment, load
from simlab.experiment.keys import Check
from simlab.experiment.schema import schema
from simlab.players.seats import Seat

__all__ = ["Check", "Experiment", "Margin", "Seat", "load", "schema"]
