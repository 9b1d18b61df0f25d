"""What a metric does, in words: every form of them, of numbers made by hand."""

from dataclasses import replace

import pytest

from simlab import games
from simlab.engine.metric import Margin, Metric, own
from simlab.metrics import Setting, metrics_of
from simlab.words import changes
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED, Judged
from tests.stats.estimated import told

OF = {metric.name: metric for metric in metrics_of(Setting(games.find("what_the_heck"), ("crab", "owl"), 2))}
SHARE, SEAT, SCORE, TURNS, EVENT = OF["share.crab"], OF["seat.0"], OF["score.owl"], OF["turns"], OF["carries"]


def change(mean: float, half_width: float = 0.0, baseline: float = 0.0) -> Judged:
    return told(mean, half_width, baseline)


@pytest.mark.parametrize(
    ("metric", "of", "signed", "spoken", "amount"),
    [
        (SHARE, change(0.019, 0.001, 0.25), "+1.90 pp", "+1.90 points, ±0.10", "1.90 points, ±0.10"),
        (SHARE, change(-0.019, 0.01, 0.25), "−1.9 pp", "−1.9 points, ±1.0", "1.9 points, ±1.0"),
        (SEAT, change(0.01, 0, 0.25), "+1 pp", "+1 point, ±0", "1 point, ±0"),
        (SEAT, change(-0.01, 0, 0), "−1 pp", "−1 point, ±0", "1 point, ±0"),
        (TURNS, change(-4.2, 0.3, 40), "−4.2 turns (−10.5%)", "−10.5%, ±0.8", "4.2 turns, ±0.3"),
        (TURNS, change(1, 0, 40), "+1 turns (+2.5%)", "+2.5%, ±0", "1 turn, ±0"),
        (TURNS, change(0, 0, 0), "0 turns", "0, ±0", "0 turns, ±0"),
        (SCORE, change(5, 2, -20), "+5 points (+25%)", "+25%, ±10", "5 points, ±2"),
        (EVENT, change(0.5, 0.2, 2), "+0.5 a game (+25%)", "+25%, ±10", "0.5, ±0.2"),
        (EVENT, change(0.5, 0.2, 0), "+0.5 a game", "+0.5, ±0.2", "0.5, ±0.2"),
        (EVENT, change(0.5, 0.2, 0.0099), "+0.5 a game", "+0.5, ±0.2", "0.5, ±0.2"),
        (SCORE, change(0.5, 0.2, -0.005), "+0.5 points", "+0.5, ±0.2", "0.5 points, ±0.2"),
    ],
)
def test_a_difference(metric, of, signed, spoken, amount):
    assert changes.signed_change(metric, of) == signed
    assert changes.spoken_change(metric, of) == spoken
    assert changes.spoken_amount(metric, of) == amount


def test_a_difference_as_short_as_in_a_picture():
    assert changes.shortest_change(SHARE, change(0.019, 0.001, 0.25)) == "+1.90 pp"
    assert changes.shortest_change(TURNS, change(-4.2, 0.3, 40)) == "−4.2 (−10.5%)"
    assert changes.shortest_change(TURNS, change(-4.2, 0.3, 0)) == "−4.2 turns"
    assert changes.shortest_change(EVENT, change(0.5, 0.2, 2)) == "+0.5 (+25%)"


@pytest.mark.parametrize(
    ("metric", "of", "told"),
    [
        (SHARE, change(-0.019, 0.001, 0.241), "crab's share falls by 1.90 points (from 24.10% to 22.20%, ±0.10)"),
        (SHARE, change(0.01, 0, 0.25), "crab's share rises by 1 point (from 25% to 26%, ±0)"),
        (SEAT, change(0.03, 0.02, 0.25), "seat 0's share rises by 3 points (from 25% to 28%, ±2)"),
        (TURNS, change(-4, 0.3, 40), "the games' length falls by 10.0% (from 40.0 to 36.0 turns, ±0.3)"),
        (TURNS, change(-1, 0, 2), "the games' length falls by 50% (from 2 to 1 turn, ±0)"),
        (TURNS, change(3, 0.3, 0), "the games' length rises by 3.0 (from 0.0 to 3.0 turns, ±0.3)"),
        (SCORE, change(5, 2, 20), "owl's score rises by 25% (from 20 to 25 points, ±2)"),
        (EVENT, change(0.5, 0.2, 2), "carries a game rise by 25% (from 2.0 to 2.5, ±0.2)"),
        (EVENT, change(-0.5, 0.2, 2), "carries a game fall by 25% (from 2.0 to 1.5, ±0.2)"),
        (own("m", "m", "the first turn"), change(-0.5, 0.2, 2), "the first turn falls by 25% (from 2.0 to 1.5, ±0.2)"),
        (OF["decisions"], change(-5, 2, 20), "decisions a game fall by 25% (from 20 to 15, ±2)"),
    ],
)
def test_a_change_in_full(metric, of, told):
    assert changes.what_changes(metric, of) == told
    elsewhere = told.replace(metric.subject, f"{metric.subject} with 3 players")
    assert changes.what_changes(metric, of, " with 3 players") == elsewhere
    assert changes.verdict_on(metric, of, MATTERS, 0) == f"{told}: that matters"


