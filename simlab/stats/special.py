"""The special functions that intervals are made of: scipy's, loaded by whoever needs one first, because that takes long.

Scipy copies all names of numpy when it is loaded, and with them would load numpy.f2py, which reads Fortran and takes longer than scipy
itself. Here it is loaded when somebody uses it.
"""

import importlib.util
import sys
from types import ModuleType

import numpy as np


def _put_off(package: ModuleType, name: str) -> None:
    """A module of a package stands there from now on, and is loaded when something of it is used."""
    full = f"{package.__name__}.{name}"
    spec = None if full in sys.modules else importlib.util.find_spec(full)
    if spec and spec.loader:
        spec.loader = importlib.util.LazyLoader(spec.loader)
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
        setattr(package, name, module)


_put_off(np, "f2py")

from scipy.special import betaincinv, gammainc, gammaincc, gammainccinv, gammaincinv, ndtr, ndtri, stdtr, stdtrit  # noqa: E402  # only now

__all__ = ["betaincinv", "gammainc", "gammaincc", "gammainccinv", "gammaincinv", "ndtr", "ndtri", "stdtr", "stdtrit"]
