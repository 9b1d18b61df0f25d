"""A seat whose choices are given, as somebody made them who sat there: a position is a deal and the choices so far."""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import number_for
from simlab.table.looking import CALLED

YOU = "you"  # who sits there
OPTION = "--choices"
_ANSWERED, _STOPS = 0, -3  # its status where an answer stands there; and of a StopIteration, with which the game is left


class Unanswered(BadInput):
    """A seat was asked for a choice that was not given, or was given what is none."""


class Given:
    """The choices of a seat, as options counted from 0. Where they run out, or one is none of the options, the game stops."""

    def __init__(self, view: np.dtype, choices: Sequence[int]) -> None:
        self.choices = tuple(choices)
        self.asked = self.options = 0  # how often, in the game that is played; and among how many options last
        assert view.fields is not None
        self._options_at = view.fields["options"][1]
        self._called = CALLED(self._call)  # which lives as long as it may be called

    @property
    def address(self) -> int:
        """Where the engine finds it."""
        return ctypes.cast(self._called, ctypes.c_void_p).value or 0 if COMPILES else number_for(self._answer)

    @property
    def as_typed(self) -> str:
        """The choices as somebody types them who counts from 1."""
        return ",".join(str(choice + 1) for choice in self.choices)

    @property
    def is_asked(self) -> bool:
        """Did the game stop because they ran out?"""
        return self.asked > len(self.choices)

    def begin(self) -> None:
        """A game begins."""
        self.asked = 0

    def unanswered(self, seat: int, decision: str) -> Unanswered:
        """What to say when the game has stopped."""
        number = self.asked
        if self.is_asked:
            what = f"seat {seat} is asked once more after these {len(self.choices)}: {decision}, 1 to {self.options}"
        else:
            what = f"choice {number} is {self.choices[number - 1] + 1}, and {decision} has the options 1 to {self.options}"
        return Unanswered([Fault(OPTION, what)])

    def check_all_made(self) -> None:
        """Were all of them asked for in the game that was played?"""
        if self.asked < len(self.choices):
            what = f"{len(self.choices)} choices, and in this game seat and deal ask for {self.asked}"
            raise BadInput([Fault(OPTION, what)])

    def _choice(self, options: int) -> int | None:
        """The next choice; None where the game stops."""
        self.options = options
        self.asked += 1
        if self.asked > len(self.choices) or not 0 <= self.choices[self.asked - 1] < options:
            return None
        return self.choices[self.asked - 1]

    def _call(self, answer: int, _exception: int | None, view: int, _parameters: int | None) -> int:
        choice = self._choice(ctypes.c_int64.from_address(view + self._options_at).value)
        if choice is None:
            return _STOPS
        ctypes.c_int64.from_address(answer).value = choice
        return _ANSWERED

    def _answer(self, view: Any) -> int:
        choice = self._choice(int(view.options))
        if choice is None:
            raise StopIteration
        return choice


def choices_in(text: str) -> list[int]:
    """Choices as somebody typed them, counted from 1: 3,1,2."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if wrong := next((part for part in parts if not part.isdecimal() or int(part) < 1), None):
        raise BadInput([Fault(OPTION, f'"{wrong}" is no number of an option; write them as they were typed: 3,1,2')])
    return [int(part) - 1 for part in parts]
