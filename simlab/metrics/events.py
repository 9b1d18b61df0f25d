"""What happens in a game: the game's own numbers, one for each line of its measures and counters; how games end; where events fire."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from simlab.engine.metric import UNIT, Checkable, Metric, own, shares
from simlab.metrics import Kind, Setting
from simlab.metrics.lengths import LIMIT
from simlab.words.numbers import plainly

ENDINGS = shares("ending", "endings", 6, section="endings")
FIRED = shares("fired", "games in which an event fired", 7, section="ledger")


def _ended(code: int) -> Callable[[Any], Any]:
    return lambda played: played.field("ending") == code


def _happened(name: str) -> Callable[[Any], Any]:
    return lambda played: played.field(name) > 0


def _is_plural(label: str) -> bool:
    """Are these several things, as `lead changes` and `points lost`?"""
    return any(word.endswith("s") and not word.endswith("ss") for word in (label.split()[0], label.split()[-1]))


def _own(setting: Setting) -> Iterator[Metric]:
    game, declared = setting.game, {metric.name: metric for metric in setting.game.metrics}
    for name in game.measured:
        label = plainly(name)
        metric = declared.pop(name, None) or own(name, label, f"{label} a game", plural=_is_plural(label))
        yield replace(metric, scale=UNIT if name in game.fractions else 1)
    yield from declared.values()


def _endings(setting: Setting) -> Iterator[Metric]:
    for code, ending in enumerate(setting.game.endings):
        name, label = f"ending.{ending}", plainly(ending)
        checks = tuple(Checkable(check) for check in (name, *([LIMIT] if ending == LIMIT else [])))
        subject = f"the share of games with “{label}”"
        yield Metric(name, label, subject, ENDINGS, _ended(code), checks=checks, is_askable=False)


def _fired(setting: Setting) -> Iterator[Metric]:
    for name in setting.game.counted:
        label = plainly(name)
        subject = f"the share of games with “{label}”"
        yield Metric(f"fired.{name}", label, subject, FIRED, _happened(name), is_askable=False)


METRICS = (Kind(5, _own), Kind(6, _endings), Kind(7, _fired))
