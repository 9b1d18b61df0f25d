"""What a page is made of: sections, and the kinds of things in them. `blocks.html` says how each looks, under its name.

The sections are found by looking: each file in `sections/` says where its own stand, and which tables they show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simlab.base.discovery import Found
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock


@dataclass(frozen=True)
class Text:
    """Paragraphs."""

    paragraphs: Sequence[str]


@dataclass(frozen=True)
class Facts:
    """Terms and what they are here."""

    facts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Code:
    """Something to copy: a command; with a title it is folded away."""

    code: str
    title: str = ""


@dataclass(frozen=True)
class Told:
    """A game, or a stretch of one, in words; and the command that replays it."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Games:
    """Games in words, side by side."""

    title: str
    lead: str
    columns: Sequence[Told]
    folded: bool = False


Block = Picture | TableBlock | Text | Facts | Code | Games


@dataclass(frozen=True)
class Section:
    """A section of the page; one without blocks is left out."""

    id: str
    title: str
    lead: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Chapter:
    """A section of every page, or of those pages that have something to show in it. `shows`: the tables that it is made of."""

    order: float
    make: Callable[[Material], Section | None]
    shows: tuple[str, ...] = ()


CHAPTERS: Found[Chapter] = Found("simlab.report.sections", "CHAPTERS")
