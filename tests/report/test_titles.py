"""What pictures say in their titles, and what they show where there is more than fits: each way it can turn out, from lines by hand."""

import doctest
from dataclasses import replace
from types import SimpleNamespace

import pytest

from simlab import games
from simlab.metrics import Setting, metrics_of
from simlab.metrics.shares import SCORES
from simlab.report import page
from simlab.report.blocks import LONG, WHO, Text, part, together
from simlab.report.lines import bounded, distinct, grouped, largest, strength, strongest
from simlab.report.sections import brief, effects, events, first, lengths, luck, matchups, proof, shares
from simlab.report.svg import Picture, Sheet
from simlab.report.tables import INTERVAL, TableBlock
from simlab.stats.verdicts import Ruling
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.report.telling import OF, lines, run_of

TWO = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}


def effect(verdict: str, mean: float = 0.03, scenario: str = "A", metric: str = "share.crab", **more) -> dict:
    """An effect on crab's share, or another metric."""
    ends = {"mean": mean, "low": mean - 0.01, "high": mean + 0.01, "baseline_mean": 0.25, "margin": 0.01}
    return {
        "players": 3,
        "lineup": "one",
        "scenario": scenario,
        "said": scenario,
        "metric": OF[metric],
        "verdict": verdict,
        "more_deals": 0,
        **ends,
        **more,
    }


@pytest.mark.parametrize(
    ("found", "title"),
    [
        ([effect(MATTERS)], "“A” moves anybody by more than a point: crab up"),
        ([effect(MATTERS), effect(NO_DIFFERENCE, 0.001, "B")], "only “A” moves anybody by more than a point: crab up"),
        ([effect(MATTERS), effect(MATTERS, -0.04, metric="share.owl")], "“A” moves anybody by more than a point: crab up, owl down"),
        (
            [effect(MATTERS, mean, metric=f"seat.{seat}") for seat, mean in enumerate((0.02, 0.03, 0.04))],
            "“A” moves anybody by more than a point: seat 2 and seat 1 up",
        ),
        ([effect(MATTERS), effect(MATTERS, -0.04, "B")], "“A” and “B” move who wins, “B” most: crab down"),
        ([effect(MATTERS, 0.03, name) for name in "ABC"], "all 3 changes move who wins, “A” most: crab up"),
        ([*(effect(MATTERS, 0.03, name) for name in "ABC"), effect(UNDECIDED, 0, "D")], "3 of 4 changes move who wins, “A” most: crab up"),
        ([effect(UNDECIDED)], "not decided yet: 1 of 1 effect may be large enough to matter"),
        ([effect(UNDECIDED), effect(NO_DIFFERENCE)], "not decided yet: 1 of 2 effects may be large enough to matter"),
        ([effect(NO_DIFFERENCE)], "nobody's share moves by as much as a point"),
        ([effect(NO_DIFFERENCE, metric="turns")], "nothing here moves by enough to matter"),
        ([effect(MATTERS, 3, metric="turns", baseline_mean=20)], "“A” matters here: game length up by 3.000 turns"),
        (
            [effect(MATTERS, -3, metric="turns", baseline_mean=20), effect(MATTERS, 1, "B", metric="turns", baseline_mean=20)],
            "“A” and “B” matter here, “A” most: game length down by 3.000 turns",
        ),
        (
            [effect(MATTERS, 3, metric="turns"), effect(NO_DIFFERENCE, 0, metric="turns", lineup="two")],
            "“A” matters at 1 of 2 tables: game length up by 3.000 turns",
        ),
        (
            [effect(MATTERS, mean, name, "turns", lineup=name) for name, mean in (("A", 3), ("B", 1))]
            + [effect(MATTERS, 3, metric="turns", lineup=name) for name in ("two", "B")],
            "“A” and “B” matter here, “A” most at all 3 tables: game length up by 3.000 turns",
        ),
        ([effect(MATTERS), effect(MATTERS, lineup="two")], "“A” moves anybody by more than a point at both tables: crab up"),
    ],
)
def test_what_effects_show(found, title):
    assert proof.finding(found) == title


