"""How long it takes: turns, and decisions."""

from collections.abc import Iterator

from simlab.engine.metric import TWO_PERCENT, Checkable, Family, Metric, Unit
from simlab.metrics import Kind, Setting

SHORTER = (("shorter", -1), ("shorten", -1), ("quicker", -1), ("faster", -1), ("longer", 1), ("lengthen", 1))
TURN, DECISION = Unit("turn", "turns", "turns"), Unit("decision", "decisions", "decisions")
LAST, TAKE = "games last {number} turns", "games take {number} decisions"
TURNS = Family("turns", "length in turns", "turns", TURN, TWO_PERCENT, 3, is_headline=True, says=LAST, asks=SHORTER)
DECISIONS = Family("decisions", "length in decisions", "decisions", DECISION, TWO_PERCENT, 4, says=TAKE)

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
