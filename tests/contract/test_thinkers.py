"""What holds of those who think, in every game that is found: they cannot peek, touch nothing, and say the same everywhere.

Cheating wins nearly every game, so that any leak looks like brilliance: what a thinker knows is tested to the bit.
"""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled import imagined, thinking
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.compiling import compiled_only

GAMES = games.names()
ROLLOUTS, DEALS = 16, 10


def table_of(name, *seats, **house_rules):
    """A table in this game: strategies by name; one that thinks is told what to imagine, as in thinker:first."""
    game, found = games.find(name), []
    for seat in seats:
        strategy, _, imagined = seat.partition(":")
        one = strategies.find(name, strategy)
        others = tuple(strategies.find(name, other) for other in imagined.split("+") if other)
        found.append((replace(one, imagined=others), {"rollouts": ROLLOUTS} if one.thinks else {}))
    return Table(game, found, game.resolve(game.Rules(**house_rules), len(found)), seed=5)


def lineup(name, *first):
    """As many seats as a game has at least, but three where that is possible."""
    players = max(3, games.find(name).players[0]) if 3 in games.find(name).players else games.find(name).players[0]
    return [*first, *["first", "random"] * players][:players]


@pytest.mark.parametrize("name", GAMES)
def test_there_is_one_that_thinks(name):
    assert "thinker" in strategies.names(name)
    assert strategies.find(name, "thinker").thinks
    assert "thinker" not in {strategy.name for strategy in unthinking(games.find(name))}


PINNED = {  # versions of games; and of their first deals in which two think: turns, decisions, and who wins, as bits
    "hit_the_deck": (3, "363/156/2 257/98/2 207/105/4 299/119/2 142/63/2 184/70/4"),
    "mean": (3, "55/46/1 61/59/1 63/62/2 45/44/1 53/51/1 35/31/2"),
    "meow": (3, "135/146/1 235/246/4 110/124/1 186/203/1 105/119/1 177/193/4"),
    "spite_malice": (4, "2000/731/0 65/89/2 46/96/4 50/70/4 53/80/4 2000/954/0"),
    "what_the_heck": (4, "15/42/1 15/42/2 15/42/1 15/42/1 15/42/1 15/42/4"),
}


@pytest.mark.parametrize("name", PINNED)
def test_where_thinkers_play_otherwise_the_games_version_is_raised(name):
    rows = table_of(name, *lineup(name, "thinker:random+first", "thinker:random")).rows(0, DEALS)
    told = [f"{row['turns']}/{row['decisions']}/{sum(1 << int(seat) for seat in row['won'].nonzero()[0])}" for row in rows[:6]]
    assert (games.find(name).version, " ".join(told)) == PINNED[name]


@pytest.mark.parametrize("name", [name for name in GAMES if games.find(name).races])
def test_what_a_decision_does_not_need_later_ones_of_the_same_game_may(name):
    """What was imagined in a game and what was spared in the end are so many budgets; nothing is carried on from another game."""
    table = table_of(name, *lineup(name, "thinker:random"))
    mind = table.minds.minds[0]
    for deal in range(DEALS):
        before, mind.spared = mind.thoughts, 1e6
        row = table.rows(deal, 1)[0]
        budgets, rest = divmod(mind.thoughts - before + mind.spared, ROLLOUTS)
        assert rest == 0
        assert 0 < budgets <= row["decisions"]


def thoughts(table):
    """The row of each deal, and all that was made of each option of each thinker's last decision in it."""
    told = []
    for deal in range(DEALS):
        told.append(str(table.rows(deal, 1)))
        for mind in table.minds.minds.values():
            told += [mind[what][: mind.options].tolist() for what in ("order", "times", "gain", "square")]
    return told


@pytest.mark.parametrize("name", GAMES)
def test_with_all_that_is_hidden_dealt_anew_the_answers_are_the_same(name):
    """What lies where in the real game has no say in what is imagined: not in a single win of a single option."""
    table = table_of(name, *lineup(name, "thinker:random+first", "thinker:random"))
    told = []
    for permuted in (0, 1, 3):
        for mind in table.minds.minds.values():
            mind.permuted = permuted
        told.append(thoughts(table))
    assert told[0] == told[1] == told[2]
    assert table.minds.thoughts > 3 * 50 * DEALS


