"""The page of any game, whatever is asked of it: each metric alone, also where it never changes, and experiments of every shape."""

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import pytest

from simlab import games
from simlab.experiment.plan import groups_of
from simlab.metrics import Setting, askable
from simlab.players import strategies
from simlab.report import page
from simlab.report.material import Material
from simlab.stats.analysis import Analysis
from tests.contract.telling_truth import contradictions
from tests.report.test_page import all_of, read, words_of
from tests.stats.played import experiment
from tests.stats.process import anything, said_of
from tests.stats.test_answers import random_experiment

GAMES = games.names()
MANIFEST = {"simlab": "0", "versions": {}, "again": "", "seconds": 1.0, "games": 100, "strategies": {}, "experiment": {}, "identity": {}}


def read_page(analysis: Analysis) -> Element:
    """Its page, without single games; nothing in it is no number."""
    run = Material(Path("run"), analysis, MANIFEST)
    vars(run)["examples"] = None
    root = read(page.html_of(run))
    page.brief_html_of(run)
    for svg in all_of(root, "svg"):
        for element in svg.iter():
            assert not any(
                "nan" in value or "inf" in value for name, value in element.attrib.items() if name in ("x", "x1", "x2", "y", "width")
            )
    return root


def asked(game: str, **more: Any) -> dict[str, Any]:
    """Two scenarios that a game plays alike, by its two strategies."""
    low = min(games.find(game).players)
    return {"game": game, "players": low, "lineup": ["random", *["first"] * (low - 1)], "scenarios": {"a": {}, "b": {}}, **more}


def nothing(given: dict[str, Any], deals: int = 40) -> Analysis:
    """What is said where nothing ever happens but the end."""
    rows = [np.zeros((deals, len(of.cells)), dtype=games.find(given["game"]).row) for of in groups_of(experiment(**given))]
    return said_of(*rows, **given)


@pytest.mark.parametrize("game", GAMES)
def test_each_metric_alone_can_be_drawn(game):
    low = min(games.find(game).players)
    for i, name in enumerate(askable(Setting(games.find(game), ("random", "first"), low))):
        given = asked(game, metrics=[name])
        rows = [anything(of, 40, seed=i, game=games.find(game)) for of in groups_of(experiment(**given))]
        analysis = nothing(given) if i % 2 else said_of(*rows, **given)
        root = read_page(analysis)
        assert len([svg for svg in all_of(root, "svg") if svg.get("class") == "chart"]) >= 1, name


@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_which_nothing_happens_has_a_page(game):
    for given in (asked(game), asked(game, scenarios=None)):
        assert words_of(all_of(read_page(nothing(given)), "h1")[0]) == "?"


@pytest.mark.parametrize("seed", range(100, 112))
def test_any_experiment_has_a_page(seed):
    given = random_experiment(seed)
    rows = [anything(of, 30, seed=seed, game=games.find(given["game"])) for of in groups_of(experiment(**given))]
    analysis = said_of(*rows, **given)
    assert contradictions(Material(Path("run"), analysis, MANIFEST)) == []
    root = read_page(analysis)
    answer = next(element for element in all_of(root, "div") if element.get("class") == "answer")
    assert len(words_of(answer)) <= 460


@pytest.mark.parametrize("deals", [1, 2, 40])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_worth_deciding_has_a_page_in_any_game(game, deals):
    low = min(games.find(game).players)
    name = next(name for name in strategies.names(game) if strategies.find(game, name).decides)
    given = {"game": game, "players": [low, low + 1], "lineup": None, "decisions": name, "scenarios": {"a": {}, "b": {}}}
    rows = [anything(of, deals, game=games.find(game)) for of in groups_of(experiment(**given))]
    analysis = said_of(*rows, **given)
    root = read_page(analysis)
    assert len(" ".join(analysis.answer)) <= 450
    assert len(analysis.answer) <= 4
    kinds = strategies.find(game, name).decides
    assert sorted(row["decision"] for row in analysis.lines("decisions")) == sorted(kinds * 4)
    assert all(kind in words_of(root) for kind in kinds)
