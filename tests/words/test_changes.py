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
    ("metric", "of", "signed"),
    [
        (SHARE, change(0.019, 0.001, 0.25), "+1.90 pp"),
        (SHARE, change(-0.019, 0.01, 0.25), "−1.9 pp"),
        (SEAT, change(0.01, 0, 0.25), "+1 pp"),
        (SEAT, change(-0.01, 0, 0), "−1 pp"),
        (TURNS, change(-4.2, 0.3, 40), "−4.2 turns (−10.5%)"),
        (TURNS, change(1, 0, 40), "+1 turns (+2.5%)"),
        (TURNS, change(0, 0, 0), "0 turns"),
        (SCORE, change(5, 2, -20), "+5 points (+25%)"),
        (EVENT, change(0.5, 0.2, 2), "+0.5 a game (+25%)"),
        (EVENT, change(0.5, 0.2, 0), "+0.5 a game"),
        (EVENT, change(-2, 0.2, 2), "−2.0 a game (none left)"),
        (EVENT, change(19, 0.2, 2), "+19.0 a game (+950%)"),
        (EVENT, change(20, 0.2, 2), "+20.0 a game"),
        (EVENT, change(0.5, 0.2, 0.0099), "+0.5 a game"),
        (SCORE, change(0.5, 0.2, -0.005), "+0.5 points"),
    ],
)
def test_a_difference(metric, of, signed):
    assert changes.signed_change(metric, of) == signed


def test_a_difference_as_short_as_in_a_picture():
    assert changes.shortest_change(SHARE, change(0.019, 0.001, 0.25)) == "+1.90 pp"
    assert changes.shortest_change(TURNS, change(-4.2, 0.3, 40)) == "−4.2 (−10.5%)"
    assert changes.shortest_change(TURNS, change(-4.2, 0.3, 0)) == "−4.2 turns"
    assert changes.shortest_change(EVENT, change(0.5, 0.2, 2)) == "+0.5 (+25%)"


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
        (UNDECIDED, 1_234, "◐ undecided (1,300 more deals)"),
        (UNDECIDED, 1, "◐ undecided (1 more deal)"),
        (UNDECIDED, 10**9 - 10**7, "◐ undecided (990,000,000 more deals)"),
        (UNDECIDED, 10**9, "◐ undecided (no number of deals would tell)"),
        ("", 0, ""),
    ],
)
def test_a_verdict_in_short(word, more, text):
    assert changes.verdict_in_short(word, more) == text


@pytest.mark.parametrize(
    ("more", "likely", "in_short", "told"),
    [
        (2, 9, "2 to 9 more deals", "about 2 more deals would decide it with an even chance, 9 with four in five"),
        (1, 1, "1 more deal", "about 1 more deal would decide it with an even chance"),
        (1, 2, "1 to 2 more deals", "about 1 more deal would decide it with an even chance, 2 with four in five"),
        (700, 10**9, "700 more deals", "about 700 more deals would decide it with an even chance"),
        (10**9, 10**9, "no number of deals would tell", "no number of deals is likely to decide it"),
    ],
)
def test_how_many_deals(more, likely, in_short, told):
    assert changes.verdict_in_short(UNDECIDED, more, likely) == f"◐ undecided ({in_short})"
    assert changes.more_deals(more, likely) == told
    assert changes.more_deals(more, likely, "all") == told.replace("decide it", "decide all")


def test_what_sits_on_the_threshold():
    assert changes.verdict_in_short(UNDECIDED, 700, 900, sits_on_margin=True) == "◐ undecided (on your threshold)"
    assert changes.more_deals(700, 900, sits_on_margin=True) == "it sits on your threshold"
    assert changes.more_deals(700, 900, "all", sits_on_margin=True) == "all sit on your threshold"


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
