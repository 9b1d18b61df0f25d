"""The page of a run: the answer and the picture that proves it, then the sections in order; one file that needs no other."""

import base64
import hashlib
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simlab.base.clock import timed
from simlab.report.blocks import CHAPTERS, Section
from simlab.report.lines import strongest
from simlab.report.material import Material
from simlab.report.sections import effects, lengths, shares
from simlab.report.svg import Picture, drawing
from simlab.words.numbers import listed

MOST_MARKS = 10  # the proof stands below the answer on one screen
_NOT_ALLOWED = (*range(9), 11, 12, *range(14, 32), 127, *range(128, 160), 65534, 65535)  # in HTML
_TURN_ROUND = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # the direction of writing
_NO_TEXT = dict.fromkeys((*_NOT_ALLOWED, *_TURN_ROUND))


@timed("report: the page")
def html_of(run: Material) -> str:
    """The page of a run."""
    proof = proof_of(run)
    players = listed([str(group.players) for group in run.analysis.groups], "or")
    sections = [without(proof, section) for chapter in CHAPTERS if (section := chapter.make(run)) and section.blocks]
    kicker = f"{run.game.title} with {players} players · {run.manifest['games']:,} games"
    with drawing():
        return render("page.html", run=run, answer=run.analysis.answer, kicker=kicker, proof=proof, sections=sections)


def proof_of(run: Material) -> Picture | None:
    """The one picture below the answer: effects where anything is compared; else win shares; else lengths."""
    if run.headline:
        top = strongest(run.headline)
        here = run.headline if run.has_players else [row for row in run.headline if row["lineup"] == top["lineup"]]
        found = effects.pictures(run, here, "proof", MOST_MARKS)
    else:
        found = [*shares.by_strategy(run), *lengths.pictures(run)]
    return replace(found[0], id="proof") if found else None


def without(proof: Picture | None, section: Section) -> Section:
    """A section without the picture that stands at the top of the page already."""
    return replace(section, blocks=[it for it in section.blocks if not (isinstance(it, Picture) and proof and it.alt == proof.alt)])


@cache
def _environment() -> Environment:
    templates = PackageLoader("simlab.report")
    return Environment(loader=templates, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _file(name: str) -> Markup:
    """A file of ours that goes into the page as it is."""
    return Markup(files("simlab.report").joinpath("templates", name).read_text("utf-8"))  # our own style and script, no input


def render(template: str, **context: Any) -> str:
    """A template with the style and the script, of which the page names the hash: no other script may run in it."""
    script = _file("script.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = _environment().get_template(template).render(style=_file("style.css"), script=script, script_hash=f"sha256-{digest}", **context)
    return page.translate(_NO_TEXT)
