"""Checks: held, broken or undecided, by their intervals."""

import pytest

from simlab.experiment import Check
from simlab.stats.checks import _Span, _status
from tests.stats.played import EIGHTS, play

BELOW, ABOVE, WITHIN = Check("c", "<", None, 2.0, "< 2"), Check("c", ">", 2.0, None, "> 2"), Check("c", "within", 1.0, 2.0, "within 1 2")


@pytest.mark.parametrize(
    ("check", "low", "high", "status"),
    [
        (BELOW, 1.0, 1.9, "held"),
        (BELOW, 1.0, 2.0, "undecided"),
        (BELOW, 2.0, 3.0, "broken"),
        (ABOVE, 2.1, 3.0, "held"),
        (ABOVE, 1.9, 3.0, "undecided"),
        (ABOVE, 1.0, 2.0, "broken"),
        (WITHIN, 1.0, 2.0, "held"),
        (WITHIN, 0.9, 1.5, "undecided"),
        (WITHIN, 1.5, 2.1, "undecided"),
        (WITHIN, 0.0, 3.0, "undecided"),
        (WITHIN, 2.1, 3.0, "broken"),
        (WITHIN, 0.1, 0.9, "broken"),
        (BELOW, float("nan"), float("nan"), "undecided"),
    ],
)
def test_the_whole_interval_decides(check, low, high, status):
    assert _status(check, _Span((low + high) / 2, low, high)) == status


CHECKS = {
    "seat_edge": "< 0.1",
    "turn_limit": "< 1%",
    "turns.mean": "within 30 70",
    "turns.median": "< 10",
    "turns.p95": "< 500",
    "swaps.mean": "> 0.5",
    "ending.out": "> 50%",
    "share.first": "< 99%",
    "effect.an Eight wins.share": "< 0.1",
    "effect.an Eight wins.turns": "within -3% 3%",
    "effect.an Eight swaps.swaps": "> 0",
}


def test_every_kind_of_check_is_judged():
    _, analysis = play(scenarios=EIGHTS, checks=CHECKS, games=8_000)
    found = {check.text: check for check in analysis.checks}
    assert list(found) == [f"{name} {text}" for name, text in CHECKS.items()]
    assert found.pop("turns.median < 10").status == "broken"
    assert {check.status for check in found.values()} == {"held"}
    for check in analysis.checks:
        assert check.low <= check.value <= check.high
    assert found["turns.mean within 30 70"].where == "as printed"
    assert found["effect.an Eight swaps.swaps > 0"].where == "an Eight swaps"


def test_every_number_of_players_and_line_up_is_checked():
    lineups = {"one": ["first", "random"], "two": ["random", "random"]}
    _, analysis = play(lineup=None, lineups=lineups, players=[2, 3], checks={"share.first": "> 0", "seat_edge": "< 1"}, games=1_000)
    where = [(check.text.split()[0], check.where) for check in analysis.checks]
    assert where == [
        ("share.first", "2 players, one"),
        ("share.first", "3 players, one"),
        *(("seat_edge", f"{players} players, {lineup}") for players in (2, 3) for lineup in ("one", "two")),
    ]


def test_no_game_at_the_turn_limit_does_not_show_that_there_is_none():
    """100 deals without one: up to 3% may have one."""
    _, analysis = play(checks={"turn_limit": "< 1%", "ending.turn_limit": "< 5%"}, games=400)
    assert [check.status for check in analysis.checks] == ["undecided", "held"]
    assert analysis.checks[0].high == pytest.approx(0.0295, abs=0.0001)


def test_a_percentage_of_a_length_is_one_of_the_baselines_mean():
    checks = {"effect.five.turns": "< 0"}
    _, absolute = play(scenarios={"three": {"piles": 3}, "five": {"piles": 5}}, checks=checks, games=8_000)
    _, relative = play(scenarios={"three": {"piles": 3}, "five": {"piles": 5}}, checks={"effect.five.turns": "< 0%"}, games=8_000)
    baseline = absolute.table("lengths")["mean"][0]
    assert relative.checks[0].value == pytest.approx(absolute.checks[0].value / baseline)
    assert absolute.checks[0].status == relative.checks[0].status == "held"


def test_with_few_deals_a_check_is_undecided_and_does_not_pass():
    _, analysis = play(checks={"seat_edge": "< 0.02"}, games=40)
    assert analysis.checks[0].status == "undecided"
