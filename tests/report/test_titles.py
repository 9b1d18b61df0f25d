"""What pictures say in their titles, and what they show where there is more than fits: each way it can turn out, from lines by hand."""

import doctest
from dataclasses import replace

import pytest

from simlab import games
from simlab.metrics import Setting, metrics_of
from simlab.metrics.shares import SCORES
from simlab.report import page
from simlab.report.blocks import Section, Text
from simlab.report.lines import bounded, distinct, grouped, largest, strength, strongest
from simlab.report.sections import effects, events, lengths, luck, matchups, shares
from simlab.report.svg import Picture
from simlab.report.tables import INTERVAL
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.report.telling import OF, lines, run_of

TWO = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}


def effect(verdict: str, mean: float = 0.03, scenario: str = "A", metric: str = "share.crab", **more) -> dict:
    """An effect on crab's share, or another metric."""
    ends = {"mean": mean, "low": mean - 0.01, "high": mean + 0.01, "baseline_mean": 0.25, "margin": 0.01}
    return {"players": 3, "lineup": "one", "scenario": scenario, "metric": OF[metric], "verdict": verdict, "more_deals": 0, **ends, **more}


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([effect(MATTERS)], "“A”: win share of crab +3.0 percentage points"),
        ([effect(MATTERS), effect(UNDECIDED, 0.09, "B")], "“A”: win share of crab +3.0 percentage points; 1 of 2 effects matter"),
        ([effect(MATTERS), effect(MATTERS, -0.04, "B")], "“B”: win share of crab −4.0 percentage points; 2 of 2 effects matter"),
        ([effect(UNDECIDED)], "1 of 1 effect still undecided, none known to matter"),
        ([effect(UNDECIDED), effect(NO_DIFFERENCE)], "1 of 2 effects still undecided, none known to matter"),
        ([effect(NO_DIFFERENCE)], "the effect is too small to matter"),
        ([effect(NO_DIFFERENCE)] * 3, "none of the 3 effects is large enough to matter"),
    ],
)
def test_what_effects_show(found, message):
    assert effects.message(found) == message


@pytest.mark.parametrize(
    ("rows", "is_outside"),
    [
        ([effect(UNDECIDED, 0.021)], True),
        ([effect(UNDECIDED, -0.021)], True),
        ([effect(UNDECIDED, 0.019), effect(MATTERS, 0.05)], False),
        ([effect(UNDECIDED, -0.019), effect(NO_DIFFERENCE, 0.05)], False),
    ],
)
def test_a_note_says_why_an_effect_outside_the_band_is_undecided(rows, is_outside):
    note = effects.forest(run_of({}), "x", rows).note
    assert ("◐ outside the band: not sure enough among so many comparisons." in note) == is_outside


def test_a_forest_shows_the_strongest_of_many_effects():
    many = [effect(UNDECIDED, i / 100, f"S{i}") for i in range(1, 19)]
    shown = effects.forest(run_of({}), "x", many)
    assert "Shown are the 16 strongest of 18 effects." in shown.note
    assert [f"S{i}," in shown.alt for i in (1, 2, 3, 18)] == [False, False, True, True]
    assert "Shown" not in effects.forest(run_of({}), "x", many[:16]).note
    assert "10 strongest of 18" in effects.forest(run_of({}), "x", many, 10).note


def test_the_panel_with_the_strongest_effect_comes_first(monkeypatch):
    monkeypatch.setattr(effects, "intervals", lambda panels: [panel.title for panel in panels])
    turns = {"metric": "turns", "baseline_mean": 20}
    assert effects.forest(run_of({}), "x", [effect(MATTERS), effect(UNDECIDED, **turns)]).draw == [
        "Win shares by strategy",
        "Length in turns",
    ]
    assert effects.forest(run_of({}), "x", [effect(UNDECIDED), effect(MATTERS, **turns)]).draw == [
        "Length in turns",
        "Win shares by strategy",
    ]
    of_nothing = effect(MATTERS, metric="turns", baseline_mean=0)  # no percentage can be drawn of it
    assert effects.forest(run_of({}), "x", [effect(MATTERS), of_nothing]).draw == ["Win shares by strategy"]


