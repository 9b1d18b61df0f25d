"""The sections of a page, found by looking: each file in `sections/` says where its own stand, and which tables they show."""

from collections.abc import Callable
from dataclasses import dataclass

from simlab.base.discovery import Found
from simlab.report.blocks import Section
from simlab.report.material import Material


@dataclass(frozen=True)
class Chapter:
    """A section of every page, or of those pages that have something to show in it. `shows`: the tables that it is made of."""

    order: float
    make: Callable[[Material], Section | None]
    shows: tuple[str, ...] = ()


CHAPTERS: Found[Chapter] = Found("simlab.report.sections", "CHAPTERS")
