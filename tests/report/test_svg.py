"""Pictures as they stand in the page: in percent across, text is text, and the colours behind their variables."""

import re
from itertools import combinations
from pathlib import Path

import pytest

import simlab.report
from simlab.report import svg
from simlab.report.svg import SHAPES, Picture, Sheet, cut, folded, legend, printable, room_for
from tests.report.seen import Seen
from tests.report.test_charts import CHARTS

NAME = "<b>&\"'$x_1$\x0b\ufffe 漢字"


def with_words() -> Sheet:
    sheet = Sheet(40)
    sheet.text(0, 15, NAME)
    sheet.text(50, 15, "small", anchor="middle", dx=4, size=12, bold=True, color="muted")
    return sheet


@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_is_as_wide_as_the_page_and_never_shrinks(name):
    seen = Seen(CHARTS[name], f"alt {NAME} 5")
    assert (seen.root.get("width"), seen.root.get("viewBox")) == ("100%", None), "a pixel is a pixel"
    assert (seen.root.get("role"), seen.root.get("aria-label")) == ("img", "alt <b>&\"'$x_1$   漢字 5")
    assert seen.height > 40
    assert not re.search(r"#[0-9a-f]{6}", seen.drawn), "its colours are those of the page"
    assert " id=" not in seen.drawn, "nothing in it could clash with another picture"


def test_text_is_text_and_no_name_is_markup():
    seen = Seen(with_words)
    assert seen.texts() == ["<b>&\"'$x_1$   漢字", "small"]
    assert "<b>" not in seen.drawn
    small = seen.said("small")
    assert (small.x, small.anchor, small.dx, small.size, small.bold) == (50, "middle", 4, 12, True)


def test_numbers_have_two_decimals_at_most():
    sheet = Sheet(10)
    sheet.line(1 / 3, 2.0, 100, 7.456)
    assert 'x1="0.33%" y1="2" x2="100%" y2="7.46"' in str(sheet.markup(""))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sign_is_full_empty_or_half_full(shape):
    def drawn(style: str) -> list[str]:
        sheet = Sheet(10)
        sheet.sign(50, 5, shape, "series-1", style)
        return re.findall(r'fill="var\(--([\w-]+)\)"', str(sheet.markup("")))

    assert [drawn(style) for style in ("matters", "plain", "nothing", "undecided")] == [
        ["series-1"], ["series-1"], ["paper"], ["paper", "series-1"],
    ]  # fmt: skip


def test_a_legend_names_what_each_sign_is():
    sheet, drawn = Sheet(60), []
    end = legend(sheet, ["one", "two", "three"], 4, columns=2, draw=lambda x, y, i: drawn.append((x, y, i)))
    assert drawn == [(0, 9, 0), (50, 9, 1), (0, 27, 2)]
    assert end == 40


def test_a_text_takes_about_half_its_size_a_letter():
    assert room_for("abcd", 10) == pytest.approx(23.2)
    assert room_for("abcd") == room_for("abcd", 13.0)


@pytest.mark.parametrize(
    ("words", "width", "lines", "wanted"),
    [
        ("one two three", 60, 3, ["one two", "three"]),
        ("one two three four", 60, 2, ["one two", "three …"]),
        ("one two three", 60, 1, ["one t …"]),
        ("abcdefghijklmnop", 60, 3, ["abcdefg", "hijklmn", "op"]),
        ("one two", 0, 3, ["one", "two"]),
        ("", 60, 3, [""]),
    ],
)
def test_texts_are_folded_and_cut(words, width, lines, wanted):
    assert folded(words, width, lines) == wanted
    if lines == 1:
        assert [cut(words, width)] == wanted


def test_what_a_picture_cannot_hold_is_left_out():
    assert printable("a\x00b\ufffec\uffffd\u2028e") == "a b c d e"
    assert Picture("p", "", "a\x00b", lambda: Sheet(5)).drawn.count("a b") == 1


# The colours behind the variables

STYLE = (Path(simlab.report.__file__).parent / "templates" / "colours.css").read_text(encoding="utf-8")
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
    assert {svg.INK, svg.MUTED, svg.GRID, svg.PAPER, svg.BAND, *svg.SERIES} <= set(scheme)
    paper = light_of(scheme["paper"])
    assert abs(paper - light_of(scheme["band"])) < 0.2, "what is written upon the band can be read as well"
    for name in ("ink", "muted", *(f"series-{i}" for i in range(1, 9))):
        light, dark = sorted((paper, light_of(scheme[name])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name
    assert all(scheme[f"series-{i}"] != scheme[f"series-{k}"] for i, k in combinations(range(1, 9), 2))


def test_dark_is_dark():
    assert light_of(DARK["paper"]) < light_of(DARK["grid"]) < light_of(DARK["muted"]) < light_of(DARK["ink"])
    for scheme in (LIGHT, PRINT):
        assert light_of(scheme["paper"]) > light_of(scheme["grid"]) > light_of(scheme["muted"]) > light_of(scheme["ink"])
