"""Running an experiment: chunks of games through joblib into parts, resumed after any stop, then the tables of what came out."""

from simlab.runner.identity import identity_of
from simlab.runner.running import BACKENDS, Settings, compiles_what_is_met, run_experiment
from simlab.runner.worker import Interrupted

__all__ = ["BACKENDS", "Interrupted", "Settings", "compiles_what_is_met", "identity_of", "run_experiment"]
