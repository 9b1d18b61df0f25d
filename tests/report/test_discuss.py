"""What a brief asks: each question from facts of the run, none where the facts are not there, and what is open last."""

import pytest

from simlab.report.material import Material
from simlab.report.sections import brief
from simlab.report.sections.discuss import MOST, to_discuss
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.report.telling import lines, run_of
from tests.report.test_titles import LENGTH, effect

SCENARIOS = {"as printed": {}, "A": {"eight_last": "wins"}, "B": {"eight_last": "swaps"}}
TWO_TABLES = {"lineup": None, "lineups": {"one": ["random"] * 3, "two": ["first"] * 3}}
CRAB, OWL = {"baseline_mean": 0.5}, {"metric": "share.owl", "baseline_mean": 0.2}
LENGTHENED = effect(MATTERS, 3.0, metric="turns", baseline_mean=20.0)
STILL = [effect(NO_DIFFERENCE, 0.001, **CRAB), effect(NO_DIFFERENCE, -0.001, **OWL)]


def asked_run(*effects, tables=None, **more) -> Material:
    return run_of({**(tables or {}), "headline": list(effects)}, **{"scenarios": SCENARIOS, **more})


def asked(*effects, **more) -> list[str]:
    return to_discuss(asked_run(*effects, **more))


def two(first: float, last: float, word: str = MATTERS) -> list:
    return [effect(word, first, **CRAB), effect(word, last, **OWL)]


GIVES = "“A” gives 3.0 points to crab, who wins most, and takes 2.0 points from owl, who wins least. Should the game be less even?"
TAKES = "“A” takes 3.0 points from crab, who wins most, and gives 2.0 points to owl, who wins least. Should the game be more even?"


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        (two(0.03, -0.02), [GIVES]),
        (two(-0.03, 0.02), [TAKES]),
        (two(0.03, 0.02), []),
        ([effect(MATTERS, 0.03, **CRAB), effect(NO_DIFFERENCE, -0.001, **OWL)], []),
        ([effect(NO_DIFFERENCE, 0.001, **CRAB), effect(MATTERS, -0.02, **OWL)], []),
    ],
)
def test_the_strongest_against_the_weakest(effects, told):
    assert asked(*effects) == told


def set_off(shown_by: str, crab: float, scenario: str = "as printed", lineup: str = "one") -> dict:
    row = {"scenario": scenario, "lineup": lineup, "players": 3, "shown_by": shown_by, "count": 9}
    return {"set_off": [{**row, "strategy": "crab", "share": crab}, {**row, "strategy": "owl", "share": 1 - crab}]}


@pytest.mark.parametrize(
    ("tables", "is_told"),
    [
        (set_off("ending.eight_last", 0.7), True),
        (set_off("ending.eight_last", 0.3), False),
        (set_off("ending.eight_last", 0.7, "A"), False),
        (set_off("ending.eight_last", 0.7, lineup="two"), False),
        (set_off("ending.turn_limit", 0.7), False),
        (set_off("swaps", 0.7), False),
    ],
)
def test_a_rule_that_catches_the_strongest(tables, is_told):
    assert asked(*two(0.03, -0.02), tables=tables) == [f"{GIVES}{' Crab sets the rule off most.' if is_told else ''}"]


def endings(base: float, other: float, name: str = "eight_last") -> dict:
    return {"endings": lines(f"scenario | ending | share\nas printed | {name} | {base}\nA | {name} | {other}")}


@pytest.mark.parametrize(
    ("tables", "is_told"),
    [
        (endings(0.07, 0.0), True),
        (endings(0.07, 0.01), False),
        (endings(0.004, 0.0), False),
        (endings(0.51, 0.0), False),
        (endings(0.07, 0.0, "out"), False),
    ],
)
def test_an_ending_that_a_change_takes_away(tables, is_told):
    told = ["7 of 100 games end with a loss by a last Eight; none with “A”. Is that the ending you want?"]
    assert asked(*STILL, tables=tables) == (told if is_told else [])


def courses(touched: float, flipped: object) -> dict:
    return {"courses": lines(f"scenario | touched | flipped\nB | 1 | 1\nA | {touched} | {flipped}")}


@pytest.mark.parametrize(
    ("effects", "tables", "is_told"),
    [
        (STILL, courses(0.08, 0.75), True),
        (STILL, courses(0.08, 0.1), False),
        (STILL, courses(0, "-"), False),
        (two(0.03, 0.02), courses(0.08, 0.75), False),
        ([STILL[0], effect(UNDECIDED, 0.0, **OWL, likely_deals=9, sits_on_margin=True)], courses(0.08, 0.75), False),
    ],
)
def test_others_win_and_yet_nobody_wins_more(effects, tables, is_told):
    told = (
        "With “A” others win in 6 of 100 games, and yet it moves nobody's share by a point. Who is it that wins then, and is it deserved?"
    )
    assert (told in asked(*effects, tables=tables)) == is_told


