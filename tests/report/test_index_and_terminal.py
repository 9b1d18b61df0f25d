"""The list of all runs, and the answer on a terminal."""

import io
import json
import os
import re
import shutil
import socket
from pathlib import Path

import html5lib
import pytest
from rich.console import Console

from simlab import report
from simlab.commands import comparing, running
from simlab.report.compared import compare
from simlab.report.console import answer_of
from simlab.stats.checks import CheckResult
from tests.report.conftest import NASTY
from tests.report.telling import lines, run_of


@pytest.fixture
def reports(runs, tmp_path):
    for name in ("scenarios", "lineups", "one"):
        shutil.copytree(runs[name], tmp_path / name)
    return tmp_path


def parsed(reports):
    return page_in(report.write_index(reports))


def page_in(file):
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(file.read_text(encoding="utf-8"))


def said(element):
    return " ".join("".join(element.itertext()).split())


def listed(reports):
    """The runs in their order."""
    return [item for item in parsed(reports).iter("li") if item.get("class") == "run"]


def played_again(reports, name, other, **manifest):
    """Another run of the same question."""
    shutil.copytree(reports / name, reports / other)
    file = reports / other / "manifest.json"
    old = json.loads(file.read_text())
    file.write_text(json.dumps({**old, **manifest, "experiment": {**old["experiment"], **manifest.get("experiment", {})}}))


def test_it_lists_every_run_with_its_question_and_answer(reports, runs):
    page = parsed(reports)
    groups = [said(group) for group in page.iter("section")]
    assert len(groups) == 3
    for name in ("scenarios", "one"):
        group = next(group for group in groups if f"What does {name} look like?" in group)
        assert report.analysis_of(runs[name]).answer[0] in group
        assert "MEAN!" in group
    assert sorted(link.get("href") for link in page.iter("a") if link.get("class") != "skip") == [
        f"{name}/index.html" for name in ("lineups", "one", "scenarios")
    ]


def test_the_latest_run_comes_first(reports):
    os.utime(reports / "one" / "manifest.json", (2_000_000_000, 2_000_000_000))
    assert said(next(parsed(reports).iter("h2"))) == "What does one look like?"


def test_runs_of_one_question_stand_together_with_what_was_changed(reports):
    played_again(reports, "one", "one-2", experiment={"changed": {"rules.hand_size": 6, "games": 50}})
    os.utime(reports / "one-2" / "manifest.json", (2_000_000_000, 2_000_000_000))
    (group,) = [group for group in parsed(reports).iter("section") if said(group.find(".//h2")) == "What does one look like?"]
    runs = [said(item) for item in group.iter("li") if item.get("class") == "run"]
    assert [run.split()[0] for run in runs] == ["one-2", "one"]
    assert runs[0].startswith("one-2 with hand_size = 6, games = 50 ")
    assert "with" not in runs[1].split()[1]
    page = "diary-what-does-one-look-like-d11d6677.html"
    command = said(group.find(".//code"))
    assert command == f"simlab compare {reports.name}/one {reports.name}/one-2 --html {reports.name}/{page}"
    assert sum(" compare " in said(other) for other in parsed(reports).iter("section")) == 1


def test_only_finished_runs_are_compared(reports):
    played_again(reports, "one", "one-2", status="running")
    (reports / "one-2" / "index.html").unlink()
    assert "simlab compare" not in said(parsed(reports))


def test_verdicts_are_those_of_the_first_screen(reports):
    for name in ("scenarios", "one"):
        material = report.read(reports / name)
        (run,) = [run for run in listed(reports) if said(run).split()[0] == name]
        page = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(
            (reports / name / "index.html").read_text(encoding="utf-8")
        )
        (verdicts,) = [each for each in page.iter("ul") if each.get("class") == "verdicts"]
        told = [said(item) for item in run.iter("li") if item is not run]
        assert told == [said(item) for item in verdicts.iter("li")]
        keys = {"matters": "matters", "undecided": "undecided", "makes no practical difference": "nothing"}
        assert set(run.get("data-verdicts").split()) >= {keys[ruling.word] for ruling in material.analysis.rulings}


