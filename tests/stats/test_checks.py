"""Checks: held, broken or undecided, by their intervals."""

import pytest

from simlab.experiment import Check
from simlab.stats.checks import CheckResult, Measured, status_of
from simlab.stats.estimates import Span
from simlab.stats.statistics.lengths import length_quantiles
from tests.stats.played import EIGHTS, play
from tests.stats.process import anything, drawn_for, group, said_of

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
        (ABOVE, 2.0, 3.0, "undecided"),
        (WITHIN, 2.0, 3.0, "undecided"),
        (WITHIN, 0.0, 1.0, "undecided"),
        (BELOW, float("nan"), float("nan"), "undecided"),
    ],
)
def test_the_whole_interval_decides(check, low, high, status):
    span = Span((low + high) / 2, low, high)
    assert status_of(check, Measured(span, span)) == status
    assert status_of(check, Measured(span, span, may_claim=False)) == "undecided"


def test_it_held_only_where_the_guarded_interval_says_so():
    shown, guarded = Span(1.5, 1.2, 1.8), Span(1.5, 0.9, 2.1)
    assert status_of(WITHIN, Measured(shown, shown)) == "held"
    assert status_of(WITHIN, Measured(shown, guarded)) == "undecided"
    assert status_of(BELOW, Measured(Span(2.5, 2.1, 3), Span(2.5, 1.9, 3))) == "broken", "of what was seen"


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
    _, analysis = play(scenarios=EIGHTS, checks=CHECKS, games=40_000)
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
    """100 deals without one: up to 3.7% may have one, that being the upper end of an interval with two."""
    _, analysis = play(checks={"turn_limit": "< 1%", "ending.turn_limit": "< 5%"}, games=400)
    assert [check.status for check in analysis.checks] == ["undecided", "held"]
    assert analysis.checks[0].high == pytest.approx(1 - 0.025 ** (1 / 100), abs=0.0005)


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


FOUR = ["shedder", "random", "first", "planner"]
TWO = {"one": {}, "two": {"piles": 5}}


def judged(checks: dict[str, str], deals: int = 300, **changed) -> dict[str, CheckResult]:
    analysis = drawn_for(deals, lineup=FOUR, scenarios=TWO, checks=checks, **changed)
    return {check.text.split(" ")[0]: check for check in analysis.checks}


def test_what_each_check_is_about():
    """The value and its interval: a mean, a quantile, the largest edge, an effect."""
    names = ("turns.mean", "turns.p5", "turns.p95", "swaps.mean", "share.first", "ending.out", "effect.two.swaps", "effect.two.turns")
    found = judged(dict.fromkeys(names, "> 0"))
    analysis = drawn_for(300, lineup=FOUR, scenarios=TWO)
    before, after = analysis.places
    low, high = length_quantiles(before, (5, 95))
    for name, e in (
        ("turns.mean", before.mean("turns")),
        ("turns.p5", low),
        ("turns.p95", high),
        ("swaps.mean", before.mean("swaps")),
        ("share.first", before.mean("share.first")),
        ("ending.out", before.mean("ending.out")),
        ("effect.two.swaps", after.effect("swaps")),
        ("effect.two.turns", after.effect("turns")),
    ):
        value = e.mean if hasattr(e, "mean") else e.value
        assert (found[name].value, found[name].low, found[name].high) == (value, e.low, e.high), name
        assert found[name].where == ("two" if name.startswith("effect") else "one")


def test_the_largest_of_several_values_has_an_interval_that_holds_for_all():
    found = judged({"seat_edge": "< 0.1", "effect.two.share": "< 0.1"})
    analysis = drawn_for(300, lineup=FOUR, scenarios=TWO)
    edges = analysis.places[0].rivals.seat_edges
    effects = [analysis.places[1].effect(f"share.{name}") for name in FOUR]
    for name, each in (("seat_edge", edges), ("effect.two.share", effects)):
        assert found[name].value == max(abs(e.mean) for e in each)
        wide = [e.at(0.05 / 4) for e in each]
        assert found[name].high == max(max(e.high, -e.low) for e in wide)
        assert found[name].low == max(0.0, *(max(e.low, -e.high) for e in wide))


def test_of_strategies_that_all_fall_or_rise_the_largest_is_known_to_be_large():
    rows = anything(group(), 300)
    rows["won"] = 0
    rows["won"][:, :4, 0] = 1  # the first seat, then the second
    rows["won"][:, 4:, 1] = 1
    analysis = said_of(rows, lineup=FOUR, scenarios=TWO, seating="rotate", checks={"seat_edge": "< 0.7", "effect.two.share": "< 0.1"})
    edge, effect = analysis.checks
    assert (edge.value, edge.high, edge.status) == (0.75, 0.75, "broken")
    assert 0.73 < edge.low < 0.75
    assert (effect.value, effect.status) == (0.0, "held"), "in all seatings together nobody gains"


def test_a_limit_in_percent_of_what_is_no_share_is_one_of_the_baseline():
    analysis = drawn_for(300, lineup=FOUR, scenarios=TWO)
    baseline, e = analysis.places[0].mean("swaps").mean, analysis.places[1].effect("swaps")
    found = judged({"effect.two.swaps": "< 9%"})["effect.two.swaps"]
    assert [found.value, found.low, found.high] == pytest.approx([e.mean / baseline, e.low / baseline, e.high / baseline])
    alike = judged({"effect.two.share": "< 9%"})["effect.two.share"]
    assert alike.value == judged({"effect.two.share": "< 0.09"})["effect.two.share"].value


def test_a_check_names_its_place_where_there_are_several():
    assert drawn_for(lineup=FOUR, checks={"turns.mean": "> 0"}).checks[0].where == ""
    lineups = {"a": FOUR, "b": ["random"] * 4}
    several = drawn_for(lineup=None, lineups=lineups, scenarios=TWO, checks={"turns.mean": "> 0"})
    assert [check.where for check in several.checks] == ["a, one", "b, one"]
    players = drawn_for(lineup=["first", "random"], players=[2, 3], checks={"turns.mean": "> 0"})
    assert [check.where for check in players.checks] == ["2 players", "3 players"]


def test_a_game_that_needs_no_limit_never_reached_it():
    asked = {"game": "what_the_heck", "players": 3, "lineup": ["random"] * 3, "checks": {"turn_limit": "< 1%"}}
    found = drawn_for(10, **asked).checks[0]
    assert (found.value, found.low, found.high, found.status) == (0.0, 0.0, 0.0, "held")


@pytest.mark.parametrize(("ending", "low", "high"), [(2, 1 - 0.0362, 1.0), (0, 0.0, 0.0362)])
def test_what_never_or_always_happened_may_be_otherwise_in_the_next_deal(ending, low, high):
    rows = anything(group(scenarios=["only"]), 100)
    rows["ending"] = ending
    found = said_of(rows, lineup=FOUR, checks={"turn_limit": "< 50%"}).checks[0]
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-4)
    assert found.status == ("broken" if ending else "held")
