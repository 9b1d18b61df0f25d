"""What is changed of an experiment on the command line, and experiments given as dicts: read and refused as files are."""

import pytest

from simlab.experiment import Check, Margin, load
from tests.cli.duel import FULL, SHORT, fake_games, fault_of, faults_of, from_text, in_folder  # noqa: F401  # the fixtures are used by being here

# --set


@pytest.mark.parametrize(
    ("change", "what", "value"),
    [
        ("rules.eight_last=wins", lambda e: e.rules["eight_last"], "wins"),
        ("eight_last=wins", lambda e: e.rules["eight_last"], "wins"),
        ("cards=[4, 5]", lambda e: e.rules["cards"], (4, 5)),
        ("rules={}", lambda e: e.rules, {}),
        ("precision.share=0.001", lambda e: e.precision["share"], 0.001),
        ("matters.turns=3%", lambda e: e.matters["turns"], Margin(0.03, relative=True)),
        ("scenarios.an Eight wins.eight_last=swaps", lambda e: e.scenarios["an Eight wins"], {"eight_last": "swaps"}),
        ("scenarios.v1.5.hand=4", lambda e: e.scenarios["v1.5"]["hand"], 4),
        ("scenarios.v1.5={}", lambda e: e.scenarios["v1.5"], {}),
        ("scenarios.v2.0={hand: 2}", lambda e: e.scenarios["v2.0"], {"hand": 2}),
        ("lineup.0=greedy", lambda e: e.lineups["lineup"][0].strategy, "greedy"),
        ("lineup.2.keep=2.0", lambda e: e.lineups["lineup"][2].params, {"keep": 2.0}),
        ("checks.turns.p95=> 3", lambda e: e.checks[1].low, 3.0),
        ("checks.turns.p5 = < 7", lambda e: e.checks[-1].high, 7.0),
        ('question="what: else?"', lambda e: e.question, "what: else?"),
    ],
)
def test_set_changes_a_value(change, what, value):
    assert what(from_text(FULL, changes=[change])) == value


@pytest.mark.parametrize(
    ("changes", "more", "changed"),
    [
        ([], {}, {}),
        (["eight_last=wins"], {"games": 50}, {"rules.eight_last": "wins", "games": 50}),
        (["must_play=false", "rules.hand=4"], {"seed": 2026}, {"rules.hand": 4}),  # the others are as in the file
        (["rules={hand: 4}"], {}, {"rules": {"hand": 4}}),
        (["rules={}"], {}, {"rules": {}}),
        (["lineup.0=greedy"], {}, {"lineup": ["greedy", "greedy", {"strategy": "hoarder", "keep": 2}]}),
        (["scenarios.v2.0={hand: 2}", "matters.turns=3%"], {}, {"scenarios.v2.0.hand": 2, "matters.turns": "3%"}),
        (["checks.seat_edge=< 3%"], {}, {"checks.seat_edge": "< 3%"}),
    ],
)
def test_what_was_changed_against_the_file_is_kept(changes, more, changed):
    experiment = from_text(FULL, changes=changes, **more)
    assert experiment.changed == changed
    again = load(experiment.as_dict())
    assert again == experiment
    assert load(again, games=70).changed == {**changed, "games": 70}


def test_set_reaches_a_check_on_a_combination():
    text = SHORT + "vary: {eight_last: [loses, wins]}\nchecks: {}\n"
    experiment = from_text(text, changes=["checks.effect.eight_last=wins.turns=< 3"])
    assert experiment.checks == (Check("effect.eight_last=wins.turns", "<", None, 3.0, "< 3"),)
    experiment = from_text(text, changes=["checks.effect.eight_last=wins.turns= within 1 2"])
    assert experiment.checks == (Check("effect.eight_last=wins.turns", "within", 1.0, 2.0, "within 1 2"),)


def test_set_makes_room_for_what_was_not_there():
    experiment = from_text(SHORT, changes=["vary.eight_last=[wins, loses]", "checks.turns.p95=< 9"])
    assert experiment.vary == {"eight_last": ("wins", "loses")}
    assert [check.name for check in experiment.checks] == ["turns.p95"]