def marks_of(picture: Picture) -> list[list[int]]:
    """How many marks each row of a forest plot has, as it is drawn from."""
    (panels, _) = picture.draw
    return [[mark.series for mark in row.marks] for row in panels[0].rows]


@pytest.fixture
def undrawn(monkeypatch):
    """Pictures keep what they would be drawn from."""
    for chart in ("intervals", "lines"):
        monkeypatch.setattr(proof, chart, lambda *given, **_: given)


def test_of_many_changes_the_strongest_are_drawn(undrawn):
    many = [effect(UNDECIDED, i / 100, f"S{i}") for i in range(1, 7)]
    found = proof.proof(run_of({"headline": many}))
    assert marks_of(found) == [[0, 1, 2]]
    assert found.draw[1] == ["S4", "S5", "S6"]
    assert found.note.endswith("3 smaller effects are in All numbers.")
    strategies = [
        effect(MATTERS, 0.03, name, baseline_mean=0.2 + i / 10, metric=m)
        for name in "AB"
        for i, m in enumerate(("share.crab", "share.owl"))
    ]
    labels = [row.label for row in proof.proof(run_of({"headline": strategies})).draw[0][0].rows]
    assert labels == ["owl", "crab"], "ordered by who wins"


@pytest.mark.parametrize(("other", "more"), [(0.25, ["25.0% before"]), (0.3, [""])])
def test_what_was_before_is_told_where_that_is_one_number(undrawn, other, more):
    """Effects of several rules, each averaged over the others, start from several."""
    found = [effect(MATTERS), effect(MATTERS, 0.02, "B", baseline_mean=other)]
    run = run_of({"headline": found})
    assert [row.more for row in proof.proof(run).draw[0][0].rows] == more
    assert ("as printed" in brief.brief_of(run).head) == bool(more[0])


def test_the_first_family_that_matters_is_drawn():
    turns = {"metric": "turns", "baseline_mean": 20}
    for found, label in (
        ([effect(MATTERS), effect(MATTERS, 3, **turns)], "crab"),
        ([effect(UNDECIDED), effect(MATTERS, 3, **turns)], "turns"),
        ([effect(UNDECIDED), effect(UNDECIDED, 3, **turns)], "crab"),
        ([effect(UNDECIDED, metric="swaps"), effect(UNDECIDED, 3, **turns)], "turns"),
    ):
        assert proof.leading(found)[0]["metric"].label == label


def test_at_several_tables_one_number_is_drawn_at_all_of_them(undrawn):
    """Which moves most of those that are drawn; who wins is drawn whoever it is."""
    lineups = {"lineup": None, "lineups": {name: ["random", "first", "first"] for name in ("one", "two")}}
    swaps = [effect(MATTERS, mean, metric="swaps", lineup=name, baseline_mean=2) for name, mean in (("one", 0.5), ("two", 0.1))]
    clears = [effect(MATTERS, 0.2, metric="clears", lineup=name, baseline_mean=2) for name in ("one", "two")]

    def drawn(found):
        return [row.label for row in proof.proof(run_of({"headline": found}, **lineups)).draw[0][0].rows]

    assert drawn([*clears, *swaps]) == ["swaps, one", "swaps, two"]
    shares = [effect(MATTERS, 0.03, metric=f"share.{who}", lineup=name) for name in ("one", "two") for who in ("crab", "owl")]
    assert len(drawn(shares)) == 4


@pytest.mark.parametrize(("margins", "band"), [((0.4, 0.8), (-2.0, 2.0)), ((0.4, 0.4), None)])
def test_a_band_is_drawn_where_it_is_the_same_for_all(undrawn, margins, band):
    """Half a turn is less of a long game: in percent it is not one band."""
    found = [
        effect(NO_DIFFERENCE, 0.1, metric="turns", players=players, baseline_mean=20 * (players - 1), margin=margin)
        for players, margin in zip((2, 3), margins, strict=True)
    ]
    assert proof.proof(run_of({"headline": found}, players=[2, 3], lineup=["random", "first"])).draw[0][0].band == band


