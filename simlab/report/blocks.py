"""What a page is made of: sections, and the kinds of things in them. `blocks.html` says how each looks, under its name.

The sections are found by looking: each file in `sections/` says where its own stand, and which tables they show.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.base.discovery import Found
from simlab.report.material import COMPARED, Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock


@dataclass(frozen=True)
class Text:
    """Paragraphs."""

    paragraphs: Sequence[str]


@dataclass(frozen=True)
class Facts:
    """Terms and what they are here; with a title they are folded away."""

    facts: Sequence[tuple[str, str]]
    title: str = ""


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


@dataclass(frozen=True)
class Term:
    """A line of a rule card: every second of its parts is bold. `bars`: names with their shares; `share`: of games, drawn as a thousand
    cells; `link`: what leads on to one game.
    """

    name: str
    parts: Sequence[str] = ()
    bars: Sequence[tuple[str, float]] = ()
    share: float | None = None
    link: str = ""


@dataclass(frozen=True)
class RuleCard:
    """What the rule under study does, on the first screen."""

    title: str
    lead: str
    terms: Sequence[Term]


@dataclass(frozen=True)
class Explorer:
    """Controls for rules, and what comes out for the chosen set. `data`: the rules with their values, the outcomes, and of each set that
    was played, by the numbers of its values, each outcome's value, interval and verdict.
    """

    id: str
    data: dict[str, Any]
    note: str


@dataclass(frozen=True)
class Replay:
    """A game on a table, step by step; or two that part. `data`: see `replaying`. `curve`: the picture above it that follows, and between
    which events, and where, it runs. `alone`: is there nothing else on the page that wants keys?
    """

    id: str
    title: str
    data: dict[str, Any]
    curve: str = ""
    moments: Sequence[float] = ()
    alone: bool = False


Block = Picture | TableBlock | Text | Facts | Code | Games | Explorer | Replay

WHO, LONG, WHAT, FEELS, ONE, SURE, AGAIN = PARTS = (
    *("who-wins", "how-long", "what-happens", "how-it-feels", "one-game", "how-sure", "run-again"),
)
TITLES = dict(zip(PARTS, ("Who wins", "How long", "What happens", "How it feels", "One game", "How sure", "Run it again"), strict=True))


@dataclass(frozen=True)
class Section:
    """A section of the page; one without blocks is left out. Those with the same id stand together."""

    id: str
    title: str
    lead: str
    blocks: Sequence[Block]

    @property
    def shown(self) -> list[Block]:
        """What is seen at once."""
        return [block for block in self.blocks if not isinstance(block, TableBlock) or block.is_open]

    @property
    def numbers(self) -> list[Block]:
        """The tables that are folded away."""
        return [block for block in self.blocks if isinstance(block, TableBlock) and not block.is_open]


def part(id: str, blocks: Sequence[Block], lead: str = "") -> Section:
    """Blocks for one of the parts that every page has."""
    return Section(id, TITLES[id], lead, blocks)


def together(sections: Iterable[Section]) -> list[Section]:
    """Sections with the same id as one, where the first of them stands."""
    found: dict[str, Section] = {}
    for section in sections:
        before = found.get(section.id)
        if before:
            leads = " ".join(lead for lead in (before.lead, section.lead) if lead)
            section = Section(section.id, before.title, leads, [*before.blocks, *section.blocks])
        found[section.id] = section
    return list(found.values())


@dataclass(frozen=True)
class Chapter:
    """A section of every page, or of those pages that have something to show in it. `shows`: the tables that it is made of. `on`: the
    kinds of runs on whose pages it stands.
    """

    order: float
    make: Callable[[Material], Section | None]
    shows: tuple[str, ...] = ()
    on: tuple[str, ...] = COMPARED


CHAPTERS: Found[Chapter] = Found("simlab.report.sections", "CHAPTERS")
