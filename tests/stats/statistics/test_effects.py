"""What the scenarios change, and what the values of varied rules do."""

from pathlib import Path

import numpy as np
import pytest

from simlab.commands.running import answer_of
from simlab.engine.metric import EVENTS, Margin
from simlab.experiment.plan import groups_of
from simlab.metrics.shares import SCORES
from simlab.stats.analysis import Analysis
from simlab.stats.comparisons import Comparison
from simlab.stats.intervals import holm_levels
from simlab.stats.verdicts import Verdict, level_of
from simlab.words.changes import MATTERS, UNDECIDED
from tests.stats.played import experiment
from tests.stats.process import anything, drawn_for, group, said_of

FOUR = ["shedder", "random", "first", "planner"]
TWO = {"one": {}, "two": {"piles": 5}}


def test_a_line_of_effects_by_other_means():
    """The change of each deal, in numpy, from the rows."""
    rows = anything(group(), 300)
    analysis = said_of(rows, lineup=FOUR, scenarios=TWO)
    by_deal = rows["turns"].reshape(300, 2, 4).mean(axis=2)
    change = by_deal[:, 1] - by_deal[:, 0]
    errors = [values.std(ddof=1) / np.sqrt(300) for values in (change, by_deal[:, 0], by_deal[:, 1])]
    line = analysis.effects.filter(metric="turns").to_dicts()[0]
    found = {key: line[key] for key in ("baseline_mean", "mean", "se", "saving", "margin")}
    assert [line["low"], line["high"]] == pytest.approx(change.mean() + 1.9599640 * errors[0] * np.array([-1, 1]), abs=0.1 * errors[0])
    assert found == pytest.approx(
        {
            "baseline_mean": by_deal[:, 0].mean(),
            "mean": change.mean(),
            "se": errors[0],
            "saving": (errors[1] ** 2 + errors[2] ** 2) / errors[0] ** 2,
            "margin": 0.02 * by_deal[:, 0].mean(),
        }
    )
    assert [line[key] for key in ("players", "lineup", "scenario", "baseline", "n")] == [4, "lineup", "two", "one", 300]


def test_what_the_question_is_about_is_judged_together():
    analysis = drawn_for(deals=300, lineup=FOUR, scenarios={**TWO, "three": {"piles": 3}})
    assert [(c.scenario, c.metric.name) for c in analysis.headline] == [
        (scenario, metric) for scenario in ("two", "three") for metric in (*(f"share.{name}" for name in FOUR), "turns")
    ]
    levels = [level_of(c.effect, c.verdict.margin) for c in analysis.headline]
    tested = holm_levels(levels)
    assert tested[0] < 0.05
    for c, level in zip(analysis.headline, tested, strict=True):
        assert c.verdict == Verdict.of(c.effect.at(level), c.verdict.margin)
        line = analysis.effects.filter(scenario=c.scenario, metric=c.metric.name).to_dicts()[0]
        assert (line["verdict"], line["margin"], line["more_deals"]) == (c.verdict.word, c.verdict.margin, c.verdict.more_deals)
    other = next(c for c in analysis.comparisons if c.metric.name == "swaps")
    assert other.verdict == Verdict.of(other.effect, other.verdict.margin)


def asked_of(analysis: Analysis) -> list[str]:
    return [metric.name for metric in analysis.headline_metrics(analysis.places[0])]


def test_what_a_question_is_about():
    shares, seats = [f"share.{name}" for name in FOUR], [f"seat.{seat}" for seat in range(4)]
    assert asked_of(drawn_for(lineup=FOUR)) == [*shares, "turns"]
    assert asked_of(drawn_for(lineup=["random"] * 4)) == [*seats, "turns"], "where all play one strategy, the seats are all that differs"
    assert asked_of(drawn_for(lineup=FOUR, metrics=["swaps"])) == ["swaps"]
    assert asked_of(drawn_for(lineup=FOUR, metrics=["swaps", "turns"], precision={"share": 0.1})) == ["swaps", "turns", *shares]
    assert asked_of(drawn_for(lineup=FOUR, precision={"swaps": 0.1, "turns": 1})) == [*shares, "turns", "swaps"]


def test_only_what_is_asked_for_is_reported():
    analysis = drawn_for(lineup=FOUR, scenarios=TWO, metrics=["turns", "share"])
    names = analysis.effects["metric"].to_list()
    assert names == [*(f"share.{name}" for name in FOUR), *(f"seat.{seat}" for seat in range(4)), "turns"]
    by_default = drawn_for(lineup=FOUR, scenarios=TWO)
    assert by_default.effects["metric"].to_list() == list(by_default.all_metrics)


