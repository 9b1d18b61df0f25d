"""What the tests of the solver share: decks, seats, and the command."""

from typer.testing import CliRunner

from simlab.cli import app
from simlab.games.what_the_heck import GAME
from simlab.players import strategies

WAYS = [
    *[{"ties": ties, "carry": carry} for ties, carry in (("cancel", True), ("cancel", False), ("split", True), ("discard", True))],
    {"ties": "cancel", "order": "ascending"},
    {"ties": "discard", "order": "descending"},
]


def gops(size, **house_rules):
    """The Game of Pure Strategy."""
    return GAME.Rules(player_cards=size, point_cards=tuple(range(1, size + 1)), **{"ties": "discard", **house_rules})


def seat(name, **changed):
    """A strategy and its changed parameters."""
    return strategies.find("what_the_heck", name), changed


def command(*words):
    """What `simlab solve` says."""
    return CliRunner().invoke(app, ["solve", "what_the_heck", *words], catch_exceptions=False)
