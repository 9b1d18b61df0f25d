"""docs/rules/what_the_heck.md, section 11: strategies held to the solver, and the simulator held to it.

Equilibria need not be unique, so what is checked is what bids guarantee.
"""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

from simlab import games
from simlab.base.faults import BadInput
from simlab.cli import app
from simlab.engine.metric import UNIT
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.solver import tables
from simlab.games.what_the_heck.solver.policies import looks_at_scores
from simlab.games.what_the_heck.solver.solution import best_response, meeting, solve
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table import Table
from tests.compiling import compiled_only
from tests.rules.what_the_heck.duels import command, gops, seat


@pytest.mark.slow
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
@pytest.mark.parametrize("name", [one.name for one in unthinking(games.find("what_the_heck")) if one.name != "equilibrium"])
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


OPPONENTS = [one.name for one in unthinking(games.find("what_the_heck")) if one.name != "equilibrium"]


@compiled_only
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("way", [{"ties": "cancel"}, {"ties": "discard"}])
@pytest.mark.parametrize("objective", ["difference", "share"])
def test_11_3_equilibrium_earns_what_the_solver_says_and_at_least_its_value(opponent, way, objective, tmp_path):
    rules = gops(4, **way)
    solution = solve(rules, objective)
    expected = meeting(rules, objective, solution, seat(opponent)).value
    path, text = tmp_path / "solved.py", tables.text_of(solution)
    path.write_text(tables.strategy_source({tables.title(text): text}))
    player = seat(str(path), share=float(objective == "share"), lenient=0.0)
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