def test_each_strategy_only_where_it_plays():
    lineups = {"one": ["first", "random"], "two": ["random", "shedder"]}
    analysis = drawn_for(lineup=None, lineups=lineups, players=2, scenarios=TWO, metrics=["share"])
    found = [(c.lineup, c.metric.name) for c in analysis.headline]
    assert found == [("one", "share.first"), ("one", "share.random"), ("two", "share.random"), ("two", "share.shedder")]


@pytest.mark.parametrize(
    ("matters", "margin"),
    [({}, 0.02), ({"turns": 0.1}, None), ({"turns": "5%"}, 0.05)],
    ids=["2% by default", "a number", "a share of the baseline"],
)
def test_what_is_too_small_to_matter(matters, margin):
    analysis = drawn_for(lineup=FOUR, scenarios=TWO, matters=matters)
    c = next(c for c in analysis.comparisons if c.metric.name == "turns")
    assert c.verdict.margin == pytest.approx(0.1 if margin is None else margin * c.effect.baseline)
    share = next(c for c in analysis.comparisons if c.metric.name == "share.first")
    assert share.verdict.margin == 0.01


def test_margins_have_a_floor_where_a_baseline_may_be_nothing():
    """Events that hardly ever happen, and scores that lie around 0."""
    analysis = drawn_for(game="hit_the_deck", players=2, lineup=["first", "random"], scenarios={"one": {}, "two": {}})
    for c in analysis.comparisons:
        margin, baseline = c.metric.family.margin, abs(c.effect.baseline)
        if c.metric.family is EVENTS:
            assert c.verdict.margin == max(0.01, 0.02 * baseline)
        elif c.metric.family is SCORES:
            assert c.verdict.margin == max(0.02 * baseline, 0.05 * c.effect.spread) > 0
        else:
            assert c.verdict.margin == margin.at(baseline)
    spread = analysis.places[0].mean("score.first").moments.central[0] ** 0.5
    assert next(c for c in analysis.comparisons if c.metric.name == "score.first").effect.spread == pytest.approx(spread)
    assert Margin(0.02, relative=True).at(0.0, spread=3.0) == 0, "as an experiment may say"


VARIED = {"eight_last": ["loses", "wins"], "piles": [3, 4, 5]}


@pytest.mark.parametrize(("baseline", "eight", "pile"), [(None, 0, 1), ("printed", 0, 1), ("eight_last=wins, piles=5", 1, 2)])
def test_factors_and_interactions_by_other_means(baseline, eight, pile):
    """Averages over the other rule, deal by deal, in numpy: told against the printed rules, or those that are named."""
    of = group(scenarios=[str(s) for s in range(6)])
    rows = anything(of, 250)
    analysis = said_of(rows, lineup=FOUR, vary=VARIED, baseline=baseline)
    corner = rows["turns"].reshape(250, 2, 3, 4).mean(axis=-1)  # [deal, eight_last, piles]
    eights, printed = VARIED["eight_last"], str(VARIED["piles"][pile])
    piles = analysis.table("factors").filter(rule="piles", value="3", metric="turns").to_dicts()[0]
    change = (corner[:, :, 0] - corner[:, :, pile]).mean(axis=1)
    assert (piles["baseline"], piles["n"]) == (printed, 250)
    se = change.std(ddof=1) / np.sqrt(250)
    assert [piles[key] for key in ("baseline_mean", "mean", "se")] == pytest.approx([corner[:, :, pile].mean(), change.mean(), se])
    both = analysis.table("interactions").filter(value=eights[1 - eight], other_value="3", metric="turns").to_dicts()[0]
    change = corner[:, 1 - eight, 0] - corner[:, eight, 0] - corner[:, 1 - eight, pile] + corner[:, eight, pile]
    assert [both[key] for key in ("rule", "baseline", "other", "other_baseline")] == ["eight_last", eights[eight], "piles", printed]
    se = change.std(ddof=1) / np.sqrt(250)
    assert [both[key] for key in ("mean", "se")] == pytest.approx([change.mean(), se])
    assert both["low"] == pytest.approx(change.mean() - 1.9599640 * se, abs=0.1 * se)
    alone = analysis.effects.filter(scenario="eight_last=loses, piles=3", metric="turns").to_dicts()[0]
    assert alone["baseline"] == f"eight_last={eights[eight]}, piles={printed}"
    assert alone["mean"] == pytest.approx((corner[:, 0, 0] - corner[:, eight, pile]).mean())
    assert alone["baseline_mean"] == pytest.approx(corner[:, eight, pile].mean())


