"""What the sections say of numbers that are written by hand: every sentence, every cell, and what the pictures are drawn from.

The texts in `told/` are read like a page: `|` sets cells apart, and behind `=` stands what the CSV holds.
"""

from math import inf
from types import SimpleNamespace

import pytest

from simlab.engine.events import Event
from simlab.report.blocks import ONE, Text, part
from simlab.report.examples import Examples
from simlab.report.sections import card, checks, effects, events, lengths, luck, matchups, proof, reading, rules, seatings, shares, what
from simlab.stats.checks import CheckResult
from simlab.stats.replays import FlippedDeal, SideBySide, TypicalGame
from tests.report.telling import TOLD, lines, run_of, told

TWO = {"as printed": {}, "an Eight wins": {"eight_last": "wins"}}
ALONG = {"players": [2, 3], "lineup": ["random", "first"], "games": 6_000}
EFFECT = {"baseline": "as printed", "n": 1_000, "se": 0.1}

EFFECTS = lines(
    """
    scenario      | metric     | baseline_mean | mean  | low    | high  | saving | margin | verdict                       | more_deals
    an Eight wins | share.crab | 0.5           | 0.03  | 0.02   | 0.04  | 9.6    | 0.01   | matters                       | 0
    an Eight wins | share.owl  | 0.25          | -0.01 | -0.03  | 0.01  | inf    | 0.01   | undecided                     | 1234
    an Eight wins | turns      | 20            | 0.1   | 0.0    | 0.2   | 10.4   | 0.4    | makes no practical difference | 0
    an Eight wins | swaps      | 2             | 0.5   | 0.3    | 0.7   | 2      | 0.04   | undecided                     | 1000000000
    an Eight wins | ending.out | 0.01          | 0.002 | -0.002 | 0.006 | 3      | 0.01   | makes no practical difference | 0
    """,
    **EFFECT,
)
ALONG_PLAYERS = lines(
    """
    players | metric     | baseline_mean | mean | low   | high | saving | margin | verdict                       | more_deals
    2       | share.crab | 0.5           | 0.03 | 0.02  | 0.04 | 9      | 0.01   | matters                       | 0
    3       | share.crab | 0.4           | 0.05 | 0.04  | 0.06 | 9      | 0.01   | matters                       | 0
    2       | turns      | 20            | 0.1  | 0.0   | 0.2  | 9      | 0.4    | makes no practical difference | 0
    3       | turns      | 40            | 0.4  | 0.0   | 0.8  | 9      | 0.8    | undecided                     | 40
    """,
    scenario="an Eight wins",
    **EFFECT,
)
SHARES = lines(
    """
    scenario      | strategy | share | low  | high | rank | rank_low | rank_high
    as printed    | owl      | 0.2   | 0.18 | 0.22 | 2    | 2        | 2
    as printed    | crab     | 0.4   | 0.38 | 0.42 | 1    | 1        | 1
    an Eight wins | owl      | 0.25  | 0.23 | 0.27 | 2    | 1        | 2
    an Eight wins | crab     | 0.375 | 0.37 | 0.38 | 1    | 1        | 2
    """
)
SEATS = lines(
    """
    scenario      | seat | share | low  | high | edge  | edge_low | edge_high | p_joint | verdict
    as printed    | 0    | 0.4   | 0.37 | 0.43 | 0.07  | 0.04     | 0.10      | 0.0001  | matters
    as printed    | 1    | 0.3   | 0.28 | 0.32 | -0.03 | -0.05    | -0.01     | 0.0001  | undecided
    as printed    | 2    | 0.3   | 0.28 | 0.32 | -0.03 | -0.05    | -0.01     | 0.0001  | undecided
    an Eight wins | 0    | 0.333 | 0.32 | 0.34 | 0     | -0.005   | 0.005     | 0.25    | makes no practical difference
    """
)
PLAYED = lines(
    """
    players | scenario   | strategy | share | low  | high | rank | rank_low | rank_high
    2       | as printed | crab     | 0.6   | 0.55 | 0.65 | 1    | 1        | 1
    2       | as printed | owl      | 0.4   | 0.35 | 0.45 | 2    | 2        | 2
    3       | as printed | crab     | 0.3   | 0.25 | 0.35 | 2    | 2        | 2
    3       | as printed | owl      | 0.5   | 0.45 | 0.55 | 1    | 1        | 1
    """
)
SEATED = lines(
    """
    players | scenario   | seat | share | low  | high | edge  | edge_low | edge_high | p_joint | verdict
    2       | as printed | 0    | 0.55  | 0.53 | 0.57 | 0.05  | 0.03     | 0.07      | 0.02    | matters
    2       | as printed | 1    | 0.45  | 0.43 | 0.47 | -0.05 | -0.07    | -0.03     | 0.02    | matters
    3       | as printed | 0    | 0.3   | 0.28 | 0.32 | -0.03 | -0.05    | -0.01     | 0.04    | undecided
    """
)
PAIRS = lines(
    """
    scenario   | strategy | opponent | difference | low   | high
    as printed | owl      | crab     | -0.1       | -0.12 | -0.08
    as printed | crab     | owl      | 0.1        | 0.08  | 0.12
    as printed | crab     | fox      | 0.02       | -0.01 | 0.05
    as printed | fox      | crab     | -0.02      | -0.05 | 0.01
    as printed | fox      | owl      | 0          | -0.02 | 0.02
    as printed | owl      | fox      | 0          | -0.02 | 0.02
    """
)
LENGTHS = lines(
    """
    scenario      | mean | low  | high | q5 | q25 | q50 | q75 | q95 | capped
    as printed    | 20   | 19.5 | 20.5 | 12 | 16  | 19  | 24  | 31  | 0
    an Eight wins | 22   | 21   | 23   | 13 | 17  | 20  | 26  | 35  | 0.002
    """
)
LENGTH_COUNTS = lines(
    """
    scenario      | turns | games
    as printed    | 2     | 5
    as printed    | 4     | 7
    an Eight wins | 3     | 9
    """
)
ENDINGS = lines(
    """
    scenario      | ending   | share | low  | high
    as printed    | out      | 0.8   | 0.78 | 0.82
    as printed    | eight_last | 0.2   | 0.18 | 0.22
    as printed    | turn_limit | 0     | 0    | 0
    an Eight wins | out      | 1     | 1    | 1
    an Eight wins | eight_last | 0     | 0    | 0
    """
)
LUCK = lines(
    """
    scenario      | strategy | seat   | deal | rest
    as printed    | 0.12     | 0.0004 | -    | 0.8796
    an Eight wins | 0.034    | 0      | 0.2  | 0.766
    """
)
LEDGER = lines(
    """
    scenario      | event       | fired | fired_low | fired_high | per_game | per_game_low | per_game_high
    as printed    | swaps       | 0.4   | 0.38      | 0.42       | 0.5      | 0.45         | 0.55
    as printed    | draws       | 1     | 1         | 1          | 20       | 19.5         | 20.5
    an Eight wins | swaps       | 0.3   | 0.28      | 0.32       | 0.4      | 0.35         | 0.45
    an Eight wins | draws       | 1     | 1         | 1          | 21       | 20.5         | 21.5
    """
)
TIMES = lines(
    """
    scenario      | event | mean | low  | high | q5 | q25 | q50 | q75 | q95
    as printed    | swaps | 0.5  | 0.45 | 0.55 | 0  | 0   | 1   | 2   | 12
    as printed    | draws | 20   | 19.5 | 20.5 | 9  | 14  | 18  | 22  | 13
    an Eight wins | swaps | 0.4  | 0.35 | 0.45 | 0  | 0   | 0   | 1   | 3
    an Eight wins | draws | 21   | 20.5 | 21.5 | 9  | 14  | 18  | 22  | 32
    """
)
TIMES_COUNTS = lines(
    """
    scenario      | event | times | games
    as printed    | swaps | 0     | 6
    as printed    | swaps | 1     | 4
    as printed    | draws | 3     | 10
    an Eight wins | swaps | 0     | 7
    """
)
LEDGER_EFFECTS = lines(
    """
    scenario      | event       | deals | games | metric     | effect | low   | high
    an Eight wins | swaps       | 400   | 900   | share.crab | 0.06   | 0.04  | 0.08
    an Eight wins | draws       | 1000  | 3000  | share.crab | 0.03   | 0.02  | 0.04
    an Eight wins | swaps       | 400   | 900   | turns      | -0.5   | -0.7  | -0.3
    """
)
FLIPPED = lines(
    """
    scenario      | share | low  | high
    an Eight wins | 0.12  | 0.11 | 0.13
    an Eight swaps| 0.02  | 0.01 | 0.03
    """
)
FACTORS = lines(
    """
    rule       | value | baseline | metric     | baseline_mean | mean  | low   | high  | margin | verdict   | more_deals
    eight_last | wins  | loses    | share.crab | 0.4           | 0.05  | 0.04  | 0.06  | 0.01   | matters   | 0
    piles      | 4     | 3        | turns      | 20            | -0.5  | -0.9  | -0.1  | 0.4    | undecided | 70
    """
)
INTERACTIONS = lines(
    """
    rule       | value | other | other_value | metric     | mean  | low   | high  | margin | verdict   | more_deals
    eight_last | wins  | piles | 4           | share.crab | -0.03 | -0.04 | -0.02 | 0.01   | matters   | 0
    eight_last | swaps | piles | 4           | share.crab | 0.002 | -0.01 | 0.014 | 0.01   | undecided | 70
    eight_last | wins  | piles | 4           | turns      | 0.1   | -0.3  | 0.5   | 0.4    | undecided | 70
    """,
    baseline="loses",
    other_baseline="3",
)
SCENARIOS = {
    "effects": EFFECTS,
    "shares": SHARES,
    "seats": SEATS,
    "pairs": PAIRS,
    "lengths": LENGTHS,
    "length_counts": LENGTH_COUNTS,
    "endings": ENDINGS,
    "luck": LUCK,
    "ledger": LEDGER,
    "times": TIMES,
    "times_counts": TIMES_COUNTS,
    "ledger_effects": LEDGER_EFFECTS,
    "flipped": FLIPPED,
}
ACROSS = {
    "effects": ALONG_PLAYERS,
    "shares": PLAYED,
    "seats": SEATED,
    "lengths": [{**LENGTHS[0], "players": 2}, {**LENGTHS[1], "scenario": "as printed"}],
    "luck": [{**LUCK[0], "players": 2}, {**LUCK[1], "scenario": "as printed"}],
    "flipped": [{**FLIPPED[0], "players": 2}, FLIPPED[0]],
}
VARY = {"factors": FACTORS, "interactions": INTERACTIONS, "effects": EFFECTS}


