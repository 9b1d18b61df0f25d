"""Experiment files as users write them: what is accepted, and how each mistake is told, with its line and column."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import simlab
from simlab.experiment import Check, Margin, Seat, load
from tests.cli.duel import FULL, SHORT, fake_games, fault_of, faults_of, from_text, in_folder  # noqa: F401  # the fixtures are used by being here

absolute, share_of_mean = partial(Margin, relative=False), partial(Margin, relative=True)


# What is accepted


def test_a_full_file_is_read_as_written():
    experiment = from_text(FULL)
    assert (experiment.name, experiment.source, experiment.game, experiment.players) == ("x", "x.yaml", "duel", (3,))
    assert (experiment.games, experiment.seed, experiment.seating, experiment.keep) == (1_000_000, 2026, "permute", "summary")
    hoarder = Seat("hoarder", {"keep": 2.0}, "hoarder(keep=2)")
    assert experiment.lineups == {"lineup": (Seat("random", {}, "random"), Seat("greedy", {}, "greedy"), hoarder)}
    assert experiment.rules == {"must_play": False, "cards": (1, 2, 3)}
    assert list(experiment.scenarios) == ["as printed", "an Eight wins", "v1.5"]
    assert experiment.matters == {"share": absolute(0.02), "swaps": share_of_mean(0.07)}
    assert experiment.precision == {"share": 0.002}
    assert experiment.checks[:4] == (
        Check("seat_edge", "<", None, 0.02, "< 2%"),
        Check("turns.p95", ">", 12.0, None, "> 12"),
        Check("effect.v1.5.turns", "within", -0.2, 0.3, "within -0.2..0.3"),
        Check("share.hoarder(keep=2)", "within", 0.2, 0.3, "within .2 3e-1"),
    )


def test_a_short_file_has_sensible_defaults():
    experiment = from_text(SHORT)
    assert experiment.scenarios == {"as printed": {}}
    assert experiment.matters == {}  # each metric knows what is too small to matter
    assert (experiment.seed, experiment.seating, experiment.keep) == (1, "rotate", "games")
    assert (experiment.vary, experiment.metrics, experiment.precision, experiment.checks) == (None, None, None, ())


@pytest.mark.parametrize(
    "text", [FULL, SHORT, SHORT.replace("players: 3", "players: [3, 4]") + "vary: {bonus: [[1, 2], {3: [1, 2, 3]}]}\n"]
)
def test_a_manifest_gives_the_same_experiment_again(text):
    experiment = from_text(text)
    as_json = json.loads(json.dumps(experiment.as_dict()))
    assert as_json == experiment.as_dict()
    assert load(as_json) == experiment
    assert load(experiment) == experiment
    assert load(experiment, seed=7).seed == 7


@pytest.mark.parametrize("percent", [f"{k}%" for k in range(1, 100)] + ["0.7%", "12.34567890123%", "1e-9%", "300%"])
def test_a_percentage_comes_back_exactly(percent):
    experiment = from_text(SHORT + f"matters: {{turns: {percent}}}\n")
    assert load(experiment.as_dict()) == experiment


def test_a_dict_needs_no_file():
    experiment = load({"question": "Why?", "game": "duel", "players": 2, "games": 10, "lineup": ("random", "greedy")})
    assert (experiment.name, experiment.source) == ("experiment", None)


def test_an_experiment_is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        from_text(SHORT).seed = 3


def test_reading_needs_no_compiler():
    code = "import sys, simlab.experiment; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(simlab.__file__).parent.parent)


def test_house_rules_are_resolved_for_a_number_of_players():
    experiment = from_text(FULL.replace("players: 3", "players: [3, 4]"))
    assert experiment.rules_of("an Eight wins", 3).decks == 1
    assert experiment.rules_of("an Eight wins", 4).decks == 2
    assert experiment.rules_of("v1.5", 3).eight_last == "swaps"
    assert experiment.rules_of("v1.5", 3).must_play is False


def test_a_short_lineup_is_repeated_in_turn_where_players_are_a_list():
    experiment = from_text(SHORT.replace("players: 3", "players: [3, 5]"))
    assert [seat.label for seat in experiment.lineups_at(5)["lineup"]] == ["random", "random", "greedy", "random", "random"]


def test_seats_are_told_apart_by_what_was_changed_of_their_strategy():
    seats = "{strategy: hoarder, keep: 2, bold: true}, {strategy: hoarder, keep: 3}, hoarder"
    experiment = from_text(SHORT.replace("[random, random, greedy]", f"[{seats}]"))
    assert [seat.label for seat in experiment.lineups["lineup"]] == ["hoarder(keep=2, bold=1)", "hoarder", "hoarder"]
    assert experiment.lineups["lineup"][1] == experiment.lineups["lineup"][2]


def test_a_strategy_file_has_a_short_label_unless_it_would_be_mistaken():
    alone = from_text(SHORT.replace("greedy", "./mine/greedy.py"))
    both = from_text(SHORT.replace("[random, random, greedy]", "[random, greedy, ./mine/greedy.py]"))
    assert [seat.label for seat in alone.lineups["lineup"]] == ["random", "random", "greedy"]
    assert [seat.label for seat in both.lineups["lineup"]] == ["random", "greedy", "./mine/greedy.py"]


def test_vary_gives_every_combination_in_order():
    experiment = from_text(SHORT + "vary: {eight_last: [loses, wins], must_play: [true, false], cards: [[1], [1, 2]]}\n")
    assert list(experiment.scenarios)[:3] == [
        "eight_last=loses, must_play=true, cards=[1]",
        "eight_last=loses, must_play=true, cards=[1, 2]",
        "eight_last=loses, must_play=false, cards=[1]",
    ]
    assert len(experiment.scenarios) == 8
    assert list(experiment.scenarios.values())[1] == {"eight_last": "loses", "must_play": True, "cards": (1, 2)}
    assert experiment.vary == {"eight_last": ("loses", "wins"), "must_play": (True, False), "cards": ((1,), (1, 2))}


def test_an_alias_stands_for_its_anchor():
    experiment = from_text(SHORT + "scenarios: {a: &wins {eight_last: wins}, b: *wins}\n")
    assert experiment.scenarios == {"a": {"eight_last": "wins"}, "b": {"eight_last": "wins"}}


# YAML 1.2: what a plain word is


MEANT = {"yes": " (write true)", "no": " (write false)", "on": " (write true)", "off": " (write false)", "Y": ""}
MEANT |= {"True": " (write true)", "FALSE": " (write false)"}


@pytest.mark.parametrize("word", MEANT)
def test_only_true_and_false_are_no_texts(word):
    expected = f'x.yaml:6:20: rules.must_play: "{word}" is not allowed{MEANT[word]}; allowed: true | false'
    assert fault_of(SHORT + f"rules: {{must_play: {word}}}\n") == expected


@pytest.mark.parametrize(("written", "value"), [("1_000_000", 1_000_000), ("0x10", 16), ("0o17", 15), ("007", 7), ("+5", 5)])
def test_whole_numbers(written, value):
    assert from_text(SHORT.replace("games: 1000", f"games: {written}")).games == value


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("1e6", "1000000.0 is not a whole number (write 1000000)"),
        ("12:30", '"12:30" is not a whole number'),
        ("1__0", '"1__0" is not a whole number'),
        ("'5'", '"5" is not a whole number'),
        ("true", "true is not a whole number"),
        (".inf", "inf is not a whole number"),
        (".nan", "nan is not a whole number"),
        ("0", "0 is out of range"),
        ("9" * 90, "a number of more than 60 digits is out of range"),
        ("", "no value is given"),
        ("~", "no value is given"),
        ("[1]", "[1] is not a whole number"),
        ("{a: 1}", "{a: 1} is not a whole number"),
    ],
)
def test_what_is_no_whole_number(written, shown):
    column = 8 if written else 1  # what is not there stands where its key stands
    text = SHORT.replace("games: 1000", f"games: {written}")
    assert fault_of(text) == f"x.yaml:4:{column}: games: {shown}; allowed: 1-1000000000000"


def test_a_whole_number_does_for_a_fraction():
    assert from_text(SHORT + "rules: {forget: 1}\n").rules_of("as printed", 3).forget == 1.0


def test_a_character_may_be_written_as_json_writes_it():
    assert from_text(SHORT.replace("Why?", '"\\ud83d\\ude00 caf\\u00e9"')).question == "\U0001f600 café"


# Each kind of fault, and where it is


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("seed: 2026", "sed: 2026", '5:1: no key "sed"; did you mean "seed"? There are: name, question, game, players,'),
        ("seed: 2026", "seed: -1", "5:7: seed: -1 is out of range; allowed: 0-9223372036854775807"),
        ("seed: 2026", "seed: 1\nseed: 2", '6:1: the key "seed" stands here twice; the first is at x.yaml:5:1'),
        ("seed: 2026", "name: ../up", '5:7: name: "../up" can\'t name a folder; allowed: a name that a folder can have'),
        ("game: duel", "game: dual", '2:7: game: no game "dual"; did you mean "duel"? There are: duel'),
        ("players: 3", "players: 6", "3:10: players: 6 is out of range for duel; allowed: 2-5"),
        ("players: 3", "players: [3, 4, 3]", "3:17: players: 3 stands here twice"),
        ("players: 3", "players: []", "3:10: players: [] has a length of 0; allowed: a list of 1-99 values, each a whole number"),
        ("players: 3", "players: 4", "6:1: lineup: 3 strategies for 4 players; allowed: exactly 4"),
        ("players: 3", "players: [2, 3]", "6:1: lineup: 3 strategies for 2 players; allowed: at most 2"),
        ("question: Does the Eight earn its place?", "question: ' '", '1:11: question: " " is empty; allowed: a question in words'),
        ("greedy,", "greddy,", '6:18: lineup: no strategy "greddy"; did you mean "greedy"? There are: random, greedy, hoarder,'),
        ("greedy,", "broken,", "6:18: lineup: strategies/duel/broken.py:3: play() needs an argument"),
        ("strategy: hoarder", "strategy: horder", '6:37: lineup.strategy: no strategy "horder"; did you mean "hoarder"?'),
        ("keep: 2}", "kep: 2}", '6:46: lineup: no parameter of hoarder "kep"; did you mean "keep"? There are: keep, bold'),
        ("keep: 2}", "keep: much}", '6:52: lineup.keep: "much" is not a number; allowed: a number'),
        ("keep: 2}", "keep: .inf}", "6:52: lineup.keep: inf is not a number; allowed: a number"),
        ("keep: 2}", "keep: 2, bold: 2}", "6:61: lineup.bold: 2 is out of range; allowed: 0-1.5 for hoarder (how much it dares)"),
        ("keep: 2}", "keep: 2, bold: -0.1}", "6:61: lineup.bold: -0.1 is out of range; allowed: 0-1.5 for hoarder (how much it dares)"),
        ("keep: 2}", "keep: 2, bold: lots}", '6:61: lineup.bold: "lots" is not a number; allowed: 0-1.5 for hoarder (how much it dares)'),
        ("keep: 2}", "keep: }", "6:46: lineup.keep: no value is given; allowed: a number for hoarder"),
        ("{strategy: hoarder, keep: 2}", "{keep: 2}", "6:26: lineup: strategy is missing; allowed: the name of a strategy, or {strategy:"),
        ("greedy,", "3,", "6:18: lineup: 3 is not a strategy; allowed: the name of a strategy, or {strategy: name, parameter: value, ..."),
        ("seating: permute", "seating: rotated", '7:10: seating: "rotated" is not allowed; did you mean "rotate"? allowed: rotate | perm'),
        ("must_play: false", "must_ply: false", '8:9: rules: no house rule "must_ply"; did you mean "must_play"? There are: decks'),
        ("[1, 2, 3]", "[1, 2, 30]", "8:41: rules.cards: 30 is out of range; allowed: -9 to 9"),
        ("[1, 2, 3]", "3", "8:34: rules.cards: 3 is not a list; allowed: a list of 1-5 values, each -9 to 9"),
        ("eight_last: wins", "eight_last: winss", '11:31: scenarios.an Eight wins.eight_last: "winss" is not allowed; did you mean "wins'),
        ("eight_last: wins", "decks: 7", "11:26: scenarios.an Eight wins.decks: 7 is out of range; allowed: 0-4"),
        ("0.5, -1.5", "0.25, -1.5", "12:44: scenarios.v1.5.bonus.3: 0.25 is between two steps; allowed: -9 to 9 in steps of 0.5"),
        ("an Eight wins: {eight_last: wins}", "an Eight wins:", "11:3: scenarios.an Eight wins: no value is given; allowed: house rules"),
        ("an Eight wins: {", f"{'x' * 81}: {{", f'11:3: scenarios: the name "{"x" * 59}…" is longer than 80 characters'),
        ("an Eight wins: {", "' ': {", '11:3: scenarios: the name " " is empty'),
        ("an Eight wins: {", '"a\\tb": {', '11:3: scenarios: the name "a\\tb" has a control character in it'),
        ("metrics: [", "baseline: v15\nmetrics: [", '13:11: baseline: no scenario "v15"; did you mean "v1.5"? There are: pr'),
        ("swaps]", "swap]", '13:25: metrics: no metric "swap"; did you mean "swaps"? There are: share, turns, decisions, swaps, draws'),
        ("swaps]", "turns]", '13:25: metrics: "turns" stands here twice'),
        ("swaps: 7%", "swap: 7%", '14:24: matters: no metric "swap"; did you mean "swaps"?'),
        ("swaps: 7%", "swaps: 7 %", '14:31: matters.swaps: "7 %" is not a number; allowed: a number above 0 such as 0.01,'),
        ("share: 0.02,", "share: 1,", "14:18: matters.share: 1 means 100 points, because 1 is all games; for 1 point write 0.01 or 1%"),
        ("share: 0.02,", "share: 2.5,", "14:18: matters.share: 2.5 means 250 points, because 1 is all games; for 2.5 points write 0.025"),
        ("share: 0.02,", "share: 100%,", "14:18: matters.share: 100% means 100 points, and no difference of shares is that large"),
        ("share: 0.002", "share: 1", "15:20: precision.share: 1 means 100 points, because 1 is all games; for 1 point write 0.01"),
        ("swaps: 7%", "swaps: 0%", '14:31: matters.swaps: "0%" is out of range; allowed: a number above 0'),
        ("share: 0.002", "share: 0", "15:20: precision.share: 0 is out of range; allowed: a number above 0"),
        ("seat_edge: < 2%", "seat_egde: < 2%", '18:3: checks: no check "seat_egde"; did you mean "seat_edge"? There are: seat_edge,'),
        ("turns.p95", "turns.p96", '19:3: checks: no check "turns.p96"; did you mean "turns.p95"?'),
        ("swaps.mean", "swaps.median", '22:3: checks: no check "swaps.median"; did you mean "swaps.mean"?'),
        ("effect.v1.5.turns", "effect.as printed.turns", '20:3: checks: no check "effect.as printed.turns"'),
        ("< 2%", "<= 2%", '18:14: checks.seat_edge: "<= 2%" is not a check; allowed: "< 0.02", "> 2%" or "within 0.2 0.3"'),
        ("within -0.2..0.3", "within 0.3 0.2", '20:22: checks.effect.v1.5.turns: "within 0.3 0.2" has its ends the wrong way round'),
        ("< 2%", "< 1e999", '18:14: checks.seat_edge: "< 1e999" is out of range'),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place_and_what_is_allowed(old, new, fault):
    assert FULL.count(old) == 1
    assert fault_of(FULL.replace(old, new)).startswith(f"x.yaml:{fault}")


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("lineups: {a: [random, greedy, greedy]}\n", "6:1: lineup and lineups exclude each other; write one of them"),
        ("scenarios: {a: {}}\nvary: {decks: [1]}\n", "7:1: scenarios and vary exclude each other; write one of them"),
        ("scenarios: {}\n", "6:12: scenarios: {} has 0 entries; allowed: names of scenarios and the house rules that each changes"),
        ("vary: {}\n", "6:7: vary: {} has 0 entries; allowed: house rules and lists of their values, such as {decks: [1, 2]}"),
        ("vary: {decks: 1}\n", "6:15: vary.decks: 1 is not a list; allowed: a list of 1-1000 values, each 0-4"),
        ("vary: {decks: [1, 2, 1]}\n", "6:22: vary.decks: 1 stands here twice"),
        ("vary: {hand: [1, 2], decks: [1, 7]}\n", "6:33: vary.decks: 7 is out of range; allowed: 0-4"),
        ("vary: {decs: [1]}\n", '6:8: vary: no house rule "decs"; did you mean "decks"?'),
        (f"rules: {{{'9' * 200}: 1}}\n", f'6:9: rules: no house rule "{"9" * 59}…". There are: decks'),
        (
            "checks: [1]\n",
            "6:9: checks: [1] is not a mapping; allowed: names of results and what they must be, such as {seat_edge: '< 0.02'}",
        ),
        ("rules: [1]\n", "6:8: rules: [1] is not a mapping; allowed: house rules and their values, such as {decks: 2}"),
        ("rules: {bonus: {x: [1, 2]}}\n", '6:17: rules.bonus: "x" is not a number of players'),
        ("rules: {each: [1, 2]}\n", "6:15: rules.each: [1, 2] has a length of 2; allowed: a list of 3 values, each 0-8"),
        ("rules: {pairs: [[1, 2], [1, 99]]}\n", "6:29: rules.pairs: 99 is out of range; allowed: 1-9"),
    ],
)
def test_what_does_not_go_together(more, fault):
    assert fault_of(SHORT + more).startswith(f"x.yaml:{fault}")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("name: 3", "is not a text; allowed: a name that a folder can have"),
        ("name: a/b", "can't name a folder; allowed: a name that a folder can have"),
        ("name: a\\b", "can't name a folder; allowed: a name that a folder can have"),
        ("seating: 3", "is not allowed; allowed: rotate | permute | fixed | sample"),
        ("keep: all", "is not allowed; allowed: games | summary"),
        ("lineups: 3", "is not a mapping; allowed: names of line-ups and their lists of strategies"),
        ("rules: 3", "is not a mapping; allowed: house rules and their values, such as {decks: 2}"),
        ("scenarios: 3", "is not a mapping; allowed: names of scenarios and the house rules that each changes, {} for none"),
        ("vary: 3", "is not a mapping; allowed: house rules and lists of their values, such as {decks: [1, 2]}"),
        ("metrics: []", "has a length of 0; allowed: a list of 1-200 values, each the name of a metric"),
        ("matters: 3", "is not a mapping; allowed: metrics and what is too small to matter, such as {share: 0.01, turns: 2%}"),
        ("precision: 3", "is not a mapping; allowed: metrics and how narrow their intervals must be, such as {share: 0.002}"),
        ("matters: {share: x}", "is not a number; allowed: a number above 0 such as 0.01, or a share of the baseline's mean such as 2%"),
        ("matters: {share: []}", "is not a number; allowed: a number above 0"),
    ],
)
def test_each_key_says_what_it_may_be(line, fault):
    text = (SHORT.replace("lineup: [random, random, greedy]\n", "") if line.startswith("lineups") else SHORT) + f"{line}\n"
    assert fault_of(text).endswith(f" {fault}")


def test_all_checks_that_there_could_be_are_listed():
    assert fault_of(SHORT + "checks: {never: < 3}\n") == (
        'x.yaml:6:10: checks: no check "never". There are: seat_edge, turns.mean, turns.p5, turns.p25, turns.median, turns.p75, turns.p95, '
        "swaps.mean, draws.mean, ending.out, ending.turn_limit, turn_limit, share.<strategy>, effect.<scenario but the baseline>.<metric>"
    )


def test_how_long_a_percentage_and_how_many_scenarios_may_be():
    assert from_text(SHORT + f"matters: {{share: {'0' * 78}1%}}\n").matters == {"share": absolute(0.01)}, "a point"
    assert "is not a number" in fault_of(SHORT + f"matters: {{share: {'0' * 79}1%}}\n")
    assert len(from_text(SHORT + "scenarios:\n" + "".join(f"  s{i}: {{}}\n" for i in range(1000))).scenarios) == 1000
    assert "has 1001 entries" in fault_of(SHORT + "scenarios:\n" + "".join(f"  s{i}: {{}}\n" for i in range(1001)))


def test_a_name_may_be_an_emoji_of_several():
    assert list(from_text(SHORT + "scenarios: {\U0001f469\u200d\U0001f52c: {}}\n").scenarios) == ["\U0001f469\u200d\U0001f52c"]


def test_a_long_value_is_only_numbered_in_a_scenarios_name():
    rules = "cards: [[1], [-1, -2, -3, -4, -5]], bonus: [[-1.5, -2.5, -3.5, -4.5, -5.5], {2: [1, 2], 3: [1, 2, 3], 4: [1, 2, 3, 4]}]"
    assert list(from_text(SHORT + f"vary: {{{rules}}}\n").scenarios) == [
        "cards=[1], bonus=[-1.5, -2.5, -3.5, -4.5, -5.5]",
        "cards=[1], bonus=#2",
        "cards=[-1, -2, -3, -4, -5], bonus=[-1.5, -2.5, -3.5, -4.5, -5.5]",
        "cards=[-1, -2, -3, -4, -5], bonus=#2",
    ]


def test_what_is_missing_is_told_at_the_beginning():
    assert faults_of("# nothing\nseed: 1\n") == [
        "x.yaml:2:1: question is missing; allowed: a question in words",
        "x.yaml:2:1: game is missing; allowed: the name of a game",
        "x.yaml:2:1: players is missing; allowed: a whole number, or a list of 1-99 values, each a whole number",
        "x.yaml:2:1: games is missing; allowed: 1-1000000000000",
        "x.yaml:2:1: lineup is missing; write lineup: [...] for one, lineups: {name: [...]} for several, or field: all for a league",
    ]


def test_all_faults_are_told_at_once_in_the_order_of_the_file():
    text = """\
