"""Pictures as they stand in the page."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from simlab.report import charts
from simlab.report.charts import Level, Mark, Panel, Series, Spread
from simlab.report.svg import Picture, drawing, printable

NAME = "<b>&\"'$x_1$\x0b\ufffe 漢字"

DRAWINGS = {
    "intervals": charts.intervals(
        [
            Panel(
                [Mark(NAME, (1.0, 0.5, 1.5), "+1.0 pp", style, "group") for style in ("matters", "nothing", "undecided")],
                "pp",
                "t",
                0.0,
                "0",
            ),
            Panel([Mark("exact", (0.0, 0.0, 0.0), "0", "nothing")], "turns", band=(-1.0, 1.0)),
        ]
    ),
    "spreads": charts.spreads([Spread(NAME, "median 2", np.array([0, 3, 9, 2, 0, 1]), 1, 2, 5)] * 2, "turns"),
    "lines": charts.lines(
        [Series(f"{NAME} {i}", [(n, i, i - 1, i + 1) for n in (2, 3, 8)]) for i in range(9)],
        "players",
        "share",
        Level("even", [(2, 0), (8, 1)], 0.5),
    ),
    "stacked": charts.stacked([("all", [(f"part {i}", 10.0) for i in range(10)])], "%"),
    "grid": charts.grid([NAME, "b"], [NAME, "b"], [[None, (0.5, "+0.5")], [(-0.5, "\u22120.5"), None]]),
}


@pytest.fixture(scope="module", params=sorted(DRAWINGS))
def drawn(request) -> str:
    with drawing():
        return str(Picture("pic", "title", f"alt {NAME} 5", DRAWINGS[request.param]).drawn)


def test_a_picture_is_drawn_for_a_column_and_for_a_phone(drawn):
    wide, narrow = svgs(drawn)
    assert (wide.get("class"), wide.get("width")) == ("wide", "720")
    assert (narrow.get("class"), narrow.get("width")) == ("narrow", "358")


def test_it_says_its_numbers(drawn):
    for svg in svgs(drawn):
        assert svg.get("role") == "img"
        assert "alt <b>" in svg.get("aria-label", "")


def test_its_colours_are_those_of_the_page(drawn):
    assert not re.search(r"#[0-9a-f]{6}", drawn)
    assert "var(--" in drawn


def test_text_is_text_and_no_name_is_markup(drawn):
    assert "<b>" not in drawn
    texts = "".join(element.text or "" for svg in svgs(drawn) for element in svg.iter("text"))
    assert texts
    assert "$x_1$" in texts or NAME not in str(DRAWINGS)


def test_ids_begin_with_the_picture_and_are_used(drawn):
    ids = [element.get("id") for svg in svgs(drawn) for element in svg.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("pic-") and f"#{name}" in drawn for name in ids)
    assert all(f'id="{name}"' in drawn for name in re.findall(r"#(pic-[\w-]+)", drawn))


def test_nothing_stands_outside_of_it(drawn):
    for svg in svgs(drawn):
        _, _, width, height = map(float, svg.get("viewBox", "").split())
        for text in svg.iter("text"):
            assert -1 <= float(text.get("x", 0)) <= width + 1
            assert -1 <= float(text.get("y", 0)) <= height + 1


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_the_same_picture_has_the_same_bytes(name):
    with drawing():
        first, second = (str(Picture("pic", "", "", DRAWINGS[name]).drawn) for _ in range(2))
    assert first == second


def test_what_a_picture_cannot_hold_is_left_out():
    assert printable("a\x00b\ufffec\u2028d") == "a b c d"


def svgs(drawn: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<p>{drawn}</p>"))
