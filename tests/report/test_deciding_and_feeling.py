"""What is worth deciding and how it feels, of numbers that are written by hand: what stands in `told/` is read like a page."""

from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from simlab import report
from simlab.report.blocks import SURE, part
from simlab.report.sections import brief, decisions, feelings
from simlab.words.numbers import MINUS
from tests.report.telling import TOLD, lines, run_of, told

TWO = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
DECISIONS = lines(
    """
    scenario      | decision | often | games | share | mean  | low    | high  | margin | verdict                       | more_deals
    as printed | play | 8.1 | 4000 | 0.1 | 0.234 | 0.23 | 0.238 | 0.01 | matters | 0
    as printed | swap | 0.02 | 4000 | 0.3 | 0.033 | 0.01 | 0.056 | 0.01 | undecided | 1200
    an Eight wins | play | 8.3 | 4000 | 0.12 | 0.213 | 0.21 | 0.216 | 0.01 | matters | 0
    an Eight wins | swap | 0 | 4000 | 0.333 | 0 | -0.002 | 0.002 | 0.01 | makes no practical difference | 0
    """,
    strategy="planner",
    followed=600,
)
FEELINGS = lines(
    """
    scenario      | feeling         | games | mean | low  | high | baseline_mean|change|change_low|change_high|verdict
    as printed    | idle_turns      | 400   | 0.18 | 0.17 | 0.19 | -             | -      | -          | -           | -
    as printed    | options         | 400   | 6.3  | 6.2  | 6.4  | -             | -      | -          | -           | -
    as printed    | lead_changes    | 4000  | 1.8  | 1.75 | 1.85 | -             | -      | -          | -           | -
    as printed    | runaway_leaders | 400   | 0.45 | 0.4  | 0.5  | -             | -      | -          | -           | -
    as printed    | comebacks       | 400   | 0.2  | 0.15 | 0.25 | -             | -      | -          | -           | -
    an Eight wins | idle_turns | 400 | 0.18 | 0.17 | 0.19 | 0.18 | 0 | -0.005 | 0.005 | makes no practical difference
    an Eight wins | options | 400 | 6.8 | 6.7 | 6.9 | 6.3 | 0.5 | 0.4 | 0.6 | matters
    an Eight wins | lead_changes | 4000 | 1.9 | 1.85 | 1.95 | 1.8 | 0.1 | -0.02 | 0.22 | undecided
    an Eight wins | runaway_leaders | 400 | 0.5 | 0.45 | 0.55 | 0.45 | 0.05 | 0.02 | 0.08 | undecided
    an Eight wins | comebacks | 400 | 0.2 | 0.15 | 0.25 | 0.2 | 0 | -inf | inf | undecided
    """
)
CARD = [
    DECISIONS[0],
    {**DECISIONS[1], "often": 0, "verdict": DECISIONS[3]["verdict"]},
    {**DECISIONS[3], "scenario": "as printed", "often": 2},
]
DECIDING = {"lineup": None, "decisions": "planner"}


@pytest.fixture
def described(monkeypatch):
    """The picture keeps what it would be drawn from."""
    monkeypatch.setattr(decisions, "intervals", lambda *given: given)


@pytest.mark.parametrize(
    ("name", "make", "tables", "asked"),
    [
        ("decisions", decisions.section, {"decisions": DECISIONS}, {"scenarios": TWO, **DECIDING}),
        ("decisions-alone", decisions.section, {"decisions": DECISIONS[:2]}, DECIDING),
        ("decisions-card", lambda run: part(SURE, [decisions.card(run)]), {"decisions": CARD}, DECIDING),
        ("feelings", feelings.section, {"feelings": FEELINGS}, {"scenarios": TWO}),
        ("feelings-alone", feelings.section, {"feelings": FEELINGS[:5]}, {}),
    ],
)
@pytest.mark.usefixtures("described")
def test_what_is_told(name, make, tables, asked):
    assert told(make(run_of(tables, **asked))) == (TOLD / f"{name}.txt").read_text()


def test_choices_that_were_tried_are_told_beside_games_that_were_followed():
    tried = [{**FEELINGS[4], "feeling": name, "games": 60} for name in ("stakes", "kingmaking")]
    text = told(feelings.section(run_of({"feelings": [*FEELINGS[:5], *tried]})))
    assert "From the first 400 games under each of the rules, followed turn by turn" in text
    named = "stakes of a choice and kingmaking"
    one = f"Of each of the first 60 games one choice, picked by chance, for {named}: each of its options is imagined on"
    assert f"{one} in 256 games, as whoever chose could imagine them." in text
    assert "imagined on" not in told(feelings.section(run_of({"feelings": FEELINGS[:5]})))


def test_what_was_not_followed_is_not_told():
    assert feelings.section(run_of({"feelings": []})) is None
    assert feelings.section(run_of({})) is None
    rows = [{**row, "often": None, "followed": 0} for row in DECISIONS[:2]]
    text = told(decisions.section(run_of({"decisions": rows}, **DECIDING)))
    assert "a game" not in text
    assert "followed" not in text


def test_nothing_is_known_to_be_worth_anything():
    run = run_of({"decisions": DECISIONS[1:2]}, **DECIDING)
    assert decisions.worth(run).title == "No decision is known to be worth anything"
    assert decisions.worth(run_of({"decisions": DECISIONS[:2]}, **DECIDING)).title == "Choosing “play” is worth 23.4 points"


def test_the_brief_has_what_is_worth_most_above():
    found = brief.brief_of(run_of({"decisions": DECISIONS[1::-1]}, **DECIDING))
    assert [(name, [(cell.text, cell.matters) for cell in cells]) for name, cells in found.rows] == [
        ("play", [("+23.4", True), ("±0.4", False)]),
        ("swap", [("+3", False), ("±2", False)]),
    ]


def test_page_and_terminal_have_the_numbers_of_the_run(runs):
    """Played, not written by hand."""
    rows = pl.read_parquet(runs["decisions"] / "decisions.parquet")
    run = report.read(runs["decisions"])
    console = Console(width=100, file=StringIO())
    console.print(report.terminal(runs["decisions"], run))
    shown = console.file.getvalue().splitlines()
    for line in rows.iter_rows(named=True):
        (told_of,) = [text.split() for text in shown if text.startswith(f"{line['decision']} ")]
        assert abs(float(told_of[1].replace(MINUS, "-")) - line["mean"] * 100) <= 0.5
    assert rows["followed"].to_list() == [min(1_200, rows["n"][0])] * 3
    assert "Choosing which legal play is worth" in (runs["decisions"] / "index.html").read_text(encoding="utf-8")
    assert pl.read_parquet(runs["scenarios"] / "feelings.parquet").height == 3 * 8
    assert not (runs["league"] / "feelings.parquet").exists()
