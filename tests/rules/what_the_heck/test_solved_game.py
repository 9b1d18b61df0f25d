"""docs/rules/what_the_heck.md, section 11: the solver, held to published numbers, and the simulator held to the solver.

Equilibria need not be unique, so what is checked is what bids guarantee.
"""

import json
from itertools import combinations, product

import numpy as np
import pytest
from typer.testing import CliRunner

from simlab.base.faults import BadInput
from simlab.cli import app
from simlab.engine.compiled import COMPILES
from simlab.engine.metric import UNIT
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.solver import matrix_games, tables
from simlab.games.what_the_heck.solver.duel import Duel, first_round, play_back
from simlab.games.what_the_heck.solver.policies import looks_at_scores
from simlab.games.what_the_heck.solver.solution import best_response, meeting, solve
from simlab.players import strategies
from simlab.table import Table

# The first bids with the top prize turned up first, played for the win share: tied prizes void, shuffled order.
KNOWN = {
    2: [0, 1],
    3: [0, 0, 1],
    4: [0, 0, 0, 1],
    5: [0.14442317, 0.01535358, 0, 0, 0.84022325],
    6: [0, 0.17682883, 0.00787058, 0, 0, 0.81530059],
}
compiled_only = pytest.mark.skipif(not COMPILES, reason="asks strategies millions of times")
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


def first_game(solution, point_card):
    """The first round's matrix game for a Point Card, from the solution's own values of the second round."""
    duel, opening = solution.duel, {}

    def remember(positions, games):
        if len(positions.mine) == len(solution.rounds[0].keys) and positions.mine[0] == duel.start().mine[0]:
            opening.update({int(pot): game for pot, game in zip(positions.pot, games, strict=True)})
        return matrix_games.solve(games)

    play_back(duel, remember, mirrored=True)
    return opening[point_card]


