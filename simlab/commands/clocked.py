"""A run in a process of its own, which tells at its end where its CPU time went: what `simlab bench --parts` starts."""

import _frozen_importlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simlab.base.clock import REST, measured, timed

CHECK_FAILED = 1  # the exit code of a run that was carried out, and where a check does not hold
STARTING, COMPILING = "starting and imports", "compiling"


def main(arguments: Sequence[str], told: Path) -> None:
    """Carry out a command; what each part took is written into a file."""
    with measured() as seconds:
        seconds[STARTING] += time.process_time()  # the interpreter, and what this file needs
        _time_imports()
        from simlab import cli

        _time_compiling()
        sys.argv = ["simlab", *arguments]
        try:
            cli.main()
        except SystemExit as end:
            if end.code not in (0, CHECK_FAILED):
                raise
    told.write_text(json.dumps({COMPILING: 0.0, **seconds, REST: seconds[REST]}))


def _time_imports() -> None:
    """A module that is not there yet is found and loaded by this function, whoever asks for it."""
    machinery: Any = _frozen_importlib
    machinery._find_and_load = timed(STARTING)(machinery._find_and_load)


def _time_compiling() -> None:
    """Numba tells when it compiles: not where it loads what was compiled before."""
    from numba.core import event

    class Compiles(event.Listener):
        def __init__(self) -> None:
            self._open: list[Any] = []

        def on_start(self, _: event.Event) -> None:
            self._open.append(timed(COMPILING))
            self._open[-1].__enter__()

        def on_end(self, _: event.Event) -> None:
            self._open.pop().__exit__(None, None, None)

    event.register("numba:compile", Compiles())  # type: ignore[no-untyped-call]  # numba has no types


if __name__ == "__main__":
    main(sys.argv[2:], Path(sys.argv[1]))