@pytest.fixture(autouse=True)
def described(monkeypatch):
    """Pictures keep what they would be drawn from."""
    for module in (lengths, matchups, proof, rules, shares):
        for chart in {"grid", "intervals", "lines", "spreads", "stacked"} & vars(module).keys():
            monkeypatch.setattr(module, chart, lambda *given, chart=chart, **how: (chart, *given, *how.items()))


def game(*texts: str) -> list[Event]:
    """A game's events, which are their own words here."""
    return [{"event": text} for text in texts]


@pytest.fixture
def examples(monkeypatch):
    monkeypatch.setattr(events, "lines_of", lambda game, events: ["a game", *(f"{i:4}  {one['event']}" for i, one in enumerate(events))])
    flip = FlippedDeal(3, "one", "an Eight wins", 17, (1, 0, 2), ("owl", "crab", "owl"))
    pair = SideBySide(flip, "as printed", game(*"abcdefg"), game(*"abcdexyz"), 5, ("simlab trace 1", "simlab trace 2"))
    long = TypicalGame(3, "one", "as printed", 4, 19, game("deal", "win"), "simlab trace 3")
    who = lines(
        """
        scenario   | event | kind     | who  | per_game | low  | high | games
        as printed | swaps | strategy | crab | 0.4      | 0.35 | 0.45 | 50
        as printed | swaps | strategy | owl  | 0.1      | 0.05 | 0.15 | 50
        as printed | swaps | seat     | 0    | 0.2      | 0.15 | 0.25 | 50
        as printed | swaps | seat     | 1    | 0.3      | 0.25 | 0.35 | 50
        as printed | draws | seat     | 0    | 7        | 6.5  | 7.5  | 50
        """
    )
    return Examples(who, pair, long)


