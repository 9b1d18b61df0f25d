"""A designer's diary: what was tried in several runs of one question, what it reaches of each goal, which is best so far and why."""

import io
import json
from pathlib import Path
from shutil import copytree

import html5lib
import pytest
from rich.console import Console

from simlab import report
from simlab.commands import comparing as command
from simlab.report.compared import compare
from simlab.report.diary import Diary
from simlab.stats.checks import number_at
from simlab.stats.sought import MEETS, MISSES, OPEN
from tests.report.test_comparing import parsed, said
from tests.run.harness import runs_of

ASKED = {"question": "How short?", "game": "mean", "players": 2, "games": 2_000, "seed": 3, "lineup": ["shedder", "random"]}
WANTED = {"checks": {"turns.mean": "< 55", "share.shedder": "> 0.4", "effect.an Eight wins.turns": "< 1"}}
EIGHTS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
RUNS = {
    "printed": {"scenarios": EIGHTS, **WANTED},
    "more": {"rules": {"hand_size": 7}, "games": 300, "checks": {"turns.mean": "< 55"}},
    "most": {"rules": {"hand_size": 12}, "checks": {"turns.mean": "< 55"}},
    "plain": {},
    "league": {"lineup": None, "field": ["first", "random", "shedder"], "checks": {"turns.mean": "< 55"}},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return runs_of(tmp_path_factory.mktemp("workspace") / "reports", ASKED, RUNS)


def beside(runs, *names):
    return compare([runs / name for name in names])


@pytest.fixture(scope="module")
def compared(runs):
    return beside(runs, "printed", "more", "most")


def test_every_rule_set_of_every_run_is_held_against_every_goal(compared):
    diary = compared.diary
    assert [(goal.name, goal.text) for goal in diary.goals] == [("turns.mean", "< 55"), ("share.shedder", "> 0.4")], "no effects"
    assert [(entry.run, entry.called) for entry in diary.entries] == [
        (0, "as printed"),
        (0, "eight last wins"),
        (1, "hand size 7"),
        (2, "hand size 12"),
    ]
    for entry in diary.entries:
        run = compared.runs[entry.run]
        for each, goal in zip(entry.tried.reached, diary.goals, strict=True):
            place = run.analysis.placed[2, "lineup", entry.tried.scenario]
            assert each.measured == number_at(goal.name, place, 0.05 / 8), "one family"


def test_the_best_is_what_meets_all_goals_with_few_changes_else_what_is_near(compared):
    diary = compared.diary
    words = [entry.tried.word for entry in diary.entries]
    assert words[0] == words[1] == MISSES
    assert words[3] == MEETS
    distances = [entry.tried.distance.value for entry in diary.best]
    assert distances == sorted(distances, reverse=True)
    assert [entry.run for entry in diary.so_far] == [0, 1, 2]
    backwards = compare([run.path for run in reversed(compared.runs)]).diary
    assert [entry.run for entry in backwards.so_far] == [0, 0, 0], "the earliest that none is better than"


def test_what_is_said(compared):
    best, trend = compared.answer[1:3]
    value = compared.diary.shown(compared.diary.entries[0], "turns.mean").split()[0]
    why = f"it meets all 2 goals with 1 change; with fewer, “as printed” misses turns.mean < 55 ({value})."
    assert best == f"Best so far is “hand size 12” (most): {why}"
    steps = " → ".join(f"{entry.tried.distance.value:.1f}" for entry in compared.diary.so_far)
    assert trend == f"Of 4 rule sets in 3 runs 1 meets all goals; the distance of the best went {steps}."
    assert len(compared.answer) <= 4


def test_what_is_said_where_nothing_meets_all_goals(runs):
    near, open_one = (beside(runs, "plain", name).diary for name in ("printed", "more"))
    value = near.shown(near.so_far[-1], "turns.mean").split()[0]
    assert next(near.sentences).endswith(f": it comes nearest, and misses turns.mean < 55 ({value}).")
    entry = open_one.so_far[-1]
    assert (entry.called, entry.tried.word) == ("hand size 7", OPEN)
    value = open_one.shown(entry, "turns.mean").split()[0]
    assert next(open_one.sentences).endswith(f": it may meet all goals; open is turns.mean < 55 ({value}).")
    assert list(open_one.sentences)[1].startswith("of 2 rule sets in 2 runs none meets all goals; the distance of the best went ")
    twice = Diary([report.read(runs / "most")] * 2, ("one", "other"))
    assert list(twice.sentences)[1] == "of 1 rule set in 2 runs 1 meets all goals.", "the same set twice, and no step forward"


def test_a_goal_of_which_a_run_says_nothing_is_not_met(runs):
    """No share of a strategy that does not play: such a rule set is never the best, however near it seems."""
    diary = beside(runs, "printed", "plain").diary
    goal = next(entry for entry in diary.entries if entry.run == 1)
    assert not goal.missing
    lone = type(goal)(goal.run, goal.tried, ("share.first",))
    assert lone.rank > max(entry.rank for entry in diary.entries)
    assert diary.shown(lone, "share.first") == "–"


def test_without_goals_there_is_no_diary_and_a_league_has_no_rule_sets(runs, tmp_path):
    assert [entry.run for entry in beside(runs, "league", "plain").diary.entries] == [1]
    nothing = compare([runs / "plain", Path(copytree(runs / "plain", tmp_path / "again"))])
    assert nothing.diary.entries == []
    assert not any("Best so far" in text for text in nothing.answer)


def test_the_page_the_terminal_and_the_data_say_the_same(compared, capsys):
    page = parsed(compared, compared.runs[0].path.parent)
    text = said(page)
    assert all(" ".join(sentence.split()) in text for sentence in compared.answer)
    tables = {table.get("id"): table for table in page.iter("div") if table.get("class") == "table"}
    rows = [[said(cell) for cell in row] for row in list(tables["tried"].iter("tr"))[1:]]
    assert [row[:3] for row in rows] == [[compared.names[e.run], e.called, str(len(e.tried.changes))] for e in compared.diary.entries]
    assert [row[-1] for row in rows] == ["", "", "", "best"]
    (figure,) = [figure for figure in page.iter("figure") if figure.get("id") == "diary"]
    assert said(figure.find("figcaption")) == "Hand size 12 (most) is best so far"
    drawn = next(svg for svg in figure.iter() if svg.tag.endswith("svg")).get("aria-label") or said(figure)
    assert "most: hand size 12: meets, distance 0.00" in drawn
    assert "all met" in said(figure)
    console = Console(file=io.StringIO(), width=120)
    for part in command._told(compared):
        console.print(part)
    (best,) = [line for line in console.file.getvalue().splitlines() if "best so far" in line and "hand size 12" in line and line[0] == "m"]
    assert "meets" in best
    command.show([str(run.path) for run in compared.runs], None, as_json=True)
    tried = json.loads(capsys.readouterr().out)["tried"]
    assert [(one["run"], one["changes"], one["goals"]) for one in tried][-1] == ("most", {"hand_size": 12}, MEETS)
    assert {one["goals"] for one in tried} <= {MEETS, MISSES, OPEN}


def test_the_list_of_reports_leads_there(runs, compared, monkeypatch):
    monkeypatch.chdir(runs.parent)
    for name in ("printed", "more", "most"):
        report.write(runs / name)
    words = said(next(code for code in html(runs).iter("code") if "printed" in said(code))).split()
    assert words[:2] == ["simlab", "compare"]
    assert not links(runs)
    command.show(words[2:-2], Path(words[-1]), as_json=True)
    assert links(runs) == [Path(words[-1]).name]


def html(runs):
    file = report.write_index(runs) if not (runs / "index.html").exists() else runs / "index.html"
    return html5lib.HTMLParser(namespaceHTMLElements=False).parse(file.read_text())


def links(runs):
    return [link.get("href") for link in html(runs).iter("a") if link.get("href", "").startswith("diary-")]