def test_all_that_an_answer_may_claim_of_varied_rules_is_one_family():
    """Rule sets, main effects and interactions in what the question is about: judged by Holm's procedure, as its paper has it, and said
    alike in every table, in JSON and by what the answer is made of.
    """
    analysis = drawn_for(deals=300, lineup=FOUR, vary=VARIED)
    metrics = {*(f"share.{name}" for name in FOUR), "turns"}
    tables = {"effects": analysis.comparisons, "factors": analysis.main_effects, "interactions": analysis.two_way_interactions}
    found = [(name, i, c) for name, of in tables.items() for i, c in enumerate(of) if c.metric.name in metrics]
    assert len(found) == (5 + 3 + 2) * 5
    as_json = answer_of(analysis, Path())
    still_holds, level = True, 0.0
    for rank, (name, i, c) in enumerate(sorted(found, key=lambda one: level_of(one[2].effect, one[2].verdict.margin))):
        level = 0.05 / (len(found) - rank) if still_holds else level
        still_holds = still_holds and level_of(c.effect, c.verdict.margin) <= level
        verdict = Verdict.of(c.effect.at(level), c.verdict.margin)
        line = analysis.table(name).to_dicts()[i]
        assert (c.verdict, line["verdict"], line["more_deals"]) == (verdict, verdict.word, verdict.more_deals)
        assert as_json[name][i] == line
    assert not still_holds
    assert analysis.headline == [c for c in analysis.main_effects if c.metric.name in metrics]


@pytest.mark.slow
def test_of_nothing_it_is_seldom_said_that_anything_matters():
    """Where every difference is 0 and any would matter, any verdict at all is false: in fewer than 5% of runs, but for chance."""
    of = groups_of(experiment(lineup=FOUR, vary=VARIED))[0]
    wrong, runs = 0, 400
    for seed in range(runs):
        analysis = said_of(anything(of, 250, seed), lineup=FOUR, vary=VARIED, matters={"share": 1e-9, "turns": 1e-9})
        wrong += any(verdict.word == MATTERS for verdict in analysis.family.values())
    assert 0.005 < wrong / runs < 0.05 + 2.3 * (0.05 * 0.95 / runs) ** 0.5, wrong


def test_the_only_rule_that_is_varied_has_one_verdict_for_each_of_its_values():
    """What a value does is what its rule set does: one comparison, with one verdict, that counts once."""
    analysis = drawn_for(deals=300, lineup=FOUR, vary={"piles": [3, 4, 5]})
    assert len(analysis.family) == 2 * 5
    same = ["metric", "n", "mean", "low", "high", "margin", "verdict", "more_deals"]
    values, sets = (analysis.table(name).select(same).rows() for name in ("factors", "effects"))
    assert values == sets
    assert UNDECIDED in {row[-2] for row in values}


def test_all_values_but_the_printed_ones_and_all_pairs_of_them():
    analysis = drawn_for(lineup=FOUR, vary=VARIED, metrics=["turns"])
    values = [("eight_last", "wins"), ("piles", "3"), ("piles", "5")]
    assert analysis.table("factors").select("rule", "value").rows() == values
    pairs = analysis.table("interactions").select("rule", "value", "other", "other_value").rows()
    assert pairs == [("eight_last", "wins", "piles", "3"), ("eight_last", "wins", "piles", "5")]
    assert [(c.scenario, c.baseline) for c in analysis.headline] == [
        ("eight_last=wins", "eight_last=loses"),
        ("piles=3", "piles=4"),
        ("piles=5", "piles=4"),
    ]
    assert {c.verdict.word for c in analysis.headline} <= {UNDECIDED, *analysis.table("factors")["verdict"]}
    assert not {"factors", "interactions"} & set(drawn_for(lineup=FOUR, scenarios=TWO).tables), "nothing is varied"


@pytest.mark.parametrize(
    ("compared", "names"),
    [
        ({"scenarios": TWO}, ["turns", "share.first", "share.random"]),  # as the experiment names them
        ({"vary": {"piles": [3, 4]}}, ["share.first", "share.random", "turns"]),  # as the tables have them
    ],
)
def test_in_which_order_the_headline_stands(compared, names):
    analysis = drawn_for(lineup=["first", "random"] * 2, metrics=["turns", "share"], **compared)
    assert [c.metric.name for c in analysis.headline] == names


def test_no_other_comparison_has_its_key():
    analysis = drawn_for(lineup=["first", "random"], players=[2, 3], scenarios=TWO)
    keys: list[tuple] = [c.key for c in analysis.comparisons]
    assert len(set(keys)) == len(keys) == 2 * len(analysis.all_metrics) - 1  # seat 2 with three players only
    assert isinstance(analysis.comparisons[0], Comparison)