@pytest.mark.parametrize(
    ("name", "make", "tables", "asked"),
    [
        ("effects", effects.section, SCENARIOS, {"scenarios": TWO}),
        ("effects-across", effects.section, ACROSS, {"scenarios": TWO, **ALONG}),
        ("shares", shares.section, SCENARIOS, {"scenarios": TWO}),
        ("shares-across", shares.section, ACROSS, ALONG),
        ("matchups", matchups.section, SCENARIOS, {"scenarios": TWO}),
        ("lengths", lengths.section, SCENARIOS, {"scenarios": TWO}),
        ("lengths-across", lengths.section, ACROSS, ALONG),
        ("endings", lengths.endings, SCENARIOS, {"scenarios": TWO}),
        ("luck", luck.section, SCENARIOS, {"scenarios": TWO}),
        ("luck-across", luck.section, ACROSS, ALONG),
        ("rules", rules.section, VARY, {"vary": {"eight_last": ["loses", "wins", "swaps"], "piles": [3, 4]}}),
        ("flipped-across", events.flipped, ACROSS, {"scenarios": TWO, **ALONG}),
    ],
)
def test_a_section(name, make, tables, asked):
    assert told(make(run_of(tables, **asked))) == (TOLD / f"{name}.txt").read_text()


COURSES = lines(
    """
    scenario       | baseline   | games | touched | flipped | unrelated
    an Eight wins  | as printed | 3000  | 0.073   | 0.99    | 0.7
    an Eight swaps | as printed | 3000  | 0.5     | 0.69    | 0.7
    """
)
PARTINGS = lines(
    """
    scenario      | before     | after | count | share | before_words                       | after_words       | deal | turn
    an Eight wins | ending.eight_last | out   | 96    | 0.96  | crab plays an Eight last and loses. | crab goes out.   | 104  | 34
    an Eight wins | play       | play  | 4     | 0.04  | crab plays one 3.                  | crab plays one 4. | 9    | 3
    """
)
SET_OFF = lines(
    """
    scenario      | shown_by          | strategy | count | share
    an Eight wins | ending.eight_last | owl      | 30    | 0.3
    an Eight wins | ending.eight_last | crab     | 70    | 0.7
    """
)
CARD = {**SCENARIOS, "courses": COURSES, "partings": PARTINGS, "set_off": SET_OFF}


