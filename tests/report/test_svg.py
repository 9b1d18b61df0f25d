"""Pictures as they stand in the page."""

import re
import warnings
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

import simlab.report
from simlab.report import charts, svg
from simlab.report.charts import Level, Mark, Panel, Series, Spread
from simlab.report.svg import GRID, INK, MUTED, PAPER, SERIES, Picture, drawing, printable

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
    "stacked": charts.stacked([(NAME, [(f"part {i}", 10.0) for i in range(10)])], "%"),
    "grid": charts.grid([NAME, "b"], [NAME, "b"], [[None, (0.5, "+0.5")], [(-0.5, "\u22120.5"), None]]),
}
NUMBERS = re.compile(r"-?\d+\.?\d*")


@pytest.fixture(scope="module", params=sorted(DRAWINGS))
def drawn(request) -> str:
    with drawing():
        return str(Picture("pic", "title", f"alt {NAME} 5", DRAWINGS[request.param]).drawn)


def svgs(drawn: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<p>{drawn}</p>"))


def test_a_picture_is_drawn_for_a_column_and_for_a_phone(drawn):
    wide, narrow = svgs(drawn)
    assert (wide.get("class"), wide.get("width")) == ("wide", "720")
    assert (narrow.get("class"), narrow.get("width")) == ("narrow", "358")
    for one in (wide, narrow):
        assert one.get("viewBox") == f"0 0 {one.get('width')} {one.get('height')}", "a pixel is a pixel"


def test_it_says_its_numbers(drawn):
    for one in svgs(drawn):
        assert one.get("role") == "img"
        assert one.get("aria-label") == "alt <b>&\"'$x_1$   漢字 5"


def test_its_colours_are_those_of_the_page(drawn):
    assert not re.search(r"#[0-9a-f]{6}", drawn)
    assert set(re.findall(r"var\(([^)]*)\)", drawn)) >= {"--ink", "--muted"}


def test_each_colour_is_a_variable_of_its_own():
    colors = (INK, MUTED, GRID, PAPER, *SERIES)

    def patches(width: int) -> Figure:
        figure = Figure(figsize=(width / 72, 1), dpi=72)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        for i, color in enumerate(colors):
            axes.axvspan(i, i + 1, color=color)
        return figure

    with drawing():
        drawn = str(Picture("pic", "", "", patches).drawn)
    names = ["ink", "muted", "grid", "paper", *(f"series-{i}" for i in range(1, 9))]
    assert re.findall(r"fill: var\(--([\w-]+)\); stroke: var\(--\1\)", drawn)[: len(names)] == names


def test_text_is_text_and_no_name_is_markup(drawn):
    assert "<b>" not in drawn
    texts = " ".join(element.text or "" for one in svgs(drawn) for element in one.iter("text"))
    assert "<b>&\"'$x_1$" in texts
    assert "font-family" not in drawn
    assert "sans-serif" not in drawn
    assert {element.get("style", "").split("; ")[0] for one in svgs(drawn) for element in one.iter("text")} <= {
        *("font-size: 10px", "font-size: 11.5px", "font-size: 13px", "font-weight: 700")
    }


def test_ids_begin_with_the_picture_and_are_used(drawn):
    ids = [element.get("id") for one in svgs(drawn) for element in one.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(("pic-wide-", "pic-narrow-")) and f"#{name}" in drawn for name in ids)
    assert all(f'id="{name}"' in drawn for name in re.findall(r"#([\w-]+)", drawn))


def test_only_what_is_drawn_is_kept(drawn):
    tags = {element.tag for one in svgs(drawn) for element in one.iter()}
    assert tags <= {"svg", "g", "defs", "clipPath", "rect", "path", "use", "text", "pattern"}
    assert "xlink" not in drawn
    assert "<!--" not in drawn
    assert not re.search(r">\s+<", drawn)
    written = [value for one in svgs(drawn) for element in one.iter() for name, value in element.attrib.items() if name != "aria-label"]
    assert all(value == " ".join(value.split()) and value.strip("; ") for value in written)
    assert 'transform="rotate' not in drawn


def test_numbers_have_a_tenth_at_most(drawn):
    for one in svgs(drawn):
        for element in one.iter():
            for number in NUMBERS.findall(" ".join(element.get(name, "") for name in ("d", "x", "y"))):
                assert len(number.partition(".")[2]) <= 1
                assert not number.endswith(".0")


def test_they_are_rounded_not_changed():
    def line(width: int) -> Figure:
        figure = Figure(figsize=(width / 72, 1), dpi=72)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, width), ylim=(72, 0))
        axes.set_axis_off()
        axes.plot([1.26, 200.04], [10.0, 20.96], color=INK)
        return figure

    with drawing():
        assert 'd="M 1.3 10 L 200 21"' in str(Picture("pic", "", "", line).drawn)


