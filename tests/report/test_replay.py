"""A game on a table: keys, buttons and the scrubber go through it, the curve follows, two rule sets lie side by side; any game; offline."""

import re
from pathlib import Path

import pytest

from simlab import games
from simlab.report import told
from simlab.report.told import html_of
from simlab.table.curve import with_chances
from simlab.table.replay import replay_of
from simlab.table.telling import Trace
from tests.contract.test_games import GAMES, table
from tests.report.test_accessibility import findings
from tests.report.test_keyboard import SPACE, press

MEAN = games.find("mean")
ON, BACK, HOME, END = ("ArrowRight", 39, ""), ("ArrowLeft", 37, ""), ("Home", 36, ""), ("End", 35, "")
AT = "return document.querySelector('.replay [data-is=at]').textContent"
SAID = "return [...document.querySelectorAll('.replay .said')].map((it) => it.textContent)"
HANDS = "return [...document.querySelectorAll('.replay .seat')].map((it) => it.querySelectorAll('.c:not(.none)').length)"


def page_of(folder: Path, game, players: int, deals=(0,), imagined: int = 0) -> Path:
    at = table(game, players)
    traces = [Trace(game, tuple(with_chances(at, deal, imagined) if imagined else at.trace(deal))) for deal in deals]
    page = folder / f"{game.name}.html"
    page.write_text(html_of(traces, ["simlab trace"] * len(deals), [replay_of(at, deal) for deal in deals]), encoding="utf-8")
    return page


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Path:
    return page_of(tmp_path_factory.mktemp("replay"), MEAN, 3, imagined=30)


def at(browser) -> int:
    return int(re.match(r"event (\d+) of", browser.run(AT))[1])


@pytest.mark.browser
def test_keys_buttons_and_the_scrubber_go_through_a_game(browser, page):
    replay = replay_of(table(MEAN, 3), 0)
    browser.look(page, 1280)
    last = len(replay["steps"])
    for key, step in ((ON, 2), (ON, 3), (BACK, 2), (END, last), (ON, last), (HOME, 1), (BACK, 1)):
        press(browser, key)
        assert (at(browser), browser.run(SAID)) == (step, [f"{step}  {replay['told'][step - 1]}"])
    for name, step in (("on", 2), ("last", last), ("back", last - 1), ("first", 1)):
        browser.run(f"document.querySelector('[data-is={name}]').click()")
        assert at(browser) == step
    browser.run("const it = document.querySelector('.replay input'); it.value = 9; it.dispatchEvent(new Event('input'))")
    assert at(browser) == 10
    browser.run("document.activeElement.blur()")
    press(browser, SPACE)
    assert browser.run("return document.querySelector('[data-is=play]').textContent") == "Pause"
    press(browser, SPACE)
    assert browser.run("return document.querySelector('[data-is=play]').textContent") == "Play"
    assert browser.complaints() == []
    assert [address for address in browser.requested() if not address.startswith(("file:", "data:"))] == []