def test_changes_follow_one_another_and_games_and_seed_come_last():
    experiment = from_text(FULL, changes=["hand=2", "hand=4", "games=5"], games=7, seed=8)
    assert (experiment.rules["hand"], experiment.games, experiment.seed) == (4, 7, 8)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("decks=7", "--set rules.decks: 7 is out of range; allowed: 0-4"),
        ("rules.decks=7", "--set rules.decks: 7 is out of range; allowed: 0-4"),
        ("rules={decks: 7}", "--set rules: rules.decks: 7 is out of range; allowed: 0-4"),
        ("rules.dcks=1", '--set rules.dcks: no house rule "dcks"; did you mean "decks"?'),
        ("dcks=1", '--set dcks: no key or house rule "dcks"; did you mean "decks"? There are: decks, hand,'),
        ("decks", "--set decks: write PATH=VALUE, such as rules.decks=2"),
        ("=1", "--set =1: write PATH=VALUE, such as rules.decks=2"),
        ("question=> 3", "--set question: not YAML: expected a comment or a line break, but found '3'; a text that begins with > or |"),
        ("decks=", "--set rules.decks: no value is given; allowed: 0-4"),
        ("hand=9", '--set rules.hand: impossible in "as printed" with 3 players: the hands need 27 cards, there are 12'),
        ("seed.x=1", '--set seed.x: there is no mapping that could hold "x"'),
        ("lineup.9=greedy", '--set lineup.9: there is no mapping that could hold "9"'),
        ("scenarios.an Eight lost.hand=1", "--set scenarios.an Eight lost.hand: 1 is not a mapping"),
        ("checks.turns.p95=3", '--set checks.turns.p95: "3" is not a check'),
        ("lineup.2.bold=2", "--set lineup.2.bold: 2 is out of range; allowed: 0-1.5 for hoarder (how much it dares)"),
        ("lineup.2={strategy: hoarder, bold: 2}", "--set lineup.2: lineup.bold: 2 is out of range; allowed: 0-1.5 for hoarder (how"),
        ("lineup.2.kep=2", '--set lineup.2.kep: no parameter of hoarder "kep"; did you mean "keep"? There are: keep, bold'),
        ("seed=!!int 3", "--set seed: the tag tag:yaml.org,2002:int means nothing here"),
    ],
)
def test_a_fault_in_a_change_is_told_by_its_path(change, fault):
    assert fault_of(FULL, changes=[change]).startswith(fault)


def test_a_fault_in_games_or_seed_is_told_by_the_option():
    assert fault_of(FULL, games=0) == "--games: 0 is out of range; allowed: 1-1000000000000"
    assert fault_of(FULL, seed=-1) == "--seed: -1 is out of range; allowed: 0-9223372036854775807"


# Dicts


def as_dict(**more):
    return {"question": "Why?", "game": "duel", "players": 2, "games": 10, "lineup": ["random", "greedy"], **more}


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"scenarios": {"a": {}, "b c": {"decks": 7}}}, "scenarios.b c.decks: 7 is out of range; allowed: 0-4"),
        ({"rules": {"dcks": 7}}, 'rules.dcks: no house rule "dcks"; did you mean "decks"?'),
        ({"lineup": ["random", "greddy"]}, 'lineup.1: no strategy "greddy"; did you mean "greedy"?'),
        ({"rules": {"must_play": 1}}, "rules.must_play: 1 is not allowed; allowed: true | false"),
        ({"lineup": ["random", {"strategy": "hoarder", "bold": 2}]}, "lineup.1.bold: 2 is out of range; allowed: 0-1.5 for hoarder (how"),
        ({"sed": 1}, 'sed: no key "sed"; did you mean "seed"?'),
        ({"metrics": ["turns", {1, 2}]}, "metrics.1: a set can't stand in an experiment"),
        ({None: 1}, "a key is a text, not NoneType"),
    ],
)
def test_a_fault_in_a_dict_is_told_by_its_path(more, fault):
    assert faults_of(as_dict() | more)[0].startswith(fault)


def test_a_dict_that_holds_itself_is_refused():
    loop = as_dict()
    loop["rules"] = loop
    assert "more than 30 levels" in fault_of(loop)


def test_how_large_a_dict_may_be():
    def deep(levels):
        return [] if levels == 0 else [deep(levels - 1)]

    for fine, not_fine in (({"a": [1] * 9_997, "b": [2] * 9_999}, {"a": [1] * 9_998, "b": [2] * 9_999}), (deep(29), deep(30))):
        assert "more than" not in faults_of({"a": fine})[0]
        assert "more than 30 levels or 20000 values: not an experiment" in faults_of({"a": not_fine})[0]
