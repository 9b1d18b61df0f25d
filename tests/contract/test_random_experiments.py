"""Experiments that nobody thought of, really played: each has a page and a brief, an answer within its limits, and says nothing but what
its tables say.
"""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab import games
from simlab.base.faults import BadInput
from simlab.base.kinds import Whole
from simlab.engine.game import Game
from simlab.engine.rules import kinds
from simlab.experiment import load
from simlab.metrics import Setting, askable
from simlab.players import strategies
from simlab.report import page
from simlab.report.material import Material
from simlab.stats.answers import MOST_LETTERS, MOST_SENTENCES
from tests.contract.telling_truth import contradictions
from tests.contract.test_extreme_rules import candidates
from tests.contract.test_pages import MANIFEST, read_page
from tests.stats.test_answers import FORBIDDEN

COUNT, EACH = 60, 10  # of which 200 were looked at once
ENDLESS = ("turn_limit", "hand_limit", "sets", "rounds", "target")  # how long games go on: made no longer than printed


def values(game: Game, rule: str, players: int, dice: random.Random) -> list[Any]:
    """Some values that a rule may have, near the printed one where it is a number."""
    kind, printed = kinds(game.Rules)[rule], getattr(game.Rules(), rule)
    if isinstance(kind, Whole):
        low, high = kind.low, printed if rule in ENDLESS else min(kind.high, 2 * printed + 2)
        found = [dice.randint(low, max(low, high)) for _ in range(3)]
    else:
        found = [value for value in islice(candidates(kind, players), 40) if value != printed]
        dice.shuffle(found)
    return list({repr(value): value for value in found if value != printed}.values())[:3]


def asked_of(dice: random.Random) -> dict[str, Any]:
    """A question about a game, at tables of its strategies, under rules of its house."""
    game = games.find(dice.choice(games.names()))
    names = strategies.names(game.name)
    counts = sorted(dice.sample(list(game.players), dice.choice([1, 1, 1, min(2, len(game.players))])))
    counts = [count for count in counts if count <= 5] or [min(game.players)]
    few = dice.sample(names, min(len(names), dice.randint(1, 3)))
    asked: dict[str, Any] = {"question": dice.choice(["?", "Which makes the game shorter?", "Who gains?"]), "game": game.name}
    asked |= {
        "players": counts,
        "games": 600,
        "seed": dice.randrange(9_999),
        "seating": dice.choice(["rotate", "rotate", "permute", "fixed"]),
    }
    shape = dice.choice(["lineup", "lineup", "lineup", "lineups", "field"])
    if shape == "field":
        asked["field"] = dice.sample(names, min(len(names), max(counts[0], dice.randint(2, 4))))
        del asked["seating"]
    elif shape == "lineups":
        asked["players"] = counts[:1]
        asked["lineups"] = {name: dice.choices(few, k=counts[0]) for name in ("one", "a table with a long name, as people give it")}
    else:
        asked["lineup"] = dice.choices(few, k=counts[0]) if len(counts) == 1 else few[: counts[0]]
    rules = dice.sample(list(kinds(game.Rules)), 3)
    of = {rule: found for rule in rules if (found := values(game, rule, counts[0], dice))}
    way = dice.choice(["", "scenarios", "scenarios", "vary", "vary"]) if shape != "field" else ""
    if way == "vary":
        asked["vary"] = {rule: [getattr(game.Rules(), rule), *found[:2]] for rule, found in list(of.items())[:2]}
    elif way == "scenarios":
        changes = [{rule: dice.choice(found)} for rule, found in of.items()] + [{rule: dice.choice(found) for rule, found in of.items()}]
        named = [f"{' and '.join(change)} changed {i}" for i, change in enumerate(changes)]
        asked["scenarios"] = {"as printed": {}, **dict(zip(named, changes, strict=True))}
    if dice.random() < 0.4 and shape != "field":
        known = askable(Setting(game, tuple(few), counts[0]))
        asked["metrics"] = dice.sample(list(known), min(len(known), dice.randint(1, 5)))
    return asked


def experiment(seed: int) -> Any:
    """The first that can be played."""
    dice = random.Random(seed)
    for _ in range(100):
        try:
            return load(asked_of(dice))
        except BadInput:
            continue
    raise AssertionError("nothing that can be played")


def faults_of(seed: int) -> list[str]:
    """What is wrong with all that is said of an experiment."""
    asked = experiment(seed)
    analysis = simlab.evaluate(asked, deals=range(random.Random(seed).choice([3, 30, 100, 100])), jobs=1)
    said, run = analysis.answer, Material(Path("run"), analysis, MANIFEST)
    vars(run)["examples"] = None
    text = " ".join(said)
    found = [f"forbidden: {text}"] if FORBIDDEN.search(text) else []
    if not 1 <= len(said) <= MOST_SENTENCES or len(text) > MOST_LETTERS:
        found.append(f"too long: {text}")
    read_page(analysis)
    page.brief_html_of(run)
    return [*found, *contradictions(run)]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, COUNT, EACH))
def test_nothing_is_said_that_the_tables_contradict(first):
    found = {seed: faults for seed in range(first, first + EACH) if (faults := faults_of(seed))}
    assert not found, "\n".join(f"{seed}: {fault}" for seed, faults in found.items() for fault in faults)
