"""What is said of runs side by side: sentences, tables, the page and its picture, and what is refused."""

import io
import json
import re
import shutil

import html5lib
import pytest
from rich.console import Console

import simlab
from simlab.base.faults import BadInput
from simlab.commands import comparing as command
from simlab.experiment import load
from simlab.report.compared import _nothing_known, compare
from simlab.report.comparing import html_of, tracks
from simlab.runner import Settings, run_experiment
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.report.conftest import NASTY

EIGHTS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
ASKED = {"question": "?", "game": "mean", "players": 2, "games": 400, "seed": 3, "lineup": ["shedder", "random"], "scenarios": EIGHTS}
RUNS = {
    "first": {},
    "renamed": {"scenarios": {"by the book": {}, "Eights win": {"eight_last": "wins"}}},
    "short": {"games": 20},
    "turned": {"scenarios": {"as printed": {}, "an Eight wins": {"hand_size": 3}}, "games": 1_000},
    "longer": {"rules": {"hand_size": 9}, "games": 2_000},
    "nasty": {"question": NASTY, "scenarios": {"as printed": {}, NASTY: {"eight_last": "wins"}}},
    "others": {"lineup": ["first", "first"], "metrics": ["share"], "players": 2, "scenarios": {"as printed": {"piles": 4}}},
    "three": {"players": [2, 3], "scenarios": {"as printed": {}}},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    reports = tmp_path_factory.mktemp("workspace") / "reports"
    for name, changed in RUNS.items():
        run_experiment(load({**ASKED, **changed}), Settings(jobs=1, out=reports / name))
    return reports


def beside(runs, *names):
    return compare([runs / name for name in names])


def told(compared):
    return {each.what: each.values for each in compared.differing}


def parsed(compared, folder):
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html_of(compared, folder))


def said(element):
    return " ".join("".join(element.itertext()).split())


def test_what_differs_is_said_by_its_name(runs):
    compared = beside(runs, "first", "longer")
    assert told(compared) == {"hand_size": ("5", "9"), "deals": ("200", "1,000")}
    assert compared.answer[0] == "What differs: hand_size (5, then 9) and deals (200, then 1,000)."
    others = told(beside(runs, "first", "others"))
    digests = {what: others.pop(what) for what in list(others) if what.startswith("strategy ")}
    assert [(what, *(text == "–" for text in values)) for what, values in digests.items()] == [
        ("strategy random", False, True),
        ("strategy shedder", False, True),
        ("strategy first", True, False),
    ]
    assert others == {
        "“as printed”": ("no change", "piles = 4"),
        "“an Eight wins”": ("eight_last = wins", "–"),
        "line-up": ("shedder, random", "first, first"),
        "metrics": ("as usual", '["share"]'),
        "deals": ("200", "400"),
    }


def test_what_is_only_called_otherwise_is_the_same(runs):
    compared = beside(runs, "first", "renamed")
    assert not compared.alone
    assert {key.scenario for key in compared.keys} == {"", "an Eight wins"}
    assert {change.difference.mean for change in compared.whole.changes.values()} == {0.0}


def test_what_only_one_has_is_named(runs):
    compared = beside(runs, "first", "others")
    assert {key.metric for key in compared.alone} == {"share.shedder", "share.random", "turns", "seat.0", "seat.1"}
    assert compared.keys == []
    assert compared.answer[-1] == "first and others have no number in common."
    assert "Only in one of them: " in html_of(compared, runs)


def test_only_numbers_of_as_many_players_are_compared(runs):
    assert {key.players for key in beside(runs, "first", "three").keys} == {2}


def test_whose_verdict_changed_and_what_that_shows(runs):
    compared = beside(runs, "short", "turned")
    words = {key: [of[key].word for of in compared.numbers] for key in compared.verdicts}
    assert compared.turned == [key for key, (one, other) in words.items() if one != other]
    assert compared.turned
    sentence = compared.answer[1]
    assert sentence.startswith(f"{len(compared.turned)} of {len(words)} verdicts changed: ")
    key = max(compared.turned, key=compared.strength)
    assert compared.called(key) in sentence
    assert all(of[key].word in sentence and compared.said(at, key) in sentence for at, of in enumerate(compared.numbers))
    shows = {MATTERS: "that is a change that matters", UNDECIDED: "is not shown", NO_DIFFERENCE: "do not differ by enough to matter"}
    assert shows[compared.whole.changes[key].word] in sentence


def test_of_several_runs_the_last_is_beside_the_first_and_each_beside_the_next(runs):
    compared = beside(runs, "first", "renamed", "longer")
    assert [(step.before, step.after) for step in (*compared.steps, compared.whole)] == [(0, 1), (1, 2), (0, 2)]
    pairs = compared.changes.select("run", "other").unique(maintain_order=True).rows()
    assert pairs == [("first", "renamed"), ("renamed", "longer"), ("first", "longer")]
    assert any("(mostly from renamed to longer)" in sentence for sentence in compared.answer)


def test_the_answer_is_short(runs):
    for names in (("first", "longer"), ("first", "renamed", "longer", "nasty"), ("others", "three")):
        answer = beside(runs, *names).answer
        assert 1 <= len(answer) <= 4
        assert all(sentence.endswith(".") for sentence in answer)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([UNDECIDED], "Whether it differs by enough to matter is undecided."),
        ([UNDECIDED] * 3, "Whether any of 3 numbers differs by enough to matter is undecided."),
        ([UNDECIDED, NO_DIFFERENCE], "None of 2 numbers is known to differ by enough to matter; of 1 that is undecided."),
        ([NO_DIFFERENCE] * 2, "None of 2 numbers is known to differ by enough to matter."),
    ],
)
def test_what_nobody_knows_is_said_so(words, said):
    assert _nothing_known(words) == said


