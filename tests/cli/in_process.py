"""Commands in the process of a test: what they say, without the second that a process of their own takes to begin."""

import gc
import io
import sys
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from simlab.cli import main


class Done(NamedTuple):
    """How a command ended, and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def simlab_here(*words: str) -> Done:
    """What follows `simlab`. Ctrl-C and the process's own output stay what they are here: this process is not the command's own."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code = 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("simlab.commands.interrupts.soon_after_ctrl_c", nullcontext)
        patch.setattr("simlab.commands.streams.keep_answers_apart", lambda: None)
        patch.setattr(sys, "argv", ["simlab", *words])
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            gc.enable()  # which a command turns off
    return Done(code, *("" if said.closed else said.buffer.getvalue().decode(errors="replace") for said in (out, err)))
