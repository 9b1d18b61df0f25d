"""Standard input, output and errors as a user may have left them: closed, with few letters, or read by a program that expects JSON."""

import os
import sys
from typing import IO

_answers: IO[str] | None = None


def make_usable() -> None:
    """What is closed leads nowhere, and what an output has no sign for becomes a question mark."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest number that is free, which no file of ours shall have
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  # as long as the process lives
        elif hasattr(stream := getattr(sys, name), "reconfigure"):
            stream.reconfigure(errors="replace")


def keep_answers_apart() -> None:
    """From now on only an answer stands on the output. What strategies and games print goes where the errors go."""
    global _answers  # as sys.stdout is
    _answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)


def answer(text: str) -> None:
    """Print what a program reads."""
    stream = _answers or sys.stdout
    stream.write(f"{text}\n")
    stream.flush()
