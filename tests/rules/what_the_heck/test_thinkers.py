"""Who thinks about What the Heck? finds out what the others play, mixes where it does not know, and can hardly be exploited then."""

from dataclasses import replace

import numpy as np
import pytest

from simlab import games
from simlab.engine.compiled import COMPILES
from simlab.engine.metric import UNIT
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.odds import odds
from simlab.games.what_the_heck.solver.duel import HALF, unkeyed
from simlab.games.what_the_heck.solver.solution import solve
from simlab.games.what_the_heck.solver.thinkers import best_reply
from simlab.players import strategies
from simlab.players.imagining import imagined_at
from simlab.table import Table
from simlab.table.rows import win_shares

FOUR = {"player_cards": 4, "point_cards": (1, 2, 3, 4)}


def thinker(*imagined):
    """The one that is shipped, told to imagine these; or nothing."""
    return replace(strategies.find("what_the_heck", "thinker"), imagined=tuple(strategies.find("what_the_heck", name) for name in imagined))


def table_of(*seats, seed=7, **house_rules):
    """Strategies by name, or as they are."""
    found = [(strategies.find("what_the_heck", seat) if isinstance(seat, str) else seat, {}) for seat in seats]
    return Table(GAME, found, GAME.resolve(GAME.Rules(**house_rules), len(found)), seed)


@pytest.mark.parametrize("name", ["mixer", "matches", "saver", "undercutter"])
@pytest.mark.parametrize("players", [2, 3])
def test_what_was_seen_tells_who_plays_what(name, players):
    """After one game it is clear; before the first bid all are alike. Whom it imagines first is who sits there, then all others."""
    table = table_of("thinker", *["random"] * (players - 2), name)
    names = [strategy.name for strategy, _ in imagined_at(table.seats, 0)]
    assert sorted(names) == sorted(set(strategies.names("what_the_heck")) - {"thinker"})
    mind = table.minds.minds[0]
    for deal in range(3):
        table.rows(deal, 1)
        share = np.diff(mind.upto[players - 1][: mind.strategies], prepend=0)
        assert (names[share.argmax()], share.max() > 0.9) == (name, True)


def test_who_is_told_one_strategy_knows_it_and_replies_to_it():
    """And of several it finds out which."""
    for imagined, reads in ((("mixer",), 0), (("mixer", "random"), 1), ((), 1)):
        mind = table_of(thinker(*imagined), "mixer").minds.minds[0]
        assert (mind.reads, mind.at_once) == (reads, reads)
    assert table_of("thinker", "mixer", "mixer").minds.minds[0].at_once == 0


@pytest.mark.slow
@pytest.mark.parametrize("rules", [FOUR, FOUR | {"order": "descending"}, FOUR | {"carry": False}, FOUR | {"point_cards": (-3, 1, 4)}])
def test_odds_with_three_cards_are_what_both_can_be_sure_of(rules):
    """As the solver has them, of hands and standings by chance."""
    rules = Rules(**rules)
    solution = solve(rules, "share")
    state, chance = blank(GAME.state), np.random.default_rng(1)
    g = state[0]
    g.seen.players = 2
    write_rules(g.seen.rules, rules)
    GAME.prepare(g)
    hands = solution.tree.hands[1]
    for left, keys in solution.duel.standings[1].items():
        carried, mine, theirs = unkeyed(keys)
        for pair, standing in zip(chance.integers(0, len(hands), 12), chance.integers(0, len(keys), 12), strict=True):
            g.seen.hands[:2] = hands.mine[pair], hands.theirs[pair]
            g.seen.to_come, g.seen.pot = left, carried[standing]
            g.row.score[:2] = (mine[standing] - theirs[standing]) * UNIT // HALF, 0
            exact = (1 + solution.found.values[1][left][pair, standing]) / 2
            assert 1 / (1 + np.exp(odds(g, 1) - odds(g, 0))) == pytest.approx(exact, abs=1e-6)


def test_who_mixes_is_hardly_exploited_and_who_knows_for_sure_is():
    """With three cards."""
    rules = Rules(player_cards=3, point_cards=(2, 3, 4))
    told, mixed = (best_reply(rules, "share", (one, {}), scale=1 if COMPILES else 0.02) for one in (thinker("mixer"), thinker()))
    assert told.at_least > 0.85
    assert mixed.at_most < 0.52


@pytest.mark.slow
def test_the_best_reply_wins_less_than_five_points():
    """Of four cards. Between what a reply wins for sure and what none can win lies little."""
    reply = best_reply(Rules(**FOUR), "share", (thinker(), {}), scale=1)
    assert reply.at_most < 0.55
    assert abs(reply.at_most - reply.at_least) < 0.01


@pytest.mark.slow
@pytest.mark.parametrize("other", ["mixer", "undercutter", "matches"])
def test_who_has_to_find_out_loses_three_points_and_hardly_more(other):
    """On the same deals as one who is told; to two standard errors."""
    games_each, shares = 2000, []
    for one in (thinker(other), thinker()):
        rows = [table_of(*seats, seed=30 + seat).rows(0, games_each) for seat, seats in enumerate([(one, other), (other, one)])]
        shares.append(np.concatenate([win_shares(some, 2)[:, seat] / UNIT for seat, some in enumerate(rows)]))
    lost = shares[0] - shares[1]
    assert 100 * (lost.mean() - 2 * lost.std() / len(lost) ** 0.5) < 3


def test_other_games_have_nothing_of_this():
    assert [name for name in games.names() if games.find(name).open] == ["what_the_heck"]


@pytest.mark.parametrize("cards", [(1, 2, 3), (-2, 1, 3)])
def test_with_three_cards_nothing_can_be_won_of_who_mixes(cards):
    """Each card is tried to the end of the round, and what follows is worked out."""
    found = best_reply(Rules(player_cards=3, point_cards=cards), "share", (thinker(), {}))
    assert found.at_least == pytest.approx(0.5, abs=0.001)
    assert found.at_most == pytest.approx(0.5, abs=0.001)
