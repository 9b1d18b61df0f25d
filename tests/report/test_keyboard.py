"""All of a page without a mouse: reached in its order, seen, opened, copied, announced; and the page of the main question stays small."""

from pathlib import Path

import pytest

from simlab import report
from simlab.experiment import load
from simlab.runner import Settings, run_experiment
from tests.report.browser import Browser
from tests.report.test_accessibility import findings
from tests.report.test_browser import CUT_OFF, OPEN

pytestmark = pytest.mark.browser

TAB, ENTER, SPACE = ("Tab", 9, ""), ("Enter", 13, "\r"), (" ", 32, " ")
MARK = """
    const all = [...document.querySelectorAll('a[href], button, summary, input, [tabindex="0"]')].filter((it) => it.checkVisibility());
    all.forEach((it, i) => { it.dataset.order = i; });
    return all.length;
"""
FOCUSED = """
    const it = document.activeElement, style = getComputedStyle(it);
    return [it.dataset.order, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 || it.className === 'skip'];
"""
MOST_HIGH, MOST_BYTES = 9_000, 350_000


def press(browser: Browser, key: tuple[str, int, str]) -> None:
    name, code, text = key
    for kind in ("keyDown", "keyUp"):
        more = {"text": text} if text and kind == "keyDown" else {}
        browser.command(
            "Input.dispatchKeyEvent", type=kind, key=name, code="Space" if name == " " else name, windowsVirtualKeyCode=code, **more
        )


def walk(browser: Browser) -> tuple[int, list[str], list[str]]:
    """How much can be reached on the page, in which order that is, and what is not seen to be."""
    count = browser.run(MARK)
    reached, unseen = [], []
    for _ in range(count):
        press(browser, TAB)
        order, is_seen = browser.run(FOCUSED)
        reached.append(order)
        unseen += [] if is_seen else [order]
    return count, reached, unseen


@pytest.mark.parametrize("name", ["scenarios", "league", "one"])
def test_everything_is_reached_in_the_order_of_the_page(browser, runs, name):
    browser.look(runs[name] / "index.html", 1280)
    count, reached, unseen = walk(browser)
    assert reached == [str(i) for i in range(count)]
    assert unseen == []


def test_a_page_is_read_without_a_mouse(browser, runs):
    browser.look(runs["scenarios"] / "index.html", 1280)
    press(browser, TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.run("document.querySelector('details.numbers summary').focus()")
    is_open = "return document.querySelector('details.numbers').open"
    for key, opened in ((ENTER, True), (SPACE, False), (SPACE, True)):
        press(browser, key)
        assert browser.run(is_open) is opened
    press(browser, TAB)
    assert browser.run("return document.querySelector('details.numbers').contains(document.activeElement)")


def test_what_is_copied_is_announced_and_its_button_keeps_its_name(browser, runs):
    browser.look(runs["scenarios"] / "index.html", 1280)
    browser.run("Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.resolve() } });")
    status = "return document.querySelector('[role=status]').textContent"
    assert browser.run(status) == ""
    browser.run("document.querySelector('.answer button').focus()")
    press(browser, ENTER)
    press(browser, SPACE)
    assert browser.run(status) == "Copied: the answer"
    assert browser.run("return document.querySelector('.answer button').textContent") == "Copied"
    name = "return document.querySelector('.answer button').textContent"
    assert browser.wait_for(f"await new Promise((done) => setTimeout(done, 1700)); {name}") == "Copy"
    browser.run("document.querySelector('#proof [data-copy=svg]').focus()")
    press(browser, ENTER)
    title = browser.run("return document.querySelector('#proof figcaption').textContent")
    assert browser.wait_for(f"await new Promise((done) => setTimeout(done, 100)); {status}") == f"Copied: {title}"


def test_no_two_buttons_have_one_name(browser, run_dir):
    browser.look(run_dir / "index.html", 1280)
    names = browser.run("return [...document.querySelectorAll('[data-copy], .csv')].map((it) => it.getAttribute('aria-label'))")
    assert len(names) == len({*names})


@pytest.mark.slow
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing_in_what_is_unfolded(browser, run_dir, width, scheme):
    browser.look(run_dir / "index.html", width, scheme=scheme)
    browser.run(OPEN)
    assert findings(browser) == []
    browser.look(report.write_brief(run_dir), width, scheme=scheme)
    assert findings(browser) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_is_cut_off_that_was_folded_away(browser, run_dir, width):
    browser.look(run_dir / "index.html", width)
    browser.run(OPEN)
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert browser.run(CUT_OFF) == []


def test_the_page_of_the_main_question_is_short_and_small(browser, main_question: Path):
    page = main_question / "index.html"
    assert page.stat().st_size <= MOST_BYTES
    browser.look(page, 1280)
    assert browser.run("return document.documentElement.scrollHeight") <= MOST_HIGH
    assert browser.run("return document.querySelector('#answer').getBoundingClientRect().bottom") <= 900
    browser.look(page, 390, 844)
    assert browser.run("return document.querySelector('#answer').getBoundingClientRect().bottom") <= 2 * 844


@pytest.fixture(scope="module")
def main_question(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`mean_eight` as it is shipped, with fewer games."""
    out = tmp_path_factory.mktemp("main") / "run"
    asked = load(Path(__file__).parents[2] / "experiments" / "mean_eight.yaml", games=12_000)
    run_experiment(asked, Settings(jobs=1, out=out))
    report.write(out)
    return out
