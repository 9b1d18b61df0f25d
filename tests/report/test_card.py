"""The rule card says what happens as its game would say it: what a rule is called, what comes instead, who gains, what sets it off."""

import doctest

import pytest

from simlab.engine.rules import RuleInfo, describe
from simlab.report.blocks import RuleCard
from simlab.report.sections import card
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from tests.report.telling import MEAN, lines, run_of
from tests.report.test_titles import effect

RULES: dict[str, RuleInfo] = {rule.name: rule for rule in describe(MEAN.Rules)}


def card_of(effects, courses="", partings="", set_off="", **asked) -> RuleCard:
    tables = {"courses": courses, "partings": partings, "set_off": set_off}
    found = {name: lines(text) for name, text in tables.items() if text}
    scenarios = {"as printed": {}, "A": {"eight_last": "wins"}, "B": {"eight_last": "swaps"}}
    return card.card(run_of({**found, "effects": effects, "headline": effects}, **{"scenarios": scenarios, **asked}))


def term(found: RuleCard, name: str) -> str:
    return next("".join(term.parts) for term in found.terms if term.name.startswith(name))


def test_values_and_happenings_in_words():
    assert doctest.testmod(card).failed == 0


@pytest.mark.parametrize(
    ("rule", "title", "lead"),
    [
        ({"piles": 5}, "Punishment Piles made at set-up and when they are replenished", "As printed: 4. Compared with: 5."),
        ({"decks": 2}, "Decks of cards", "As printed: 1. Compared with: 2."),
        (
            {"play_on": True},
            "Play on",
            "As printed: off. Compared with: on. On: play goes on until one loser remains.",
        ),
        (
            {"must_play": False},
            "Must play",
            "As printed: on. Compared with: off. Off: a player who could play may take a Pile instead, but not on an empty Play Area.",
        ),
    ],
)
def test_a_rule_is_called_what_it_means(rule, title, lead):
    found = card_of([effect(MATTERS)], scenarios={"as printed": {}, "A": rule})
    assert (found.title, found.lead) == (title, lead)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([(MATTERS, 0.03), (NO_DIFFERENCE, -0.0001)], "A: crab gains 3.0."),
        ([(UNDECIDED, 0.03), (NO_DIFFERENCE, -0.02)], "A: crab gains 3.0, owl loses 2.0 so far, which is undecided."),
        ([(NO_DIFFERENCE, 0.006), (NO_DIFFERENCE, -0.006)], "A: crab gains 0.6, owl loses 0.6, too little to matter."),
        ([(NO_DIFFERENCE, 0.0), (NO_DIFFERENCE, 0.0)], "A: nobody."),
    ],
)
def test_who_gains_is_told_with_what_is_known_of_it(moves, said):
    found = [effect(word, mean, metric=name) for (word, mean), name in zip(moves, ("share.crab", "share.owl"), strict=True)]
    assert term(card_of(found), "Who gains") == said


PARTINGS = """
    scenario | before            | after          | count | share | before_words | after_words | deal | turn
    A        | ending.eight_last | out            | 3     | {}    | one.         | other.      | 1    | 4
    B        | play              | play           | 9     | 0.9   | one.         | other.      | 2    | 6
"""


@pytest.mark.parametrize(("share", "often"), [(0.51, ""), (0.5, "most often ")])
def test_what_comes_instead_is_said_in_words_of_the_game(share, often):
    found = card_of([effect(MATTERS), effect(MATTERS, 0.02, "B")], partings=PARTINGS.format(share))
    instead = f"A: {often}a player going out instead of a loss by a last Eight, in {share * 100:.0f} of 100 of these games."
    assert term(found, "Instead") == f"{instead} B: another play, in 90 of 100 of these games. "


COURSES = """
    scenario | touched | flipped | unrelated
    A        | {}      | 0.6     | 0.65
    B        | 0.95    | {}      | 0.65
"""


@pytest.mark.parametrize(
    ("touched", "flipped", "what"),
    [
        (0.95, 0.6, ", so these are new games."),
        (0.5, 0.6, ", so B makes new games."),
        (0.95, 0.5, ", so A makes new games."),
        (0.5, 0.5, "."),
    ],
)
def test_new_games_are_those_that_differ_as_unrelated_deals_do(touched, flipped, what):
    found = card_of([effect(MATTERS), effect(MATTERS, 0.02, "B")], courses=COURSES.format(touched, flipped))
    assert term(found, "Changes the course of").endswith(f"Of unrelated deals: in 65 of 100{what}")


@pytest.mark.parametrize(
    ("rule", "shown_by", "said"),
    [
        ({"eight_last": "wins"}, "ending.eight_last", "A loss by a last Eight:"),
        ({"eight_swap": "never"}, "swaps", "Hands swapped by an Eight:"),
    ],
)
def test_what_is_set_off_is_said(rule, shown_by, said):
    rows = (
        f"scenario | shown_by | strategy | count | share\nas printed | {shown_by} | crab | 7 | 0.7\nas printed | {shown_by} | owl | 3 | 0.3"
    )
    found = card_of([effect(MATTERS)], set_off=rows, scenarios={"as printed": {}, "A": rule})
    (of,) = [term for term in found.terms if term.name == "Set off by"]
    assert (of.parts, of.bars) == ([said], [("crab", 0.7), ("owl", 0.3)])
    other = card_of([effect(MATTERS)], set_off=rows, scenarios={"as printed": {}, "A": {"piles": 5}})
    assert "Set off by" not in [term.name for term in other.terms], "of another rule"


def test_the_card_is_of_the_table_where_who_wins_matters():
    length = effect(MATTERS, 9.0, metric="turns", baseline_mean=20.0, lineup="two")
    found = card_of(
        [effect(UNDECIDED, lineup="two"), length, effect(MATTERS)], lineup=None, lineups={"one": ["random"] * 3, "two": ["first"] * 3}
    )
    assert found.lead.endswith("The numbers here: at “one”.")


@pytest.mark.parametrize(("question", "has_example"), [("?", True), ("long " * 200, False)])
def test_an_example_is_given_where_the_screen_has_room(question, has_example):
    found = card_of([effect(MATTERS), effect(MATTERS, 0.02, "B")], partings=PARTINGS.format(0.6), question=question)
    assert [term.name for term in found.terms] == ["Who gains, who loses, in points", "Instead", *(["Example"] if has_example else [])]
