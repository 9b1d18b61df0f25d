"""House rules by themselves: how they are described, refused, handed to the engine and offered by editors."""

import pytest

from simlab.base.kinds import Fields, sentence
from simlab.engine.rules import HouseRules, describe, kinds, numbers, whole
from tests.cli.duel import Rules, fake_games  # noqa: F401  # the fixture is used by being here


def test_house_rules_are_described_for_people():
    told = {rule.name: (rule.allowed, rule.note) for rule in describe(Rules)}
    assert told["decks"] == ("0-4", "A1")
    assert told["eight_last"] == ("loses | wins | swaps", "R1")
    assert told["must_play"] == ("true | false", "")
    assert told["each"] == ("1-8, or a list of 3 values, each 0-8", "")


def test_faults_in_house_rules_are_sentences():
    values = {"decks": 7, "eight_last": "winss", "eight_lst": 1, "must_play": 1, "forget": True, "cards": [1, 2.5]}
    wrong = []
    Fields(kinds(Rules), "house rule").read(values, wrong)
    assert [(path, sentence(path, what)) for path, what in wrong] == [
        (("decks",), "decks: 7 is out of range; allowed: 0-4"),
        (("eight_last",), 'eight_last: "winss" is not allowed; did you mean "wins"? allowed: loses | wins | swaps'),
        (("eight_lst",), f'no house rule "eight_lst"; did you mean "eight_last"? There are: {", ".join(Rules.model_fields)}'),
        (("must_play",), "must_play: 1 is not allowed; allowed: true | false"),
        (("forget",), "forget: true is not a number; allowed: 0-1"),
        (("cards", 1), "cards: 2.5 is not a whole number; allowed: -9 to 9"),
    ]


def test_the_engine_sees_numbers():
    seen = numbers(Rules(eight_last="swaps", must_play=False, forget=1))
    assert (seen["eight_last"], seen["must_play"], seen["forget"], seen["cards"]) == (2, 0, 1.0, (-1, 1, 2))
    assert type(seen["forget"]) is float


def test_a_default_that_is_not_allowed_is_the_games_own_mistake():
    with pytest.raises(TypeError, match="decks: the default is not allowed"):
        type("Wrong", (HouseRules,), {"__annotations__": {"decks": int}, "decks": whole(9, 0, 4, "decks")})
