"""The schema that editors use: it accepts what is read, offers what there is, and marks the slips that can be seen in a value alone."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from simlab.base.faults import BadInput
from simlab.experiment import load, schema
from simlab.experiment.tree import read_file
from tests.cli.duel import FULL, FULL_KEYS, SHORT, fake_games, in_folder  # noqa: F401  # the fixtures are used by being here


def plain(text):
    Path("x.yaml").write_text(text, encoding="utf-8")
    return read_file(Path("x.yaml"))[0].plain()


def marked(experiment):
    """What an editor would mark in it."""
    return [error.message for error in Draft7Validator(schema()).iter_errors(experiment)]


def test_the_schema_is_one_and_describes_every_key():
    offered = schema()
    Draft7Validator.check_schema(offered)
    json.dumps(offered)
    assert set(offered["properties"]) >= set(FULL_KEYS)
    assert all(offered["properties"][key]["description"] for key in offered["properties"])
    assert "every combination is played" in offered["properties"]["vary"]["description"]
    assert "a number, or a percentage of the baseline's mean" in offered["properties"]["matters"]["description"]
    defaults = {key: offered["properties"][key]["default"] for key in ("seed", "seating", "keep")}
    assert defaults == {"seed": 1, "seating": "rotate", "keep": "games"}


@pytest.mark.parametrize("text", [FULL, SHORT, SHORT.replace("lineup: [random, random, greedy]", "lineups: {a: [random, random, greedy]}")])
def test_what_is_read_is_not_marked(text):
    experiment = plain(text)
    load(experiment)
    assert marked(experiment) == []


SEAT = {"strategy": "hoarder"}
GOOD = {
    "question": ["a"],
    "players": [3, [3, 4], [3]],
    "games": [1, 10**12],
    "seed": [0, 2**63 - 1],
    "lineup": [
        ["my.py", "random", "./mine/greedy.py"],
        [SEAT, SEAT, SEAT | {"bold": 1.5, "keep": -1e300}],
        ["random", "random", SEAT | {"bold": True}],
        ["random", "broken", {"strategy": "own.py", "bold": 2}],
        ["random", {"strategy": "random"}, {"strategy": "broken", "anything": 2}],  # of a broken one nobody knows
    ],
    "rules": [{}, {"decks": 0}, {"forget": 0.5}, {"each": 8}, {"each": [0, 8, 8]}, {"bonus": {"2": [6, -6]}}, {"bonus": [0.5, 1]}],
    "scenarios": [{"a": {}}],
    "vary": [{"decks": [1]}],
    "metrics": [["share"], ["turns", "swaps", "draws"]],
    "matters": [{}, {"share": 0.001}, {"swaps": "2%"}],
    "precision": [{"share": 0.001}],
    "checks": [{}, {"seat_edge": " < 2"}, {"turns.p95": "within 1 2", "share.hoarder(keep=2)": "> 0", "effect.a.b.turns": "< 1"}],
}
BAD_SEATS = [
    3,
    "gredy",
    {"bold": 1},
    {"strategy": "gredy"},
    SEAT | {"bold": 1.6},
    SEAT | {"bold": -0.1},
    SEAT | {"keep": "x"},
    SEAT | {"kep": 1},
    {"strategy": "random", "keep": 1},
]
BAD = {
    "question": ["", 3, None],
    "game": ["dual", 3],
    "players": ["2", [], [2, 2], 2.5, [2.5], [2] * 100, 1, 6, [2, 6], 2, 4],
    "games": [0, 10**12 + 1, 1.5, "1"],
    "seed": [-1, 2**63, 0.5],
    "lineup": [
        "random",
        [],
        ["random", "random"],
        ["random"] * 4,
        *(["random", "random", seat] for seat in BAD_SEATS),
    ],
    "seating": ["sideways", 3],
    "rules": [
        {"decks": 5},
        {"decks": -1},
        {"dcks": 1},
        {"forget": 1.1},
        {"bonus": {"x": [1, 2]}},
        {"bonus": [0.25, 1]},
        {"each": [1, 2]},
        [1],
    ],
    "scenarios": [{}, {"a": {"decks": 5}}, [1]],
    "vary": [{}, {"decks": 1}, {"decks": []}, {"decks": [1, 1]}, {"decks": [5]}, {"dcks": [1]}],
    "metrics": [[], [""], ["share", "share"], "share", ["shre"], ["share.random"]],
    "matters": [{"share": 0}, {"share": "2"}, [1], {"turn": 1}],
    "precision": [{"share": 0}, {"share": "x"}, {"seat": 0.1}],
    "keep": ["all"],
    "checks": [{"seat_edge": "2"}, {"seat_edge": 2}, {"seat_egde": "< 2"}, {"turns": "< 2"}, {"share.": "< 2"}, {"share.random": 2}],
    "sed": [1],
    "lineups": [{"a": ["random", "greedy", "greedy"]}],
}


def with_value(key, value):
    """A short experiment with another value at a key; scenarios and vary exclude one another."""
    return plain(SHORT) | {key: value}


def accepted(experiment):
    try:
        load(experiment)
    except BadInput as bad:
        return str(bad)
    return ""


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in GOOD.items() for value in values])
def test_what_is_right_is_not_marked(key, value):
    assert marked(with_value(key, value)) == []
    if not re.search("my.py|own.py|broken|effect", str(value)):  # files that are not there, and what only the whole can tell
        assert not accepted(with_value(key, value))


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BAD.items() for value in values])
def test_a_slip_is_marked(key, value):
    assert marked(with_value(key, value))
    assert accepted(with_value(key, value)), "and refused"


@pytest.mark.parametrize("key", ["question", "game", "players", "games", "lineup"])
def test_what_is_missing_is_marked(key):
    assert marked({name: value for name, value in plain(SHORT).items() if name != key})


def test_what_excludes_another_is_marked():
    assert marked(with_value("vary", {"decks": [1]}) | {"scenarios": {"a": {}}})


def test_strategies_are_offered_with_their_parameters():
    offered = schema()
    of_duel = offered["allOf"][0]["then"]["properties"]
    assert of_duel["lineup"] == of_duel["lineups"]["additionalProperties"]
    assert of_duel["lineup"]["items"] == {"$ref": "#/definitions/duel seat"}
    seat = offered["definitions"]["duel seat"]
    assert seat["anyOf"][0] == {"enum": ["random", "greedy", "hoarder", "./mine/greedy.py", "broken"]}
    (of_hoarder,) = [each["then"] for each in seat["allOf"] if each["if"]["properties"]["strategy"]["const"] == "hoarder"]
    assert of_hoarder == {
        "properties": {
            "strategy": {},
            "keep": {"type": ["number", "boolean"], "default": 3.0},
            "bold": {
                "type": ["number", "boolean"],
                "minimum": 0,
                "maximum": 1.5,
                "default": 0.0,
                "description": "how much it dares",
            },
            "at_random": {"type": "array", "items": {"enum": ["play", "swap"]}, "minItems": 1, "maxItems": 2, "uniqueItems": True},
        },
        "additionalProperties": False,
    }


def test_metrics_and_checks_are_offered_by_name():
    of_duel = schema()["allOf"][0]["then"]["properties"]
    metrics = ["share", "turns", "decisions", "swaps", "draws"]
    assert of_duel["metrics"]["items"]["enum"] == metrics
    assert list(of_duel["matters"]["properties"]) == list(of_duel["precision"]["properties"]) == metrics
    assert {"share.hoarder", "seat_edge", "turns.p95", "swaps.mean", "ending.out"} <= set(of_duel["checks"]["properties"])


def test_house_rules_are_offered_with_default_and_meaning():
    offered = schema()
    assert offered["allOf"][0]["then"]["properties"]["rules"] == {"$ref": "#/definitions/duel rules"}
    decks = offered["definitions"]["duel rules"]["properties"]["decks"]
    assert decks == {
        "title": "Decks",
        "type": "integer",
        "minimum": 0,
        "maximum": 4,
        "default": 0,
        "description": "0: one for 2-3 players, two for 4-5; else that many",
    }
