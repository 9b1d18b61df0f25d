"""The games of one file that come with simlab: played by their rules, the same compiled and as plain Python, and worth a question."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from simlab import games
from simlab.base import paths
from simlab.engine.metric import UNIT
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares
from tests.examples.go_fish import GoFish
from tests.examples.oh_hell import OhHell
from tests.examples.playing import make_workspace, play, play_uncompiled
from tests.examples.sevens import Sevens
from tests.games.one_file import simlab

REFEREES = {"go_fish": GoFish, "oh_hell": OhHell, "sevens": Sevens}
BEST = {"go_fish": "rememberer", "oh_hell": "counter"}
EXPERIMENTS = [file.name for place in (paths.EXAMPLES, paths.STARTER) for file in sorted((place / "experiments").glob("*.yaml"))]
TABLES = [
    ("go_fish", 3, {}),
    ("oh_hell", 4, {}),
    ("sevens", 4, {}),
]
MORE_TABLES = [
    ("go_fish", 2, {}),
    ("go_fish", 3, {"again_if_given": False}),
    ("go_fish", 4, {"again_if_fished": False, "deal_size": 8}),
    ("go_fish", 6, {}),
    ("oh_hell", 3, {}),
    ("oh_hell", 4, {"dealer_bound": False, "bonus": 3}),
    ("oh_hell", 7, {"most_cards": 7}),
    ("sevens", 2, {}),
    ("sevens", 4, {"two_draws": 5, "play_drawn": False}),
    ("sevens", 6, {"deal_size": 8}),
]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    return make_workspace(tmp_path_factory.mktemp("examples"))


@pytest.fixture
def inside(workspace, monkeypatch):
    monkeypatch.chdir(workspace)
    return workspace


def test_every_example_has_a_referee():
    files = [*(paths.EXAMPLES / "games").glob("*.py"), *(paths.STARTER / "games").glob("*.py")]
    assert sorted(file.stem for file in files) == sorted(REFEREES)


@pytest.mark.parametrize(("name", "at_last"), [("go_fish", "books"), ("oh_hell", "over"), ("sevens", "discard")])
def test_its_cards_lie_where_its_table_says(name, at_last, inside):
    game = games.find(name)
    at = Table(game, [(strategies.find(name, "first"), {})] * 3, game.resolve(game.Rules(), 3), 5)
    events, found = at.looked_at(0)
    pack = Counter(chain(*(place.cards for place in found[-1])))
    for event, places in zip(events[1:], found, strict=True):
        assert Counter(chain(*(place.cards for place in places))) == pack, event
    assert sum(len(place.cards) for place in found[-1] if place.name == at_last) > 0
    assert [place.number for place in found[-1] if place.name == "points"] == events[-1]["scores"]
    whose = [(place.name, place.seat, place.seen, place.is_pile) for place in found[0] if place.name == "hand"]
    assert whose == [("hand", seat, "owner", False) for seat in range(3)]
    assert not game.face or len({game.face(card) for card in pack}) == len(pack)


@pytest.mark.parametrize(("game", "players", "rules"), [*TABLES, *(pytest.param(*more, marks=pytest.mark.slow) for more in MORE_TABLES)])
def test_its_rules_hold_in_every_decision_and_event(game, players, rules, workspace):
    lineup = [["random", BEST.get(game, "random"), "first"][seat % 3] for seat in range(players)]
    asked = {"workspace": str(workspace), "game": game, "lineup": lineup, "rules": rules, "seed": 7, "deals": 12}
    as_python = play_uncompiled(asked)
    for played in as_python:
        REFEREES[game](played).go_through()
    compiled = play(asked)
    for one, other in zip(compiled, as_python, strict=True):
        assert one["events"] == other["events"]
        assert one["row"] == other["row"]


@pytest.mark.parametrize("game", BEST)
def test_a_sensible_strategy_beats_random_at_every_table(game, inside):
    declared = games.find(game)
    sensible, random = strategies.find(game, BEST[game]), strategies.find(game, "random")
    for players in declared.players:
        table = Table(declared, [(sensible, {}), *[(random, {})] * (players - 1)], declared.Rules(), seed=3)
        shares = win_shares(table.rows(0, 2000), players)[:, 0] / UNIT
        assert shares.mean() - 1 / players > 5 * shares.std() / np.sqrt(len(shares))


@pytest.mark.slow
@pytest.mark.parametrize("file", EXPERIMENTS)
def test_its_experiment_can_be_run(file, inside):
    plan = make_plan(load(inside / "experiments" / file))
    assert plan
    done = simlab("run", f"experiments/{file}", "--games", "12", "--jobs", "1", cwd=inside)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", BEST)
def test_it_is_one_file_that_is_read_in_a_moment(game):
    text = (paths.EXAMPLES / "games" / f"{game}.py").read_text()
    assert text.count("\n") <= 130
