"""docs/rules/what_the_heck.md, 11.1: the solver, held to published numbers, to trying everything, and to linear programs.

Equilibria need not be unique, so what is checked is what bids guarantee.
"""

import json
import re
from functools import cache
from itertools import combinations, islice, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog

from simlab.base.faults import BadInput
from simlab.engine.compiled import COMPILES
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.solver import backward
from simlab.games.what_the_heck.solver.backward import Tree
from simlab.games.what_the_heck.solver.duel import Duel, key_of, unkeyed
from simlab.games.what_the_heck.solver.kernels import compiled_kernels
from simlab.games.what_the_heck.solver.solution import solve, solve_tree
from tests.compiling import compiled_only
from tests.rules.what_the_heck.duels import WAYS, command, gops

# The first bids with the top prize turned up first, played for the win share: tied prizes void, shuffled order.
KNOWN = {
    2: [0, 1],
    3: [0, 0, 1],
    4: [0, 0, 0, 1],
    5: [0.14442317, 0.01535358, 0, 0, 0.84022325],
    6: [0, 0.17682883, 0.00787058, 0, 0, 0.81530059],
}


def rounds_of(solution):
    """Every set of Point Cards with each card that may come up, and the matrix games [pair, standing, mine, theirs] by the solution's own
    values of the round after."""
    for number, sets in enumerate(solution.duel.standings[:-1]):
        hands = solution.tree.hands[number]
        for left in sets:
            for turn in solution.duel.turns(left):
                after, stakes = solution.duel.moves(left, turn)
                standing = np.moveaxis(after[:, hands.how], 0, 1)
                worth = solution.found.values[number + 1][turn.left][hands.after[:, None], standing]
                outcome, mirrored = hands.how[:, None] % 3 - 1.0, hands.how[:, None] >= 3
                yield number, left, turn, np.where(mirrored, -worth, worth) + outcome * stakes[:, None, None]


