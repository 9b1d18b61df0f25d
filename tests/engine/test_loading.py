"""What was compiled before is loaded without what only compiling needs; and it does what it did where it was compiled."""

import os
import subprocess
import sys
from pathlib import Path

from simlab.engine.compiled import cache
from tests.compiling import compiled_only

pytestmark = compiled_only
ROOT = Path(__file__).parents[2]
TEXT = """
import numpy as np
from numba import njit

@njit("int64(int64)", cache=True)
def needs_all(n):
    if n < 0:
        raise ValueError("below", n)
    return np.arange(n).sum()
"""
LOADING = """
import sys
from numba import njit
from simlab.engine.compiled import cache
from tests.engine.test_loading import TEXT

needs_all = cache.generated("asked", TEXT).needs_all
assert needs_all(5) == 10  # memory of numba's
assert "numba.cpython.hashing" in sys.modules  # which tells where the secret of this process is
try:
    needs_all(-1)
except ValueError as error:
    assert error.args == ("below", -1)  # constants
assert sum(needs_all.stats.cache_hits.values()) == 1
assert not {"numba.np.npyimpl", "numba.np.arraymath", "scipy.linalg"} & sys.modules.keys()
assert njit(lambda n: n + 1)(5) == 6  # which is compiled now
assert "numba.np.npyimpl" in sys.modules
"""


def test_what_is_loaded_needs_nothing_that_only_compiling_needs(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    cache.generated("asked", TEXT)
    environment = {**os.environ, "SIMLAB_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", LOADING], env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