@pytest.mark.parametrize(("saving", "told"), [(1.04, "1.0"), (19.94, "19.9"), (20.0, "20"), (20.6, "21"), (1_234.0, "1,234")])
def test_what_pairing_saves(saving, told):
    savings = [{"saving": 1e6, "se": 0.0}, {"saving": 0.5, "se": 0.1}, {"saving": saving, "se": 0.1}, {"saving": 1e5, "se": 0.1}]
    run = run_of({"effects": [effect(NO_DIFFERENCE, **each) for each in savings]})
    said = effects.section(run).blocks[0].paragraphs[0]
    assert (f"would have needed {told} times as many games" if saving > 1.15 else "saves nothing here") in said


def test_what_is_said_where_nothing_changes_and_where_much_is_compared():
    same = run_of({"effects": [effect(NO_DIFFERENCE, saving=1.0, se=0.0)]})
    assert effects.section(same).blocks[0].paragraphs == [
        "Every scenario gave exactly the same results as the baseline, on every deal.",
    ]
    many = run_of({"effects": [effect(NO_DIFFERENCE, saving=1.0, se=0.1)]}, said={"family": [1, 2]})
    assert (
        effects.section(many).blocks[0].paragraphs[0].startswith("The 2 verdicts that the answer may tell are corrected for their number")
    )
    assert effects.section(run_of({})) is None


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
    assert f"{shares.seat_message(run.analysis.lines('seats'))}." == f"{title[0].lower()}{title[1:]}."
    told = [block.title if isinstance(block, Picture) else block.paragraphs[0] for block in shares.section(run).blocks[:-1]]
    if MATTERS in words:
        assert told == [title], "it is drawn"
    else:
        assert told == ["Where one sits makes no practical difference." if UNDECIDED not in words else f"{title}."], "a sentence is enough"


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
    rows = "ending | share | low | high\nout | 0.2 | 0.1 | 0.3\nturn_limit | 0.5 | 0.4 | 0.6\neight_last | 0.3 | 0.2 | 0.4"
    three = lines(rows, scenario="as printed")
    title = "50% of the games end with a stop at the turn limit, 30% with a loss by a last Eight"
    sentence, table = lengths.endings(run_of({"endings": three})).blocks
    assert sentence.paragraphs == [f"{title}."], "where scenarios do not differ a sentence is enough"
    assert table.id == "ending-shares"
    other = lines(rows.replace("0.5", "0.51"), scenario="an Eight wins")
    picture, _ = lengths.endings(run_of({"endings": [*three, *other]}, scenarios=TWO)).blocks
    assert picture.title == f"“as printed”: {title}"


@pytest.mark.parametrize(("share", "is_told"), [(0.0, False), (0.001, False), (0.025, True)])
def test_games_that_were_cut_off_are_told(share, is_told):
    rows = lines("scenario\nas printed", **{**LENGTH, "capped": share})
    first = lengths.section(run_of({"lengths": rows, "length_counts": rows})).blocks[0]
    assert isinstance(first, Text) == is_told
    if is_told:
        assert first.paragraphs[0].startswith("2.5% of the games were cut off at the turn limit: there the mean says")


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


# The proof and the head


def test_the_proof_is_of_what_was_asked():
    head = "strategy | share | low | high | rank_low"
    rows = lines(f"{head}\ncrab | 0.4 | 0.3 | 0.5 | 1\nowl | 0.2 | 0.1 | 0.3 | 1", scenario="as printed")
    length = lines("scenario\nas printed", **LENGTH)
    tables = {"shares": rows, "lengths": length, "length_counts": length}
    of = {"shares": "Win shares", "lengths": "Distributions"}
    assert proof.proof(run_of(tables)).alt.startswith(of["shares"])
    assert proof.proof(run_of({**tables, "shares": rows[:1]})).alt.startswith(of["lengths"])


FACTOR = {"rule": "piles", "baseline": "4", "baseline_mean": 20.0, "margin": 0.4, "more_deals": 0}