@pytest.mark.parametrize("size", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_11_1_the_known_first_bids_guarantee_the_value(size):
    solution = solve(gops(size), "share")
    assert solution.value == 0.5
    game = next(games[0, 0] for _, _, turn, games in rounds_of(solution) if turn.value == size)
    found = next(first for first in solution.first_bids if first.point_card == size)
    for bids in (KNOWN[size], found.bids):
        assert abs(np.sum(bids) - 1) < 1e-7
        assert (np.array(bids) @ game).min() > -1e-7, "no less than the value of a fair game, which is 0"


def by_hand(hands, to_come, pot, carries, order):
    """What the game is worth in points by trying everything, where there is a best bid for each in every position; None elsewhere."""
    mine, theirs = hands
    games = np.zeros((len(mine), len(theirs)))
    for (i, a), (j, b) in product(enumerate(mine), enumerate(theirs)):
        gain = abs(pot) * ((a > b) - (a < b))
        after = worth(
            ([c for c in mine if c != a], [c for c in theirs if c != b]), to_come, pot if carries and a == b else 0, carries, order
        )
        if after is None:
            return None
        games[i, j] = gain + after
    low, high = games.min(axis=1).max(), games.max(axis=0).min()
    return low if high - low < 1e-12 else None


def worth(hands, to_come, carried, carries, order):
    """The mean over the Point Cards that may come up next."""
    if not to_come:
        return 0.0
    following = {"shuffled": to_come, "ascending": [min(to_come)], "descending": [max(to_come)]}[order]
    values = []
    for card in following:
        left = list(to_come)
        left.remove(card)
        values.append(by_hand(hands, left, carried + card, carries, order))
    return None if None in values else sum(values) / len(values)


@pytest.mark.parametrize("way", WAYS)
def test_11_1_positions_that_can_be_worked_out_by_hand(way):
    """Every position of a few small games in which nobody needs to mix."""
    rules = GAME.Rules(player_cards=4, point_cards=(-2, 1, 3), **way)
    solution = solve(rules)
    checked = 0
    for number, left, turn, _ in rounds_of(solution):
        hands, values = solution.tree.hands[number], solution.bids(left, turn)[0]
        to_come = [prize for place, prize in enumerate(solution.duel.prizes) if turn.left >> place & 1]
        carried = unkeyed(solution.duel.standings[number][left])[0]
        for pair, standing in np.ndindex(values.shape):
            mine, theirs = ([card for card in range(1, 5) if int(hand[pair]) >> card & 1] for hand in (hands.mine, hands.theirs))
            expected = by_hand((mine, theirs), to_come, int(carried[standing]) + turn.value, solution.duel.carries, rules.order)
            if expected is not None:
                assert values[pair, standing] == pytest.approx(expected, abs=1e-9)
                checked += 1
    assert checked > solution.tree.games(2)


def by_linear_programs(rules, objective):
    """What each first Point Card is worth, by trying every card in every position and a linear program for each: no order patterns, no
    mirror images, nothing decided early."""
    carries = rules.ties == "cancel" and rules.carry

    @cache
    def after(mine, theirs, to_come, carried, lead):
        if not to_come:
            return float(np.sign(lead)) if objective == "share" else 0.0
        following = {"shuffled": to_come, "ascending": to_come[:1], "descending": to_come[-1:]}[rules.order]
        return sum(turned(mine, theirs, to_come, card, carried, lead) for card in following) / len(following)

    @cache
    def turned(mine, theirs, to_come, card, carried, lead):
        place, pot = to_come.index(card), carried + card
        game = np.zeros((len(mine), len(theirs)))
        for (i, a), (j, b) in product(enumerate(mine), enumerate(theirs)):
            gain = abs(pot) * ((a > b) - (a < b))
            rest = (mine[:i] + mine[i + 1 :], theirs[:j] + theirs[j + 1 :], to_come[:place] + to_come[place + 1 :])
            stays = pot if carries and a == b else 0
            game[i, j] = after(*rest, stays, lead + gain) if objective == "share" else gain + after(*rest, stays, 0)
        return value_of(game)

    hand, points = tuple(range(1, rules.player_cards + 1)), tuple(sorted(rules.point_cards))
    first = {"shuffled": points, "ascending": points[:1], "descending": points[-1:]}[rules.order]
    return {card: turned(hand, hand, points, card, 0, 0) for card in first}


def value_of(game):
    """The value of a matrix game by scipy's linear programs, where there is no saddle point."""
    if game.min(axis=1).max() == game.max(axis=0).min():
        return game.min(axis=1).max()
    rows, columns = game.shape
    limits = np.hstack([-game.T, np.ones((columns, 1))])
    whole = np.append(np.ones(rows), 0.0)[None]
    found = linprog(np.append(np.zeros(rows), -1.0), limits, np.zeros(columns), whole, [1.0], [(0, None)] * rows + [(None, None)])
    return -found.fun


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("objective", ["difference", "share"])
@pytest.mark.parametrize(("cards", "points"), [(3, (-2, 1, 3)), (4, (1, 1, 2)), pytest.param(4, (-1, 2, 2, 5), marks=pytest.mark.slow)])
def test_11_1_every_first_bid_by_linear_programs(cards, points, way, objective):
    rules = GAME.Rules(player_cards=cards, point_cards=points, **way)
    solution, expected = solve(rules, objective), by_linear_programs(rules, objective)
    assert [first.point_card for first in solution.first_bids] == sorted(expected)
    for first in solution.first_bids:
        worth = (1 + expected[first.point_card]) / 2 if objective == "share" else expected[first.point_card]
        assert first.value == pytest.approx(worth, abs=1e-9)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_1_no_position_can_be_exploited(way, objective):
    """In every position what the bids guarantee and what they concede is the value: the definition of an equilibrium."""
    solution = solve(GAME.Rules(player_cards=4, point_cards=(-2, 2, 2, 3), **way), objective)
    apart = 0.0
    for number, left, turn, games in rounds_of(solution):
        values, mine, theirs = solution.bids(left, turn)
        least, most = np.einsum("psi,psij->psj", mine, games).min(axis=2), np.einsum("psij,psj->psi", games, theirs).max(axis=2)
        apart = max(apart, (most - least).max())
        assert np.abs((least + most) / 2 - values).max() < 1e-12
        assert min(mine.min(), theirs.min()) >= 0
        assert mine.sum(axis=2) == pytest.approx(1)
        assert theirs.sum(axis=2) == pytest.approx(1)
        assert len(solution.found.values[number][left]) == len(values)
    assert apart == pytest.approx(solution.worst, abs=1e-15)
    assert solution.worst < 1e-10


@pytest.mark.parametrize("ties", ["cancel", "discard"])
def test_11_1_a_game_is_the_same_seen_from_either_side(ties):
    """Pairs of hands in one order, and mirror images, are worked out once: with every pair by itself, all values are the same."""
    duel = Duel.of(GAME.Rules(player_cards=4, point_cards=(-1, 1, 2, 4), ties=ties), "share")
    half, whole = (solve_tree(Tree.of(duel, alike=alike)) for alike in (True, False))
    assert half.positions < whole.positions / 2
    for number, sets in enumerate(duel.standings):
        pair, mirrored = half.tree.hands[number].find(whole.tree.hands[number].mine, whole.tree.hands[number].theirs)
        for left, keys in sets.items():
            carried, lead, none = unkeyed(keys)
            behind = np.searchsorted(keys, key_of(carried, -lead, none))
            alike = half.found.values[number][left][:, :-2]
            expected = np.where(mirrored[:, None], -alike[pair][:, behind], alike[pair])
            assert np.abs(whole.found.values[number][left][:, :-2] - expected).max() < 1e-12
    assert whole.value == 0.5


def solved(game):
    """A matrix game's value, both mixtures, and how far apart what they are sure of is."""
    rows, columns = np.zeros((2, len(game)))
    least, most = compiled_kernels().solve_game(game, rows, columns)
    assert (rows @ game).min() == pytest.approx(least, abs=1e-12)
    assert (game @ columns).max() == pytest.approx(most, abs=1e-12)
    return (least + most) / 2, rows, columns, most - least


def test_11_1_matrix_games():
    """Rock, paper, scissors; a saddle point; two by two; and any game, by linear programs."""
    value, rows, columns, _ = solved(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert value == pytest.approx(0, abs=1e-12)
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)
    assert solved(np.array([[3.0, 1.0], [4.0, 2.0]]))[0] == 2
    value, rows, columns, _ = solved(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    assert (value, *rows, *columns) == pytest.approx((1 / 7, 3 / 7, 4 / 7, 2 / 7, 5 / 7))
    chance = np.random.default_rng(1)
    for size in (2, 3, 5, 10):
        for game in chance.integers(-3, 4, (10, size, size)).astype(float):
            value, _, _, apart = solved(game)
            assert apart < 1e-12
            assert value == pytest.approx(value_of(game), abs=1e-7)


def test_11_1_matrix_games_that_doubles_fall_short_of():
    """Hilbert's matrix, ill-conditioned; and rows and columns that are the same but for rounding, which misleads a simplex."""
    i = np.arange(10)
    hilbert = 1 / (1 + i[:, None] + i)
    assert solved(hilbert * np.outer((-1.0) ** i, (-1.0) ** i))[3] < 1e-12
    chance = np.random.default_rng(3)
    for noise in (1e-16, 1e-14, 1e-13, 1e-12, 1e-10):
        for _ in range(100 if COMPILES else 4):
            some = chance.integers(0, 8, (2, 8))
            game = (chance.integers(-3, 4, (8, 8)) / 3)[some[0]][:, some[1]] + noise * chance.normal(size=(8, 8))
            assert solved(game)[3] < 1e-10


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_11_1_positions_by_counting(size):
    """In the first round one for each Point Card. In the second equal hands, or hands that lack different cards: as many order patterns
    as there are pairs of cards; for all pairs of Point Cards gone and turned up."""
    tree = Tree.of(Duel.of(gops(size), "difference"), alike=True)
    assert tree.games(0) == size
    assert tree.games(1) == (1 + comb(size, 2)) * size * (size - 1)
    assert [hands.size for hands in tree.hands] == list(range(size, -1, -1))


def test_11_1_order_patterns_are_those_of_all_hands():
    """By squeezing every pair of hands of four out of seven cards by hand."""
    patterns = set()
    for mine, theirs in product(combinations(range(7), 4), repeat=2):
        rank = {card: i for i, card in enumerate(sorted({*mine, *theirs}))}
        both = [tuple(rank[card] for card in hand) for hand in (mine, theirs)]
        patterns.add(tuple(sorted(both)))
    assert len(Tree.of(Duel.of(gops(7), "difference"), alike=True).hands[3]) == len(patterns)


@compiled_only
@pytest.mark.parametrize("ties", ["cancel", "discard"])
@pytest.mark.parametrize("size", [6, 7, pytest.param(8, marks=pytest.mark.slow), pytest.param(9, marks=pytest.mark.slow)])
def test_11_1_the_residual_is_small_and_told(size, ties):
    """What is told is the worst over all positions, and the memory that was promised is what the values take."""
    told = []
    solution = solve(gops(size, ties=ties), "share", whole=False, progress=lambda done, total: told.append((done, total)))
    assert solution.worst < 1e-10
    assert told[-1] == (solution.positions, solution.positions)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert sum(first.chance * first.value for first in solution.first_bids) == pytest.approx(0.5, abs=1e-10)
    held = sum(values.nbytes for sets in solution.found.values for values in sets.values())
    assert held <= solution.tree.need(whole=False).memory


def test_11_1_what_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr(backward, "_free_memory", lambda: 1000)
    with pytest.raises(BadInput, match=r"^solving takes about 1 MB of memory beside Python's own, and 1 MB are free$"):
        command("--set", "player_cards=4", "--set", "point_cards=[1,2,3]")


def test_11_1_what_is_too_large_is_refused():
    with pytest.raises(BadInput, match="hands of 11 cards are too large to be solved"):
        solve(GAME.Rules(player_cards=11, point_cards=(1, 2)))
    with pytest.raises(BadInput, match="4 Point Cards need as many cards"):
        solve(GAME.Rules(player_cards=3, point_cards=(1, 2, 3, 4)))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_1_six_cards(way, objective):
    """Within two minutes, says the promise; it takes seconds."""
    solution = solve(GAME.Rules(player_cards=6, point_cards=(-3, -1, 2, 3, 5, 8), **way), objective)
    assert solution.value == pytest.approx(0.5 if objective == "share" else 0, abs=1e-9)


PAGE = Path(__file__).parents[3] / "docs" / "solved.md"
SECTION = re.compile(r"^## Cards 1-(\d+) for (.*), shuffled; (.*); played for the (.*)$\n\n.*\n\n.*\n.*\n((?:\|.*\n?)+)", re.MULTILINE)


@compiled_only
def test_11_1_the_bids_on_the_page_guarantee_the_value():
    """Those of up to five cards, with the digits that are printed; and all of 3 to 10 are there."""
    sections = SECTION.findall(PAGE.read_text(encoding="utf-8"))
    assert {int(cards) for cards, *_ in sections} == set(range(3, 11))
    for cards, points, ties, aim, table in sections:
        rows = [line.split("|")[1:-1] for line in table.splitlines()]
        bids = {int(point): [float(chance.strip() or 0) for chance in chances] for point, *chances in rows}
        assert list(bids) == json.loads(points)
        assert all(abs(sum(chances) - 1) < 1e-4 for chances in bids.values())
        if int(cards) <= 5:
            rules = gops(int(cards), ties="cancel" if "carry" in ties else "discard")
            solution = solve(rules, "share" if aim == "win share" else "difference")
            for _, _, turn, games in islice(rounds_of(solution), int(cards)):
                assert (np.array(bids[turn.value]) @ games[0, 0]).min() > -2e-4


def test_11_1_the_command_writes_a_section_of_a_page():
    section = command("--set", "player_cards=3", "--set", "point_cards=[-4,1,2]", "--markdown").stdout
    (cards, points, ties, aim, table), *none = SECTION.findall(section)
    assert (cards, points, ties, aim, none) == ("3", "[-4, 1, 2]", "ties carry the pot over", "points", [])
    assert [line.split("|")[1].strip() for line in table.splitlines()] == ["-4", "1", "2"]
