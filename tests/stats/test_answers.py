"""The answer: within its limits whatever the experiment, its numbers those of the tables, and every form of sentence."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simlab import games
from simlab.experiment.plan import groups_of
from simlab.metrics import Setting, metrics_of
from simlab.stats.answers import MOST_LETTERS, MOST_SENTENCES, answer
from simlab.stats.comparisons import Comparison, Level, strength
from simlab.stats.rulings import rulings
from simlab.stats.verdicts import Verdict
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.stats.estimated import told
from tests.stats.played import experiment
from tests.stats.process import MEAN, Process, drawn_for, group, said_of

OF = {metric.name: metric for metric in metrics_of(Setting(games.find("mean"), ("crab", "owl", "fox"), 4))}
FOUR = ["shedder", "random", "first", "planner"]
CRAB, OWL, FOX, TURNS, SWAPS = "share.crab", "share.owl", "share.fox", "turns", "swaps"


# Of comparisons made by hand


def change(metric: str, points: float, word: str = MATTERS, scenario: str = "A", *, half: float = 0.1, **where: Any) -> Comparison:
    """A change by so many points, or hundredths of 20 turns or 2 swaps."""
    baseline, margin = (0.25, 0.01) if metric.startswith("s") and metric != SWAPS else (20.0, 0.4) if metric == TURNS else (2.0, 0.04)
    baseline = where.pop("at", baseline)
    factor = 0.01 if metric not in (TURNS, SWAPS) else 0.01 * (baseline or 1)
    found, verdict = told(points * factor, half * factor, baseline), Verdict(word, margin, where.pop("more", 0))
    return Comparison(
        scenario=scenario, metric=OF[metric], effect=found, verdict=verdict, **{"players": 4, "lineup": "one", "baseline": "P", **where}
    )


def asked_of(*headline: Comparison, together=(), **more: Any) -> SimpleNamespace:
    """An analysis with these comparisons."""
    where = {(c.players, c.lineup) for c in headline}
    asked = {
        "question": "?",
        "decisions": None,
        "vary": None,
        "players": sorted({n for n, _ in where}),
        "lineups": sorted({name for _, name in where}),
    }
    seats = [SimpleNamespace(label=label) for label in ("crab", "owl", "fox", "fox")]
    tables = [SimpleNamespace(players=n, lineups=[SimpleNamespace(name=name, seats=seats) for _, name in where]) for n in asked["players"]]
    experiment = SimpleNamespace(**{**asked, **more})
    stats = [SimpleNamespace(deals=more.get("deals", 1_000))]
    shown = {"frames": {}, "places": [], "experiment": experiment, "groups": tables, "stats": stats}
    none = {"is_league": False, "is_search": False, "holdings": (), "tuned": None, "adapted": None}
    return SimpleNamespace(**none, headline=headline, two_way_interactions=together, **shown)


def said(*headline: Comparison, **more: Any) -> list[str]:
    return answer(asked_of(*headline, **more))


NOBODY = "nobody's share moves by as much as a point"
CRAB_RISES = "crab wins 28.0% of games rather than 25.0%"


@pytest.mark.parametrize(("deals", "text"), [(0, "No deals say nothing yet"), (1, "One deal says nothing yet")])
def test_before_anything_can_be_said(deals, text):
    assert said(change(CRAB, 3), deals=deals) == [f"{text}: play more games."]
    assert said(change(CRAB, 3), deals=2) == [f"With “A”, {CRAB_RISES}."]


@pytest.mark.parametrize(
    ("headline", "text"),
    [
        ([change(CRAB, 3)], CRAB_RISES),
        ([change(OWL, -2), change(CRAB, 3)], f"{CRAB_RISES} and owl 23.0% rather than 25.0%"),
        ([change(FOX, 3)], "each fox wins 28.0% of games rather than 25.0%"),
        ([change(CRAB, 3), change(OWL, 4, UNDECIDED)], CRAB_RISES),
        ([change(CRAB, 1, UNDECIDED), change(TURNS, 5)], "who wins is undecided; games last 21.0 turns rather than 20.0"),
        (
            [change(CRAB, 1, UNDECIDED), change(TURNS, 0.1, NO_DIFFERENCE)],
            "whether crab's share moves by enough to matter is undecided (25.0% became 26.0% so far)",
        ),
        ([change(CRAB, 0.1, NO_DIFFERENCE), change(OWL, -0.2, NO_DIFFERENCE)], "nobody's share moves by as much as a point"),
        ([change(CRAB, 0, NO_DIFFERENCE, half=0)], "none of 1,000 deals changed who wins, so at most 0.3% of all deals do"),
        (
            [change(CRAB, 0, UNDECIDED, half=0)],
            "none of 1,000 deals changed crab's share, so at most 0.3% of all deals do, which is too few to tell",
        ),
        ([change("seat.1", -3)], "seat 1 wins 22.0% of games rather than 25.0%"),
        ([change(TURNS, -5), change(CRAB, 3)], f"{CRAB_RISES}; games last 19.0 turns rather than 20.0"),
        ([change(SWAPS, -100)], "“swaps” no longer happens"),
        ([change(SWAPS, 50, at=0.0)], "“swaps” now happens"),
        ([change(SWAPS, 50), change(CRAB, 0.1, NO_DIFFERENCE)], f"{NOBODY}; swaps a game rise from 2.0 to 3.0"),
        ([change(SWAPS, 1, NO_DIFFERENCE)], "swaps a game move by too little to matter"),
        ([change(SWAPS, 1, UNDECIDED)], "whether swaps a game move by enough to matter is undecided (2.000 became 2.020 so far)"),
    ],
)  # fmt: skip
def test_what_a_change_of_the_rules_does(headline, text):
    other = change(TURNS, 0.1, NO_DIFFERENCE, "B")
    assert said(*headline, other)[0] == f"With “A”, {text}."


def test_how_long_games_last_where_that_does_not_change():
    alike = [change(TURNS, 0.01, NO_DIFFERENCE, name) for name in "AB"]
    assert said(*alike, change(CRAB, 3))[-1] == "Games last 20.0 turns under all three rules."
    assert said(alike[0], change(CRAB, 3))[-1] == "Games last 20.0 turns either way."
    about = "Games last about as long: 20.0 turns as a start, 20.6 or 19.8 instead."
    others = [change(TURNS, 3, NO_DIFFERENCE), change(TURNS, 3.001, NO_DIFFERENCE, "B"), change(TURNS, -1.0, NO_DIFFERENCE, "C")]
    assert said(*others, change(CRAB, 3))[-1] == about, "all as finely, and no finer than they are known"
    assert said(*others[2:], change(CRAB, 3))[-1] == "Games last 20 turns either way."
    rough = [change(TURNS, 1, NO_DIFFERENCE, half=20), change(TURNS, -4, NO_DIFFERENCE, "B", half=20)]
    assert said(*rough, change(CRAB, 3))[-1] == "Games last about as long: 20 turns as a start, 20 or 19 instead."
    short = change(TURNS, -2, NO_DIFFERENCE, at=5.0)
    assert said(short, change(CRAB, 3))[-1] == "Games last about as long: 5.0 turns as a start, 4.9 instead."
    elsewhere = [change(TURNS, 0.1, NO_DIFFERENCE, players=n) for n in (2, 4)]
    assert said(*elsewhere, change(CRAB, 3))[-1] == "How long games last makes no practical difference at any table."


def test_a_place_is_named_where_there_are_several():
    two = change(CRAB, 3), change(OWL, -2, lineup="two")
    assert said(*two) == [f"With “A”, {CRAB_RISES} at “one” (it matters at both tables)."]
    three = change(CRAB, 3), change(OWL, 0.2, NO_DIFFERENCE, players=3), change(TURNS, 9, players=3)
    assert said(*three) == [
        f"With “A”, {CRAB_RISES} with 4 players (it matters at 1 of 2 tables); "
        "games last 21.8 turns rather than 20.0 with 3 players (it matters at 1 of 2 tables)."
    ]
    four, three = change(SWAPS, 50), change(SWAPS, 50, players=3)
    three = replace(three, metric=replace(three.metric))  # each number of players has metrics of its own
    assert said(four, three) == ["With “A”, swaps a game rise from 2.0 to 3.0 with 4 players (it matters at both tables)."]
    assert said(change(CRAB, 0.1, NO_DIFFERENCE), change(CRAB, 0.1, NO_DIFFERENCE, players=3)) == [
        "With “A”, nobody's share moves by as much as a point at any table."
    ]


def test_of_many_changes_the_strongest_and_how_many_of_the_others_matter():
    weak = [change(CRAB, points, MATTERS, f"weak {points}") for points in (1.5, 1.6)]
    strong = [change(TURNS, 30, MATTERS, "longer"), change(CRAB, 3, MATTERS, "strong"), change(CRAB, 4, MATTERS, "stronger")]
    found = said(*weak, *strong)
    assert found[0] == "With “stronger”, crab wins 29.0% of games rather than 25.0%.", "who wins comes before how long"
    assert found[1] == f"With “strong”, {CRAB_RISES}."
    assert found[2:] == ["All 3 other changes matter."]
    nothing, open_ = change(CRAB, 0.1, NO_DIFFERENCE, "nothing"), change(CRAB, 1, UNDECIDED, "who knows")
    two = "Of 2 other changes 1 makes no practical difference and 1 is undecided."
    assert said(*strong[1:], nothing, open_)[2:] == [two]
    assert said(*strong[1:], *weak)[2:] == ["Both other changes matter."]
    assert said(*strong[1:], *weak, nothing, open_)[2] == "Of 4 other changes 2 matter, 1 makes no practical difference and 1 is undecided."


def test_nothing_decided_yet():
    one = change(CRAB, 1.2, UNDECIDED, more=1_234)
    so_far = "Undecided: so far crab wins 26.2% of games rather than 25.0% with “A”;"
    assert said(one) == [f"{so_far} about 1,300 more deals would decide it with an even chance."]
    at_the_margin = replace(one, verdict=replace(one.verdict, sits_on_margin=True))
    assert said(at_the_margin) == [f"{so_far} it sits on your threshold."]
    assert "more deals would decide all" in said(replace(at_the_margin, metric=OF[OWL]), one)[0], "by what can be decided"
    silent = change(CRAB, 0, UNDECIDED, half=0, more=99)
    none = "Undecided: none of 1,000 deals changed {}, so at most 0.3% of all deals do{}; about 99 more deals would decide {} with an"
    none += " even chance."
    assert said(silent) == [none.format("anything", "", "it")]
    assert said(silent, change(OWL, 0, UNDECIDED, more=5)) == [none.format("crab's share", " with “A”", "all")]


def test_a_change_is_measured_by_what_would_matter():
    assert strength(change(CRAB, -3)) == pytest.approx(3)
    assert strength(change(TURNS, 6)) == pytest.approx(3)
    assert strength(Comparison(2, "", "", "", OF[CRAB], told(1, 0, 0), Verdict(MATTERS, 0.0, 0))) == 0


def test_what_the_question_asks_for_comes_first():
    longer, shorter, wins = change(TURNS, 20, scenario="A"), change(TURNS, -5, scenario="B"), change(CRAB, 9, scenario="C")
    more = [change(CRAB, 5, scenario="D"), wins]
    assert said(longer, shorter, *more)[0].startswith("With “C”")
    asked = said(longer, shorter, *more, question="Which of these makes games shorter?")
    assert asked[0] == "With “B”, games last 19.0 turns rather than 20.0."
    assert said(longer, *more, question="Which makes it faster?")[0] == "No change makes games shorter by enough to matter."
    assert said(shorter, *more, question="Does it make games longer?")[0] == "No change makes games longer by enough to matter."


# Rules that are varied


def of_rule(metric: str, points: float, rule: str, value: str, baseline: str, word: str = MATTERS) -> Comparison:
    return change(metric, points, word, f"{rule}={value}", levels=(Level(rule, value, baseline),))


def together(mean: float, metric: str = CRAB, word: str = MATTERS) -> Comparison:
    two = Level("piles", "5", "3"), Level("must_play", "false", "true")
    verdict = Verdict(word, 0.01 if metric == CRAB else 0.4, 0)
    return Comparison(4, "one", "piles=5, must_play=false", "", OF[metric], told(mean, 0.003, 0.25), verdict, two)


def test_rules_that_are_varied():
    found = [
        of_rule(CRAB, 3, "piles", "5", "3"),
        of_rule(TURNS, -8, "must_play", "false", "true"),
        of_rule(CRAB, 0, "a_b", "1", "2", UNDECIDED),
    ]
    vary = {"piles": [3, 5], "must_play": [True, False], "a_b": [2, 1]}
    assert said(*found, vary=vary) == [
        f"With piles 5 rather than 3, {CRAB_RISES}.",
        "With must play off rather than on, games last 18.4 turns rather than 20.0.",
        "With a b 1 rather than 2, whether crab's share moves by enough to matter is undecided (25.0% both times so far).",
        "2 of 3 effects of single rules matter, 1 is undecided.",
    ]
    both = "Piles 5 with must play off: {}."
    for of, text in ((together(0.02), "crab's share is 2.0 points more"), (together(-0.02), "crab's share is 2.0 points less"),
                     (together(2.0, TURNS), "the games' length is 2.00 turns more")):  # fmt: skip
        assert said(*found[:2], vary=vary, together=[of])[-1] == both.format(f"{text} than the two add up to")
    assert said(*found[:2], vary=vary, together=[together(0.02, word=UNDECIDED)])[-1] == "2 of 2 effects of single rules matter."
    nothing = of_rule(CRAB, 0.1, "piles", "5", "3", NO_DIFFERENCE)
    assert said(nothing, vary=vary)[-1] == "None of 1 effect of single rules matter."


# Verdicts


def test_a_verdict_on_each_change():
    many = [change(name, 9) for name in (SWAPS, "clears", "mean_played")]
    headline = [change(CRAB, 3), change(TURNS, 9), *many, change(CRAB, 0.1, NO_DIFFERENCE, "B"), change(CRAB, 1, UNDECIDED, "C")]
    assert [f"{r.sign} {r.on}: {r.text}" for r in rulings(asked_of(*headline))] == [
        "● A: matters for who wins, the length and 3 more",
        "○ B: no practical difference",
        "◐ C: undecided",
    ]
    assert rulings(asked_of(change(SWAPS, 9)))[0].text == "matters for swaps"
    assert rulings(asked_of(change(CRAB, 9), change(CRAB, 0, UNDECIDED, players=3)))[0].text == "matters for who wins, at 1 of 2 tables"
    assert rulings(asked_of(of_rule(CRAB, 9, "must_play", "false", "true")))[0].on == "must play off"


# One scenario


def drawn(*before: tuple[float, ...], deals: int = 2_000, **changed: Any):
    """What is said of games whose winners are drawn, one process for each number of players."""
    asked = {"lineup": FOUR, **changed}
    rows = [
        Process(before=chances, after=chances).rows(np.random.default_rng(1), of, deals)
        for of, chances in zip(groups_of(experiment(**asked)), before, strict=True)
    ]
    return said_of(*rows, **asked)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ((0.1, 0.4, 0.3, 0.2), r"Random wins \d\d.\d% of games, first \d\d.\d%, planner \d\d.\d% and shedder \d\d.\d%"),
        ((0.40, 0.40, 0.1, 0.1), r"\w+ and \w+ win most, too close to tell who is first: \w+ wins .* of games, \w+ .*%"),
        ((0.25,) * 4, r"No strategy is clearly ahead: \w+ wins \d\d.\d% of games, \w+ \d\d.\d%"),
    ],
)
def test_who_wins_most(before, text):
    found = drawn(before)
    assert re.fullmatch(rf"{text}; an even share is 25%\.", found.answer[0], re.IGNORECASE), found.answer[0]
    assert found.rulings[0].word == (MATTERS if before[0] == 0.1 else UNDECIDED)


def exactly(of_each: list[tuple[int, ...]], turns: int = 30, **changed: Any):
    """What is said of games in which these seats won, in every seating, a tuple a deal."""
    asked = {"lineup": FOUR, **changed}
    rows = np.zeros((len(of_each), len(groups_of(experiment(**asked))[0].cells)), dtype=MEAN.row)
    rows["turns"] = turns
    for deal, seats in enumerate(of_each):
        rows["won"][deal, :, list(seats)] = 1
    return said_of(rows, **asked)


def test_whether_the_seats_are_fair():
    always, turns = [(2,)] * 300, [(deal % 4,) for deal in range(300)]
    assert exactly(always).answer[1] == "Seat 2 wins 100.0% of games rather than an even 25%."
    assert exactly(always).rulings[-1][:2] == (MATTERS, "where one sits")
    assert exactly([(0, 1, 2)] * 300).answer[1] == "Seat 3 wins 0.0% of games rather than an even 25%."
    assert re.fullmatch(
        r"Whether the seats are fair is undecided: seat \d is off most, with 25% rather than 25%.", exactly(turns).answer[1]
    )
    fair = exactly([()] * 1_000)
    assert fair.answer[1] == "Where one sits makes no practical difference."
    assert fair.rulings[-1] == (NO_DIFFERENCE, "where one sits", "no practical difference")
    fixed = "Whether the seats are fair can't be told: everybody keeps their seat, so that seats and strategies go together."
    assert exactly(always, seating="fixed").answer[1] == fixed
    assert len(exactly(always, seating="fixed").rulings) == 1
    assert exactly(always, seating="fixed", lineup=["random"] * 4).answer[0] == "Seat 2 wins 100.0% of games rather than an even 25%."


def test_how_long_a_game_takes():
    assert exactly([(0,)] * 10_000).answer[2] == "Games last 30.0 turns on average; nine in ten take 30 to 30."
    asked = {"lineup": FOUR}
    rows = Process().rows(np.random.default_rng(1), group(scenarios=["only"]), 1_000)
    rows["ending"][:100, 0] = 2
    low, middle, high = (int(np.quantile(rows["turns"], p, method="inverted_cdf")) for p in (0.05, 0.5, 0.95))
    end = f"nine in ten take {low} to {high}."
    assert said_of(rows, **asked).answer[2] == f"Half of the games end within {middle} turns, and 2.5% were cut off at a limit; {end}"


def test_several_places():
    chances = (0.7, 0.3), (0.4, 0.3, 0.3)
    wins, seats, lengths = drawn(*chances, players=[2, 3], lineup=["first", "random"], seating="permute").answer
    assert re.fullmatch(r"First wins most with 2 players \(\d\d.\d%\) and with 3 players \(\d\d.\d%\)\.", wins), wins
    assert re.fullmatch(r"Whether the seats are fair is undecided: seat \d with \d players is off most, with .*% rather than .*%\.", seats)
    assert re.fullmatch(r"Games last from .* turns with \d players to .* with \d players, on average\.", lengths)
    even, asked = (0.5, 0.5), {"players": [2, 3], "lineup": ["first", "random"], "seating": "permute"}
    nobody = drawn(even, (1 / 3,) * 3, **asked)
    assert nobody.answer[0] == "No strategy is clearly ahead with 2 players and with 3 players."
    assert nobody.rulings[0].word == UNDECIDED
    one, two = drawn(*chances, **asked), drawn((0.7, 0.3), (0.2, 0.6, 0.2), **asked)
    assert one.rulings[0][1:] in (
        ("who plays", "first wins most at every table"),
        ("who plays", "somebody is clearly ahead at 1 of 2 tables"),
    )
    assert two.rulings[0][1:] == ("who plays", "somebody is clearly ahead at both tables")
    led = drawn((0.8, 0.2), (0.8, 0.1, 0.1), **{**asked, "lineup": ["first", "random"]})
    assert led.rulings[0][1:] == ("who plays", "first wins most at every table")


def test_many_places():
    lineups = {f"table {i}": ["random", FOUR[i % 3]] for i in range(40)}
    found = drawn_for(400, players=2, lineup=None, lineups=lineups).answer
    assert "of games" in found[0] or re.match(r"Of \d+ tables, ", found[0]), found


# Whatever the experiment

FORBIDDEN = re.compile(r"±|\bpp\b|nan|inf\b|None|–|  |In all|\bnone of 0|rather than rather")
EIGHTS = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}, "an Eight swaps": {"eight_last": "swaps"}}
LONG = "a very long name of a change of the rules that goes on and on until nobody knows"


def random_experiment(seed: int) -> dict[str, Any]:
    """Any game, line-ups, numbers of players, rules and metrics."""
    rng = np.random.default_rng(seed)
    game = games.find(str(rng.choice(games.names())))
    low, high = min(game.players), max(game.players)
    is_many = rng.random() < 0.5
    counts = sorted(int(n) for n in rng.choice(np.arange(low, high + 1), size=min(int(rng.integers(1, 3)), high - low + 1), replace=False))
    asked: dict[str, Any] = {"game": game.name, "players": counts, "lineup": ["random", "first"], "games": 100, "seed": seed}
    asked["question"] = str(rng.choice(["?", "Which makes the game shorter?", "Is it longer than that?"]))
    if is_many:
        names = ["mixed", LONG, *map(str, range(int(rng.integers(0, 12))))]
        asked |= {"lineup": None, "lineups": {name: ["random", *["first"] * (counts[0] - 1)] for name in names}, "players": counts[:1]}
    else:
        asked["lineup"] = ["random", "first"] if len(counts) > 1 else ["random", *["first"] * (counts[0] - 1)]
    limit = game.Rules.model_fields.get("turn_limit")
    shape = rng.integers(0, 4)
    if shape == 1:
        asked["scenarios"] = {name: {} for name in ("as printed", LONG, "C", "D", "E", "F")[: int(rng.integers(2, 7))]}
    if shape == 2 and limit:
        asked["vary"] = {"turn_limit": [limit.default - less for less in range(int(rng.integers(2, 4)))]}
    return asked


def tabled(analysis) -> list[tuple[float, float]]:
    """Before and after of all that is compared, in percent where it is a share."""
    tables = [name for name in ("effects", "factors") if name in analysis.frames]
    lines = [line for name in tables for line in analysis.lines(name)]
    return [
        (line["baseline_mean"] * line["metric"].family.factor, (line["baseline_mean"] + line["mean"]) * line["metric"].family.factor)
        for line in lines
    ]


NUMBER = r"(−?[\d,]+(?:\.\d+)?)"
PAIRS = (
    (rf"{NUMBER}%? (?:of games |points |turns |decisions )?rather than {NUMBER}", (1, 0)),
    (rf"from {NUMBER}%? to {NUMBER}", (0, 1)),
    (rf"{NUMBER}%? became {NUMBER}", (0, 1)),
)


def is_as(text: str, value: float) -> bool:
    """Is a number in the answer that of the tables, rounded?"""
    places = len(text.split(".")[1]) if "." in text else 0
    number = float(text.replace(",", "").replace("−", "-"))
    return abs(number - value) <= 0.5001 * 10**-places or (places == 0 and abs(number - value) <= 0.06 * abs(value))


@pytest.mark.parametrize("seed", range(24))
def test_every_answer_keeps_its_limits_and_says_what_the_tables_say(seed):
    asked = random_experiment(seed)
    analysis = drawn_for(int(np.random.default_rng(seed).integers(2, 200)), **asked)
    said = analysis.answer
    text = " ".join(said)
    assert 1 <= len(said) <= MOST_SENTENCES
    assert len(text) <= MOST_LETTERS, text
    assert not FORBIDDEN.search(text), text
    assert all(sentence[0] == sentence[0].upper() and sentence.endswith(".") for sentence in said), said
    known, text = tabled(analysis), re.sub(r"turn limit [\d,]+ rather than [\d,]+", "", text)
    for pattern, (after, before) in PAIRS:
        for found in re.findall(pattern, text) if analysis.headline and "were cut off" not in text else []:
            first, second = found[after], found[before]  # before the change, and after it
            assert any(is_as(first, one) and is_as(second, other) for one, other in known), (found, text)
    assert len(analysis.rulings) >= 1