def test_names_are_never_markup(reports):
    page = parsed(reports)
    (script,) = page.iter("script")
    assert "alert" not in (script.text or "")
    assert "<script>alert(1)</script>" in said(page)


def test_what_is_foreign_or_broken_is_passed_over(reports):
    (reports / "notes.txt").write_text("mine")
    (reports / "empty").mkdir()
    broken = {"nonsense": "{", "list": "[]", "other": '{"experiment": 5}', "bytes": '{"experiment": {"question": 1}}'}
    broken["changed"] = '{"experiment": {"question": "?", "game": "mean", "changed": 3}, "games": 1}'
    for name, text in broken.items():
        (reports / name).mkdir()
        (reports / name / "manifest.json").write_text(text)
    (reports / "loop").symlink_to(reports / "loop")
    assert len(listed(reports)) == 3


def test_a_run_without_a_page_says_so(reports):
    (reports / "one" / "index.html").unlink()
    manifest = json.loads((reports / "lineups" / "manifest.json").read_text())
    (reports / "lineups" / "manifest.json").write_text(json.dumps({**manifest, "status": "running"}))
    (reports / "lineups" / "index.html").unlink()
    groups = {said(group.find(".//h2")): said(group) for group in parsed(reports).iter("section")}
    assert "simlab report makes it" in groups["What does one look like?"]
    assert any("not finished" in group for group in groups.values())


def test_strange_folders_are_linked_safely(reports):
    (reports / "one").rename(reports / 'a "b" ?#% ü')
    links = [link.get("href") for link in parsed(reports).iter("a")]
    assert "a%20%22b%22%20%3F%23%25%20%C3%BC/index.html" in links


def test_a_page_of_ones_own_is_not_written_over(reports):
    parsed(reports)
    parsed(reports)  # over our own
    (reports / "index.html").write_text("<title>My reports</title>")
    assert report.write_index(reports) is None
    assert (reports / "index.html").read_text() == "<title>My reports</title>"


def test_what_a_kill_left_of_a_page_goes_with_the_next(reports):
    """Of processes that are gone, of this machine; others may be writing."""
    torn = [
        f".index.html.{host}.{pid}.7.tmp"
        for host, pid in ((socket.gethostname(), 2**22 + 1), (socket.gethostname(), os.getpid()), ("elsewhere", 9))
    ]
    for folder, write in ((reports, report.write_index), (reports / "one", report.write)):
        for name in (*torn, ".notes.tmp"):
            (folder / name).write_text("<ti")
        write(folder)
        assert {path.name for path in folder.glob(".*.tmp")} == {*torn[1:], ".notes.tmp"}
    (reports / "one" / torn[0].replace("index.html", "examples.json")).write_text("{")
    report.write(reports / "one")
    assert not list((reports / "one").glob(".examples.json.*"))


def test_an_empty_directory_has_an_index(tmp_path):
    assert "0 runs" in said(parsed(tmp_path))


def test_runs_of_every_shape_stand_side_by_side(runs, tmp_path):
    compared = compare([folder for name, folder in runs.items() if name != "scored"])
    page = page_in(compared.write(tmp_path / "x.html"))
    assert all(" ".join(sentence.split()) in said(page) for sentence in compared.answer)
    assert len(compared.answer) <= 4
    assert compared.changes.height
    json.dumps(running.without_nan(comparing.data_of(compared)), allow_nan=False)


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


# The terminal, of lines written by hand

