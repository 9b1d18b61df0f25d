"""The functions that a pile and a hand have each in their own way, compiled: the zone's record settles which is meant."""

from numba.extending import overload

from simlab.kit.moves import VERSIONS, version_for

OPTIONS = {"nogil": True, "error_model": "numpy", "forceinline": True, "boundscheck": True}


def _declare(function):
    def one(zone):
        return version_for(function, zone.fields)

    def two(zone, a):
        return version_for(function, zone.fields)

    def three(zone, a, b):
        return version_for(function, zone.fields)

    overload(function, strict=False, jit_options=OPTIONS)((one, two, three)[function.__code__.co_argcount - 1])


for _function in VERSIONS:
    _declare(_function)