question: Why?
game: duel
game: dual
players: 3
games: 0
lineup: [random, greddy, 7]
rules: {decks: 9, hnd: 2}
scenarios:
  a: {eight_last: winss}
  b: {must_play: maybe}
speed: fast
"""
    assert [fault.split(";")[0] for fault in faults_of(text)] == [
        'x.yaml:3:1: the key "game" stands here twice',
        "x.yaml:5:8: games: 0 is out of range",
        'x.yaml:6:18: lineup: no strategy "greddy"',
        "x.yaml:6:26: lineup: 7 is not a strategy",
        "x.yaml:7:16: rules.decks: 9 is out of range",
        'x.yaml:7:19: rules: no house rule "hnd"',
        'x.yaml:9:19: scenarios.a.eight_last: "winss" is not allowed',
        'x.yaml:10:18: scenarios.b.must_play: "maybe" is not allowed',
        'x.yaml:11:1: no key "speed"',
    ]


def test_what_needs_no_game_is_told_where_there_is_none():
    text = SHORT.replace("duel", "dual").replace("[random, random, greedy]", "[random, {strategy: any, bold: much, own: 1e9}]")
    assert [fault.split(";")[0] for fault in faults_of(text)] == [
        'x.yaml:2:7: game: no game "dual"',
        "x.yaml:5:1: lineup: 2 strategies for 3 players",
        'x.yaml:5:40: lineup.bold: "much" is not a number',
    ]


def test_the_parameters_of_a_strategy_that_there_is_not_are_numbers_at_least():
    text = SHORT.replace("[random, random, greedy]", "[random, random, {strategy: horder, keep: much, bold: 1e9, left: true}]")
    assert [fault.split(";")[0] for fault in faults_of(text)] == [
        'x.yaml:5:37: lineup.strategy: no strategy "horder"',
        'x.yaml:5:51: lineup.keep: "much" is not a number',
    ]


def test_what_a_run_has_stored_is_read_although_its_strategies_are_gone():
    stored = from_text(FULL).as_dict()
    stored["lineups"] = {"lineup": ["random", {"strategy": "gone", "keep": 2, "bold": 99}, "./mine/gone.py"]}
    stored["checks"] = {"share.gone(keep=2, bold=99)": "> 0"}
    assert load(stored, is_stored=True).lineups["lineup"] == (
        Seat("random", {}, "random"),
        Seat("gone", {"keep": 2.0, "bold": 99.0}, "gone(keep=2, bold=99)"),
        Seat("./mine/gone.py", {}, "./mine/gone.py"),
    )


# Set-ups that can't be played


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("rules: {hand: 5}\n", '6:15: rules.hand: impossible in "as printed" with 3 players: the hands need 15 cards, there are 12'),
        ("scenarios: {a: {}, b: {hand: 5}}\n", '6:30: scenarios.b.hand: impossible in "b" with 3 players: the hands need 15 cards'),
        ("scenarios: {a: {}, b: {hand: 5, must_play: false}}\n", '6:30: scenarios.b.hand: impossible in "b" with 3 players'),
        ("vary: {hand: [3, 4, 5]}\n", '6:21: vary.hand: impossible in "hand=5" with 3 players'),
    ],
)
def test_an_impossible_set_up_is_told_at_the_value_that_makes_it_so(more, fault):
    assert fault_of(SHORT + more).startswith(f"x.yaml:{fault}")


def test_a_set_up_that_several_values_make_impossible_is_told_at_the_scenario():
    text = SHORT.replace("players: 3", "players: 4").replace("greedy]", "greedy, greedy]")
    more = "rules: {decks: 1}\nscenarios: {a: {}, b: {hand: 4, must_play: true}}\n"
    assert fault_of(text + more) == 'x.yaml:7:20: scenarios: impossible in "b" with 4 players: the hands need 16 cards, there are 12'


def test_every_number_of_players_is_checked():
    text = SHORT.replace("players: 3", "players: [3, 5]")
    assert fault_of(text + "scenarios: {a: {}, b: {decks: 1}}\n") == (
        'x.yaml:6:31: scenarios.b.decks: impossible in "b" with 5 players: the hands need 15 cards, there are 12'
    )


def test_too_many_combinations_are_refused():
    ranges = ", ".join(f"{rule}: [1, 2, 3, 4]" for rule in ("decks", "hand", "each")) + ", cards: [[1], [2], [3], [4], [5], [6]]"
    values = ", must_play: [true, false], eight_last: [loses, wins, swaps]"
    fault = fault_of(SHORT + f"vary: {{{ranges}{values}}}\n")
    assert fault == "x.yaml:6:1: 2304 combinations; allowed: at most 1000"