@pytest.mark.parametrize("name", GAMES)
def test_a_thinker_whose_answers_are_ignored_plays_the_same_game_as_without(name):
    players = lineup(name, "random", "first")
    table = table_of(name, *(f"thinker:{player}" for player in players))
    for mind in table.minds.minds.values():
        mind.ignored = 1
    assert (table.rows(0, DEALS) == table_of(name, *players).rows(0, DEALS)).all()
    assert all(mind.thoughts > 0 for mind in table.minds.minds.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_comes_out_the_same_whatever_was_played_before(name):
    players = lineup(name, "thinker", "thinker:first")
    rows, table = table_of(name, *players).rows(0, DEALS), table_of(name, *players)
    backwards = [table.rows(deal, 1) for deal in reversed(range(DEALS))]
    assert (np.concatenate(backwards[::-1]) == rows).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_trace_is_the_same_game(name):
    table = table_of(name, *lineup(name, "thinker"))
    row = table.rows(3, 1)[0]
    told, again = table.traced(3)
    assert list(told)
    assert again == row


@pytest.mark.parametrize("name", [name for name in GAMES if games.find(name).resumes])
def test_a_game_that_is_gone_on_with_before_the_turn_is_the_one_that_is_played_again_from_the_deal(name):
    table = table_of(name, *lineup(name, "thinker"))
    told, kept = thoughts(table), table.minds._kept[0]
    assert (kept.kept, kept.row.decisions > 0) == (1, True)
    for mind in table.minds.minds.values():
        mind.resumes = 0
    assert thoughts(table) == told


@pytest.mark.parametrize("name", [name for name in GAMES if games.find(name).memory])
def test_what_each_seat_knows_has_no_say_once_what_is_hidden_was_dealt_anew(name):
    """So it need not be copied there: with all of a game copied each time the answers are the same."""
    table = table_of(name, *lineup(name, "thinker:random+first", "thinker:random"))
    told = thoughts(table)
    for mind in table.minds.minds.values():
        assert mind.plain_size.sum() < mind.part_size.sum()
        mind.plains, mind.plain_at, mind.plain_size = mind.parts, mind.part_at, mind.part_size
    assert thoughts(table) == told


@pytest.mark.parametrize(
    ("name", "players", "turns"),
    [("what_the_heck", 2, 11), ("what_the_heck", 5, 6), ("spite_malice", 4, 5), ("meow", 3, -1), ("mean", 3, 0)],
)
def test_a_horizon_is_behind_a_turn_of_each_seat(name, players, turns):
    """Where all bid at the same time, one turn is that."""
    seats = [(strategies.find(name, "thinker"), {}), *[(strategies.find(name, "random"), {})] * (players - 1)]
    game = games.find(name)
    table = Table(game, seats, game.resolve(game.Rules(), players), seed=5)
    assert (game.turns_ahead(players), table.minds.minds[0].horizon) == (turns, turns)


@pytest.mark.parametrize("name", [name for name in GAMES if games.find(name).tables])
def test_tables_that_were_made_before_a_game_stay_as_they_are(name):
    game, table = games.find(name), table_of(name, *lineup(name, "random"))
    table.rows(0, 1)
    made = [table._g[what].copy() for what in game.tables]
    table.rows(1, 50)
    assert all((table._g[what] == before).all() for what, before in zip(game.tables, made, strict=True))


def test_a_games_record_changes_but_for_its_tables_and_what_strategies_list():
    game = games.find("mean")
    still = sum(game.seen[field].itemsize for field in game.decisions[0].fills) + sum(game.state[table].itemsize for table in game.tables)
    assert sum(size for _, size in game.changes) == game.state.itemsize - still
    assert all(at + size < after for (at, size), (after, _) in pairwise(game.changes))


LEAVES = [name for name in GAMES if games.find(name).horizon]
HALF = {"hit_the_deck": {"hand_limit": 4}, "spite_malice": {"turn_limit": 60}, "meow": {"rounds": 3}}


@pytest.mark.slow
@pytest.mark.parametrize("name", HALF)
def test_odds_of_a_game_that_is_left_say_who_will_win(name):
    """The same deals, played to the end by the strongest strategy: who was ahead wins more often than another."""
    game = games.find(name)
    seats = [(strategies.find(name, game.rival), {})] * 4
    half, whole = (Table(game, seats, game.resolve(game.Rules(**rules), 4), seed=6) for rules in (HALF[name], {}))
    odds, won = np.zeros((400, 4)), win_shares(whole.rows(0, 400), 4) / UNIT
    for deal in range(400):
        half.rows(deal, 1)
        odds[deal] = [game.odds(half._g, seat) for seat in range(4)]
    assert won[np.arange(400), odds.argmax(axis=1)].mean() > 1 / 4 + 4 * (3 / 16 / 400) ** 0.5


@pytest.mark.parametrize("name", LEAVES)
def test_imagined_games_are_left_where_the_game_has_it_so(name):
    """How all stand is looked at only then."""
    table = table_of(name, *lineup(name, "thinker"))
    mind = table.minds.minds[0]
    table.rows(0, 1)
    assert mind.standing.any()
    mind.horizon, mind.standing[:] = 0, 0
    table.rows(0, 1)
    assert not mind.standing.any()


def test_how_all_stand_is_a_share_of_the_win():
    mind = np.zeros(1, dtype=thinking.MIND).view(np.recarray)[0]
    assert imagined.expected(mind, 4, 0) == UNIT / 4
    mind.standing[1] = np.log(3)
    assert [imagined.expected(mind, 2, seat) for seat in range(2)] == [UNIT / 4, UNIT * 3 / 4]


SHORT = {"player_cards": 5, "point_cards": [-5, -1, 3, 4, 8]}  # of What the Heck?
ROUNDS = {"rounds": 2}  # of Meow, in which imagined games are left between rounds


LONG = [("meow", ROUNDS), ("mean", {"turn_limit": 12}), ("spite_malice", {"turn_limit": 12, "stack_size": 3})]
MIXED = {"player_cards": 4, "point_cards": [-2, 1, 3, 3]}  # of a game in which one that thinks mixes
PARTS = [
    ("what_the_heck", SHORT),
    pytest.param("what_the_heck", MIXED, marks=pytest.mark.slow),
    *(pytest.param(*one, marks=pytest.mark.slow) for one in LONG),
]


def some_game(name, house_rules):
    """A game with one that thinks, as text without blanks."""
    thinker = "thinker" if house_rules == MIXED else "thinker:first"
    return "".join(str(table_of(name, thinker, "random", **house_rules).rows(1, 1)).split())


@compiled_only  # this process is not compiled either
@pytest.mark.parametrize(("name", "house_rules"), PARTS)
def test_uncompiled_the_answers_are_the_same(name, house_rules):
    code = f"from tests.contract.test_thinkers import some_game; print(some_game({name!r}, {house_rules!r}))"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == some_game(name, house_rules)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_thinking_does_not_lose(name):
    """One who thinks among three of the strongest, on deals of its own: more than an even share where it pays, and never clearly less."""
    game = games.find(name)
    seats = [(strategies.find(name, "thinker"), {}), *[(strategies.find(name, game.rival), {})] * 3]
    rows = [Table(game, seats[-i:] + seats[:-i], game.resolve(game.Rules(), 4), seed=90 + i).rows(0, 300) for i in range(4)]
    shares = np.concatenate([win_shares(some, 4)[:, i] / UNIT for i, some in enumerate(rows)])
    error = shares.std() / np.sqrt(len(shares))
    assert shares.mean() > 1 / 4 - 3 * error
    if name in ("mean", "what_the_heck"):
        assert shares.mean() > 1 / 4 + 5 * error
