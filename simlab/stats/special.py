"""The special functions that intervals are made of: scipy's, loaded by whoever needs one first, because that takes long.

Scipy takes over all names of numpy when it is loaded, and would load numpy.f2py with them, which takes longer than all else of it. Here
that stands there as a name, and is loaded when something of it is used.
"""

import importlib.util
import sys

import numpy as np

_UNUSED = "f2py"


def _put_off() -> None:
    name = f"{np.__name__}.{_UNUSED}"
    spec = None if name in sys.modules else importlib.util.find_spec(name)
    if spec and spec.loader:
        spec.loader = importlib.util.LazyLoader(spec.loader)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        setattr(np, _UNUSED, module)


_put_off()

from scipy.special import betaincinv, gammainc, gammaincc, gammainccinv, gammaincinv, ndtr, ndtri, stdtr, stdtrit  # noqa: E402  # only now

__all__ = ["betaincinv", "gammainc", "gammaincc", "gammainccinv", "gammaincinv", "ndtr", "ndtri", "stdtr", "stdtrit"]
