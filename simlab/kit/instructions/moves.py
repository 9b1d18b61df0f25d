"""The functions that a pile and a hand have each in their own way, compiled: the zone's record settles which is meant."""

from typing import Any

from numba.extending import overload

from simlab.kit.moves import VERSIONS, empty, gain, lose, version_for

OPTIONS: Any = {"nogil": True, "error_model": "numpy", "boundscheck": True}
MERGED = OPTIONS | {"forceinline": True}


def _declare(function):
    def one(zone):
        return version_for(function, zone.fields)

    def two(zone, a):
        return version_for(function, zone.fields)

    def three(zone, a, b):
        return version_for(function, zone.fields)

    options = MERGED if function in (gain, lose, empty) else OPTIONS
    overload(function, strict=False, jit_options=options)((one, two, three)[function.__code__.co_argcount - 1])


for _function in VERSIONS:
    _declare(_function)