@pytest.mark.browser
def test_the_table_shows_what_lies_where_and_the_curve_follows(browser, page):
    events, found = table(MEAN, 3).looked_at(0)
    browser.look(page, 1280)
    for step in (len(found) - 1, 4, 0):
        browser.run(f"const it = document.querySelector('.replay input'); it.value = {step}; it.dispatchEvent(new Event('input'))")
        hands = [len(place.cards) for place in found[step] if place.name == "hand"]
        assert browser.run(HANDS) == [hands[2], hands[1], hands[0]], "two sit near, one far"
    drawn = next(number for number, event in enumerate(events) if event["event"] == "draw")
    browser.run(f"const it = document.querySelector('.replay input'); it.value = {drawn - 1}; it.dispatchEvent(new Event('input'))")
    new = browser.run("return [...document.querySelectorAll('.replay .turn .new')].map((it) => it.title)")
    assert new == [MEAN.card(card) for card in events[drawn]["cards"]]
    assert browser.run("return document.querySelectorAll('.replay .new').length") == len(new)
    press(browser, END)
    assert "● wins" in browser.run("return document.querySelector('.replay .board').textContent")
    cursor = "return Number(document.querySelector('figure .cursor').getAttribute('x1').replace('%', ''))"
    assert browser.run(cursor) == pytest.approx(96)
    ends = "const it = document.querySelector('figure .cursor'); return ['y1', 'y2'].map((end) => Number(it.getAttribute(end)))"
    shares = "return [...document.querySelectorAll('figure line:not(.cursor)')].map((it) => Number(it.getAttribute('y1')))"
    assert browser.run(ends) == [min(browser.run(shares)), max(browser.run(shares))], "from 100% down to 0%, and over no name"
    browser.run("""
        const svg = document.querySelector('figure svg'), seen = svg.getBoundingClientRect();
        svg.dispatchEvent(new MouseEvent('click', {clientX: seen.left + seen.width * 0.55}));
    """)
    assert browser.run(cursor) == pytest.approx(55, abs=1)


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_and_nothing_sticks_out(browser, page, width, scheme):
    browser.look(page, width, scheme=scheme)
    press(browser, ON)
    assert findings(browser) == []
    assert browser.run("return document.documentElement.scrollWidth") == width


@pytest.mark.browser
def test_side_by_side_from_where_they_part(browser, runs):
    browser.look(runs["scenarios"] / "index.html", 1280)
    both = "return document.querySelector('#replay-both').classList.contains('split')"
    title = "it.checkVisibility() && it.querySelector('h4').textContent"
    sides = f"return [...document.querySelectorAll('#replay-both .side')].map((it) => {title})"
    assert browser.run(both)
    assert browser.run(sides)[0] == "as printed"
    assert browser.run(sides)[1].startswith("an Eight")
    parts = browser.run(AT)
    one, other = browser.run(SAID)[:2]
    assert one != other
    press(browser, BACK)
    assert browser.run(AT) == parts, "keys are for the game in which the reader is"
    browser.run("document.querySelector('#replay-both [data-is=back]').focus()")
    press(browser, BACK)
    assert (browser.run(both), browser.run(sides)) == (False, ["Under both rule sets, so far", False])
    press(browser, HOME)
    assert at(browser) == 1
    press(browser, ("p", 80, "p"))
    assert (browser.run(AT), browser.run(SAID)[:2]) == (parts, [one, other])
    assert browser.complaints() == []


@pytest.mark.browser
def test_names_are_text(browser, tmp_path):
    name = "</script><img src=x onerror=alert(1)>"
    trace, replay = Trace(MEAN, tuple(table(MEAN, 2).trace(0))), replay_of(table(MEAN, 2), 0)
    page = tmp_path / "named.html"
    page.write_text(html_of([trace], ["simlab trace"], [{**replay, "seats": [name, name], "told": [name] * len(replay["told"])}]))
    browser.look(page, 1280)
    assert browser.run("return document.querySelector('.seat b').textContent") == name
    assert browser.run(SAID) == [f"1  {name}"]
    assert (browser.run("return document.images.length"), browser.complaints()) == (0, [])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_three_games_of_any_game_are_a_small_page(game, tmp_path):
    page = page_of(tmp_path, game, game.players[len(game.players) // 2], range(3))
    assert page.stat().st_size <= 300_000
    assert page.read_text(encoding="utf-8").count('class="replay"') == 3


def test_what_has_no_room_on_the_table_is_told_in_words(tmp_path, monkeypatch):
    whole = page_of(tmp_path, MEAN, 3, range(3)).read_text(encoding="utf-8")
    assert (whole.count('class="replay"'), told.TOO_LONG in whole) == (3, False)
    monkeypatch.setattr(told, "MOST_BYTES", len(whole.encode()) - 1)
    less = page_of(tmp_path, MEAN, 3, range(3)).read_text(encoding="utf-8")
    assert (less.count('class="replay"'), less.count(told.TOO_LONG)) == (2, 1)
    assert less.count('class="told"') == 3
