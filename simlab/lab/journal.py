"""What a search has asked so far, in its order, each question with its answer.

Whoever goes on with a search that was stopped decides everything anew, and the journal answers for as long as the same is asked: so it
comes by the same way to the same end. Where something else is asked, as by a later version, what was noted from there on is forgotten.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

KEEP_EVERY = 2.0  # seconds

Line = dict[str, Any]  # what was asked, and the answer: both as JSON has it


def _nowhere(_: Any) -> None:
    pass


@dataclass
class Journal:
    """Questions and answers. `keep`: is given all of them, now and then; `say`: what the user is to know."""

    lines: list[Line] = field(default_factory=list)
    keep: Callable[[Sequence[Line]], None] = _nowhere
    say: Callable[[str], None] = _nowhere
    _at: int = 0
    _kept: float = 0.0

    def answered(self, asked: Any, answer: Callable[[], Any]) -> Any:
        """The answer that was noted, else the one that is given now."""
        if self._at < len(self.lines) and self.lines[self._at]["asked"] != asked:
            used = f"{self._at} of its {len(self.lines)} answers are used"
            self.say(f"what was searched before was asked otherwise: {used}, the search goes on from there")
            del self.lines[self._at :]
        if self._at == len(self.lines):
            self.lines.append({"asked": asked, "answer": answer()})
            if time.monotonic() - self._kept > KEEP_EVERY:
                self.save()
        self._at += 1
        return self.lines[self._at - 1]["answer"]

    def save(self) -> None:
        """All that is known so far."""
        self.keep(self.lines)
        self._kept = time.monotonic()
