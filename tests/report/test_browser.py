"""The page in a real browser: nothing goes wrong, nothing is fetched, everything fits, tables sort, by mouse and by keyboard."""

from pathlib import Path

import pytest

from simlab import report
from simlab.report.svg import Picture, drawing
from tests.report.browser import Browser
from tests.report.test_charts import CROWDED, LONG, WORD

pytestmark = pytest.mark.browser

PHONE, DESK = 390, 1400
ENTER = "\ue007"

CUT_OFF = """
    return [...document.querySelectorAll('svg text')].filter((text) => {
      const box = text.getBoundingClientRect(), room = text.ownerSVGElement.getBoundingClientRect();
      const isBeside = box.left < room.left - 2 || box.right > room.right + 2;
      return room.width && (isBeside || box.top < room.top - 2 || box.bottom > room.bottom + 2);
    }).map((text) => text.ownerSVGElement.parentElement.id + ': ' + text.textContent);
"""
COLLIDING = """
    const found = [];
    for (const svg of document.querySelectorAll('svg')) {
      const texts = [...svg.querySelectorAll('text')].map((text) => [text.getBoundingClientRect(), text.textContent]);
      for (const [i, [a, one]] of texts.entries()) for (const [b, other] of texts.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (a.width && wide > 3 && high > 5) found.push(svg.parentElement.id + ': ' + one + ' / ' + other);
      }
    }
    return found;
"""


@pytest.fixture
def page(run_dir: Path) -> Path:
    return run_dir / "index.html"


def column(browser: Browser, table: str, at: int) -> list[str]:
    cells = f"#{table} tbody tr > :nth-child({at})"
    return browser.run(f"return [...document.querySelectorAll('{cells}')].map((cell) => cell.dataset.key ?? cell.textContent)")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_it_fits_and_asks_for_nothing(browser, page, width):
    browser.look(page, width)
    assert browser.complaints() == []
    assert {url.split(":")[0] for url in browser.requested()} <= {"file", "data"}
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.run(CUT_OFF) == []
    assert browser.run(COLLIDING) == []


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_crowded_pictures_fit_as_well(browser, tmp_path, width):
    style = (Path(report.__file__).parent / "templates" / "style.css").read_text(encoding="utf-8")
    with drawing():
        pictures = [
            f'<figure id="{kind}-{i}">{Picture(f"{kind}-{i}", "", "", make(name)).drawn}</figure>'
            for kind, make in CROWDED.items()
            for i, name in enumerate((LONG, WORD))
        ]
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    page = tmp_path / "crowded.html"
    page.write_text(
        f"<!doctype html><meta charset=utf-8>{viewport}<style>{style}</style><main>{''.join(pictures)}</main>", encoding="utf-8"
    )
    browser.look(page, width)
    assert browser.run(CUT_OFF) == []
    assert browser.run(COLLIDING) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_have_the_colours_of_the_page(browser, runs, scheme):
    browser.look(runs["scenarios"] / "index.html", DESK, scheme=scheme)
    for variable in ("series-1", "muted", "ink"):
        drawn, meant = browser.run(f"""
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--{variable})';
            const sign = document.querySelector('svg.wide use[style*="fill: var(--{variable})"]');
            return [getComputedStyle(sign).fill, getComputedStyle(probe).color];
        """)
        assert drawn == meant, variable


def test_a_phone_sees_the_narrow_pictures(browser, runs):
    shown = (
        "return [...document.querySelectorAll('figure svg')].filter((svg) => svg.checkVisibility()).map((svg) => svg.getAttribute('class'))"
    )
    for width, size in ((PHONE, "narrow"), (DESK, "wide")):
        browser.look(runs["scenarios"] / "index.html", width)
        assert set(browser.run(shown)) == {size}


def test_letters_are_large_enough_on_a_phone(browser, runs):
    browser.look(runs["scenarios"] / "index.html", PHONE)
    sizes = browser.run(
        "return [...document.querySelectorAll('svg.narrow text')].map((text) => parseFloat(getComputedStyle(text).fontSize)"
        " * text.ownerSVGElement.getBoundingClientRect().width / text.ownerSVGElement.viewBox.baseVal.width)"
    )
    assert min(sizes) > 9.5


def test_tables_sort_by_their_numbers(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    before = [float(key) for key in column(browser, "win-shares", 3)]
    assert before != sorted(before)
    click = "document.querySelectorAll('#win-shares th button')[2].click()"
    browser.run(click)
    assert [float(key) for key in column(browser, "win-shares", 3)] == sorted(before)
    browser.run(click)
    assert [float(key) for key in column(browser, "win-shares", 3)] == sorted(before, reverse=True)
    state = "return [...document.querySelectorAll('#win-shares thead th')].map((th) => th.getAttribute('aria-sort'))"
    assert browser.run(state)[:3] == ["none", "none", "descending"]


def test_tables_sort_by_keyboard(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    browser.press("#win-shares th button", ENTER)
    names = column(browser, "win-shares", 1)
    assert names == sorted(names)
    assert browser.run("return document.activeElement.textContent") == "Strategy"


def test_dark_mode_is_dark_and_its_pictures_light(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK, scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    paper, letters = browser.run(
        f"return [{background}, getComputedStyle(document.querySelector('svg text')).fill].map((c) => c.match(/\\d+/g))"
    )
    assert max(map(int, paper)) < 60
    assert min(map(int, letters)) > 150


def test_print_has_no_navigation_and_nothing_is_hidden_in_boxes(browser, runs):
    browser.look(runs["scenarios"] / "index.html", 760, media="print")  # A4, in CSS pixels
    assert browser.run("return document.documentElement.scrollWidth") <= 760
    shown = browser.run(
        "return [...document.querySelectorAll('svg')].filter((svg) => svg.checkVisibility()).map((svg) => svg.classList[0])"
    )
    assert set(shown) == {"wide"}
    assert browser.run("return getComputedStyle(document.querySelector('nav')).display") == "none"
    assert browser.run("return [...document.querySelectorAll('.scroll')].every((box) => getComputedStyle(box).maxHeight === 'none')")


def test_the_csv_is_there_without_a_network(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    first = browser.run("return document.querySelector('#win-shares .csv').href")
    assert first.startswith("data:text/csv")
    text = browser.run("return decodeURIComponent(document.querySelector('#win-shares .csv').href.split(',').slice(1).join(','))")
    assert text.splitlines()[0].startswith("strategy,")


def test_no_name_runs_as_a_script(browser, runs):
    browser.look(runs["lineups"] / "index.html", DESK)
    assert browser.complaints() == []
    assert browser.run("return document.scripts.length") == 1
    assert "<script>alert(1)</script>" in browser.run("return document.querySelector('h1').textContent")


def test_the_index_fits_as_well(browser, runs):
    page = report.write_index(runs["one"].parent)
    for width in (PHONE, DESK):
        browser.look(page, width)
        assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []
    page.unlink()
