"""Every shipped experiment reads well, is valid, and runs: found by discovery, never listed."""

from pathlib import Path

import pytest
from jsonschema import Draft7Validator

import simlab
from simlab import games
from simlab.base.kinds import Whole
from simlab.engine.rules import describe
from simlab.experiment import load, schema
from simlab.experiment.plan import make_plan
from simlab.experiment.tree import read_file

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


@pytest.fixture(scope="module")
def editor():
    """What an editor checks an experiment with."""
    return Draft7Validator(schema())


def slips(experiment):
    """The experiment with one thing in it misspelt or out of range, each with what that is."""
    found = {**experiment, "metrics": experiment.get("metrics") or ["share"], "rules": experiment.get("rules") or {}}
    key = next(key for key in ("field", "decisions", "lineup", "lineups", "tune") if key in found)
    lineups = found[key] if key in ("lineups", "tune") else {key: {"all": ["random"]}.get(str(found[key]), found[key])}
    if key != "decisions":
        lineups = {name: seats for name, seats in lineups.items() if isinstance(seats, list)} or {"from": ["random"]}
    name, seats = next(iter(lineups.items()))
    first, *others = seats if isinstance(seats, list) else [seats]
    seat = first if isinstance(first, dict) else {"strategy": first}
    slipped = {"strategy": seat["strategy"] + "x", "parameter": {**seat, "zzz": 1}, "seat": {"keep": 2}}
    for what, slip in (slipped | {"decision": {**seat, "at_random": ["zzz"]}}).items():
        changed = {name: slip if key == "decisions" else [slip, *others]}
        yield what, {**found, **({key: {**found[key], **changed}} if key in ("lineups", "tune") else changed)}
    yield "metric", {**found, "metrics": [*found["metrics"], "shares"]}
    yield "margin", {**found, "matters": {"turn": 1}}
    yield "check", {**found, "checks": {"turns.p96": "< 3"}}
    yield "house rule", {**found, "rules": {**found["rules"], "zzz": 1}}
    yield "scenario", {**{key: of for key, of in found.items() if key != "vary"}, "scenarios": {"a": {"zzz": 1}}}
    rules = {rule.name: rule.kind for rule in describe(games.find(found["game"]).Rules)}
    ends = [(rule, kind.high + 1) for rule, kind in rules.items() if isinstance(kind, Whole) and kind.high is not None]
    yield from ((f"{rule}={value}", {**found, "rules": {**found["rules"], rule: value}}) for rule, value in ends)
    yield "players", {**found, "players": max(games.find(found["game"]).players) + 1}


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_an_editor_marks_slips_and_nothing_else(path, editor):
    experiment = read_file(path)[0].plain()
    assert [error.message for error in editor.iter_errors(experiment)] == []
    assert [what for what, slip in slips(experiment) if editor.is_valid(slip)] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.stem)
def test_it_runs_to_its_report(path, tmp_path):
    asked = load(path)
    few = ["budget=200_000"] if asked.goals else ["tune.budget=1000"] if asked.tune else ["adapt.budget=1000"] if asked.adapt else []
    run = simlab.run(path, games=400, changes=few, out=tmp_path / "run")
    page = run.report.read_text(encoding="utf-8")
    assert len(page) < 2_000_000
    assert run.summary.height > 0
