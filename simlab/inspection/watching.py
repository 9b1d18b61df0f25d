"""A strategy is watched while it plays as plain Python: it answers by its view alone, leaves the view as it is, and comes back in time."""

import ast
import sys
import traceback
from collections.abc import Callable
from types import FrameType
from typing import Any

from simlab.base.loops import limited
from simlab.base.parsing import parsed
from simlab.players.strategies import Strategy

LEFTOVER = 7  # what may stand in a list before it is made; no answer may depend on it
LARGEST = 1 << 62  # an answer that the engine can hold
UNCHANGED = "a strategy sees the table and must not change it"


class Wrong(BaseException):
    """Something that no strategy may do, and its line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(line, what)
        self.line, self.what = line, what


class Enough(BaseException):
    """It has answered often enough."""


class Watch:
    """A strategy that is asked everything twice, with the table looked over before and after, and other leftovers in its lists."""

    def __init__(self, strategy: Strategy, patience: float, enough: int) -> None:
        self.path, self.patience, self.enough = str(strategy.path), patience, enough
        self.decisions = [decision.name for decision in strategy.game.decisions]
        self.listed = {name for decision in strategy.game.decisions for name in decision.fills}
        self.lines = {node.name: node.lineno for node in parsed(strategy.source).body if isinstance(node, ast.FunctionDef)}
        self.asked = 0
        self.is_asked = False  # just now
        self.line = 0  # from which an answer came that is no option

    def over(self, answer: Callable[[Any], int]) -> Callable[[Any], int]:
        """The same answers, watched."""

        def watched(view: Any) -> int:
            before = view.copy()
            first = self._answer(answer, view)
            after_luck = view["_luck"]
            if changed := self._changed(view, before):
                raise Wrong(self._decided(view), f"{UNCHANGED}: view.{changed} was another after it had answered")
            self._restore(view, before)
            if self._answer(answer, view) != first or view["_luck"] != after_luck:
                raise Wrong(self._decided(view), "asked twice with the same view and the same luck, it answered differently")
            if not 0 <= first < view["options"]:
                self._restore(view, before)
                self.line = self._answered_in(answer, view)
            if abs(first) >= LARGEST:
                raise Wrong(self.line, f"a number of {first.bit_length()} bits is no option; they go from 0 to view.options - 1")
            self.asked += 1
            if self.asked >= self.enough and not self.line:
                raise Enough
            return int(first)

        return watched

    def _answer(self, answer: Callable[[Any], int], view: Any) -> int:
        self.is_asked = True
        try:
            with limited(self.patience, {self.path}, lambda: None):
                return answer(view)
        except ValueError as error:
            if "read-only" not in str(error):
                raise
            raise Wrong(line_in(error, self.path), UNCHANGED) from error
        finally:
            self.is_asked = False

    def _changed(self, view: Any, before: Any) -> str:
        """A field that is not as it was, but for those that its lists fill; empty where there is none."""
        own = (name for name in view.dtype.names if name != "_luck" and name not in self.listed)
        return next((name for name in own if view[name].tobytes() != before[name].tobytes()), "")

    def _restore(self, view: Any, before: Any) -> None:
        for name in view.dtype.names:
            view[name] = LEFTOVER if name in self.listed else before[name]

    def _decided(self, view: Any) -> int:
        """The line of the decision that was asked for."""
        return self.lines.get(self.decisions[int(view["kind"])], 0)

    def _answered_in(self, answer: Callable[[Any], int], view: Any) -> int:
        """The line from which an answer is returned."""
        lines: list[int] = []

        def look(frame: FrameType, event: str, _: Any) -> Any:
            if frame.f_code.co_filename != self.path:
                return None
            if event == "return":
                lines.append(frame.f_lineno)
            return look

        sys.settrace(look)
        try:
            answer(view)
        finally:
            sys.settrace(None)
        return lines[-1] if lines else 0


def line_in(error: BaseException, path: str) -> int:
    """The last line of a file through which something was raised; 0 where there is none."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path and frame.lineno]
    return lines[-1] if lines else 0