@pytest.mark.parametrize(
    ("effects", "rest"),
    [
        ([*two(0.03, 0.02), LENGTHENED], "changes who wins and, at once, the length: 23.0 turns rather than 20.0. Do you want both?"),
        ([*STILL, LENGTHENED], "changes the length, 23.0 turns rather than 20.0, and not who wins. Which length do you want?"),
        (
            [STILL[0], effect(UNDECIDED, 0.0, **OWL, likely_deals=9, sits_on_margin=True), LENGTHENED],
            "changes the length, 23.0 turns rather than 20.0, and perhaps who wins. Which length do you want?",
        ),
    ],
)
def test_who_wins_and_how_long(effects, rest):
    length = {**LENGTHENED, "low": 2.0, "high": 4.0}
    assert asked(*effects[:-1], length)[0] == f"“A” {rest}"
    capped = {"lengths": lines("scenario\nas printed\nA", **{**LENGTH, "capped": 0.02})}
    assert "length" not in asked(*effects[:-1], length, tables=capped)[0], "a mean that a limit made"


@pytest.mark.parametrize(
    ("capped", "told"), [(0.001, []), (0.02, ["With “A” 2% of games go on until they are cut off. When would people stop?"])]
)
def test_games_without_an_end(capped, told):
    rows = lines(f"scenario | capped\nas printed | 0\nA | {capped}", **{key: value for key, value in LENGTH.items() if key != "capped"})
    assert asked(*STILL, tables={"lengths": rows}) == told


def test_what_matters_at_some_tables_only():
    here, there = effect(MATTERS, **CRAB), effect(NO_DIFFERENCE, 0.0, lineup="two", **CRAB)
    told = "“A” matters at 1 of 2 tables only. At which do your players sit?"
    assert told in asked(here, there, **TWO_TABLES)
    assert told not in asked(here, {**there, "verdict": MATTERS}, **TWO_TABLES)
    assert told not in asked(there, {**there, "lineup": "one"}, **TWO_TABLES)


def test_what_is_open_stands_last_with_what_would_decide_it():
    open_ = {"likely_deals": 900, "sits_on_margin": False, "more_deals": 120}
    found = asked(effect(UNDECIDED, 0.02, **CRAB, **open_), effect(UNDECIDED, 9.0, metric="turns", baseline_mean=20.0, **open_))
    told = "Open: with “A” crab wins 52.0% of games rather than 50.0%, so far; about 120 more deals would decide it with an even chance,"
    told += " 900 with four in five."
    assert found == [told], "of who wins before how long"
    crowd = [effect(MATTERS, 0.03, **CRAB), effect(MATTERS, -0.02, **OWL), LENGTHENED, effect(UNDECIDED, 0.012, "B", **CRAB, **open_)]
    found = asked(*crowd, tables=endings(0.07, 0.0))
    assert len(found) == MOST
    assert found[-1].startswith("Open: with “B” crab wins")


def test_a_combination_of_rules_is_read_without_signs():
    rows = lines("scenario | ending | share\neight_last=loses | eight_last | 0.07\neight_last=wins | eight_last | 0")
    told = asked(*STILL, tables={"endings": rows}, scenarios=None, vary={"eight_last": ["loses", "wins"]})
    assert told == ["7 of 100 games end with a loss by a last Eight; none with “eight last wins”. Is that the ending you want?"]


SHARES = "strategy | share | low | high | rank_low | rank_high\nowl | 0.2 | 0.19 | 0.21 | 2 | 2\ncrab | 0.4 | 0.39 | 0.41 | 1 | {}"


@pytest.mark.parametrize(
    ("edge", "rank", "told"),
    [
        (0.05, 2, ["Seat 1 wins 5 points more than an even share. Should the rules make up for it?"]),
        (-0.05, 2, ["Seat 1 wins 5 points less than an even share. Should the rules help whoever sits there?"]),
        (0.0, 1, ["Crab wins 40.0% of games, owl 20.0%. Is that what playing well should be worth?"]),
        (0.0, 2, []),
    ],
)
def test_of_a_table_by_itself(edge, rank, told):
    seat = {
        "players": 3,
        "lineup": "one",
        "scenario": "as printed",
        "seat": 1,
        "edge": edge,
        "edge_low": edge - 0.02,
        "edge_high": edge + 0.02,
    }
    tables = {
        "seats": [{**seat, "verdict": MATTERS if edge else NO_DIFFERENCE}],
        "shares": lines(SHARES.format(rank), scenario="as printed"),
    }
    assert to_discuss(run_of(tables)) == told


def test_of_a_league_who_does_better_than_its_rating_tells():
    rows = lines(
        """
        strategy | opponent | share | told | is_misfit
        owl      | crab     | 0.55  | 0.45 | 1
        fox      | crab     | 0.70  | 0.45 | 1
        crab     | owl      | 0.45  | 0.55 | 1
        fox      | owl      | 0.90  | 0.45 | 0
        """
    )
    found = to_discuss(run_of({"pairs": rows}, said={"is_league": True}))
    told = "takes {} of 100 games that one of the two wins, where the ratings tell 45, against crab. What does it do there?"
    assert found == [f"Fox {told.format(70)}", f"Owl {told.format(55)}"]


def test_the_numbers_of_a_brief():
    found = brief.brief_of(asked_run(*two(0.03, -0.002), LENGTHENED))
    rows = [(name, [(cell.text, cell.matters) for cell in cells]) for name, cells in found.rows]
    assert found.head == ["", "as printed", "A", "change"]
    assert rows == [
        ("Win share of crab", [("50.0%", False), ("53.0%", False), ("+3.0 pp ±1.0", True)]),
        ("Win share of owl", [("20.0%", False), ("19.8%", False), ("−0.2 pp ±1.0", True)]),
        ("Game length", [("20.000", False), ("23.000", False), ("+3.000 turns ±0.010", True)]),
    ]
