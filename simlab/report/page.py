"""The page of a run: its sections in order, put into one file that needs no other."""

import base64
import hashlib
from dataclasses import replace
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simlab.report.blocks import Section
from simlab.report.chapters import CHAPTERS
from simlab.report.material import Material
from simlab.report.proof import proof_of
from simlab.report.svg import Picture, drawing
from simlab.words.numbers import listed

_NO_TEXT = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, *range(128, 160), 65534, 65535))  # not allowed in HTML


def html_of(run: Material) -> str:
    """The page of a run."""
    proof = proof_of(run)
    sections = [without(proof, section) for chapter in CHAPTERS if (section := chapter.make(run)) and section.blocks]
    with drawing():
        return render(
            "page.html",
            run=run,
            question=run.experiment.question,
            kicker=_kicker(run),
            answer=run.analysis.answer,
            proof=proof,
            sections=sections,
        )


def without(proof: Picture | None, section: Section) -> Section:
    """A section without the picture that stands at the top of the page already."""
    return replace(section, blocks=[it for it in section.blocks if not (isinstance(it, Picture) and proof and it.alt == proof.alt)])


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
    page = _environment().get_template(template).render(style=_file("style.css"), script=script, script_hash=f"sha256-{digest}", **context)
    return page.translate(_NO_TEXT)