@pytest.mark.parametrize(("margins", "band"), [((0.4, 0.8), 2.0), ((0.4, 0.4), None)])
def test_a_band_is_drawn_where_it_is_the_same_for_all(monkeypatch, margins, band):
    """Half a turn is less of a long game: in percent it is not one band."""
    monkeypatch.setattr(effects, "intervals", lambda panels: panels[0].band)
    monkeypatch.setattr(effects, "lines", lambda series, x, y, level: level.band)
    found = [
        effect(NO_DIFFERENCE, 0.1, metric="turns", players=players, baseline_mean=20 * (players - 1), margin=margin)
        for players, margin in zip((2, 3), margins, strict=True)
    ]
    assert effects.forest(run_of({}), "x", found).draw == (band and (-band, band))
    across = effects.across_players(run_of({}), "x", found)
    assert across.draw == (band or 0.0)
    assert across.note == "Bars are 95% intervals." + (" The shaded band is too small to matter." if band else "")


@pytest.mark.parametrize(("saving", "told"), [(1.04, "1.0"), (19.94, "19.9"), (20.0, "20"), (20.6, "21"), (1_234.0, "1,234")])
def test_what_pairing_saves(saving, told):
    savings = [{"saving": 1e6, "se": 0.0}, {"saving": 0.5, "se": 0.1}, {"saving": saving, "se": 0.1}, {"saving": 1e5, "se": 0.1}]
    run = run_of({"effects": [effect(NO_DIFFERENCE, **each) for each in savings]})
    assert f"would have needed {told} times as many games" in effects.section(run).blocks[-1].paragraphs[0]


def test_what_is_said_where_nothing_changes_and_where_much_is_compared():
    same = run_of({"effects": [effect(NO_DIFFERENCE, saving=1.0, se=0.0)]})
    assert effects.section(same).blocks[-1].paragraphs == [
        "Every scenario gave exactly the same results as the baseline, on every deal.",
    ]
    many = run_of({"effects": [effect(NO_DIFFERENCE, saving=1.0, se=0.1)]}, said={"family": [1, 2]})
    assert effects.section(many).blocks[-1].paragraphs[1] == (
        "The verdicts on the 2 headline comparisons, those that answer the question, are corrected for their number by Holm’s method: the "
        "chance that any of them is wrong stays below 5%. So one of them can be undecided although its own interval lies outside the band."
    )
    assert effects.section(run_of({})) is None


def test_there_are_pictures_for_the_first_line_ups_and_the_strongest_effects_along_players():
    found = [effect(MATTERS, 0.01 * i, lineup=f"L{i}") for i in range(1, 6)]
    assert [picture.id for picture in effects.pictures(run_of({}), found, "x")] == ["x-1", "x-2", "x-3"]
    along = run_of({}, players=[2, 3], lineup=["random", "first"])
    assert ["+5.0" in picture.title for picture in effects.pictures(along, found, "x")] == [True, False, False, False]


@pytest.mark.parametrize(
    ("rows", "title"),
    [
        ("crab | 0.4 | 1 | 1\nowl | 0.2 | 2 | 2", "most wins for crab, 40%; fewest for owl, 20%"),
        ("crab | 0.4 | 1 | 2\nfox | 0.3 | 1 | 2\nowl | 0.2 | 3 | 3", "most wins for crab or fox, 40%; fewest for owl, 20%"),
        ("crab | 0.4 | 1 | 1\nfox | 0.3 | 2 | 3\nowl | 0.2 | 2 | 3", "most wins for crab, 40%; fewest for owl, 20%"),
        ("crab | 0.3 | 1 | 2\nowl | 0.2 | 1 | 2", "no strategy is clearly ahead (20% to 30%)"),
    ],
)
def test_who_wins(rows, title):
    base = lines(f"strategy | share | rank_low | rank_high\n{rows}", scenario="as printed", rank=1)
    base = [{**row, "low": row["share"] - 0.02, "high": row["share"] + 0.02} for row in base]
    (picture,) = shares.by_strategy(run_of({"shares": base[::-1]}))
    assert picture.title == title[0].upper() + title[1:]


@pytest.mark.parametrize(
    ("edges", "words", "title"),
    [
        ([0.01, 0.07], (UNDECIDED, MATTERS), "Seat 1 differs from an equal share by +7 percentage points, which matters"),
        ([0.09, 0.07], (UNDECIDED, MATTERS), "Seat 1 differs from an equal share by +7 percentage points, which matters"),
        ([0.001, -0.002], (NO_DIFFERENCE, NO_DIFFERENCE), "No seat has an advantage that matters"),
        (
            [0.001, -0.02],
            (NO_DIFFERENCE, UNDECIDED),
            "Seat 1 differs most from an equal share, by −2 percentage points; that is not decided yet",
        ),
    ],
)
def test_whether_a_seat_matters(edges, words, title):
    rows = [
        {"seat": i, "edge": edge, "edge_low": edge - 0.03, "edge_high": edge + 0.03, "verdict": word}
        for i, (edge, word) in enumerate(zip(edges, words, strict=True))
    ]
    run = run_of({"seats": [{"players": 3, "lineup": "one", "scenario": "as printed", **row} for row in rows]})
    assert [picture.title for picture in shares.by_seat(run)] == [title]


