"""What a page is made of: sections, and the kinds of things in them. The templates say how each looks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simlab.report.svg import Picture
from simlab.report.tables import TableBlock


@dataclass(frozen=True)
class Text:
    """Paragraphs."""

    paragraphs: Sequence[str]
    kind: str = field(default="text", init=False)


@dataclass(frozen=True)
class Facts:
    """Terms and what they are here."""

    facts: Sequence[tuple[str, str]]
    kind: str = field(default="facts", init=False)


@dataclass(frozen=True)
class Code:
    """Something to copy: a command; with a title it is folded away."""

    code: str
    title: str = ""
    kind: str = field(default="code", init=False)


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
    kind: str = field(default="games", init=False)


Block = Picture | TableBlock | Text | Facts | Code | Games


@dataclass(frozen=True)
class Section:
    """A section of the page; one without blocks is left out."""

    id: str
    title: str
    lead: str
    blocks: Sequence[Block]