@pytest.mark.parametrize("size", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_11_1_the_known_first_bids_guarantee_the_value(size):
    solution = solve(gops(size), "share")
    assert solution.value == 0.5
    game = first_game(solution, size)
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
    for one in solution.rounds:
        for i, value in enumerate(one.values):
            mine, theirs = (
                [card for card in range(1, 5) if int(hand) >> card & 1] for hand in (one.positions.mine[i], one.positions.theirs[i])
            )
            to_come = [prize for place, prize in enumerate(solution.duel.prizes) if one.positions.left[i] >> place & 1]
            expected = by_hand((mine, theirs), to_come, int(one.positions.pot[i]), solution.duel.carries, rules.order)
            if expected is not None:
                assert value == pytest.approx(expected, abs=1e-9)
                checked += 1
    assert checked > len(solution.rounds[-1].keys)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_1_no_position_can_be_exploited(way, objective):
    """In every position what the bids guarantee and what they concede is the value: the definition of an equilibrium."""
    duel = Duel.of(GAME.Rules(player_cards=4, point_cards=(-2, 2, 2, 3), **way), objective)

    def check(positions, games):
        values, mine, theirs = matrix_games.solve(games)
        assert np.abs(matrix_games.guarantees(games, mine) - values).max() < 1e-9
        assert np.abs(matrix_games.concessions(games, theirs) - values).max() < 1e-9
        assert mine.sum(axis=1) == pytest.approx(1)
        assert theirs.sum(axis=1) == pytest.approx(1)
        return values, mine, theirs

    play_back(duel, check, mirrored=True)


def test_11_1_a_game_is_the_same_seen_from_either_side():
    """Half of the positions are mirrored: worked out without that, every value is the same."""
    duel = Duel.of(GAME.Rules(player_cards=4, point_cards=(-1, 1, 2, 4)), "share")
    solutions = [play_back(duel, lambda _, games: matrix_games.solve(games), mirrored=mirrored) for mirrored in (True, False)]
    for half, whole in zip(*solutions, strict=True):
        alike, sign = duel.seen_from_ahead(whole.positions)
        rows = np.searchsorted(half.keys, duel.keys(alike))
        assert (half.keys[rows] == duel.keys(alike)).all()
        assert np.abs(half.values[rows] * sign - whole.values).max() < 1e-9
    assert abs(first_round(duel, solutions[1])[0]) < 1e-9


def test_11_1_matrix_games():
    """Rock, paper, scissors; a saddle point; two by two; and the value of games of chance is the same for rows and columns."""
    rock = np.array([[[0, -1, 1], [1, 0, -1], [-1, 1, 0]]], dtype=float)
    values, rows, columns = matrix_games.solve(rock)
    assert values == pytest.approx([0], abs=1e-9)
    assert rows[0] == pytest.approx([1 / 3] * 3)
    assert columns[0] == pytest.approx([1 / 3] * 3)
    values, rows, columns = matrix_games.solve(np.array([[[3.0, 1.0], [4.0, 2.0]], [[3.0, -1.0], [-2.0, 1.0]]]))
    assert values == pytest.approx([2, 1 / 7])
    assert rows.tolist()[0] == [0, 1]
    assert rows[1] == pytest.approx([3 / 7, 4 / 7])
    assert columns[1] == pytest.approx([2 / 7, 5 / 7])
    games = np.random.default_rng(1).integers(-3, 4, (600, 5, 4)).astype(float)
    values, rows, columns = matrix_games.solve(games)
    assert np.abs(matrix_games.guarantees(games, rows) - values).max() < 1e-9
    assert np.abs(matrix_games.concessions(games, columns) - values).max() < 1e-9


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_11_1_positions_by_counting(size):
    """In the first round one for each Point Card; in the second all pairs of hands, with all pairs of Point Cards gone and turned up."""
    duel = Duel.of(gops(size), "difference")
    rounds = solve(gops(size)).rounds
    assert len(rounds[0].keys) == size
    pairs = len(list(combinations(range(size), 2))) + size  # a pair of hands, or its mirror image
    assert len(rounds[1].keys) == pairs * size * (size - 1)
    assert [int(np.bitwise_count(one.positions.left[0])) for one in rounds] == list(range(size - 1, -1, -1))
    assert duel.rounds == size


def test_11_1_what_is_too_large_is_refused():
    with pytest.raises(BadInput, match="hands of 8 cards are too large to be solved"):
        solve(GAME.Rules(player_cards=8, point_cards=(1, 2)))
    with pytest.raises(BadInput, match="4 Point Cards need as many cards"):
        solve(GAME.Rules(player_cards=3, point_cards=(1, 2, 3, 4)))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_1_six_cards(way, objective):
    """Within two minutes, says the promise; it takes seconds."""
    solution = solve(GAME.Rules(player_cards=6, point_cards=(-3, -1, 2, 3, 5, 8), **way), objective)
    assert solution.value == pytest.approx(0.5 if objective == "share" else 0, abs=1e-9)


@compiled_only
def test_11_2_points_or_the_win():
    """Whoever bids for the points can be exploited where it is the win that counts, and the other way round."""
    rules = gops(5)
    assert (solve(rules, "difference").value, solve(rules, "share").value) == (0, 0.5)
    for_points, for_share = seat("equilibrium", share=0.0, lenient=0.0), seat("equilibrium", share=1.0, lenient=0.0)
    assert best_response(rules, "share", for_points).value > 0.51
    assert best_response(rules, "difference", for_share).value > 0.1


@compiled_only
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_11_4_matching_the_prize_is_the_best_response_to_random(size):
    """Its expected difference is exactly (N^2 - 1) / 6."""
    rules = gops(size)
    exact = (size**2 - 1) / 6
    assert best_response(rules, "difference", seat("random")).value == pytest.approx(exact, abs=1e-12)
    assert meeting(rules, "difference", seat("matches"), seat("random")).value == pytest.approx(exact, abs=1e-12)


@compiled_only
@pytest.mark.parametrize("name", [name for name in strategies.names("what_the_heck") if name != "equilibrium"])
@pytest.mark.parametrize("way", [{"ties": "cancel"}, {"ties": "split"}])
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_4_no_strategy_does_better_than_its_best_response_lets_it(name, way, objective):
    rules = GAME.Rules(player_cards=4, point_cards=(-2, 1, 2, 4), **way)
    solution = solve(rules, objective)
    earned, best = meeting(rules, objective, solution, seat(name)).value, best_response(rules, objective, seat(name)).value
    assert solution.value - 1e-9 <= earned <= best + 1e-9
    against_itself = meeting(rules, objective, seat(name), seat(name)).value
    assert against_itself == pytest.approx(solution.value, abs=1e-9)


def test_11_4_who_looks_at_the_past_is_refused(tmp_path):
    path = tmp_path / "historian.py"
    path.write_text('"""Bids by what was bid before."""\n\n\ndef bid(view):\n    return view.played[0, 0] % view.options\n')
    with pytest.raises(BadInput, match=r"looks at view\.played"):
        best_response(gops(3), "difference", seat(str(path)))
    assert looks_at_scores(strategies.find("what_the_heck", "equilibrium")), "what a helper looks at counts as well"
    assert not looks_at_scores(strategies.find("what_the_heck", "reader"))


@compiled_only
def test_11_4_who_looks_at_the_scores_is_met_exactly(tmp_path):
    """Somebody who bids high only when behind: by simulation, what the best response earns is right."""
    path = tmp_path / "chaser.py"
    path.write_text(
        '"""Bids its highest card when behind."""\n\n\ndef bid(view):\n'
        "    return view.options - 1 if view.scores[view.seat] < view.scores[1 - view.seat] else 0\n"
    )
    rules = GAME.Rules(player_cards=4, point_cards=(-2, 1, 2, 4), ties="split")
    assert simulated(rules, seat("random"), seat(str(path)), "difference") == near(
        meeting(rules, "difference", seat("random"), seat(str(path))).value
    )


# The simulator, held to the solver

DEALS = 40_000


class near:
    """Equal within four standard errors."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, simulated):
        mean, error = simulated
        return abs(mean - self.value) <= 4 * error + 1e-9

    def __repr__(self):
        return f"near {self.value}"


def simulated(rules, first, second, objective, deals=DEALS):
    """What the first of two strategies earns in simulated games, and the standard error."""
    rows = Table(GAME, [first, second], rules, seed=8).rows(0, deals)
    difference = (rows["score"][:, 0] - rows["score"][:, 1]) / UNIT
    earned = difference if objective == "difference" else (1 + np.sign(difference)) / 2
    return earned.mean(), earned.std(ddof=1) / np.sqrt(deals)


OPPONENTS = [name for name in strategies.names("what_the_heck") if name != "equilibrium"]


@compiled_only
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("way", [{"ties": "cancel"}, {"ties": "discard"}])
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_3_equilibrium_earns_what_the_solver_says_and_at_least_its_value(opponent, way, objective):
    rules = gops(4, **way)
    solution = solve(rules, objective)
    expected = meeting(rules, objective, solution, seat(opponent)).value
    player = seat("equilibrium", share=float(objective == "share"), lenient=0.0)
    mean, error = simulated(rules, player, seat(opponent), objective)
    assert (mean, error) == near(expected)
    assert mean + 4 * error >= solution.value
    mean, error = simulated(rules, seat(opponent), player, objective)
    assert mean - 4 * error <= solution.value, "in the other seat as well"


@compiled_only
@pytest.mark.parametrize("size", [2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
@pytest.mark.parametrize("ties", ["cancel", "split", "discard"])
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_3_the_shipped_strategy_cannot_be_exploited(size, ties, objective):
    """But for what the evenly spread random words of the best response make of its chances."""
    player = seat("equilibrium", share=float(objective == "share"), lenient=0.0)
    solution = best_response(gops(size, ties=ties), objective, player)
    assert solution.value == pytest.approx(0.5 if objective == "share" else 0, abs=2e-3)


@compiled_only
def test_11_3_the_shipped_strategy_knows_negative_cards_too():
    rules = GAME.Rules(player_cards=5, point_cards=(-2, -1, 1, 2, 3))
    assert best_response(rules, "share", seat("equilibrium", share=1.0, lenient=0.0)).value == pytest.approx(0.5, abs=1e-3)


def test_11_3_an_unsolved_game_is_bid_for_by_chance_or_refused():
    random, player = seat("random"), seat("equilibrium")
    assert Table(GAME, [player] * 4, GAME.Rules(), 1).trace(3)[1:] == Table(GAME, [random] * 4, GAME.Rules(), 1).trace(3)[1:]
    with pytest.raises(Exception, match="this game was not solved"):
        Table(GAME, [seat("equilibrium", lenient=0.0), random], GAME.Rules(), 1).rows(0, 1)


# The command

DECK = ["--set", "player_cards=3", "--set", "point_cards=[-4,1,2]"]


def command(*words):
    """What `simlab solve` says."""
    return CliRunner().invoke(app, ["solve", "what_the_heck", *words], catch_exceptions=False)


def test_11_1_the_command_tells_the_solution():
    told = json.loads(command(*DECK, "--json").stdout)
    assert (told["value"], told["objective"]) == (0, "difference")
    assert [first["point_card"] for first in told["first_bids"]] == [-4, 1, 2]
    assert all(abs(sum(first["bids"]) - 1) < 1e-9 for first in told["first_bids"])
    assert "Equilibrium bids in the first round" in command(*DECK).stdout
    with pytest.raises(BadInput, match="too large"):
        command()
    with pytest.raises(BadInput, match="none for mean"):
        CliRunner().invoke(app, ["solve", "mean"], catch_exceptions=False)


@compiled_only
def test_11_4_the_command_tells_how_a_strategy_can_be_exploited():
    told = json.loads(command(*DECK, "--objective", "share", "--against", "first", "--against", "matches:factor=2", "--json").stdout)
    assert [one["strategy"] for one in told["against"]] == ["first", "matches:factor=2"]
    for one in told["against"]:
        assert one["exploitability"] == pytest.approx(one["best_response_earns"] - 0.5)
    with pytest.raises(BadInput) as refused:
        command(
            *DECK, "--against", "matches:fator=2", "--against", "mixer:spread=much", "--against", "mixer:spread=-1", "--against", "first"
        )
    allowed = "allowed: 0-1 for mixer (how far it moves a bid, as a part of the hand)"
    assert str(refused.value).splitlines() == [
        '--against matches:fator=2: no parameter of matches "fator"; did you mean "factor"? There are: factor',
        f'--against mixer:spread=much: spread: "much" is not a number; {allowed}',
        f"--against mixer:spread=-1: spread: -1 is out of range; {allowed}",
    ]
    with pytest.raises(BadInput, match=r'^--against: "mixer:spread": write a strategy with parameters as name:parameter=number$'):
        command(*DECK, "--against", "mixer:spread")


@compiled_only
def test_11_3_the_command_writes_a_strategy_and_adds_to_it(tmp_path):
    path = tmp_path / "what_the_heck" / "solved.py"
    assert "play it as the strategy `solved`" in command(*DECK, "--write", str(path)).stdout
    command(*DECK, "--objective", "share", "--write", str(path))
    command("--set", "player_cards=2", "--set", "point_cards=[3,1]", "--set", "order=descending", "--write", str(path))
    once = path.read_text()
    command(*DECK, "--objective", "share", "--write", str(path))
    assert path.read_text() == once, "a game that was there is replaced"
    held = strategies.find("what_the_heck", str(path)).module.SOLVED
    assert [tables.title(text) for text in held.values()] == list(held)
    assert len(held) == 3
    rules = GAME.Rules(player_cards=3, point_cards=(-4, 1, 2))
    for objective, share in (("difference", 0.0), ("share", 1.0)):
        solved = best_response(rules, objective, seat(str(path), share=share, lenient=0.0))
        assert solved.value == pytest.approx(0.5 * share, abs=2e-3)
    mine = tmp_path / "mine.py"
    mine.write_text('"""Mine."""\n\n\ndef bid(view):\n    return 0\n')
    with pytest.raises(BadInput, match="is another strategy"):
        command(*DECK, "--write", str(mine))
