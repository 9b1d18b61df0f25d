"""The engine and the plain twin play Spite & Malice alike: event by event, column by column, over all house rules and their extremes."""

import pytest

from simlab.games.spite_malice import GAME
from simlab.table import Table
from tests.twin import spite_malice as twin
from tests.twin.comparing import Alike, Comparison


def counts_by_value(chance, low):
    """One number for all values, or a list."""
    if chance.random() < 0.5:
        return chance.randint(low, 8)
    return tuple(chance.choice((0, 1, 2, 4, 8)) for _ in range(13))


# For each house rule: values that are printed or extreme, and any other.
ANY = {
    "bordered": lambda chance: counts_by_value(chance, 1),
    "plain": lambda chance: counts_by_value(chance, 0),
    "wilds": lambda chance: chance.choice((0, 1, 6, 12, 24)),
    "stack_size": lambda chance: chance.choice((1, 2, 5, 8, 20)),
    "deal_size": lambda chance: chance.choice((1, 4, 5, 10)),
    "hand_size": lambda chance: chance.choice((1, 2, 3, 5, 10)),
    "stores": lambda chance: chance.choice((0, 1, 2, 4, 8)),
    "top": lambda chance: chance.choice((5, 6, 8, 12, 13)),
    "malice": lambda chance: chance.random() < 0.5,
    "wild_bans": lambda chance: tuple(chance.sample(range(1, 14), chance.choice((0, 1, 4, 13)))),
    "spite": lambda chance: chance.random() < 0.6,
    "spite_texts": lambda chance: tuple(chance.choices(("stop", "dump", "feed", "bury"), k=chance.choice((1, 2, 6, 24)))),
    "blocked": lambda chance: chance.choice(("nobody", "fewest")),
    "turn_limit": lambda chance: chance.choice((10, 11, 60, 300)),
}


def any_rules(chance, players):
    """Rules that differ from the rulebook in some points, or in all."""
    return GAME.Rules(**{name: ANY[name](chance) for name in chance.sample(list(ANY), chance.choice((0, 1, 2, 3, 4, 5, 6, len(ANY))))})


class TestAlike(Alike):
    both = Comparison(GAME, twin, any_rules)
    printed, references, at_length = 4, 12, 50
    house_rules, each_strategy, uncompiled = (60, 1), (4, 1), (4, 1)
    slips = (("draw", {"cards": [99]}, "expected"), ("store", {"value": 99}, "to decide"))


@pytest.mark.parametrize("players", GAME.players)
def test_with_the_spite_half(players):
    seats = TestAlike.both.seats(["random", "first", "random", "first", "random"][:players])
    TestAlike.both.compare(Table(GAME, seats, GAME.Rules(spite=True, turn_limit=300), 5), range(4))


def test_every_ending_is_met():
    assert TestAlike.both.sweep(6, tables=60, deals=1) == set(GAME.endings)


def test_the_largest_table():
    """Every amount at its limit at once: nothing is written outside its record."""
    most = GAME.Rules(bordered=8, plain=8, wilds=24, stack_size=20, deal_size=10, hand_size=10, stores=8, spite=True, turn_limit=400)
    TestAlike.both.compare(Table(GAME, TestAlike.both.seats(["random"] * 5), most, 1), range(1, 2))


NEVER_UP = """Never plays the UP card where anything else can be done."""

SOURCE = f'''"""{NEVER_UP}"""
from simlab.games.spite_malice import PLAY, UP, moves


def move(view):
    best, best_value = view.options - 1, -1
    for i in range(moves(view)):
        if view.action[i] == PLAY and view.source[i] != UP and view.value[i] > best_value:
            best, best_value = i, view.value[i]
    return best
'''


@pytest.mark.parametrize("wilds", [0, 2])
def test_a_thousand_cards_in_a_turn(tmp_path, wilds):
    """R9: without Malice a turn may go on for ever. Here it does where the other player's only card is a 5, or a Wild."""
    path = tmp_path / "never_up.py"
    path.write_text(SOURCE)
    rules = GAME.Rules(
        **{"bordered": (0, 1, 1, 1, 1) + (0,) * 8, "plain": (2,) * 5 + (0,) * 8, "wilds": wilds, "top": 5, "wild_bans": ()},
        **{"stack_size": 2, "deal_size": 1, "hand_size": 10, "malice": False, "stores": 0, "turn_limit": 30},
    )
    table = Table(GAME, TestAlike.both.seats([str(path)] * 2), rules, 1)
    rows = table.rows(0, 40)
    endless = [deal for deal, row in enumerate(rows) if row["builds"] >= 1000]
    assert endless
    for deal in endless[:4]:
        TestAlike.both.compare(table, range(deal, deal + 1))
        assert (GAME.endings[rows[deal]["ending"]], rows[deal]["turns"] < 30) == ("turn_limit", True)