def test_numbers_of_a_rule_stand_on_a_numeric_axis(undrawn):
    rows = lines(
        """
        value | metric     | mean | low  | high | verdict
        3     | turns      | 2.0  | 1.5  | 2.5  | matters
        6     | turns      | -3.0 | -3.5 | -2.5 | matters
        3     | share.crab | 0.01 | 0.0  | 0.02 | undecided
        6     | share.crab | 0.02 | 0.01 | 0.03 | undecided
        """,
        **FACTOR,
    )
    headline = [{**row, "scenario": f"piles={row['value']}", "said": f"piles {row['value']}"} for row in rows]
    run = run_of({"factors": rows, "headline": headline}, vary={"piles": [4, 3, 6]})
    picture = proof.proof(run)
    graphs, label = picture.draw
    assert label == "piles"
    assert [graph.title for graph in graphs] == ["Win share (%)", "Length (turns)"], "a panel for each outcome, who wins first"
    (length,) = graphs[1].series
    assert [(x, round(mean, 9)) for x, mean, *_ in length.points] == [(3, 22.0), (4, 20.0), (6, 17.0)]
    assert picture.title == "“piles 3” and “piles 6” matter here, “piles 6” most: game length down by 3.0 turns"
    more = [{**row, "players": n} for n in range(2, 6) for row in rows]
    many = run_of({"factors": more, "headline": headline}, vary={"piles": [4, 3, 6]}, players=[2, 3], lineup=["random", "first"])
    kept, _ = proof.proof(many).draw
    assert [graph.title for graph in kept] == [f"Win share (%), {n} players" for n in range(2, 6)], "as many as there is room for"
    words = run_of({"factors": rows, "headline": headline}, vary={"eight_last": ["loses", "wins"]})
    assert proof._along_a_rule(words) is None, "words are no numbers"


def ruled(*words: str, checks: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    found = [Ruling(word, f"S{i}", "text") for i, word in enumerate(words)]
    run = run_of({}, said={"rulings": found, "checks": [SimpleNamespace(status=status) for status in checks]})
    return [(ruling.sign, ruling.on, ruling.text) for ruling in first.verdicts_of(run)]


def test_a_verdict_stands_for_each_change_or_for_several():
    assert ruled(MATTERS, UNDECIDED) == [("●", "S0", "text"), ("◐", "S1", "text")]
    many = ruled(*[NO_DIFFERENCE] * 4, MATTERS, UNDECIDED, UNDECIDED)
    assert [name for _, name, _ in many] == ["S4", "S5", "S6", "S0", "S1", "2 other changes"]
    assert many[-1] == ("○", "2 other changes", "2 no practical difference")


@pytest.mark.parametrize(
    ("statuses", "told"),
    [
        (("held", "held"), ("○", "checks", "all 2 hold")),
        (("held",), ("○", "checks", "it holds")),
        (("held", "undecided"), ("◐", "checks", "1 of 2 undecided")),
        (("broken", "undecided"), ("●", "checks", "1 of 2 broken")),
    ],
)
def test_what_became_of_the_checks_stands_among_the_verdicts(statuses, told):
    assert ruled(checks=statuses) == [told]


def test_parts_with_one_name_stand_together():
    one, two, other = (Text([word]) for word in ("one", "two", "other"))
    found = together([part(WHO, [one], "First."), part(LONG, [other]), part(WHO, [two], "Then.")])
    assert [(section.id, section.lead, section.blocks) for section in found] == [(WHO, "First. Then.", [one, two]), (LONG, "", [other])]


def test_what_stands_on_the_first_screen_is_not_shown_again():
    one, other = (Picture("a", "title", alt, Sheet) for alt in ("one", "other"))
    section = part(WHO, [one, Text(["."]), other])
    assert page.without(replace(one, id="proof"), section).blocks == [section.blocks[1], other]
    assert page.without(None, section).blocks == section.blocks


def test_tables_are_folded_unless_they_are_to_be_seen_at_once():
    folded_away, seen_at_once = TableBlock("a", "", [], []), TableBlock("b", "", [], [], is_open=True)
    section = part(WHO, [folded_away, seen_at_once, Text(["."])])
    assert section.shown == [seen_at_once, Text(["."])]
    assert section.numbers == [folded_away]
