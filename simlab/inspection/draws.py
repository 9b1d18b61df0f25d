"""House rules and players, drawn at random from all that is allowed."""

import math
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from pydantic import ValidationError

from simlab.base.kinds import ByPlayers, Choice, Either, Flag, Kind, Real, Several, Whole
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules, kinds

TRIES = 40  # at values that fit together
Values = dict[str, Any]


def values_of(kind: Kind, players: int, dice: random.Random) -> list[Any]:
    """Some values that a house rule may have: those at the ends of what is allowed first, then some between."""
    match kind:
        case Whole(low=int(low), high=int(high)):
            return [low, high, *(dice.randint(low, high) for _ in range(2))]
        case Real(low=low, high=high, step=step):
            first = low + (step or 0) if not kind.positive else low + (step or (high - low) / 64)
            between = [low + (high - low) * share for share in (0.25, 0.5, 0.75)]
            return [first, high, *(low + step * round((value - low) / step) if step else value for value in between)]
        case Flag():
            return [False, True]
        case Choice():
            return list(kind.options)
        case Several():
            items = values_of(kind.item, players, dice)
            lengths = sorted({kind.low, min(max(players, kind.low), kind.high), kind.high})
            draw = dice.sample if kind.distinct else dice.choices
            return [draw(items, k=length) for length in lengths if _fits(kind, items, length)]
        case ByPlayers():
            return [{}, *({players: item} for item in values_of(kind.item, players, dice) if len(item) == players)]
        case Either():
            return [*values_of(kind.first, players, dice), *values_of(kind.second, players, dice)]
    return []


def _fits(kind: Several, items: list[Any], length: int) -> bool:
    return bool(items) and (not kind.distinct or length <= len(items))


def resolved(game: Game, values: Values, players: int) -> HouseRules | None:
    """The house rules with these values; None where the game refuses them."""
    try:
        rules = game.Rules(**values)
    except ValidationError:
        return None
    if game.refusal(rules, players):
        return None
    found: HouseRules = game.resolve(rules, players)
    return found


def drawn(game: Game, players: int, dice: random.Random, **kept: Any) -> HouseRules | None:
    """House rules that fit together, some of them changed; what is `kept` has this value. None: none were found."""
    for _ in range(TRIES):
        share = dice.random()
        changed = {name: kind for name, kind in kinds(game.Rules).items() if name not in kept and dice.random() < share}
        values = {name: dice.choice(found) for name, kind in changed.items() if (found := values_of(kind, players, dice))}
        rules = resolved(game, {**values, **kept}, players)
        if rules is not None:
            return rules
    return None


def extremes(game: Game, players: int) -> Iterator[tuple[str, HouseRules]]:
    """Each number of the house rules at either end, or as near to it as the game allows, all else as printed; and what to call that."""
    for name, kind in kinds(game.Rules).items():
        if not isinstance(kind, Whole | Real) or name not in game.Rules.__annotations__:
            continue
        low, high = values_of(kind, players, random.Random(name))[:2]
        inwards = 1 if isinstance(kind, Whole) else (high - low) / TRIES
        for end, step in ((low, inwards), (high, -inwards)):
            tries = (end + step * number for number in range(TRIES) if low <= end + step * number <= high)
            found = ((value, rules) for value in tries if (rules := resolved(game, {name: value}, players)) is not None)
            yield from ((f"{players} players, {name} = {value:g}", rules) for value, rules in islice(found, 1))


def others(kind: Kind, value: Any, players: int, dice: random.Random) -> list[Any]:
    """Other values of a house rule, each once."""
    found: list[Any] = []
    for one in values_of(kind, players, dice):
        same = isinstance(value, float) and isinstance(one, int | float) and math.isclose(one, value)
        if not same and one != value and kind.read(one, []) != value and one not in found:
            found.append(one)
    return found