def test_turned_text_stays_turned():
    def turned(width: int) -> Figure:
        figure = Figure(figsize=(width / 72, 1), dpi=72)
        figure.text(0.5, 0.5, "up", rotation=90)
        figure.text(0.5, 0.5, "along")
        return figure

    with drawing():
        texts = {element.text: element for element in svgs(str(Picture("pic", "", "", turned).drawn))[0].iter("text")}
    assert "rotate(-90" in texts["up"].get("transform", "")
    assert "transform" not in texts["along"].attrib


def test_nothing_stands_outside_of_it(drawn):
    for one in svgs(drawn):
        _, _, width, height = map(float, one.get("viewBox", "").split())
        for text in one.iter("text"):
            assert -1 <= float(text.get("x", 0)) <= width + 1
            assert -1 <= float(text.get("y", 0)) <= height + 1


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_the_same_picture_has_the_same_bytes(name):
    with drawing():
        first, second = (str(Picture("pic", "", "", DRAWINGS[name]).drawn) for _ in range(2))
    assert first == second


def test_two_pictures_share_no_id():
    with drawing():
        drawn = "".join(str(Picture(name, "", "", DRAWINGS["lines"]).drawn) for name in ("one", "two"))
    ids = re.findall(r'id="([^"]*)"', drawn)
    assert len(ids) == len(set(ids)) > 0


def test_the_style_of_a_report_ends_with_it():
    before = dict(matplotlib.rcParams)
    with drawing():
        assert matplotlib.rcParams["font.size"] == 13
        assert matplotlib.rcParams["font.sans-serif"] == ["DejaVu Sans"], "texts stand at the same height on every machine"
    assert dict(matplotlib.rcParams) == before


def test_letters_that_it_cannot_measure_are_no_news():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with drawing():
            assert "漢字" in str(Picture("pic", "", "", DRAWINGS["grid"]).drawn)


def test_what_a_picture_cannot_hold_is_left_out():
    assert printable("a\x00b\ufffec\uffffd\u2028e") == "a b c d e"


# The colours behind the variables

STYLE = (Path(simlab.report.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
LIGHT, DARK, PRINT = (dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL))


def light_of(color: str) -> float:
    """How light a colour is, as WCAG defines it."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return sum(
        part * (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
        for part, value in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )


@pytest.mark.parametrize("scheme", [LIGHT, DARK, PRINT], ids=["light", "dark", "print"])
def test_colours_can_be_read_and_told_apart(scheme):
    assert set(svg._VARIABLES.values()) <= set(scheme)
    paper = light_of(scheme["paper"])
    for name in ("ink", "muted", *(f"series-{i}" for i in range(1, 9))):
        light, dark = sorted((paper, light_of(scheme[name])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name
    assert all(scheme[f"series-{i}"] != scheme[f"series-{k}"] for i, k in combinations(range(1, 9), 2))


def test_dark_is_dark():
    assert light_of(DARK["paper"]) < light_of(DARK["grid"]) < light_of(DARK["muted"]) < light_of(DARK["ink"])
    for scheme in (LIGHT, PRINT):
        assert light_of(scheme["paper"]) > light_of(scheme["grid"]) > light_of(scheme["muted"]) > light_of(scheme["ink"])
