"""As plain Python (NUMBA_DISABLE_JIT=1) tests of the compiler are left out, and those that would take hours. Some need every index to be
checked (NUMBA_BOUNDSCHECK=1), some need that none is.
"""

import numba
import pytest

from simlab.engine.compiled import COMPILES

CHECKS = bool(numba.config.BOUNDSCHECK)

compiled_only = pytest.mark.skipif(not COMPILES, reason="as plain Python there is no compiler to test, or it would take hours")
checked_only = pytest.mark.skipif(not (COMPILES and CHECKS), reason="only with NUMBA_BOUNDSCHECK=1, in compiled code")
unchecked_only = pytest.mark.skipif(CHECKS, reason="compiled with checks it does something else")
