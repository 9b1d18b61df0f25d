"""What a check is, and what it finds. Each check is a file in `kinds/`."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simlab.base.discovery import Found

if TYPE_CHECKING:
    from simlab.inspection.subject import Subject

FAULT, HINT, MISSING = "fault", "hint", "missing"  # the game is wrong; something was probably forgotten; it plays without it

TEXT = "text"  # nothing is played
COMPILED = "compiled"  # thousands of games are played, in a process of their own
PLAIN = "plain"  # some games are played as plain Python, in a process of their own
BOTH = "both"  # what both of these told is compared

ENDLESS = "endless"  # what findings about a game without an end are about
LOST = "census"  # and those about cards made or lost
CAME_OF_IT = "raised"  # what a compiler or a running game says in a line, in which something may be wrong that is known already


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong or missing. `seen_in`: how to see the game that showed it; `about`: what it is about, where several findings
    may be; the first of them is told.
    """

    where: str
    what: str
    severity: str = FAULT
    seen_in: str = ""
    about: str = ""

    @property
    def subject(self) -> str:
        """What it is about."""
        return self.about or f"{self.where} {self.what}"

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"

    @property
    def came_of_it(self) -> bool:
        """May it only be what came of another fault?"""
        return self.about.endswith(f" {CAME_OF_IT}")

    @property
    def written(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Check:
    """One kind of check: what is looked at, and how games are played for it. `of_kits`: only games made with the kit can be checked so;
    `tell`: what is compared where games are played both ways.
    """

    order: float
    looks_at: str
    plays: str
    find: "Callable[[Subject], Iterable[Finding]]"
    of_kits: bool = False
    tell: "Callable[[Subject], Iterable[Any]] | None" = None


CHECKS: Found[Check] = Found("simlab.inspection.kinds", "CHECK")
