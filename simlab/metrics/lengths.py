"""How long it takes: turns, and decisions."""

from collections.abc import Iterator

from simlab.engine.metric import TWO_PERCENT, Checkable, Family, Metric, Unit
from simlab.metrics import Kind, Setting

TURNS = Family("turns", "length in turns", "turns", Unit("turn", "turns", "turns"), TWO_PERCENT, 3, is_headline=True)
DECISIONS = Family("decisions", "length in decisions", "decisions", Unit("decision", "decisions", "decisions"), TWO_PERCENT, 4)

LIMIT = "turn_limit"  # may be checked in every game, also in one that needs none
QUANTILES = {"p5": 5, "p25": 25, "median": 50, "p75": 75, "p95": 95}


def _lengths(setting: Setting) -> Iterator[Metric]:
    quantiles = (Checkable(f"turns.{name}", "quantile", percent) for name, percent in QUANTILES.items())
    unlimited = () if LIMIT in setting.game.endings else (Checkable(LIMIT, "nothing"),)
    checks = (Checkable("turns.mean"), *quantiles, *unlimited)
    limit, title = "" if unlimited else LIMIT, "game length"
    yield Metric("turns", "turns", "the games' length", TURNS, lambda played: played.turns, checks=checks, heading=title, limit=limit)
    decisions = "decisions", "decisions", "decisions a game"
    yield Metric(*decisions, DECISIONS, lambda played: played.field("decisions"), plural=True, heading=title)


METRICS = Kind(4, _lengths)