# The page


def test_the_page_says_what_the_frame_says(runs, tmp_path):
    compared = beside(runs, "first", "renamed", "longer")
    page = parsed(compared, tmp_path)
    text = said(page)
    assert all(" ".join(sentence.split()) in text for sentence in compared.answer)
    tables = {table.get("id"): table for table in page.iter("div") if table.get("class") == "table"}
    assert list(tables) == ["differs", "numbers", "steps"]
    rows = list(tables["numbers"].iter("tr"))[1:]
    assert len(rows) == len(compared.keys)
    last = compared.changes.filter(run="first", other="longer")
    for row, line in zip(rows, last.iter_rows(named=True), strict=True):
        cells = list(row)
        assert float(cells[-3].get("data-key")) == line["difference"]
        assert said(cells[-1]).endswith(line["word"].removeprefix("makes "))


def test_marks_stand_at_their_values(runs):
    compared = beside(runs, "first", "longer")
    for track, key in zip(tracks(compared), compared.keys, strict=True):
        assert [mark.run for mark in track.marks] == ["first", "longer"]
        spans = [of[key].estimate.span for of in compared.numbers]
        (x1, x2), (v1, v2) = [track.marks[0].low, track.marks[1].high], [spans[0].low, spans[1].high]
        slope = (x2 - x1) / (v2 - v1)
        for mark, span in zip(track.marks, spans, strict=True):
            assert 0 <= mark.low <= mark.at <= mark.high <= 100
            assert mark.at == pytest.approx(x1 + (span.value - v1) * slope, abs=0.05)
        if key.scenario:
            assert track.zero == pytest.approx(x1 - v1 * slope, abs=0.05)
            assert [mark.style == "hollow" for mark in track.marks] == [of[key].word != MATTERS for of in compared.numbers]


def test_names_are_never_markup(runs, tmp_path):
    page = parsed(beside(runs, "first", "nasty"), tmp_path)
    assert len(list(page.iter("script"))) == 1
    assert NASTY[:20] in said(page)
    assert 'src="' not in re.sub(r"<script>.*?</script>", "", html_of(beside(runs, "first", "nasty"), tmp_path), flags=re.S)


def test_it_links_their_own_pages_from_where_it_stands(runs, tmp_path):
    compared = beside(runs, "first", "longer")
    (tmp_path / "deep").mkdir()
    file = compared.write(tmp_path / "deep" / "x.html")
    links = re.findall(r'href="([^"#]*index\.html)"', file.read_text())
    assert [(file.parent / link).resolve().parent for link in links] == [runs / "first", runs / "longer"]


# The command, and Python


def test_the_terminal_and_json_say_the_same(runs, capsys, tmp_path):
    folders = [str(runs / name) for name in ("first", "longer")]
    command.show(folders, tmp_path / "x.html", as_json=True)
    data = json.loads(capsys.readouterr().out)
    compared = simlab.compare(*folders)
    assert data["answer"] == compared.answer == str(compared).split("\n")
    assert data["changes"] == compared.changes.to_dicts()
    assert (tmp_path / "x.html").is_file()
    command.show(folders, None, as_json=False)
    text = " ".join(capsys.readouterr().out.split())
    assert all(sentence in text for sentence in compared.answer)
    assert all(" ".join(compared.value(1, key).split()) in text for key in compared.keys)
    assert all(compared.where(key) in text for key in compared.keys)


def test_it_fits_a_narrow_terminal(runs):
    console = Console(file=io.StringIO(), width=50)
    for part in command._told(beside(runs, "first", "longer")):
        console.print(part)
    assert max(map(len, console.file.getvalue().splitlines())) <= 50


def test_a_run_is_found_by_its_name_in_reports(runs, monkeypatch, capsys):
    monkeypatch.chdir(runs.parent)
    command.show(["first", "longer"], None, as_json=True)
    assert json.loads(capsys.readouterr().out)["runs"] == ["reports/first", "reports/longer"]


def refused(*folders):
    with pytest.raises(BadInput) as error:
        compare(folders)
    (line,) = str(error.value).splitlines()
    return line


def test_runs_that_cannot_be_compared_are_refused_in_a_sentence(runs, tmp_path):
    one = runs / "first"
    assert refused(one).startswith("name two runs or more")
    assert refused(one, runs / "." / "first").endswith("stands here twice; name different runs")
    assert refused(one, tmp_path / "nix").endswith("holds no run of simlab; give the directory of a finished run")
    other = {**ASKED, "game": "what_the_heck", "lineup": ["random"] * 2, "scenarios": {"as printed": {}}}
    run_experiment(load(other), Settings(jobs=1, out=tmp_path / "heck"))
    assert refused(one, tmp_path / "heck") == (
        f"{tmp_path / 'heck'}: is a run of what_the_heck, and {one} one of mean; only runs of one game can be compared"
    )


def test_damage_is_told_or_allowed_for(runs, tmp_path):
    one = runs / "first"
    for name in ("tally", "rows", "gone"):
        shutil.copytree(runs / "renamed", tmp_path / name)
    (tmp_path / "tally" / "tally.json").write_text("{}")
    assert "tally.json is missing or damaged" in refused(one, tmp_path / "tally")
    shutil.rmtree(tmp_path / "gone" / "games")
    assert {change.how for change in compare([one, tmp_path / "gone"]).whole.changes.values()} == {"the same deals, without their rows"}
    (part,) = (tmp_path / "rows" / "games").iterdir()
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    with pytest.raises(BadInput, match="is damaged; make it again with: what started the run"):
        _ = compare([one, tmp_path / "rows"]).whole
