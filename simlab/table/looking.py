"""Looking at a table while a game is played there: at each of its events the engine calls back."""

import ctypes
from collections.abc import Callable

from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import number_for

CALLED = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 4)  # as numba calls: (answer, exception, view, parameters) -> status


class Eye:
    """Looks at each event; what goes wrong in looking is told afterwards, for no exception finds its way through compiled code."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._failed: list[Exception] = []
        self._called = CALLED(self._looked)  # which lives as long as it may be called

    @property
    def address(self) -> int:
        """Where the engine finds it."""
        return ctypes.cast(self._called, ctypes.c_void_p).value or 0 if COMPILES else number_for(lambda _: self._looked())

    def tell(self) -> None:
        """Raise what went wrong."""
        if self._failed:
            raise self._failed[0]

    def _looked(self, *_: int | None) -> int:
        try:
            if not self._failed:
                self._look()
        except Exception as error:  # raised again by `tell`
            self._failed.append(error)
        return 0