@pytest.mark.parametrize(
    ("name", "make", "tables", "asked"),
    [
        ("card", card.card, CARD, {"scenarios": {**TWO, "an Eight swaps": {"eight_last": "swaps"}}}),
        ("card-alone", card.card, SCENARIOS, {"scenarios": {**TWO, "shorter": {"turn_limit": 40}}}),
        ("proof", proof.proof, SCENARIOS, {"scenarios": TWO}),
        ("proof-across", proof.proof, ACROSS, {"scenarios": TWO, **ALONG}),
    ],
)
def test_the_first_screen(name, make, tables, asked):
    headline = [{**row, "said": row["scenario"]} for row in tables["effects"]]
    run = run_of({**tables, "headline": headline}, **asked)
    assert told(part(ONE, [make(run)])) == (TOLD / f"{name}.txt").read_text()


def test_a_number_of_which_nothing_is_known_yet_has_no_widest_interval():
    rows = [{**row, "said": row["scenario"]} for row in SCENARIOS["effects"]]
    rows[0] = {**rows[0], "low": -inf, "high": inf}
    note = proof.proof(run_of({**SCENARIOS, "effects": rows, "headline": rows}, scenarios=TWO)).note
    assert note.endswith("Bars are 95% intervals; one that crosses the picture is of what nobody knows yet.")


