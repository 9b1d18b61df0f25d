"""The page in a real browser: nothing goes wrong, nothing is fetched, everything fits; the first screen is one, tables sort, pictures are
copied, a brief is one sheet of paper.
"""

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simlab import report
from simlab.report.charts import grid
from simlab.report.compared import compare
from simlab.report.svg import Picture, Sheet
from tests.report.browser import Browser
from tests.report.test_charts import CROWDED, LONG, WORD

pytestmark = pytest.mark.browser

PHONE, DESK = 390, 1280
SMALLEST, TABLET = 320, 768
OPEN = "document.querySelectorAll('details').forEach((part) => { part.open = true; })"
ENTER, BACKSPACE = "\ue007", "\ue003"

CUT_OFF = """
    return [...document.querySelectorAll('svg text')].filter((text) => {
      const box = text.getBoundingClientRect(), room = text.ownerSVGElement.getBoundingClientRect();
      const isBeside = box.left < room.left - 2 || box.right > room.right + 2;
      return room.width && box.width && (isBeside || box.top < room.top - 2 || box.bottom > room.bottom + 2);
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


@pytest.mark.parametrize("width", [SMALLEST, PHONE, TABLET, DESK])
def test_it_fits_and_asks_for_nothing(browser, page, width):
    browser.look(page, width)
    assert browser.complaints() == []
    assert {url.split(":")[0] for url in browser.requested()} <= {"file", "data"}
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.run(CUT_OFF) == []
    assert browser.run(COLLIDING) == []


@pytest.mark.parametrize(("width", "height", "most"), [(DESK, 900, 900), (PHONE, 844, 2 * 844)])
def test_the_answer_its_card_and_its_picture_are_one_screen(browser, page, width, height, most):
    browser.look(page, width, height)
    assert browser.run("return document.querySelector('#answer').getBoundingClientRect().bottom") <= most


def test_a_verdict_is_seen_on_a_phone_without_scrolling(browser, runs):
    browser.look(runs["scenarios"] / "index.html", PHONE)
    right = "return [...document.querySelectorAll('#verdicts tbody td:nth-child(2)')].map((cell) => cell.getBoundingClientRect().right)"
    assert max(browser.run(right)) <= PHONE
    cue = "return getComputedStyle(document.querySelector('#verdicts .caption'), '::after').content"
    assert "more to the right" in browser.run(cue)
    browser.look(runs["scenarios"] / "index.html", DESK)
    assert browser.run(cue) == "none"


def pressed(browser: Browser, selector: str) -> tuple[str, str]:
    """What was given to the clipboard, and what the button says then."""
    browser.run("""
        window.given = null;
        const keep = (what) => { window.given = what; return Promise.resolve(); };
        const write = async ([item]) => keep("image/png " + (await item.getType("image/png")).size);
        Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: keep, write } });
    """)
    browser.run(f"document.querySelector('{selector}').click()")
    given = browser.wait_until("return window.given !== null", True) and browser.run("return window.given")
    return given, browser.run(f"return document.querySelector('{selector}').textContent")


def test_answer_and_pictures_can_be_copied(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    said = browser.run("return [...document.querySelectorAll('.answer p')].map((p) => p.textContent).join(' ')")
    assert pressed(browser, ".answer [data-copy=text]") == (said, "Copied")
    given, _ = pressed(browser, "#proof [data-copy=svg]")
    assert given.startswith("<svg")
    assert "var(--" not in re.sub(r'(fill|stroke)="var[^"]*"', "", given), "its colours are written out"
    assert 'xmlns="http://www.w3.org/2000/svg"' in given
    given, _ = pressed(browser, "#proof [data-copy=png]")
    assert given.startswith("image/png ")
    assert int(given.split()[1]) > 5_000
    assert browser.complaints() == []


def test_without_a_clipboard_it_is_saved(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    browser.run("""
        const no = () => Promise.reject(new Error("no"));
        Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: no, write: no } });
        HTMLAnchorElement.prototype.click = function () { window.saved = this.download + " " + this.href.slice(0, 18); };
        document.querySelector('#proof [data-copy=svg]').click();
    """)
    saved = "proof.svg data:image/svg+xml"
    assert browser.wait_until("return window.saved", saved) == saved


def test_a_brief_is_one_sheet_of_paper(browser, run_dir):
    browser.look(report.write_brief(run_dir), DESK)
    assert browser.complaints() == []
    printed = base64.b64decode(browser.command("Page.printToPDF", preferCSSPageSize=True)["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    assert browser.run("return document.documentElement.scrollWidth") <= DESK
    browser.look(run_dir / "brief.html", PHONE)
    assert browser.run("return document.documentElement.scrollWidth") <= PHONE


def page_of(folder: Path, charts: dict[str, Callable[[], Sheet]]) -> Path:
    """A page with these pictures, in the style of all pages."""
    templates = Path(report.__file__).parent / "templates"
    style = "".join((templates / name).read_text(encoding="utf-8") for name in ("colours.css", "style.css"))
    pictures = [f'<figure id="{name}">{Picture(name, "", "", chart).drawn}</figure>' for name, chart in charts.items()]
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    page = folder / "pictures.html"
    text = f"<!doctype html><meta charset=utf-8>{viewport}<style>{style}</style><main>{''.join(pictures)}</main>"
    page.write_text(text, encoding="utf-8")
    return page


@pytest.mark.parametrize("width", [SMALLEST, DESK])
def test_crowded_pictures_fit_as_well(browser, tmp_path, width):
    crowded = {f"{kind}-{i}": make(name) for kind, make in CROWDED.items() for i, name in enumerate((LONG, WORD))}
    browser.look(page_of(tmp_path, crowded), width)
    assert browser.run(CUT_OFF) == []
    assert browser.run(COLLIDING) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_have_the_colours_of_the_page(browser, runs, scheme):
    browser.look(runs["scenarios"] / "index.html", DESK, scheme=scheme)
    for variable in ("series-1", "muted", "ink"):
        drawn, meant = browser.run(f"""
            const probe = document.body.appendChild(document.createElement('i'));
            probe.style.color = 'var(--{variable})';
            const sign = document.querySelector('svg.chart [stroke="var(--{variable})"]');
            return [getComputedStyle(sign).stroke, getComputedStyle(probe).color];
        """)
        assert drawn == meant, variable


def test_letters_are_as_large_on_a_phone(browser, runs):
    for width in (PHONE, DESK):
        browser.look(runs["scenarios"] / "index.html", width)
        sizes = browser.run("return [...document.querySelectorAll('svg.chart text')].map((text) => text.getBoundingClientRect().height)")
        assert min(size for size in sizes if size) > 12


def test_numbers_for_which_a_phone_has_no_room_are_seen_on_a_desk(browser, tmp_path):
    names = [str(i) for i in range(12)]
    page = page_of(tmp_path, {"map": grid(names, names, [[(1.0, "+13")] * 12] * 12)})
    seen = "return [...document.querySelectorAll('svg .wide')].map((text) => text.getBoundingClientRect().width > 0)"
    for width, is_seen in ((SMALLEST, False), (PHONE, False), (TABLET, True), (DESK, True)):
        browser.look(page, width)
        assert browser.run(seen) == [is_seen] * 144
        assert browser.run(CUT_OFF) + browser.run(COLLIDING) == []


def test_tables_sort_by_their_numbers(browser, runs):
    browser.look(runs["scenarios"] / "index.html", DESK)
    browser.run(OPEN)
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
    browser.run(OPEN)
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
    assert browser.run("return [...document.querySelectorAll('.copies')].every((part) => getComputedStyle(part).display === 'none')")
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
    assert browser.run("return [...document.scripts].filter((it) => it.type !== 'application/json').length") == 1
    assert "<script>alert(1)</script>" in browser.run("return document.querySelector('h1').textContent")


def test_the_index_fits_as_well(browser, runs):
    page = report.write_index(runs["one"].parent)
    for width in (PHONE, DESK):
        browser.look(page, width)
        assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.complaints() == []
    page.unlink()


@pytest.fixture(scope="module")
def index(runs: dict[str, Path]) -> Path:
    return report.write_index(runs["scenarios"].parent)


NAMES = "return [...document.querySelectorAll('li.run')].map((run) => run.querySelector('a').textContent)"
SHOWN = """
    const shown = [...document.querySelectorAll('li.run')].filter((run) => run.offsetParent);
    return shown.map((run) => run.textContent.trim().split(' ')[0].split('\\n')[0]);
