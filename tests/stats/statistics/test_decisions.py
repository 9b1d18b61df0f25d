"""What each kind of decision is worth: from the rows, deal by deal; its verdicts, its answer and its page's numbers."""

import numpy as np
import polars as pl
import pytest

import simlab
from simlab.experiment import load
from simlab.experiment.plan import groups_of, make_plan
from simlab.stats import deciding
from simlab.stats.answers import answer
from simlab.stats.measures import Measures
from simlab.table.batches import rows_of
from simlab.table.rows import frame
from tests.stats.played import experiment
from tests.stats.process import MEAN, anything, said_of

ASKED = {"question": "What is worth deciding?", "game": "mean", "players": 3, "games": 1_000, "decisions": "planner"}
KINDS = ("play", "swap", "pile")
SHAPES = [{}, {"seating": "fixed"}, {"seating": "permute"}, {"seating": "sample"}, {"scenarios": {"one": {}, "two": {"piles": 5}}}]


@pytest.mark.parametrize("changed", SHAPES)
def test_it_is_what_the_same_seat_wins_more_where_nobody_is_restricted(changed):
    """A loop over rows that are drawn by lot: of each deal, scenario and seating."""
    asked = {"lineup": None, **ASKED, **changed}
    (of,) = groups_of(experiment(**asked))
    rows = anything(of, 60)
    found = said_of(rows, **asked).table("decisions")
    won = rows["won"][..., :3] / rows["won"][..., :3].sum(axis=-1, keepdims=True).clip(min=1)
    for line in found.iter_rows(named=True):
        s, t = of.scenarios.index(line["scenario"]), 1 + of.decisions.index(line["decision"])
        cells = [(column, cell) for column, cell in enumerate(of.cells) if (cell.scenario, cell.lineup) == (s, t)]
        (complete,) = [column for column, cell in enumerate(of.cells) if (cell.scenario, cell.lineup) == (s, 0)]
        numbers = of.lineups[t].seated(0, 60)
        values = []
        for deal in range(60):
            seats = [of.lineups[t].seatings[numbers[i, deal]].index(0) for i in range(len(cells))]
            pairs = zip(cells, seats, strict=True)
            values.append(np.mean([won[deal, complete, seat] - won[deal, column, seat] for (column, _), seat in pairs]))
        assert line["mean"] == pytest.approx(np.mean(values), abs=1e-9)
        assert line["se"] == pytest.approx(np.std(values, ddof=1) / 60**0.5, abs=1e-9)
        assert line["games"] == 60 * len(cells)
    assert len(found) == 3 * len(of.scenarios)


@pytest.fixture(scope="module")
def analysis():
    return simlab.evaluate(ASKED | {"games": 8_000})


def test_it_is_that_of_the_rows_which_any_user_has(analysis):
    plan = make_plan(load(ASKED | {"games": 8_000}))
    rows = pl.concat(frame(plan, chunk, rows_of(plan, chunk)) for chunk in plan.chunks())
    complete = rows.filter(table="complete")
    for line in analysis.table("decisions").iter_rows(named=True):
        label, at = f"planner({line['decision']} at random)", rows.filter(table=f"{line['decision']} at random")
        wins = sum(at.select(pl.when(pl.col(f"strategy_{seat}") == label).then(f"share_{seat}").sum()).item() for seat in range(3))
        assert at.height == line["games"]
        assert line["share"] == pytest.approx(wins / at.height)
        even = sum(complete[f"share_{seat}"].mean() for seat in range(3)) / 3  # less than a third where games have no winner
        assert line["mean"] == pytest.approx(even - line["share"])


def test_how_often_they_come_up_is_counted_where_nobody_is_restricted(analysis):
    often = dict(analysis.table("decisions").select("decision", "often").iter_rows())
    complete = analysis.summary.filter(lineup="complete", metric="decisions")["mean"][0]
    assert sum(often.values()) == pytest.approx(complete / 3, rel=0.05)
    assert set(analysis.table("decisions")["followed"]) == {min(analysis.stats[0].deals, 1_200)}


def test_choosing_what_to_play_is_worth_much(analysis):
    play, swap, _ = analysis.table("decisions").iter_rows(named=True)
    assert play["verdict"] == "matters"
    assert play["low"] > 0.1 > swap["mean"]
    assert analysis.answer[0].startswith("Choosing which legal play is worth 2")
    assert len(" ".join(analysis.answer)) <= 450
    assert [ruling.on for ruling in analysis.rulings] == [f"choosing “{kind}”" for kind in KINDS]
    assert analysis.headline == []


