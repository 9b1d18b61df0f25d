"""As plain Python (NUMBA_DISABLE_JIT=1) tests of the compiler are left out, and those that would take hours."""

import pytest

from simlab.engine.compiled import COMPILES

compiled_only = pytest.mark.skipif(not COMPILES, reason="as plain Python there is no compiler to test, or it would take hours")
