"""What goes wrong, told so that a user can put it right: where it is, what is wrong, what is allowed, what was probably meant."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

LISTED = 40  # more names than this help nobody
_WHO = re.compile(r"://[^/\s]*@")
_QUESTION = re.compile(r"(://[^\s?]*)\?[^\s'\"]+")


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong in the user's input."""

    where: str  # "experiments/x.yaml:7:12", "--set rules.decks", or "" where there is no place to point at
    what: str

    def __str__(self) -> str:
        return shown(f"{self.where}: {self.what}" if self.where else self.what)


class BadInput(Exception):
    """The user's input is wrong (exit code 2); it carries every fault that was found."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)  # as the only argument, so that it survives the way back from another process

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class RunFailure(Exception):
    """Something failed while running (exit code 3)."""


class Outage(RunFailure):
    """Something that the run needs is not there: room on the disk, workers, a store. The same command goes on when it is back."""


def nearest(word: object, options: Iterable[str]) -> str | None:
    """The option that was probably meant, or None where nothing comes close."""
    by_lower = {option.lower(): option for option in options}
    close = get_close_matches(str(word).lower()[:100], by_lower, n=1)
    return by_lower[close[0]] if close else None


def suggestion(word: object, options: Iterable[str]) -> str:
    """`; did you mean "greedy"?`, or nothing."""
    meant = nearest(word, options)
    return f'; did you mean "{shortened(meant, 200)}"?' if meant else ""


def unknown(kind: str, word: object, options: Iterable[str]) -> str:
    """`no strategy "greddy"; did you mean "greedy"? There are: first, greedy, random`."""
    names = tuple(options)
    listed = ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED} more" if len(names) > LISTED else "")
    meant = suggestion(word, names)
    there_are = f"There are: {listed}" if names else "There are none"
    return f'no {kind} "{shortened(word)}"{meant or "."} {there_are}'


def shortened(word: object, length: int = 60) -> str:
    """The text of something on one line, cut where it is long; nothing in it can move a terminal's cursor."""
    text = str(word)
    return _spelled(text if len(text) <= length else text[: length - 1] + "…")


def shown(text: object) -> str:
    """A message as it may be shown, whoever's names are in it: it moves no cursor, turns no writing round and tells no password."""
    return "\n".join(map(_spelled, without_secrets(str(text)).split("\n")))


def without_secrets(text: str) -> str:
    """A text in which addresses have lost the names, passwords and signatures that were written into them."""
    return _QUESTION.sub(r"\1?…", _WHO.sub("://…@", text))


def _spelled(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
