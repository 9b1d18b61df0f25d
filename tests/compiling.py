"""As plain Python (NUMBA_DISABLE_JIT=1) tests of the compiler are left out, and those that would take hours; with every index checked
(NUMBA_BOUNDSCHECK=1) what is only compiled without.
"""

import os

import pytest

from simlab.engine.compiled import COMPILES

compiled_only = pytest.mark.skipif(not COMPILES, reason="as plain Python there is no compiler to test, or it would take hours")
unchecked_only = pytest.mark.skipif(os.environ.get("NUMBA_BOUNDSCHECK") == "1", reason="compiled with checks it does something else")
