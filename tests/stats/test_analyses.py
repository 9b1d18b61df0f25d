"""What is said of games that were really played."""

import re

import numpy as np
import polars as pl
import pytest

from simlab.stats.contrasts import EFFECT
from simlab.stats.intervals import holm_levels
from simlab.stats.replays import flipped_deals
from simlab.stats.silence import ENOUGH
from simlab.stats.verdicts import level_of
from simlab.table.batches import rows_of
from simlab.table.rows import frame
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.played import EIGHTS, play

COPY = '"""Picks at random; a copy."""\n\nfrom simlab.games.mean import below\n\n\ndef play(view):\n    return below(view, view.options)\n'

SHAKY = '''"""Sheds as many cards as it can, but now and then picks at random."""

from simlab.games.mean import EIGHT, below, plays, uniform

PARAMS = dict(slip=0.1)


def play(view, my):
    if uniform(view) < my.slip:
        return below(view, view.options)
    best, best_score = 0, -1
    for i in range(plays(view)):
        score = 2 * view.count[i] - view.wild[i]
        if view.value[i] == EIGHT and view.count[i] == view.cards:
            score = 0
        if score > best_score:
            best, best_score = i, score
    return best
'''


@pytest.fixture(scope="module")
def eights():
    return play(scenarios=EIGHTS, games=12_000)


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    """A directory with strategies of one's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies" / "mean").mkdir(parents=True)
    return tmp_path / "strategies" / "mean"


def test_a_rule_that_changed_nothing_shows_exactly_that_and_what_it_is_worth():
    """Of a share it is known how much it can change; of a length only what the limit allows, and of a counter nothing."""
    _, analysis = play(scenarios={"as printed": {}, "a later limit": {"turn_limit": 50_000}})
    effects = analysis.effects
    assert effects.height == len(analysis.metrics)
    for column in ("mean", "se"):
        assert (effects[column] == 0).all(), column
    shares, counters = effects.filter(pl.col("metric").str.starts_with("share")), effects.filter(metric="swaps")
    assert shares["high"].to_list() == pytest.approx([3.68 / 1000] * 3, rel=0.01)
    assert (shares["verdict"] == NO_DIFFERENCE).all()
    assert counters.select("low", "high", "verdict").rows() == [(-np.inf, np.inf, UNDECIDED)]
    flipped = analysis.table("flipped")
    assert flipped["share"].to_list() == flipped["low"].to_list() == [0.0]
    assert 0 < flipped["high"].item() < 0.004
    assert flipped_deals(analysis) == []
    assert (analysis.table("ledger_effects")["effect"] == 0).all()
    (answer,) = analysis.answer
    assert answer == "With “a later limit”, none of 1,000 deals changed who wins, so at most 0.3% of all deals do."


def test_copies_of_a_strategy_have_exactly_equal_shares_where_all_orders_are_played(workspace):
    for name in ("one", "two"):
        (workspace / f"{name}.py").write_text(COPY)
    _, analysis = play(lineup=["one", "two", "first", "random"], seating="permute", games=2_400)
    shares = {row["strategy"]: row for row in analysis.table("shares").to_dicts()}
    assert shares["one"]["share"] == shares["two"]["share"]
    assert [shares["one"][key] for key in ("se", "rank", "rank_low", "rank_high")] == [
        shares["two"][key] for key in ("se", "rank", "rank_low", "rank_high")
    ]
    pair = analysis.table("pairs").filter(strategy="one", opponent="two").to_dicts()[0]
    assert (pair["difference"], pair["se"]) == (0.0, 0.0)


@pytest.mark.slow
def test_a_strategy_that_slips_in_a_tenth_of_its_decisions_is_found_to_be_weaker(workspace):
    """Against itself without slips: the sign is right, and the size is that which other deals confirm."""
    (workspace / "shaky.py").write_text(SHAKY)
    lineup = ["shaky", {"strategy": "shaky", "slip": 0}, "shaky", {"strategy": "shaky", "slip": 0}]
    found = []
    for seed, games in ((1, 40_000), (2, 160_000)):
        _, analysis = play(lineup=lineup, games=games, seed=seed)
        found.append(analysis.table("pairs").filter(strategy="shaky", opponent="shaky(slip=0)").to_dicts()[0])
    first, again = found
    assert first["high"] < 0
    assert again["high"] < 0
    assert abs(first["difference"] - again["difference"]) < 3 * np.hypot(first["se"], again["se"])


def test_each_headline_number_from_the_rows_by_other_means(eights):
    """With polars, from the rows: the same to the last digit."""
    plan, analysis = eights
    rows = pl.concat([frame(plan, chunk, rows_of(plan, chunk)) for chunk in plan.chunks()])
    seats = range(4)
    for c in analysis.headline:
        name = c.metric.strategy or ""
        won = pl.sum_horizontal(pl.when(pl.col(f"strategy_{s}") == name).then(pl.col(f"share_{s}")).otherwise(0) for s in seats)
        sits = pl.sum_horizontal((pl.col(f"strategy_{s}") == name).cast(int) for s in seats)
        value = pl.col("turns") if not name else won / sits
        by_deal = rows.group_by("deal", "scenario").agg(value.mean().alias("value"))
        wide = by_deal.pivot("scenario", index="deal", values="value")
        change = wide.select(pl.col(c.scenario) - pl.col(c.baseline)).to_series()
        half_width = 1.959963984540054 * change.std() / np.sqrt(len(change))
        assert c.effect.deals == len(change) == 3_000
        assert c.effect.mean == pytest.approx(change.mean(), rel=1e-9)
        moments = c.effect.moments
        assert moments.changed == (change.abs() > 1e-9).sum()
        if moments.changed >= ENOUGH and moments.carriers >= ENOUGH / 3:
            assert c.effect.half_width == pytest.approx(half_width, rel=0.05)
        assert c.effect.half_width > 0.999 * half_width
        assert c.effect.baseline == pytest.approx(wide[c.baseline].mean(), rel=1e-9)
        row = analysis.effects.filter(scenario=c.scenario, metric=c.metric.name).to_dicts()[0]
        assert (row["mean"], row["low"], row["high"]) == (c.effect.mean, c.effect.low, c.effect.high)
    shares = analysis.table("shares").filter(scenario="an Eight wins", strategy="first").to_dicts()[0]
    first = rows.filter(scenario="an Eight wins").select(
        pl.sum_horizontal(pl.when(pl.col(f"strategy_{s}") == "first").then(pl.col(f"share_{s}")).otherwise(0) for s in seats)
    )
    assert shares["share"] == pytest.approx(first.to_series().mean(), rel=1e-12)
    lengths = analysis.table("lengths").filter(scenario="an Eight swaps").to_dicts()[0]
    turns = rows.filter(scenario="an Eight swaps")["turns"]
    assert [lengths[f"q{p}"] for p in (5, 25, 50, 75, 95)] == [
        np.quantile(turns, p / 100, method="inverted_cdf") for p in (5, 25, 50, 75, 95)
    ]


def test_pairing_saves_what_it_says(eights):
    """`saving` is the variance of separate deals over that of the same ones."""
    _, analysis = eights
    stats, m = analysis.stats[0], analysis.stats[0].measures.index["turns"]
    effect = stats.against(m, 0, EFFECT, (1,))
    assert effect.saving == pytest.approx((stats.mean(m, 0, 0).se ** 2 + stats.mean(m, 0, 1).se ** 2) / effect.se**2)
    assert effect.saving > 5


def test_pairing_saves_everything_where_nothing_differs():
    _, analysis = play(games=400, scenarios={"as printed": {}, "a later limit": {"turn_limit": 2000}})
    saving = dict(analysis.effects.select("metric", "saving").rows())
    assert saving["turns"] == np.inf
    assert saving["ending.turn_limit"] == 1, "it is the same in every game"


def test_the_headline_is_one_family_judged_by_holm(eights):
    _, analysis = eights
    assert len(analysis.headline) == 2 * (3 + 1)
    levels = [level_of(c.effect, c.verdict.margin) for c in analysis.headline]
    for c, level, tested in zip(analysis.headline, levels, holm_levels(levels), strict=True):
        assert (c.verdict.word != UNDECIDED) == (level <= tested)
    by_effects = analysis.effects.filter(pl.col("metric").is_in(["turns", "share.first", "share.random", "share.shedder"]))
    assert by_effects["verdict"].to_list() == [
        c.verdict.word
        for scenario in EIGHTS
        for c in analysis.comparisons
        if c.scenario == scenario and c.metric.name in set(by_effects["metric"])
    ]


def test_one_deal_says_nothing_yet():
    _, analysis = play(games=4)
    assert analysis.headline == analysis.comparisons == analysis.checks == flipped_deals(analysis) == []
    assert analysis.answer == ["One deal says nothing yet: play more games."]


@pytest.mark.parametrize(
    "changed",
    [
        {"scenarios": EIGHTS},
        {"scenarios": EIGHTS, "games": 40},
        {"scenarios": {**EIGHTS, "three Piles": {"piles": 3}, "five Piles": {"piles": 5}, "six cards": {"hand_size": 6}}},
        {"scenarios": EIGHTS, "players": [2, 3], "lineup": ["first", "random"]},
        {"scenarios": EIGHTS, "lineup": ["random"] * 4},
        {"scenarios": EIGHTS, "metrics": ["swaps"]},
        {"vary": {"eight_last": ["loses", "wins"], "piles": [3, 4, 5]}},
        {"vary": {"turn_limit": [1000, 2000]}},
        {},
        {"lineup": ["random"] * 4},
        {"seating": "fixed"},
        {"players": [2, 3, 4], "lineup": ["first", "random"]},
        {"lineup": None, "lineups": {"one": ["first"] * 4, "two": ["first", "random", "random", "random"]}},
        {"scenarios": EIGHTS, "precision": {"share": 0.01}},
    ],
    ids=lambda changed: "-".join(changed) or "plain",
)
def test_every_kind_of_question_has_an_answer_of_a_few_sentences(changed):
    _, analysis = play(**{"games": 2_000, **changed})
    assert 1 <= len(analysis.answer) <= 4
    text = " ".join(analysis.answer)
    assert re.search(r"\d", text), text
    assert "nan" not in text
    assert all(sentence.endswith(".") for sentence in analysis.answer)
    if analysis.headline:
        said = {word for word in (MATTERS, NO_DIFFERENCE, UNDECIDED) if word in text.lower() or (word == MATTERS and " matter" in text)}
        assert said, text


def test_an_undecided_answer_says_how_many_more_deals():
    _, analysis = play(
        scenarios={"as printed": {}, "an Eight wins": {"eight_last": "wins"}}, lineup=["random", "first", "first", "first"], games=40
    )
    undecided = [c for c in analysis.headline if c.verdict.word == UNDECIDED]
    assert undecided
    assert all(c.verdict.more_deals > 0 for c in undecided)
    assert "more deals would decide" in " ".join(analysis.answer)


def test_main_effects_and_interactions_are_averages_of_the_scenarios():
    _, analysis = play(vary={"eight_last": ["loses", "wins"], "piles": [3, 5]}, games=2_000)
    turns = {row["scenario"]: row["mean"] for row in analysis.table("lengths").to_dicts()}
    corner = {(a, b): turns[f"eight_last={a}, piles={b}"] for a in ("loses", "wins") for b in (3, 5)}
    piles = analysis.table("factors").filter(rule="piles", metric="turns").to_dicts()[0]
    assert (piles["value"], piles["baseline"]) == ("5", "3")
    assert piles["mean"] == pytest.approx((corner["loses", 5] - corner["loses", 3] + corner["wins", 5] - corner["wins", 3]) / 2)
    both = analysis.table("interactions").filter(metric="turns").to_dicts()[0]
    assert both["mean"] == pytest.approx(corner["wins", 5] - corner["wins", 3] - corner["loses", 5] + corner["loses", 3])
    assert both["low"] < both["mean"] < both["high"]


def test_the_ledger_of_games_where_an_event_fired(eights):
    """By hand from the rows: pairs of games with a cleared Play Area in at least one of the two, and the change of the length in them."""
    plan, analysis = eights
    rows = pl.concat([frame(plan, chunk, rows_of(plan, chunk)) for chunk in plan.chunks()])
    rows = rows.with_columns(pl.int_range(pl.len()).over("deal", "scenario").alias("seating"))
    before, after = (rows.filter(scenario=name).select("deal", "seating", "turns", "clears") for name in ("as printed", "an Eight swaps"))
    pairs = before.join(after, on=["deal", "seating"]).filter((pl.col("clears") > 0) | (pl.col("clears_right") > 0))
    found = analysis.table("ledger_effects").filter(scenario="an Eight swaps", event="clears", metric="turns").to_dicts()[0]
    assert found["games"] == pairs.height
    assert found["deals"] == pairs["deal"].n_unique()
    assert found["effect"] == pytest.approx((pairs["turns_right"] - pairs["turns"]).mean())


def test_seats_that_are_not_fair_are_found():
    """Where everybody takes the first legal action, the seat is all that differs."""
    _, analysis = play(lineup=["first"] * 4, games=8_000)
    seats = analysis.table("seats").to_dicts()
    assert sum(row["edge"] for row in seats) == pytest.approx(0, abs=1e-12)
    is_uneven = any(row["edge_low"] > 0 or row["edge_high"] < 0 for row in seats)
    assert (seats[0]["p_joint"] < 0.05) == is_uneven