@pytest.mark.parametrize(
    ("best", "title"),
    [({2: "crab", 3: "crab"}, "Most wins for crab with every number of players"), ({2: "crab", 3: "owl"}, "Who wins most depends on")],
)
def test_who_wins_along_the_number_of_players(best, title):
    rows = [
        {
            "players": n,
            "lineup": "one",
            "scenario": "as printed",
            "strategy": name,
            "share": share,
            "low": share - 0.01,
            "high": share + 0.01,
        }
        for n, first in best.items()
        for name in ("crab", "owl")
        for share in [0.6 if name == first else 0.4]
    ]
    (picture,) = shares.by_strategy(run_of({"shares": rows}, players=[2, 3], lineup=["random", "first"]))
    assert picture.title.startswith(title)


@pytest.mark.parametrize(
    ("lows", "title"),
    [
        ({"owl": 0.01, "fox": 0.01}, "Ahead of each of the others: crab"),
        ({"owl": 0.01, "fox": -0.01}, "In the lead, but not clearly ahead of everybody: crab"),
        ({"owl": -0.01, "fox": 0.0}, "The first is not clearly ahead of anybody"),
    ],
)
def test_who_is_ahead_of_whom(lows, title):
    rows = [{"strategy": "crab", "opponent": name, "difference": 0.1, "low": low, "high": 0.2 - low} for name, low in lows.items()]
    rows += [{"strategy": name, "opponent": "crab", "difference": -0.1, "low": low - 0.2, "high": -low} for name, low in lows.items()]
    run = run_of({"pairs": [{"players": 3, "lineup": "one", "scenario": "as printed", **row} for row in rows]})
    assert matchups.section(run).blocks[0].title == title


def test_two_strategies_need_no_map():
    pair = lines("strategy | opponent | difference | low | high\ncrab | owl | 0 | 0 | 0\nowl | crab | 0 | 0 | 0", scenario="as printed")
    section = matchups.section(run_of({"pairs": pair}))
    assert [type(block).__name__ for block in section.blocks] == ["TableBlock"]
    assert [row[0].text for row in section.blocks[0].shown] == ["crab"], "each pair once"
    assert matchups.section(run_of({})) is None


LENGTH = {"mean": 20, "low": 19, "high": 21, "q5": 12, "q25": 16, "q50": 19, "q75": 24, "q95": 31, "capped": 0, "turns": 3, "games": 1}


@pytest.mark.parametrize(
    ("verdict", "title"),
    [
        (MATTERS, "20.0 turns on average; in “an Eight wins” +3 turns (+15%)"),
        (UNDECIDED, "20.0 turns on average, and no scenario is known to change that enough to matter"),
    ],
)
def test_how_long_games_take(verdict, title):
    rows = lines("scenario\nas printed\nan Eight wins", **LENGTH)
    longer = {"metric": "turns", "baseline_mean": 20, "low": 1.0, "high": 5.0}
    found = [effect(MATTERS, 9), effect(verdict, 3, "an Eight wins", **longer), effect(MATTERS, 9, **{**longer, "lineup": "two"})]
    tables = {"lengths": rows, "length_counts": rows, "effects": found}
    assert lengths.pictures(run_of(tables, scenarios=TWO))[0].title == title
    (alone,) = lengths.pictures(run_of({**tables, "lengths": rows[:1]}))
    assert alone.title == "Half of the games take 16 to 24 turns, one in twenty more than 31"
    assert "dashed" not in alone.note


def test_endings_are_told_where_games_end_in_two_ways():
    one = lines("ending | share | low | high\nout | 1 | 1 | 1\nturn_limit | 0 | 0 | 0", scenario="as printed")
    assert lengths.endings(run_of({"endings": one})) is None
    three = lines(
        "ending | share | low | high\nout | 0.2 | 0.1 | 0.3\nturn_limit | 0.5 | 0.4 | 0.6\neight_last | 0.3 | 0.2 | 0.4",
        scenario="as printed",
    )
    section = lengths.endings(run_of({"endings": three}))
    assert section.blocks[0].title == "50% of the games end by “turn limit”, 30% by “eight last”"
    assert [block.id for block in section.blocks] == ["endings-1", "ending-shares"]


