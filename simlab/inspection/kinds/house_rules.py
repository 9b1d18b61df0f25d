"""Every house rule changes something in some game."""

import random
from collections.abc import Iterator
from typing import Any

from simlab.base.faults import RunFailure
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules, kinds
from simlab.inspection.draws import drawn, others, resolved
from simlab.inspection.finding import COMPILED, Check, Finding
from simlab.inspection.sample import SEED, Endless, rows_of
from simlab.inspection.subject import Subject
from simlab.players.strategies import Seated, at_random
from simlab.table import Table

DEALS = 100
BASES = 8  # other house rules, under which it may matter


def find(subject: Subject) -> Iterator[Finding]:
    if not subject.sample.is_whole:
        return
    for name in kinds(subject.game.Rules).keys() & subject.game.Rules.__annotations__.keys():  # not what the kit gives to every game
        if not any(_differ(subject.game, *pair) for pair in _pairs(subject.game, name)):
            what = f"the house rule {name} has changed nothing in any game; read it as g.seen.rules.{name}, or leave it out"
            yield Finding(subject.text.rule(name), what, about=f"house rule {name}")


def _pairs(game: Game, name: str) -> Iterator[tuple[int, HouseRules, HouseRules]]:
    """House rules that differ in this one: first from those as printed, then from any others."""
    dice = random.Random(name)
    kind, default = kinds(game.Rules)[name], game.Rules.model_fields[name].default
    for base in range(BASES):
        for players in game.players if base == 0 else [dice.choice(game.players)]:
            rules = resolved(game, {}, players) if base == 0 else drawn(game, players, dice, **{name: default})
            if rules is None:
                continue
            for value in others(kind, default, players, dice):
                changed = _with(game, rules, name, value, players)
                if changed is not None:
                    yield players, rules, changed


def _with(game: Game, rules: HouseRules, name: str, value: Any, players: int) -> HouseRules | None:
    return resolved(game, {**rules.model_dump(), name: value}, players)


def _differ(game: Game, players: int, rules: HouseRules, changed: HouseRules) -> bool:
    """Does the same deal come out differently?"""
    seats: list[Seated] = [(at_random(game), {})] * players
    try:
        once, again = (rows_of(Table(game, seats, one, SEED), 0, DEALS) for one in (rules, changed))
    except (Endless, RunFailure):
        return True  # it matters
    return bool((once != again).any())


CHECK = Check(26, "whether each house rule matters", COMPILED, find)
