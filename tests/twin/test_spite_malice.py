"""The engine and the twin play the same games of Spite & Malice, event by event and column by column."""

import random

import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.twin import spite_malice as twin

NAMES = ("random", "first")


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


def house_rules(chance, changed):
    """Rules that differ from the rulebook in so many points."""
    return GAME.Rules(**{name: ANY[name](chance) for name in chance.sample(list(ANY), changed)})


def table(players, rules, seed, names=NAMES):
    seats = [(strategies.find("spite_malice", names[seat % len(names)]), {}) for seat in range(players)]
    return Table(GAME, seats, GAME.resolve(rules, players), seed)


def plain_row(rows, players):
    """A row of the engine, as the twin tells it."""
    row = rows[0]
    told = {name: int(row[name]) for name in ("turns", "decisions", *GAME.own_columns, *GAME.measured)}
    told["ending"] = GAME.endings[row["ending"]]
    told["winners"] = [seat for seat in range(players) if row["won"][seat]]
    told["losers"] = [seat for seat in range(players) if row["lost"][seat]]
    told["places"] = row["place"][:players].tolist()
    told["scores"] = (row["score"][:players] // 840).tolist()
    return told


def compare(players, rules, seed, deal, names=NAMES):
    """One game by the engine, replayed by the twin: what differs, if anything."""
    at = table(players, rules, seed, names)
    trace = at.trace(deal)
    found = twin.disagreement(trace)
    assert found is None, f"{players} players, seed {seed}, deal {deal}, {names}, {rules!r}\n{found}"
    _, told = twin.play(players, rules.model_dump(mode="json"), twin.follow(trace), seed, deal)
    given = plain_row(at.rows(deal, 1), players)
    assert given == told, f"{players} players, seed {seed}, deal {deal}, {names}, {rules!r}"
    return told


def sweep(seed, games, most_changed):
    """So many games over all numbers of players and house rules; how they ended."""
    chance = random.Random(seed)
    endings = {}
    while sum(endings.values()) < games:
        players, rules = chance.choice(GAME.players), house_rules(chance, chance.randint(0, most_changed))
        if GAME.refusal(rules, players):
            continue
        names = chance.choice((("random",), ("first", "random"), ("random", "random", "first")))
        told = compare(players, rules, chance.randint(0, 99), chance.randint(0, 9999), names)
        endings[told["ending"]] = endings.get(told["ending"], 0) + 1
    return endings


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("spite", [False, True])
def test_the_printed_rules(players, spite):
    for deal in range(4):
        compare(players, GAME.Rules(spite=spite, turn_limit=300), 5, deal)


def test_random_house_rules():
    endings = sweep(seed=1, games=60, most_changed=6)
    assert set(endings) == set(GAME.endings)


@pytest.mark.parametrize("players", GAME.players)
def test_the_twin_plays_random_as_the_engine_does(players):
    """Not only replayed: the twin draws its own words."""
    rules = GAME.Rules(spite=True, turn_limit=200)
    trace = table(players, rules, 3, ("random",)).trace(7)
    events, _ = twin.play(players, rules.model_dump(mode="json"), twin.Random(players, 3, 7), 3, 7)
    assert trace[1:] == events


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_random_house_rules(seed):
    sweep(seed=seed, games=300, most_changed=14)


def test_the_largest_table():
    """Every amount at its limit at once: nothing is written outside its record."""
    most = GAME.Rules(bordered=8, plain=8, wilds=24, stack_size=20, deal_size=10, hand_size=10, stores=8, spite=True, turn_limit=400)
    compare(5, most, 1, 1, ("random",))


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
    endless = [deal for deal, row in enumerate(table(2, rules, 1, (str(path),)).rows(0, 40)) if row["builds"] >= 1000]
    for deal in endless[:4]:
        told = compare(2, rules, 1, deal, (str(path),))
        assert (told["ending"], told["turns"] < 30) == ("turn_limit", True)
    assert endless
