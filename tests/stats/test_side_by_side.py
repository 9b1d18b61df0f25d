"""Runs side by side: each number's difference is recomputed from the rows by polars alone, or from both intervals by hand."""

from math import hypot, sqrt

import numpy as np
import polars as pl
import pytest

from simlab.experiment import load
from simlab.report.compared import compare
from simlab.runner import Settings, run_experiment
from simlab.stats.estimates import Estimate
from simlab.stats.intervals import holm_levels
from simlab.stats.moments import Moments
from simlab.stats.side_by_side import APART, PAIRED, WORST, Apart, Change, Key, _judged
from simlab.stats.verdicts import level_of
from simlab.storage import games
from simlab.words.changes import MATTERS, NO_DIFFERENCE
from tests.run.harness import runs_of

EIGHTS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
ASKED = {
    "question": "?",
    "game": "mean",
    "players": 3,
    "games": 600,
    "seed": 3,
    "lineup": ["shedder", "random", "first"],
    "scenarios": EIGHTS,
    "metrics": ["share", "turns", "draws"],
}
RUNS = {
    "one": {},
    "six": {"rules": {"hand_size": 6}},
    "twin": {},
    "longer": {"games": 900},
    "orders": {"seating": "permute", "games": 1200},
    "seeded": {"seed": 4},
    "summed": {"keep": "summary", "rules": {"hand_size": 6}},
    "varied": {"scenarios": None, "vary": {"eight_last": ["loses", "wins"], "hand_size": [5, 6]}},
    "other values": {"scenarios": None, "vary": {"hand_size": [5, 6], "eight_last": ["loses", "wins"]}, "rules": {"piles": 4}},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return runs_of(tmp_path_factory.mktemp("reports"), ASKED, RUNS)


def beside(runs, *names):
    return compare([runs / name for name in names])


def by_deal(runs, name, scenario, number):
    """A number's mean over the seatings of each deal."""
    rows = pl.read_parquet(runs / name / "games" / "*.parquet").filter(pl.col("scenario") == scenario)
    return rows.with_columns(number.alias("number")).group_by("deal").agg(pl.col("number").mean()).sort("deal")["number"].to_numpy()


def share_of(strategy):
    return pl.sum_horizontal(
        pl.when(pl.col(f"strategy_{seat}") == strategy).then(pl.col(f"share_{seat}")).otherwise(0) for seat in range(3)
    )


NUMBERS = {"share.shedder": share_of("shedder"), "turns": pl.col("turns"), "draws": pl.col("draws")}


@pytest.mark.parametrize("metric", NUMBERS)
@pytest.mark.parametrize("other", ["six", "longer", "orders"])
def test_on_the_same_deals_a_difference_is_the_mean_over_deals(runs, other, metric):
    found = beside(runs, "one", other).whole.changes
    number = NUMBERS[metric]
    means = {name: {rules: by_deal(runs, name, rules, number) for rules in EIGHTS} for name in ("one", other)}
    deals = min(len(of["as printed"]) for of in means.values())
    one, other_one = ({rules: values[:deals] for rules, values in of.items()} for of in means.values())
    of_means = other_one["as printed"] - one["as printed"]
    of_effects = (other_one["an Eight wins"] - one["an Eight wins"]) - of_means
    for key, expected in {("", ""): of_means, ("an Eight wins", "as printed"): of_effects}.items():
        change = found[Key(3, "lineup", *key, metric)]
        assert change.how == PAIRED
        assert change.difference.deals == deals
        assert change.difference.mean == pytest.approx(expected.mean(), abs=1e-12)
        assert change.difference.se == pytest.approx(expected.std(ddof=1) / sqrt(deals), rel=1e-9)


def test_it_does_not_matter_how_many_deals_are_read_at_once(runs, monkeypatch):
    whole = beside(runs, "one", "longer").changes
    monkeypatch.setattr(games, "AT_ONCE", 100)
    assert beside(runs, "one", "longer").changes.equals(whole)


def test_a_run_that_stops_early_has_the_wider_interval(runs, tmp_path):
    asked = {**ASKED, "precision": {"share": 0.3}}
    run_experiment(load(asked), Settings(jobs=1, out=tmp_path / "early"))
    widths = []
    for name in ("one", "early"):
        run = compare([runs / "six", tmp_path / "early" if name == "early" else runs / "one"])
        change = run.whole.changes[Key(3, "lineup", "", "", "turns")]
        widths.append(change.difference.at(0.05).half_width / change.difference.se)
    assert widths[1] > widths[0]


def test_a_rules_value_is_compared_with_the_same_one(runs):
    found = beside(runs, "varied", "other values").whole.changes
    assert {key.scenario for key in found} == {"", "eight_last=wins", "hand_size=6"}
    turns = pl.col("turns")

    def longer(run, names):
        return np.mean([by_deal(runs, run, name, turns) - by_deal(runs, run, name.replace("=6", "=5"), turns) for name in names], axis=0)

    one = longer("varied", [f"eight_last={eight}, hand_size=6" for eight in ("loses", "wins")])
    other = longer("other values", [f"hand_size=6, eight_last={eight}" for eight in ("loses", "wins")])
    change = found[Key(3, "lineup", "hand_size=6", "hand_size=5", "turns")]
    assert change.difference.mean == pytest.approx((other - one).mean(), abs=1e-12)


def test_the_same_games_do_not_differ(runs):
    compared = beside(runs, "one", "twin")
    assert {change.difference.mean for change in compared.whole.changes.values()} == {0.0}
    assert not any(change.word == MATTERS for change in compared.whole.changes.values())
    assert compared.answer[0] == "Nothing differs in what was asked, nor in what played it."


def test_with_another_seed_an_interval_is_made_of_both(runs):
    compared = beside(runs, "one", "seeded")
    for key, change in compared.whole.changes.items():
        assert change.how == APART
        before, after = (of[key].estimate.at(change.difference.before.alpha) for of in compared.numbers)
        assert change.difference.mean == after.mean - before.mean
        assert change.difference.high - change.difference.mean == pytest.approx(hypot(after.high - after.mean, before.mean - before.low))
        assert change.difference.mean - change.difference.low == pytest.approx(hypot(after.mean - after.low, before.high - before.mean))


def test_without_rows_the_same_deals_give_the_widest_interval(runs):
    known, unknown = (beside(runs, "one", name).whole.changes for name in ("six", "summed"))
    for key, change in unknown.items():
        assert (change.how, change.difference.mean) == (WORST, pytest.approx(known[key].difference.mean))
        one, other = change.difference.before, change.difference.after
        assert change.difference.half_width == pytest.approx(one.half_width + other.half_width)


def test_all_of_two_runs_are_one_family():
    rng = np.random.default_rng(1)
    estimates = [Estimate(Moments.of(list(rng.integers(-3, 5, 300) + shift)), (-3, 9)) for shift in (0, 1, 2)]
    of = [Change(PAIRED, estimate, 0.9) for estimate in estimates]
    alphas = holm_levels([level_of(estimate, 0.9) for estimate in estimates])
    assert [change.difference.alpha for change in _judged(of)] == alphas
    assert len(set(alphas)) > 1


def apart(rng, deals, *, is_worst=False, shift=0.0, rare=False):
    """A difference of two runs with known truths, 0 and `shift`."""
    draws = [(rng.random(n) < (0.01 if rare else 1)) * rng.normal(0, 1000, n) for n in deals]
    moments = [Moments.of(list(np.rint(values + add * 1000).astype(int)), 1000) for values, add in zip(draws, (0.0, shift), strict=True)]
    return Apart(*(Estimate(of, (-10, 10)) for of in moments), is_worst)


def test_a_level_is_that_of_the_interval_that_touches_a_value():
    of = apart(np.random.default_rng(5), (400, 300), shift=0.2)
    for value in (0.0, 0.1, 0.5):
        for is_guarded in (False, True):
            at = of.at(of.level(value, is_guarded=is_guarded))
            span = at.guarded if is_guarded else at.span
            assert min(abs(span.low - value), abs(span.high - value)) < 1e-4
    assert of.level(of.mean) == pytest.approx(1, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("deals", "rare"), [((60, 90), False), ((400, 1000), False), ((400, 1000), True), ((3000, 3000), True)])
def test_intervals_of_runs_apart_cover_the_truth(deals, rare):
    rng = np.random.default_rng(17)
    found = [apart(rng, deals, shift=0.5, rare=rare) for _ in range(2000)]
    covered = np.mean([of.low <= 0.5 <= of.high for of in found])
    assert covered >= 0.935, covered
    assert rare or covered <= 0.965, covered


def test_a_verdict_is_about_the_difference_not_about_both_verdicts():
    rng = np.random.default_rng(3)
    assert _judged([Change(APART, apart(rng, (2000, 2000), shift=1.0), 0.5)])[0].word == MATTERS
    assert _judged([Change(APART, apart(rng, (2000, 2000)), 0.5)])[0].word == NO_DIFFERENCE
