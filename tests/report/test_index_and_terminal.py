"""The list of all runs, and the answer on a terminal."""

import io
import json
import os
import shutil

import html5lib
import pytest
from rich.console import Console

from simlab import report
from tests.report.conftest import NASTY


@pytest.fixture
def reports(runs, tmp_path):
    for name in ("scenarios", "lineups", "one"):
        shutil.copytree(runs[name], tmp_path / name)
    return tmp_path


def parsed(reports):
    text = report.write_index(reports).read_text(encoding="utf-8")
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


def said(element):
    return " ".join("".join(element.itertext()).split())


def test_it_lists_every_run_with_its_question_and_answer(reports, runs):
    page = parsed(reports)
    items = [said(item) for item in page.iter("li")]
    assert len(items) == 3
    for name in ("scenarios", "one"):
        item = next(item for item in items if f"What does {name} look like?" in item)
        assert report.analysis_of(runs[name]).answer[0] in item
        assert "MEAN!" in item
    assert sorted(link.get("href") for link in page.iter("a") if link.get("class") != "skip") == [
        f"{name}/index.html" for name in ("lineups", "one", "scenarios")
    ]


def test_the_latest_run_comes_first(reports):
    os.utime(reports / "one" / "manifest.json", (2_000_000_000, 2_000_000_000))
    assert "What does one look like?" in next(said(item) for item in parsed(reports).iter("li"))


def test_names_are_never_markup(reports):
    page = parsed(reports)
    assert not list(page.iter("script"))
    assert "<script>alert(1)</script>" in said(page)


def test_what_is_foreign_or_broken_is_passed_over(reports):
    (reports / "notes.txt").write_text("mine")
    (reports / "empty").mkdir()
    for name, text in {"nonsense": "{", "list": "[]", "other": '{"experiment": 5}', "bytes": '{"experiment": {"question": 1}}'}.items():
        (reports / name).mkdir()
        (reports / name / "manifest.json").write_text(text)
    (reports / "loop").symlink_to(reports / "loop")
    assert len(list(parsed(reports).iter("li"))) == 3


def test_a_run_without_a_page_says_so(reports):
    (reports / "one" / "index.html").unlink()
    manifest = json.loads((reports / "lineups" / "manifest.json").read_text())
    (reports / "lineups" / "manifest.json").write_text(json.dumps({**manifest, "status": "running"}))
    (reports / "lineups" / "index.html").unlink()
    items = {said(item.find("h2")): said(item) for item in parsed(reports).iter("li")}
    assert "simlab report makes it" in items["What does one look like?"]
    assert any("not finished" in item for item in items.values())


def test_strange_folders_are_linked_safely(reports):
    (reports / "one").rename(reports / 'a "b" ?#% ü')
    links = [link.get("href") for link in parsed(reports).iter("a")]
    assert "a%20%22b%22%20%3F%23%25%20%C3%BC/index.html" in links


def test_an_empty_directory_has_an_index(tmp_path):
    assert "0 runs" in said(parsed(tmp_path))


# The terminal


def shown(run_dir, width=120):
    console = Console(file=io.StringIO(), width=width)
    console.print(report.terminal(run_dir))
    return console.file.getvalue()


def test_the_terminal_says_the_answer_and_where_the_page_is(run_dir):
    text = shown(run_dir, 10_000)
    for sentence in report.analysis_of(run_dir).answer:
        assert sentence in text
    assert f"Report: {run_dir / 'index.html'}" in text
    assert len(text.splitlines()) < 30


def test_it_shows_effects_where_rules_are_compared_and_shares_where_not(runs):
    assert "● matters" in shown(runs["scenarios"]) or "◐ undecided" in shown(runs["scenarios"])
    assert "Win share" in shown(runs["one"])


def test_checks_that_do_not_hold_are_listed(runs):
    text = shown(runs["scenarios"])
    assert "1 of 2 checks not held" in text
    assert "turns.p95 < 20" in text
    assert "seat_edge" not in text


def test_names_are_no_markup_of_rich(runs):
    text = shown(runs["lineups"], 10_000)
    assert "<b>mixed" in text
    assert NASTY[:40] in text


def test_it_fits_a_narrow_terminal(runs):
    assert max(map(len, shown(runs["scenarios"], 60).splitlines())) <= 60