def test_a_part_of_the_variance():
    assert doctest.testmod(luck).failed == 0
    assert [luck.part_of(share) for share in (0.001, 0.0999, 0.1)] == ["0.1%", "10.0%", "10%"]


def test_of_a_long_game_the_middle_is_left_out():
    """26 lines at most: the first of them, an ellipsis, and how it ended."""
    told = [f"{i:4}  {i}" for i in range(40)]
    assert events._from(told, 14) == "\n".join(told[14:])
    assert events._from(told, 13) == "\n".join([*told[13:37], "      …", told[39]])
    assert events._from(told[:20], 77) == "\n".join(told[:20]), "an event that is not told"


def test_scores_are_told_where_there_are_any():
    scored = metrics_of(Setting(games.find("what_the_heck"), ("crab", "owl"), 2))
    rows = [{"metric": metric, "mean": 7.25, "low": 7.0, "high": 7.5} for metric in scored if metric.family is SCORES]
    summary = [{"players": 3, "lineup": "one", "scenario": "as printed", **row} for row in rows]
    table = next(block for block in shares.section(run_of({"summary": summary})).blocks if block.id == "scores")
    assert [column.title for column in table.columns] == ["Strategy", "Score", INTERVAL]
    assert [[cell.text for cell in row] for row in table.shown] == [["crab", "7.2", "7.0 to 7.5"], ["owl", "7.2", "7.0 to 7.5"]]


# Lines


def test_lines_by_what_they_have():
    rows = lines("a | b\n1 | x\n2 | x\n1 | y")
    assert [(key, len(of)) for key, of in grouped(rows, "a")] == [(1, 2), (2, 1)]
    assert [key for key, _ in grouped(rows, "a", "b")] == [(1, "x"), (2, "x"), (1, "y")]
    assert distinct(rows, "b") == ["x", "y"]
    assert bounded({"low": 0, "x_low": 1, "x_high": 2}, "x") == {"low": 1, "high": 2, "x_low": 1, "x_high": 2}


def test_effects_by_their_strength():
    small, large, certain = effect(UNDECIDED, 0.02), effect(UNDECIDED, -0.06), effect(MATTERS, 0.03)
    assert [round(strength(row), 9) for row in (small, large, {**small, "margin": 0})] == [2, 6, 0]
    assert strongest([small, large]) is large
    assert strongest([large, certain, small]) is certain
    assert largest([small, certain, large], 2) == [certain, large]


def test_of_many_scenarios_those_are_pictured_that_differ_most():
    names = ["as printed", *(f"S{i}" for i in range(1, 9))]
    scenarios = {name: {"turn_limit": 1_000 + i} if i else {} for i, name in enumerate(names)}
    found = [effect(NO_DIFFERENCE, 0.01 * i, f"S{i}") for i in range(1, 9)]
    assert run_of({"effects": found}, scenarios=scenarios).pictured == ("as printed", *names[2:])
    few = dict(list(scenarios.items())[:8])
    assert run_of({}, scenarios=few).pictured == tuple(names[:8])


# The proof


def test_the_proof_is_of_what_was_asked():
    head = "strategy | share | low | high | rank_low"
    rows = lines(f"{head}\ncrab | 0.4 | 0.3 | 0.5 | 1\nowl | 0.2 | 0.1 | 0.3 | 1", scenario="as printed")
    length = lines("scenario\nas printed", **LENGTH)
    tables = {"shares": rows, "lengths": length, "length_counts": length}
    of = {"shares": "Win shares", "lengths": "Distributions"}
    assert page.proof_of(run_of(tables)).alt.startswith(of["shares"])
    assert page.proof_of(run_of({**tables, "shares": rows[:1]})).alt.startswith(of["lengths"])
    found = [effect(MATTERS, 0.03, lineup="one"), effect(MATTERS, 0.05, lineup="two"), effect(UNDECIDED, 0.01, "B", lineup="two")]
    proof = page.proof_of(run_of({**tables, "headline": found}, scenarios=TWO))
    assert (proof.id, proof.title) == ("proof", "“A”: win share of crab +5.0 percentage points; 1 of 2 effects matter")
    many = [effect(UNDECIDED, i / 100, f"S{i}") for i in range(1, 19)]
    assert "10 strongest of 18" in page.proof_of(run_of({"headline": many})).note


def test_what_stands_at_the_top_is_not_shown_again():
    one, other = (Picture("a", "title", alt, lambda width: None) for alt in ("one", "other"))
    section = Section("s", "", "", [one, Text(["."]), other])
    assert page.without(replace(one, id="proof"), section).blocks == [section.blocks[1], other]
    assert page.without(None, section).blocks == section.blocks