def test_of_copies_no_decision_is_worth_anything(tmp_path):
    """Who takes the first of what is listed at random anyhow: a strategy that draws lots itself."""
    path = tmp_path / "lots.py"
    path.write_text('"""By chance."""\n\nfrom simlab.games.mean import below\n\n\ndef swap(view):\n    return below(view, view.options)\n')
    found = simlab.evaluate(ASKED | {"decisions": str(path)}).table("decisions")
    assert found["decision"].to_list() == ["swap"]
    assert abs(found["mean"][0]) < 0.05
    assert found["verdict"][0] != "matters"


# In words


class Told:
    """An analysis with these lines."""

    def __init__(self, *lines):
        self.game = MEAN
        usual = {"strategy": "planner", "often": 1.5, "share": 0.2, "players": 4, "scenario": "as printed"}
        self.found = [
            {**usual, "decision": kind, "mean": mean, "low": mean - 0.001, "high": mean + 0.001, "verdict": word, **more}
            for kind, mean, word, more in ((*line, {})[:4] for line in lines)
        ]
        self.experiment = type("", (), {"decisions": KINDS})
        self.is_league, self.is_search, self.tuned, self.adapted, self.holdings = False, False, None, None, ()
        self.stats = [type("", (), {"deals": 100})]

    def lines(self, _):
        return self.found


YES, NO, OPEN = "matters", "makes no practical difference", "undecided"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [("play", 0.031, YES), ("swap", 0.02, YES), ("pile", 0.0, NO)],
            "Choosing which legal play is worth 3.1 points: planner wins 20.0% of games where it does so at random, rather than 23.1%. "
            "Choosing whose hand to swap with is worth 2.0 points. "
            "Choosing which Punishment Pile to take makes no practical difference: a rule without play.",
        ),
        (
            [("play", 0.0, NO), ("swap", 0.001, NO), ("pile", 0.004, OPEN)],
            "Nothing is known to be worth deciding. "
            "Choosing whose hand to swap with and choosing which legal play make no practical difference: rules without play. "
            "Whether choosing which Punishment Pile to take matters is undecided (0.4 points so far).",
        ),
        (
            [("play", 0.031, YES), ("swap", 0.0, NO, {"often": 0.0}), ("pile", 0.0, NO)],
            "Choosing which legal play is worth 3.1 points: planner wins 20.0% of games where it does so at random, rather than 23.1%. "
            "Choosing which Punishment Pile to take makes no practical difference: a rule without play; "
            "choosing whose hand to swap with never came up.",
        ),
        (
            [("play", 0.05, YES), ("swap", -0.03, YES)],
            "Choosing which legal play is worth 5.0 points: planner wins 20.0% of games where it does so at random, rather than 25.0%. "
            "Choosing whose hand to swap with costs 3.0 points.",
        ),
        (
            [("swap", 0.05, YES), ("swap", 0.002, NO, {"players": 5})],
            "Choosing whose hand to swap with is worth 5.0 points (it matters at 1 of 2 tables): planner wins 20.0% of games where it does "
            "so at random, rather than 25.0%.",
        ),
        (
            [("pile", -0.004, OPEN)],
            "Nothing is known to be worth deciding. "
            "Whether choosing which Punishment Pile to take matters is undecided (minus 0.4 points so far).",
        ),
    ],
)
def test_the_answer(lines, expected):
    assert " ".join(answer(Told(*lines))) == expected


def test_a_long_answer_names_decisions_by_their_names():
    long = [
        (kind, mean, word, {"strategy": "a strategy with a rather long name, of which not all is told" * 2})
        for kind, mean, word in (("play", 0.1, YES), ("swap", 0.05, YES), ("pile", 0.0, OPEN))
    ]
    told = Told(*long)
    said = answer(told)
    assert len(" ".join(said)) <= 450
    assert len(said) <= 4
    assert deciding.sentences(told, is_brief=True)[1] == "choosing “swap” is worth 5.0 points."


def test_where_it_is_not_asked_for_nothing_is_counted():
    assert Measures(MEAN, groups_of(load({**ASKED, "decisions": {"strategy": "planner", "of": ["swap"]}}))[0]).group.decisions == ("swap",)
    lineup = {key: value for key, value in ASKED.items() if key != "decisions"} | {"lineup": ["first"] * 3}
    analysis = simlab.evaluate(lineup, deals=range(3))
    assert "decisions" not in analysis.frames
    assert analysis.stats[0].tally["decisions"] == {}