def test_the_card_of_a_table_where_nothing_is_compared(examples):
    where = {"players": 3, "lineup": "one", "scenario": "as printed"}
    seats = [SimpleNamespace(label=name) for name in ("crab", "owl", "owl")]
    places = [SimpleNamespace(players=3, lineup=SimpleNamespace(seats=seats), where=where)] * 2
    run = run_of(SCENARIOS, examples=examples, said={"places": places})
    vars(run)["headline"] = []
    assert told(part(ONE, [card.card(run)])) == (TOLD / "card-table.txt").read_text()


CHECKS = [
    CheckResult("turns.p95 < 20", 31.0, 30.0, 32.0, "broken", "as printed"),
    CheckResult("share.crab > 0.3", 0.31, 0.29, 0.33, "undecided", ""),
    CheckResult("seat_edge < 0.2", 0.07, 0.05, 0.09, "held", ""),
]
STOPPING = SimpleNamespace(
    stopped_early=True, played="300 (2 players, a) to 900 (4 players, b) of 1,000 deals", why=["share of crab is ±0.01"]
)


@pytest.mark.parametrize(
    ("name", "make", "said", "asked"),
    [
        (
            "compared",
            what.section,
            {},
            {"scenarios": TWO, "rules": {"piles": 5}, "lineup": ["random", {"strategy": "hoarder", "keep": 2}, "first"]},
        ),
        ("compared-vary", what.section, {}, {"vary": {"eight_last": ["loses", "wins"], "must_play": [True, False]}, "rules": {"piles": 5}}),
        (
            "played",
            what.section,
            {"stopping": STOPPING},
            {
                **ALONG,
                "lineup": None,
                "lineups": {"a": ["random", "first"], "b": ["first", "first"]},
                "precision": {"turns": 0.5},
                "seating": "fixed",
            },
        ),
        ("checks", checks.section, {"checks": CHECKS}, {}),
        ("reading", reading.section, {}, {}),
        ("reading-stopped", reading.section, {}, {"precision": {"turns": 0.5}}),
        ("again", reading.again, {}, {}),
        ("again-summary", reading.again, {"frames": {"shares": None}}, {"keep": "summary"}),
    ],
)
def test_a_section_about_the_experiment(name, make, said, asked):
    assert told(make(run_of({"shares": SHARES, "effects": EFFECTS}, said=said, **asked))) == (TOLD / f"{name}.txt").read_text()


@pytest.mark.parametrize(("name", "make"), [("ledger", events.ledger), ("flipped", events.flipped), ("typical", events.typical)])
def test_a_section_with_games(name, make, examples):
    run = run_of(SCENARIOS, examples=examples, scenarios={**TWO, "an Eight swaps": {"eight_last": "swaps"}})
    assert told(make(run)) == (TOLD / f"{name}.txt").read_text()


@pytest.mark.parametrize(
    ("ratios", "told_of"),
    [
        ((0.6, 0.625), "these 4 games are worth about 2.4 on deals of their own."),
        ((1.0, 1.13), None),
        ((1.13, 1.2), "these 4 games are worth about 4.5 on deals of their own."),
        ((float("inf"), 1.5), "these 4 games are worth about 6.0 on deals of their own."),
        ((float("inf"), float("inf")), "these 4 games are worth more than any number on deals of their own."),
    ],
)
def test_what_seatings_cost_is_told_where_it_is_not_a_game_a_game(ratios, told_of):
    rows = [{"players": 3, "lineup": "one", "scenario": "as printed", "deals": 50, "games": 200, "ratio": ratio} for ratio in ratios]
    found = seatings.section(run_of({"seatings": rows}))
    said = [paragraph for block in found.blocks if isinstance(block, Text) for paragraph in block.paragraphs]
    assert said == ([f"Every deal is played in 4 seatings; for win shares {told_of}"] if told_of else [])


def test_one_game_a_deal_costs_nothing():
    row = {"players": 3, "lineup": "one", "scenario": "as printed", "deals": 50, "games": 50, "ratio": 1.0}
    assert seatings.section(run_of({"seatings": [row, {**row, "games": 200, "ratio": None}]})) is None
