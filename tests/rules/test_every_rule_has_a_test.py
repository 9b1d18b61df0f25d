"""The pages of rules, the tests and the games say the same: for every game that is found."""

import importlib
import re
from itertools import pairwise

import pytest

from simlab import games
from simlab.base.kinds import written
from simlab.engine.compiled import play as engine
from simlab.engine.events import exact
from simlab.engine.rules import describe
from tests.rules import paragraphs

GAMES = games.names()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_page(game):
    assert game in paragraphs.pages(), f"write docs/rules/{game}.md"


@pytest.mark.parametrize("page", paragraphs.pages())
def test_every_page_is_of_a_game(page):
    assert page in GAMES


@pytest.mark.parametrize("game", paragraphs.pages())
def test_every_paragraph_and_ruling_has_a_test(game):
    """By its name (test_5_2_...), or with @rule("5.2", "R7")."""
    tests = paragraphs.tested(game)
    untested = [mark for mark in [*paragraphs.paragraphs(game), *sorted(paragraphs.rulings(game))] if mark not in tests]
    assert not untested, f"no test in tests/rules/{game}/ is about {', '.join(untested)}"


@pytest.mark.parametrize("game", paragraphs.pages())
def test_every_test_is_about_something_on_the_page(game):
    there_are = {*paragraphs.paragraphs(game), *paragraphs.rulings(game)}
    strays = {mark: tests for mark, tests in paragraphs.tested(game).items() if mark not in there_are}
    assert not strays


@pytest.mark.parametrize("game", paragraphs.pages())
def test_paragraphs_are_numbered_in_order(game):
    numbers = [tuple(map(int, number.split("."))) for number in paragraphs.paragraphs(game)]
    assert numbers, "a paragraph begins with its number in bold: **5.2**"
    for (section, number), following in pairwise(numbers):
        assert following in ((section, number + 1), (section + 1, 1)), f"{following} follows {section}.{number}"


@pytest.mark.parametrize("game", paragraphs.pages())
def test_the_page_has_the_games_rulings(game):
    assert paragraphs.rulings(game) == set(games.find(game).rulings)


@pytest.mark.parametrize("game", paragraphs.pages())
def test_the_page_has_the_house_rules_with_default_and_range(game):
    """As rows `| 12.1 | `decks` | 0 | 0-4 | what it does |`, in the order in which the game declares them."""
    rows = re.findall(r"^\| \d+\.\d+ \| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$", paragraphs.page(game), re.MULTILINE)
    told = describe(games.find(game).Rules)
    assert [(name, default, allowed) for name, default, allowed, _ in rows] == [
        (rule.name, _written(rule.default), rule.allowed.replace(" | ", ", ")) for rule in told
    ]
    for rule, (_, _, _, meaning) in zip(told, rows, strict=True):
        assert set(re.findall(r"\b[RA]\d+\b", rule.note)) <= set(re.findall(r"\b[RA]\d+\b", meaning)), rule.name


@pytest.mark.parametrize("game", paragraphs.pages())
def test_the_page_names_everything_that_can_be_read_or_asked(game):
    """Decisions, fields of the view, what strategies may call, events, columns and endings stand on the page in `code`."""
    declared, module = games.find(game), importlib.import_module(f"simlab.games.{game}")
    named = set(re.findall(r"`(\w+)", paragraphs.page(game)))
    names = [decision.name for decision in declared.decisions]
    names += [*declared.sights, *(kind.name for kind in declared.events.kinds)]
    names += [name for name in module.__all__ if callable(getattr(module, name)) and not hasattr(engine, name)]
    names += [*declared.own_columns, *declared.measured, *declared.endings]
    assert not [name for name in names if name not in named]


def _written(default: object) -> str:
    return default if isinstance(default, str) else written(exact(default))
