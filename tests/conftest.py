"""For all tests: a strategy that never answers ends the process in which it plays, for nothing else can; and garbage is looked for now and
then.
"""

import gc
import os
import sys

import pytest

from simlab.table import watch
from tests.run.harness import LONG


def pytest_collection_finish():
    """What was loaded and collected stays: to look for garbage in all of it, again and again, takes an eighth of the time of most tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.fixture(autouse=True, scope="session")
def no_strategy_plays_for_ever():
    """With several processes the test is named, and the others go on in a new one. What it gives is what users have instead.

    On a busy machine one that thinks may long have no turn: it has minutes, and not the seconds after which users are told.
    """

    def end(text):
        sys.__stderr__.write(f"{text}\n")
        sys.__stderr__.flush()
        os._exit(1)

    before = watch._teller
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watch, "_teller", lambda: end)
        patch.setattr(watch, "PATIENCE", LONG)
        yield before


@pytest.fixture(scope="session")
def always_the_same_cases():
    """Hypothesis also tries constants of whatever is loaded: in another order of tests, and after any edit, it would draw other cases."""
    from hypothesis.internal.conjecture import providers

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(providers, "_get_local_constants", providers.Constants)
        yield