"""


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_index_fits_and_is_filtered_and_sorted(browser, index, runs, width):
    browser.look(index, width)
    assert browser.complaints() == []
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert len(browser.run(SHOWN)) == len(runs)
    browser.press("#words", "What precise")
    assert browser.run(SHOWN) == ["precise"]
    assert browser.run("return document.getElementById('count').textContent") == "1 run"
    browser.press("#words", BACKSPACE * 12)
    verdicts = browser.run("return [...document.querySelectorAll('li.run')].map((run) => run.dataset.verdicts.split(' '))")
    rarest = min(("matters", "nothing", "undecided"), key=lambda word: sum(word in of for of in verdicts))
    browser.press(f".controls input[value={rarest}]", " ")
    everything = [name.split()[0] for name in browser.run(NAMES)]
    assert browser.run(SHOWN) == [name for name, of in zip(everything, verdicts, strict=True) if rarest in of]
    assert len(browser.run(SHOWN)) < len(runs)
    browser.press(f".controls input[value={rarest}]", " ")
    browser.press("#order", "b")
    questions = browser.run("return [...document.querySelectorAll('h2')].map((heading) => heading.textContent)")
    assert questions == sorted(questions, key=str.lower)
    assert len(browser.run(SHOWN)) == len(runs)


def test_the_index_needs_no_script(index):
    text = index.read_text(encoding="utf-8")
    assert "html:not(.js) .controls" in text
    assert text.count('<li class="run"') == len(list(index.parent.glob("*/manifest.json")))


def test_runs_side_by_side_fit(browser, runs, tmp_path):
    file = compare([runs["scenarios"], runs["alike"], runs["few"]]).write(tmp_path / "x.html")
    for width in (PHONE, DESK):
        browser.look(file, width)
        assert browser.complaints() == []
        assert browser.run("return document.documentElement.scrollWidth") <= width
        assert browser.run(CUT_OFF) == []
