"""Every form of sentence that an answer has, of comparisons made by hand and of rows made up for it."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.experiment.plan import groups_of
from simlab.metrics import Setting, metrics_of
from simlab.stats.answers import answer
from simlab.stats.comparisons import Comparison, Level, strength
from simlab.stats.verdicts import Verdict
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.estimated import told
from tests.stats.played import experiment
from tests.stats.process import MEAN, Process, group, said_of

OF = {metric.name: metric for metric in metrics_of(Setting(games.find("mean"), ("crab", "owl", "fox"), 4))}
FOUR = ["shedder", "random", "first", "planner"]


def change(metric: str, points: float, word: str, scenario: str = "A", *, more: int = 0, half: float = 0.5, **where: Any) -> Comparison:
    """A change by so many points, or hundredths of 20 turns."""
    baseline, margin = (0.25, 0.01) if metric.startswith("s") else (20.0, 0.4)
    factor = baseline / 100 if metric == "turns" else 0.01
    found, verdict = told(points * factor, half * factor, baseline), Verdict(word, margin, more)
    at = {"players": 4, "lineup": "one", "baseline": "as printed", **where}
    return Comparison(scenario=scenario, metric=OF[metric], effect=found, verdict=verdict, **at)


def said(*headline: Comparison, vary=None, groups: int = 1, lineups: int = 1, interactions=(), deals: int = 1_000) -> list[str]:
    asked = SimpleNamespace(vary=vary, lineups=[""] * lineups)
    stats = [SimpleNamespace(deals=deals)]
    return answer(
        SimpleNamespace(stats=stats, headline=headline, two_way_interactions=interactions, groups=[""] * groups, experiment=asked)
    )


CRAB, OWL, FOX, TURNS = "share.crab", "share.owl", "share.fox", "turns"
CRAB_RISES = "crab's share rises by 3.0 points (from 25.0% to 28.0%, ±0.5): that matters"


@pytest.mark.parametrize(("deals", "text"), [(0, "No deals say nothing yet"), (1, "One deal says nothing yet")])
def test_before_anything_can_be_said(deals, text):
    assert said(change(CRAB, 3, MATTERS), deals=deals) == [f"{text}: play more games."]
    assert said(change(CRAB, 3, MATTERS), deals=2) == [f"With “A”, {CRAB_RISES}."]


@pytest.mark.parametrize(
    ("headline", "text"),
    [
        ([change(CRAB, 3, MATTERS)], CRAB_RISES),
        ([change(OWL, -2, MATTERS), change(CRAB, 3, MATTERS)], f"{CRAB_RISES}, as does owl's share (−2.0 points, ±0.5)"),
        ([change(CRAB, 3, MATTERS), change(OWL, -2, MATTERS), change(FOX, 2, MATTERS)], f"{CRAB_RISES}, as do 2 other win shares"),
        ([change(CRAB, 3, MATTERS), change(OWL, 4, UNDECIDED, more=9)], f"{CRAB_RISES}; 1 other is undecided"),
        (
            [change(CRAB, 3, MATTERS), change(OWL, 4, UNDECIDED, more=9), change(FOX, -4, UNDECIDED, more=9)],
            f"{CRAB_RISES}; 2 others are undecided",
        ),
        ([change(CRAB, 3, MATTERS), change(OWL, 0.2, NO_DIFFERENCE)], CRAB_RISES),
        (
            [change(CRAB, 1, UNDECIDED, more=120), change(OWL, -1.5, UNDECIDED, more=300), change(TURNS, 5, MATTERS, half=0.5)],
            "whether owl's share changes by enough to matter is undecided (−1.5 points, ±0.5; about 300 more deals would decide it); "
            "1 other is undecided; the games' length rises by 5.0% (from 20.00 to 21.00 turns, ±0.10): that matters",
        ),
        (
            [change(CRAB, 0.1, NO_DIFFERENCE, half=0.1), change(OWL, -0.2, NO_DIFFERENCE, half=0.1)],
            "the change in who wins makes no practical difference (at most owl's share: −0.20 points, ±0.10)",
        ),
        (
            [change(CRAB, 0, NO_DIFFERENCE, half=0), change(OWL, -0.2, NO_DIFFERENCE, half=0)],
            "the change in who wins makes no practical difference (at most owl's share: −0.2 points, ±0)",
        ),
        (
            [change(CRAB, 0, NO_DIFFERENCE, half=0), change(OWL, 0, NO_DIFFERENCE, half=0.1)],
            "the change in who wins makes no practical difference (at most crab's share: 0 points, ±0)",
        ),
        (
            [change(CRAB, 0, NO_DIFFERENCE, half=0), change(OWL, 0, NO_DIFFERENCE, half=0)],
            "none of 1,000 deals changed who wins, so at most 0.3% of all deals do: that makes no practical difference",
        ),
        ([change("seat.1", -3, MATTERS)], "seat 1's share falls by 3.0 points (from 25.0% to 22.0%, ±0.5): that matters"),
        (
            [change(TURNS, 0, NO_DIFFERENCE, half=0), change(CRAB, 3, MATTERS)],
            f"{CRAB_RISES}; none of 1,000 deals changed the games' length, so at most 0.3% of all deals do: "
            "that makes no practical difference",
        ),
        (
            [change(TURNS, -5, MATTERS), change(TURNS, -4, MATTERS, players=3)],
            "the games' length falls by 5.0% (from 20.00 to 19.00 turns, ±0.10): that matters, as it does at 1 other place",
        ),
        (
            [change(TURNS, -5, MATTERS), *[change(TURNS, -4, MATTERS, players=n) for n in (2, 3)], change(TURNS, 9, UNDECIDED, players=5)],
            "the games' length falls by 5.0% (from 20.00 to 19.00 turns, ±0.10): that matters, as it does at 2 other places; "
            "1 other is undecided",
        ),
    ],
)
def test_what_a_change_of_the_rules_does(headline, text):
    other = change(TURNS, 0.1, NO_DIFFERENCE, "B", half=0.1)
    assert said(*headline, other) == [
        f"With “A”, {text}.",
        "With “B”, the change of the games' length makes no practical difference (+0.10%, ±0.10).",
    ]


def test_a_place_is_named_where_there_are_several():
    both = change(CRAB, 3, MATTERS), change(OWL, -2, MATTERS, players=3, lineup="two")
    start, end = (
        "crab's share{} rises by 3.0 points (from 25.0% to 28.0%, ±0.5): that matters",
        "as does owl's share{} (−2.0 points, ±0.5).",
    )
    for groups, lineups, crab, owl in (
        (1, 1, "", ""),
        (2, 1, " with 4 players", " with 3 players"),
        (1, 2, " at “one”", " at “two”"),
        (2, 2, " with 4 players at “one”", " with 3 players at “two”"),
    ):
        assert said(*both, groups=groups, lineups=lineups) == [f"With “A”, {start.format(crab)}, {end.format(owl)}"]
    nothing = change(CRAB, 0.1, NO_DIFFERENCE, half=0.1)
    assert said(nothing, groups=2)[0].endswith("(at most crab's share with 4 players: +0.10 points, ±0.10).")


def test_of_many_changes_the_strongest_and_how_many_of_the_others_matter():
    weak = [change(CRAB, points, MATTERS, f"weak {points}") for points in (1.5, 1.6)]
    strong = [change(CRAB, 3, MATTERS, "strong"), change(TURNS, 30, MATTERS, "stronger")]
    said_so = said(*weak, *strong)
    assert said_so[:2] == [
        "With “stronger”, the games' length rises by 30.0% (from 20.00 to 26.00 turns, ±0.10): that matters.",
        f"With “strong”, {CRAB_RISES}.",
    ]
    assert said_so[2] == "Of the other 2 changes 2 matter."
    assert len(said(weak[0], *strong)) == 3
    assert said(weak[0], *strong)[0].startswith("With “weak 1.5”")
    nothing = [change(CRAB, 0.1, NO_DIFFERENCE, "nothing"), change(CRAB, 0.2, NO_DIFFERENCE, "nothing again")]
    undecided = [change(CRAB, 1, UNDECIDED, "who knows", more=5), change(CRAB, 0.9, UNDECIDED, "who knows again", more=5)]
    of_nothing = change(TURNS, 0.1, NO_DIFFERENCE, "who knows", half=0.1)
    for others, text in (
        ((weak[0], nothing[0], undecided[0]), "3 changes 1 matters, 1 makes no practical difference and 1 is undecided"),
        ((*nothing, *undecided, of_nothing), "4 changes 2 make no practical difference and 2 are undecided"),
        ((*weak, nothing[0]), "3 changes 2 matter and 1 makes no practical difference"),
        ((weak[0], change(TURNS, 1, UNDECIDED, "weak 1.5", more=5), *undecided), "3 changes 1 matters and 2 are undecided"),
    ):
        assert said(*others, *strong)[2] == f"Of the other {text}."


def test_nothing_decided_yet():
    one = change(CRAB, 1.2, UNDECIDED, more=1_234)
    assert said(one) == [
        "Undecided: the largest change so far is of crab's share with “A” (+1.2 points, ±0.5); about 1,300 more deals would decide it."
    ]
    others = change(TURNS, -5, UNDECIDED, "B", more=99), change(OWL, 1, UNDECIDED, "A", more=2)
    assert said(one, *others, groups=2) == [
        "Undecided: the largest change so far is of the games' length with “B” with 4 players (−5.0%, ±0.5); "
        "about 1,300 more deals would decide all."
    ]
    assert said(change(CRAB, 1, UNDECIDED, more=10**13))[0].endswith("; no number of deals is likely to decide it.")
    silent = change(CRAB, 0, UNDECIDED, half=0, more=99)
    none = "Undecided: none of 1,000 deals changed {}, so at most 0.3% of all deals do; about 99 more deals would decide {}."
    assert said(silent) == [none.format("crab's share with “A”", "it")]
    assert said(silent, change(OWL, 0, UNDECIDED, half=0, more=5)) == [none.format("anything", "all")]
    assert said(silent, change(OWL, 0, UNDECIDED, more=5)) == [none.format("crab's share with “A”", "all")]


def test_a_change_is_measured_by_what_would_matter():
    assert strength(change(CRAB, -3, MATTERS)) == pytest.approx(3)
    assert strength(change(TURNS, 6, MATTERS)) == pytest.approx(3)
    assert strength(Comparison(2, "", "", "", OF[CRAB], told(1, 0, 0), Verdict(MATTERS, 0.0, 0))) == 0


# Rules that are varied


def together(mean: float, word: str = MATTERS, metric: str = CRAB) -> Comparison:
    verdict = Verdict(word, 0.01 if metric == CRAB else 0.4, 0)
    two = Level("piles", "5", "3"), Level("sixes", "0", "8")
    return Comparison(4, "one", "", "", OF[metric], told(mean, 0.003, 0.25), verdict, two)


VARIED: dict[str, Any] = {"vary": {"piles": [3, 4, 5]}}
STRONG = change(CRAB, 3, MATTERS, "piles=5", baseline="piles=3")
STRONGER = change(TURNS, -8, MATTERS, "sixes=0", baseline="sixes=8")
WEAK = [change(CRAB, 1.6, MATTERS, "piles=4", baseline="piles=3"), change(OWL, -2.0, MATTERS, "piles=5", baseline="piles=3")]


def test_rules_that_are_varied():
    sentences = [
        "“sixes=0” instead of “sixes=8”: the games' length falls by 8.0% (from 20.00 to 18.40 turns, ±0.10): that matters.",
        f"“piles=5” instead of “piles=3”: {CRAB_RISES}.",
        "In all 4 of 4 effects of single rules matter.",
    ]
    assert said(*WEAK, STRONG, STRONGER, **VARIED) == sentences
    nothing = change(OWL, 0.1, NO_DIFFERENCE, "piles=4", baseline="piles=3")
    assert said(nothing, STRONG, **VARIED) == [sentences[1], "In all 1 of 2 effects of single rules matters."]


@pytest.mark.parametrize(
    ("interactions", "what"),
    [
        ([together(0.02)], "crab's share by 2.0 points, ±0.3 more"),
        ([together(0.02), together(-0.03)], "crab's share by 3.0 points, ±0.3 less"),
        ([together(0.02), together(0.3, metric=OWL), together(0.4, UNDECIDED)], "crab's share by 2.0 points, ±0.3 more"),
        ([together(0.015), together(2.0, metric=TURNS)], "the games' length by 2.000 turns, ±0.003 more"),
    ],
)
def test_what_rules_do_together(interactions, what):
    both = "together “piles=5” and “sixes=0” change"
    end = f"In all 2 of 2 effects of single rules matter; {both} {what} than the sum of both, and that matters."
    assert said(STRONG, STRONGER, interactions=interactions, **VARIED)[-1] == end
    elsewhere = end.replace("together", "together with 4 players")
    assert said(STRONG, STRONGER, interactions=interactions, groups=2, **VARIED)[-1] == elsewhere


def test_where_no_rule_is_known_to_matter():
    nothing = [change(CRAB, 0.2, NO_DIFFERENCE, "piles=4", half=0.1), change(TURNS, 0.1, NO_DIFFERENCE, "piles=4", half=0.1)]
    start = "No rule that was varied is known to matter: the strongest is “piles=4” "
    assert said(*nothing, **VARIED) == [f"{start}(the change of crab's share makes no practical difference (+0.20 points, ±0.10))."]
    undecided = change(OWL, 0.1, UNDECIDED, "piles=5", more=5)
    assert said(*nothing, undecided, **VARIED)[0].endswith("±0.10)); 1 of 3 effects is undecided.")
    assert said(*nothing, undecided, undecided, **VARIED)[0].endswith("±0.10)); 2 of 4 effects are undecided.")


# One scenario


def drawn(*before: tuple[float, ...], deals: int = 2_000, **changed: Any) -> list[str]:
    """The answer to games whose winners are drawn, one process for each number of players."""
    asked = {"lineup": FOUR, **changed}
    rows = [
        Process(before=chances, after=chances).rows(np.random.default_rng(1), of, deals)
        for of, chances in zip(groups_of(experiment(**asked)), before, strict=True)
    ]
    return said_of(*rows, **asked).answer


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ((0.1, 0.4, 0.3, 0.2), r"random with \d\d.\d% ±1.\d wins most, least shedder with \d\d.\d% ±1.0"),
        (
            (0.40, 0.40, 0.1, 0.1),
            r"\w+ with \d\d.\d% ±1.\d and \w+ with .* win most, too close to tell who is first; least wins \w+ with .*",
        ),
        ((0.25,) * 4, r"No strategy is clearly ahead: \w+ with \d\d.\d% ±1.\d and \w+ with \d\d.\d% ±1.\d are too close to tell apart"),
    ],
)
def test_who_wins_most(before, text):
    import re

    assert re.fullmatch(rf"{text} \(an even share is 25%\)\.", drawn(before)[0])


def exactly(of_each: list[tuple[int, ...]], turns: int = 30, **changed: Any) -> list[str]:
    """The answer to games in which these seats won, in every seating, a tuple a deal."""
    asked = {"lineup": FOUR, **changed}
    rows = np.zeros((len(of_each), len(groups_of(experiment(**asked))[0].cells)), dtype=MEAN.row)
    rows["turns"] = turns
    for deal, seats in enumerate(of_each):
        rows["won"][deal, :, list(seats)] = 1
    return said_of(rows, **asked).answer


def test_whether_the_seats_are_fair():
    always = [(2,)] * 300
    assert exactly(always)[1] == "Seat 2 wins more than an even share (75.0 points, ±0.8): that matters."
    never = [(0, 1, 2)] * 300
    assert exactly(never)[1] == "Seat 3 wins less than an even share (25.0 points, ±0.8): that matters."
    turns = [(deal % 4,) for deal in range(300)]
    assert exactly(turns)[1].startswith("Whether the seats are fair is undecided: seat ")
    assert exactly(turns)[1].endswith(" is off most (0 points, ±6).")
    few, nobody = exactly([()] * 300), exactly([()] * 1_000)
    assert few[1] == "Whether the seats are fair is undecided: seat 0 is off most (0.0 points, ±0.8)."
    assert nobody[1] == "The seats are fair: where one sits makes no practical difference (at most seat 0, 0.0 points, ±0.3)."
    assert exactly(turns, matters={"share": 0.5})[1].startswith("The seats are fair: where one sits makes no practical difference (at most")
    fixed = "Whether the seats are fair can't be told: everybody keeps their seat, so that seats and strategies go together."
    assert exactly(always, seating="fixed")[1] == fixed
    assert (
        exactly(always, seating="fixed", lineup=["random"] * 4)[0]
        == "Seat 2 wins more than an even share (75.0 points, ±0.8): that matters."
    )


def test_how_long_a_game_takes():
    alike = exactly([(0,)] * 10_000)[2]
    assert alike == "A game takes 30.00 turns on average (±0.18), nine in ten from 30 to 30.", "some game may reach the limit"
    asked = {"lineup": FOUR}
    rows = Process().rows(np.random.default_rng(1), group(scenarios=["only"]), 1_000)
    rows["ending"][:100, 0] = 2
    last = said_of(rows, **asked).answer[2]
    low, high = (int(np.quantile(rows["turns"], p, method="inverted_cdf")) for p in (0.05, 0.95))
    assert last.startswith(f"A game takes {rows['turns'].mean():.1f} turns on average (±0.")
    assert last.endswith(f"), nine in ten from {low} to {high}; 2.5% are cut off at a limit.")


def test_several_places():
    chances = (0.7, 0.3), (0.4, 0.3, 0.3)
    wins, seats, lengths = drawn(*chances, players=[2, 3], lineup=["first", "random"], seating="permute")
    assert wins.startswith("first wins most with 2 players (")
    assert wins.endswith("%) and with 3 players (34%).") or ") and with 3 players (" in wins
    assert seats.startswith("Whether the seats are fair is undecided: seat ")
    assert " with 3 players is off most (" in seats or " with 2 players is off most (" in seats
    assert lengths.startswith("A game takes on average from ")
    assert " turns with 2 players (±" in lengths
    assert " turns with 3 players (±" in lengths


def test_places_where_nobody_is_ahead():
    asked: dict[str, Any] = {"players": [2, 3], "lineup": ["first", "random"], "seating": "permute"}
    even, led = (0.5, 0.5), (0.1, 0.8, 0.1)
    assert drawn(even, led, **asked)[0].startswith("No strategy is clearly ahead with 2 players; random wins most with 3 players (79")
    assert drawn((0.9, 0.1), (1 / 3,) * 3, **asked)[0].endswith("%); no strategy is clearly ahead with 3 players.")
    assert drawn(even, (1 / 3, 1 / 3, 1 / 3), **asked)[0] == "No strategy is clearly ahead with 2 players and with 3 players."
    alike = drawn(even, (0.34, 0.33, 0.33), players=[2, 3], lineup=["random"], seating="fixed")
    assert len(alike) == 2, "nothing of who wins, where all are one strategy"


def test_places_with_games_of_one_length():
    asked: dict[str, Any] = {"lineup": None, "lineups": {"a": FOUR, "b": ["random"] * 4}}
    rows = np.zeros((10_000, 5), dtype=MEAN.row)
    rows["turns"] = 30
    assert said_of(rows, **asked).answer[-1] == "A game takes 30.00 turns on average at every table."
    rows["turns"][:, 4] = 25
    assert said_of(rows, **asked).answer[-1] == "A game takes on average from 25.00 turns at “b” (±0.18) to 30.00 turns at “a” (±0.18)."
