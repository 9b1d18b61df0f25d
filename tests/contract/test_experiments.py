"""Every shipped experiment reads well, is valid, and runs: found by discovery, never listed."""

from pathlib import Path

import pytest

import simlab
from simlab.experiment import load
from simlab.experiment.plan import make_plan

EXPERIMENTS = sorted((Path(__file__).parents[2] / "experiments").glob("*.yaml"))


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_it_asks_a_question(path):
    text = path.read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if not line.startswith("#"))
    assert first.startswith("question: "), "the first line is the question"
    experiment = load(path)
    assert experiment.question.endswith("?")
    assert path.stem.startswith(experiment.game.split("_")[0]), "its file is named after its game"
    assert make_plan(experiment).games >= experiment.games


@pytest.mark.slow
@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_it_runs_to_its_report(path, tmp_path):
    run = simlab.run(path, games=400, out=tmp_path / "run")
    page = run.report.read_text(encoding="utf-8")
    assert len(page) < 2_000_000
    assert run.summary.height > 0