@pytest.mark.parametrize(
    ("metric", "of", "word", "needed", "told"),
    [
        (
            SHARE,
            change(0.01, 0.01, 0.25),
            UNDECIDED,
            1_234,
            "whether crab's share here changes by enough to matter is undecided (+1.0 points, ±1.0; "
            "about 1,300 more deals would decide it)",
        ),
        (
            EVENT,
            change(0.1, 0.2, 2),
            UNDECIDED,
            1,
            "whether carries a game here change by enough to matter is undecided (+5%, ±10; about 1 more deal would decide it)",
        ),
        (
            TURNS,
            change(0.8, 0.3, 40),
            UNDECIDED,
            10**9,
            "whether the games' length here changes by enough to matter is undecided (+2.0%, ±0.8; "
            "no number of deals is likely to decide it)",
        ),
        (
            TURNS,
            change(0, 0, 40),
            NO_DIFFERENCE,
            0,
            "none of 1,000 deals changed the games' length here, so at most 0.3% of all deals do: that makes no practical difference",
        ),
        (
            EVENT,
            change(0, 0, 2),
            UNDECIDED,
            10**9,
            "whether carries a game here change by enough to matter is undecided (none of 1,000 deals changed it, so at most 0.3% of all "
            "deals do; no number of deals is likely to decide it)",
        ),
        (TURNS, change(0, 0.1, 40), NO_DIFFERENCE, 0, "the change of the games' length here makes no practical difference (0.0%, ±0.2)"),
        (
            SHARE,
            change(0.001, 0, 0.2),
            NO_DIFFERENCE,
            0,
            "the change of crab's share here makes no practical difference (+0.1 points, ±0)",
        ),
    ],
)
def test_a_comparison_with_its_verdict(metric, of, word, needed, told):
    assert changes.verdict_on(metric, of, word, needed, " here") == told


def test_a_change_as_the_title_of_a_picture():
    assert changes.in_title(SHARE, change(0.031, 0.001, 0.2)) == "win share of crab +3.10 percentage points"
    assert changes.in_title(SEAT, change(-0.01, 0, 0.2)) == "win share of seat 0 −1 percentage point"
    assert changes.in_title(TURNS, change(-4, 0.3, 40)) == "game length −4.0 turns (−10.0%)"
    assert changes.in_title(SCORE, change(-4, 0.3, 40)) == "score of owl −4.0 points (−10.0%)"
    assert changes.in_title(EVENT, change(0.5, 0.2, 2)) == "carries +0.5 a game (+25%)"


def test_a_percentage_of_nothing_is_no_number():
    assert changes.relative_change(change(1, 0.1, 0)) == "–"
    assert changes.relative_change(change(1, 0.1, 0.0099)) == "–", "nor of what hardly ever happens"
    assert changes.relative_change(change(1, 0.1, -10)) == "+10.0%"


@pytest.mark.parametrize(
    ("metric", "value", "text"),
    [(SHARE, 0.01, "1 percentage point"), (SHARE, 0.005, "0.5 percentage points"), (TURNS, 1, "1 turn"), (TURNS, 0.725, "0.72 turns")],
)
def test_so_much_of_a_metric(metric, value, text):
    assert changes.amount(metric, value) == text


def test_both_ends_of_an_interval():
    assert changes.interval(-0.01, 0.021, 100, sign=True) == "−1.0 to +2.1"
    assert changes.interval(19.1, 20.9) == "19.1 to 20.9"
    assert changes.interval(0, 0.39) == "0.0 to 0.4", "as many digits as half of it allows"
    assert changes.interval(0.3, 0.3) == "the same on every deal"


@pytest.mark.parametrize(
    ("word", "more", "text"),
    [
        (MATTERS, 0, "● matters"),
        (NO_DIFFERENCE, 0, "○ no practical difference"),
        (UNDECIDED, 1_234, "◐ undecided (1,300 more deals would tell)"),
        (UNDECIDED, 1, "◐ undecided (1 more deal would tell)"),
        (UNDECIDED, 10**9 - 10**7, "◐ undecided (990,000,000 more deals would tell)"),
        (UNDECIDED, 10**9, "◐ undecided (no number of deals would tell)"),
        ("", 0, ""),
    ],
)
def test_a_verdict_in_short(word, more, text):
    assert changes.verdict_in_short(word, more) == text


def test_how_many_deals():
    assert changes.more_deals(2) == "about 2 more deals would decide it"
    assert changes.more_deals(10**9 - 1) == "about 1,000,000,000 more deals would decide it"
    assert changes.more_deals(10**9) == "no number of deals is likely to decide it"


def test_margins_as_they_are_written():
    assert Margin(0.01, relative=False).written == 0.01
    assert Margin(0.02, relative=True).written == "2%"
    assert Margin(0.125, relative=True).written == "12.5%"
    assert Margin(1e-90, relative=True).written == "1E-88%"
    assert Margin(0.02, relative=True).at(-50) == 1.0
    assert Margin(0.02, relative=False).at(-50) == 0.02


def test_what_a_metric_is_called():
    metric: Metric = own("coins", "coins", "the coins")
    assert (metric.key, metric.title) == ("coins", "coins")
    assert (replace(metric, asked="money", heading="coins won").key, replace(metric, heading="coins won").title) == ("money", "coins won")
