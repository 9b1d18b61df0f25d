"""Words of house rules: their names, and comparisons that can never hold."""

import ast
from typing import Literal

import pytest

from simlab.engine.rules import HouseRules, choice, choices, flag, whole
from simlab.engine.spelling import Spelling, constants, names_of


class Rules(HouseRules):
    first: Literal["never", "always", "coins and bonus"] = choice("never", "?")
    second: Literal["always", "once"] = choice("once", "?")
    third: tuple[Literal["stop", "2 times"], ...] = choices(("stop",), "?", length=(1, 3))
    on: bool = flag(True, "?")
    number: int = whole(3, 1, 5, "?")


def test_each_word_has_a_name():
    assert names_of(Rules) == {
        "first": {"NEVER": 0, "ALWAYS": 1, "COINS_AND_BONUS": 2},
        "second": {"ALWAYS": 0, "ONCE": 1},
        "third": {"STOP": 0, "2_TIMES": 1},
    }


def test_a_name_means_one_number():
    assert constants(Rules) == {"NEVER": 0, "COINS_AND_BONUS": 2, "ONCE": 1, "STOP": 0}, "ALWAYS is 0 or 1; 2_TIMES is no name"


NAMED = constants(Rules)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "g.seen.rules.first == 'never'",
            ['g.seen.rules.first is a number, and never "never"; write its number: 0 is never, 1 is always, 2 is coins_and_bonus'],
        ),
        ("view.rules.third[1] != 'stop'", ['view.rules.third[1] is a number, and never "stop"; write its number: 0 is stop, 1 is 2_times']),
        (
            "view.rules.on == 'yes'",
            ['view.rules.on is a number, and never "yes"; it is 1 for true and 0 for false: write if view.rules.on:'],
        ),
        ("my.bold == 'x'", ['my.bold is a number, and never "x"; compare it with a number']),
        ("view.rules.second == STOP", ['no word of second "STOP". There are: ALWAYS, ONCE']),
        ("STOP == 3 == view.rules.number == 0", []),
        ("view.rules.first == NEVER", []),
        ("name == 'x'", []),
        ("'x' == 'y'", []),
        ("'x' in view.top", ['view.top is a number, and never "x"; compare it with a number']),
        (
            "view.top in [1, 'x', 'y']",
            [
                'view.top is a number, and never "x"; compare it with a number',
                'view.top is a number, and never "y"; compare it with a number',
            ],
        ),
    ],
)
def test_what_is_said_of_a_comparison(line, told):
    spelling = Spelling(Rules, NAMED, "")
    assert [what for _, what in spelling.slips(ast.parse(line))] == told


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ({"ALWAYS": 0, "ONCE": 1}, "write its number: 0 is always, 1 is once"),
        ({"STOP": 0}, "write its number: 0 is always, 1 is once"),
    ],
)
def test_a_name_that_means_something_else_is_not_offered(known, told):
    """ALWAYS is two numbers here, and no name of any of them."""
    slips = list(Spelling(Rules, known, "").slips(ast.parse("view.rules.second == 'once'")))
    assert [what for _, what in slips] == [f'view.rules.second is a number, and never "once"; {told}']


def test_where_the_compiler_has_met_a_word_any_comparison_of_the_line_is_meant():
    tree = ast.parse("name == 'x'\nother == 'y'")
    spelling = Spelling(Rules, {}, "")
    assert [what for _, what in spelling.slips(tree, 2)] == ['other is a number, and never "y"; compare it with a number']
    assert list(spelling.slips(tree)) == []
