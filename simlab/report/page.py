"""The page of a run: the answer, the rule card and the picture that proves it on the first screen, then the parts in order; one file that
needs no other. And its brief: one sheet of paper.
"""

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simlab.base.clock import timed
from simlab.report.blocks import CHAPTERS, Block, Explorer, Replay, RuleCard, Section, together
from simlab.report.material import ADAPTED, DECISIONS, DRAWN, LEAGUE, SEARCH, TUNED, Material
from simlab.report.sections import adapting, decisions, league, robust, search, tuning
from simlab.report.sections.brief import brief_of
from simlab.report.sections.card import card
from simlab.report.sections.first import kicker_of, verdicts_of
from simlab.report.sections.proof import proof
from simlab.report.svg import Picture

_NOT_ALLOWED = (*range(9), 11, 12, *range(14, 32), 127, *range(128, 160), 65534, 65535)  # in HTML
_TURN_ROUND = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # the direction of writing
SCRIPTS: dict[type, str] = {Explorer: "explorer.js", Replay: "replay.js"}  # of the blocks that have one
_NO_TEXT = dict.fromkeys((*_NOT_ALLOWED, *_TURN_ROUND))


@timed("report: the page")
def html_of(run: Material, *, only_answer: bool = False) -> str:
    """The page of a run; or of it only what answers the question."""
    first = _first_screen(run)
    chapters = [chapter for chapter in CHAPTERS if run.about in chapter.on and not only_answer]
    sections = together(without(first["proof"], section) for chapter in chapters if (section := chapter.make(run)) and section.blocks)
    return render("page.html", blocks=[block for section in sections for block in section.blocks], **first, sections=sections)


def without(proof: Picture | None, section: Section) -> Section:
    """A section without the picture that stands on the first screen already."""
    return replace(section, blocks=[it for it in section.blocks if not (isinstance(it, Picture) and proof and it.alt == proof.alt)])


@timed("report: the brief")
def brief_html_of(run: Material) -> str:
    """One sheet of paper about a run."""
    return render("brief.html", script_file="brief.js", **_first_screen(run), brief=brief_of(run))


def _first_screen(run: Material) -> dict[str, Any]:
    found, beside = _picture_and_card(run)
    said = {"answer": run.analysis.answer, "kicker": kicker_of(run), "verdicts": verdicts_of(run)}
    return {"run": run, **said, "card": beside, "proof": replace(found, id="proof") if found else None}


def _picture_and_card(run: Material) -> tuple[Picture | None, RuleCard]:
    shown = {
        LEAGUE: (league.ladder, league.card),
        DECISIONS: (decisions.worth, decisions.card),
        DRAWN: (robust.tables, robust.card),
        SEARCH: (search.front, search.card),
        TUNED: (tuning.path, tuning.card),
        ADAPTED: (adapting.beside, adapting.card),
    }
    picture, beside = shown.get(run.about, (proof, card))
    return picture(run), beside(run)


@cache
def _environment() -> Environment:
    templates = PackageLoader("simlab.report")
    return Environment(loader=templates, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _file(name: str) -> Markup:
    """A file of ours that goes into the page as it is."""
    return Markup(files("simlab.report").joinpath("templates", name).read_text("utf-8"))  # our own style and script, no input


def render(template: str, script_file: str = "script.js", blocks: Iterable[Block] = (), **context: Any) -> str:
    """A template with the style and the script, and with those that its blocks want; of the script the page names the hash: no other may
    run in it.
    """
    kinds = {type(block) for block in blocks}
    script = Markup().join(_file(name) for name in (script_file, *(SCRIPTS[kind] for kind in SCRIPTS if kind in kinds)))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheets = ("colours.css", "brief.css" if template == "brief.html" else "style.css", *(["replay.css"] if Replay in kinds else []))
    style = Markup().join(map(_file, sheets))
    page = _environment().get_template(template).render(style=style, script=script, script_hash=f"sha256-{digest}", **context)
    return page.translate(_NO_TEXT)
