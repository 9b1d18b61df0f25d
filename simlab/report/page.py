"""The page of a run: its sections in order, put into one file that needs no other."""

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simlab.report.blocks import Section
from simlab.report.material import Material
from simlab.report.numbers import listed
from simlab.report.sections import answer, checks, effects, events, lengths, luck, matchups, reading, rules, shares, what

SECTIONS: tuple[Callable[[Material], Section | None], ...] = (
    what.section,
    effects.section,
    rules.section,
    shares.section,
    matchups.section,
    lengths.section,
    lengths.endings,
    events.ledger,
    events.flipped,
    events.typical,
    luck.section,
    checks.section,
    reading.section,
    reading.again,
)


def html_of(run: Material) -> str:
    """The page of a run."""
    sections = [section for make in SECTIONS if (section := make(run)) and section.blocks]
    return render(
        "page.html",
        run=run,
        question=run.experiment.question,
        kicker=_kicker(run),
        answer=run.analysis.answer,
        proof=answer.proof(run),
        sections=sections,
    )


def _kicker(run: Material) -> str:
    players = listed([str(group.players) for group in run.analysis.groups], "or")
    return f"{run.game.title} with {players} players · {run.manifest['games']:,} games"


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("simlab.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


@cache
def _file(name: str) -> Markup:
    """A file of ours that goes into the page as it is."""
    loader = _environment().loader
    assert loader is not None
    return Markup(loader.get_source(_environment(), name)[0])  # our own style and script, no input


def render(template: str, **context: Any) -> str:
    """A template with the style and the script, of which the page names the hash: no other script may run in it."""
    script = _file("script.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _environment().get_template(template).render(style=_file("style.css"), script=script, script_hash=f"sha256-{digest}", **context)
