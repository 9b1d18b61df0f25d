"""What a page says of a run that stopped early: how much of what it found chance has added."""

from types import SimpleNamespace

import pytest

from simlab.report.sections.effects import _stopped, effects_table
from simlab.words.changes import MATTERS, UNDECIDED
from tests.stats.process import drawn_for

METRICS = drawn_for().all_metrics
FROM_STOPPING = "A run that stops as soon as something matters stops where chance has helped, and so overstates it."


def line(name: str, mean: float, adjusted: float | None, verdict: str = MATTERS) -> dict:
    ends = dict.fromkeys(("adjusted_low", "adjusted_high")) if adjusted is None else {"adjusted_low": 0.01, "adjusted_high": 0.06}
    found = {"metric": METRICS[name], "mean": mean, "low": mean - 0.02, "high": mean + 0.02, "baseline_mean": 0.25, "margin": 0.01}
    where = {"players": 4, "lineup": "a", "scenario": "two", "verdict": verdict, "more_deals": 0}
    return {**found, **where, "adjusted": adjusted, **ends}


def said(*lines: dict, early: bool = True, precision: object = True) -> list[str]:
    stopping = SimpleNamespace(stopped_early=early)
    return _stopped(SimpleNamespace(experiment=SimpleNamespace(precision=precision), analysis=SimpleNamespace(stopping=stopping)), lines)


def test_what_moves_most_is_told_with_both_numbers():
    lines = [line("share.first", 0.05, 0.048), line("share.random", -0.04, -0.03), line("share.shedder", 0.03, 0.001, UNDECIDED)]
    assert said(*lines) == [f"{FROM_STOPPING} Adjusted for that, what moves most is win share of random: −3 pp instead of −4 pp."]
    assert said(line("share.first", 0.05, None)) == [f"{FROM_STOPPING} Too few deals have changed to say by how much."]


@pytest.mark.parametrize("changed", [{"early": False}, {"precision": None}])
def test_of_other_runs_nothing_is_said(changed):
    assert said(line("share.first", 0.05, 0.04), **changed) == []
    assert said(line("share.first", 0.05, 0.04, UNDECIDED)) == []


def test_the_table_has_the_adjusted_change_with_its_interval():
    table = effects_table("x", "X", [line("share.first", 0.05, 0.04), line("share.random", 0.05, None)], "")
    (column,) = [column for column in table.columns if column.title == "Adjusted"]
    cells = [column.cell(row) for row in table.lines]
    assert [cell.text for cell in cells] == ["+4 pp (+1 to +6)", "–"]
    assert [cell.values for cell in cells] == [(0.04, 0.01, 0.06), (None, None, None)]
    assert column.names == ("adjusted", "adjusted_low", "adjusted_high")
    assert not [column for column in effects_table("x", "X", [line("share.random", 0.05, None)], "").columns if column.title == "Adjusted"]
