"""Everybody can read the pages: axe finds nothing to complain of, wide or narrow, light or dark, and letters stand out from what is behind.

`vendored/axe.min.js` is axe-core 4.14 as it is published, under its own licence.
"""

import re
from itertools import product
from pathlib import Path

import pytest

from simlab import report
from simlab.report.told import html_of
from simlab.table.telling import Trace
from tests.report.browser import Browser
from tests.report.test_winning import MEAN, game

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "vendored" / "axe.min.js").read_text(encoding="utf-8")
COLOURS = (Path(report.__file__).parent / "templates" / "colours.css").read_text(encoding="utf-8")
SHAPES = ["scenarios", *(pytest.param(shape, marks=pytest.mark.slow) for shape in ("vary", "lineups", "decisions", "search")), "one"]
ENOUGH = 4.5  # contrast of letters, as the Web Content Accessibility Guidelines ask


def findings(browser: Browser) -> list[str]:
    """What axe says of the page that is open."""
    browser.run(AXE)
    return browser.wait_for("""
        const found = await axe.run(document, {resultTypes: ['violations']});
        return found.violations.flatMap((it) => it.nodes.map((node) => it.id + ': ' + node.html.slice(0, 120)));
    """)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(browser, runs, shape, width, scheme):
    browser.look(runs[shape] / "index.html", width, scheme=scheme)
    assert findings(browser) == []


def test_axe_would_find_something(browser, tmp_path):
    page = tmp_path / "bad.html"
    page.write_text("<!doctype html><html><title>x</title><main><h1>x</h1><button></button></main></html>", encoding="utf-8")
    browser.look(page, 1280)
    assert [line.split(":")[0] for line in findings(browser)] == ["button-name", "html-has-lang"]


def test_axe_finds_nothing_in_the_index(browser, runs):
    page = report.write_index(runs["one"].parent)
    for width, scheme in product((1280, 390), ("light", "dark")):
        browser.look(page, width, scheme=scheme)
        assert findings(browser) == []
    page.unlink()


def test_axe_finds_nothing_in_a_page_of_games(browser, tmp_path):
    page = tmp_path / "games.html"
    page.write_text(html_of([Trace(MEAN, tuple(game()))], ["simlab trace mean"]), encoding="utf-8")
    for width, scheme in ((1280, "light"), (390, "dark")):
        browser.look(page, width, scheme=scheme)
        assert findings(browser) == []


def brightness(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_all_colours_of_letters_stand_out(scheme):
    """axe can't tell what is behind the letters of a picture."""
    colors = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", COLOURS.split(":root {")[1 + scheme].split("}")[0]))
    letters = [name for name in colors if name in ("ink", "muted", "accent") or name.startswith("series-")]
    assert len(letters) == 11
    weak = [(name, behind) for name in letters for behind in ("paper", "raised") if contrast(colors[name], colors[behind]) < ENOUGH]
    assert weak == []