EFFECTS = lines(
    """
    scenario | metric     | baseline_mean | mean  | low   | high  | margin | verdict                       | more_deals
    A        | share.crab | 0.5           | 0.03  | 0.02  | 0.04  | 0.01   | matters                       | 0
    A        | turns      | 20            | -0.5  | -0.7  | -0.3  | 0.4    | undecided                     | 1234
    B        | share.crab | 0.5           | 0.001 | 0.0   | 0.002 | 0.01   | makes no practical difference | 0
    """
)
SHARES = lines(
    """
    strategy | lineup | share | low  | high | rank | rank_low | rank_high
    owl      | two    | 0.3   | 0.28 | 0.32 | 2    | 1        | 2
    crab     | two    | 0.31  | 0.29 | 0.33 | 1    | 1        | 2
    crab     | one    | 0.4   | 0.38 | 0.42 | 1    | 1        | 1
    """
)
CHECKS = [CheckResult("turns.p95 < 20", 31, 30, 32, "broken", "A"), CheckResult("share.crab > 0", 0.31, 0.29, 0.33, "held", "")]


def said_in(run, width=100):
    """What a terminal shows, line by line, without what pads it."""
    console = Console(file=io.StringIO(), width=width)
    console.print(answer_of(run, Path("index.html")))
    return [re.sub("  +", "  ", line).rstrip() for line in console.file.getvalue().splitlines()]


def test_effects_stand_below_their_scenarios():
    assert said_in(run_of({"effects": EFFECTS})) == [
        "What if?",
        "It does.",
        "",
        "A",
        "  Change  95% interval  Verdict",
        " crab  +3.0 pp  +2.0 to +4.0  ● matters",
        " turns  −0.5 (−2.5%)  −0.7 to −0.3  ◐ undecided (1,300 more deals)",
        "B",
        " crab  +0.10 pp  0.00 to +0.20  ○ no practical difference",
        "Report: index.html",
    ]


def test_on_a_narrow_terminal_signs_are_all_that_is_said_of_verdicts():
    assert said_in(run_of({"effects": EFFECTS}), 50)[3:-1] == [
        "A",
        " crab  +3.0 pp  ●",
        " turns  −0.5 (−2.5%)  ◐",
        "B",
        " crab  +0.10 pp  ○",
        "● matters ○ no practical difference ◐ undecided",
    ]


def test_a_terminal_is_narrow_where_a_line_would_not_fit():
    """5 letters of a metric, 12 of a change, 13 of an interval, 25 of a verdict, and 2 beside each."""
    assert said_in(run_of({"effects": EFFECTS}), 63)[4] == "  Change  95% interval  Verdict"
    assert said_in(run_of({"effects": EFFECTS}), 62)[4] == " crab  +3.0 pp  ●"


def test_of_many_effects_the_largest_are_told_in_their_order():
    many = [{**EFFECTS[0], "mean": i / 100, "scenario": f"S{i}"} for i in range(1, 15)]
    told = said_in(run_of({"effects": many}))
    assert [line for line in told if line.startswith("S")] == [f"S{i}" for i in range(3, 15)]
    assert told[-2] == "and 2 smaller effects"


def test_shares_stand_by_line_up_and_rank():
    lineups = {"one": ["random", "first", "first"], "two": ["first", "first", "random"]}
    assert said_in(run_of({"shares": SHARES}, lineup=None, lineups=lineups))[3:-1] == [
        "Strategy  Lineup  Win share  95% interval in %  Rank",
        "crab  one  40%  38 to 42  1",
        "crab  two  31%  29 to 33  1 (1 to 2)",
        "owl  two  30%  28 to 32  2 (1 to 2)",
    ]
    assert len(said_in(run_of({"shares": SHARES[2:] * 20}))) == 4 + 12 + 1, "twelve of many"


@pytest.mark.parametrize(
    ("checks", "told"),
    [
        ([], []),
        (CHECKS[1:], ["Checks: it holds"]),
        (CHECKS[1:] * 2, ["Checks: all 2 hold"]),
        (
            CHECKS,
            ["", "1 of 2 checks not held:", "Check  Where  Value  95% interval  Result", "turns.p95 < 20  A  31  30 to 32  broken", ""],
        ),
    ],
)
def test_what_became_of_the_checks(checks, told):
    assert said_in(run_of({"effects": EFFECTS}, said={"checks": checks}))[9:-1] == told
