"""A search: every rule set among which was searched, the race, the finalists as they were confirmed, and what stands in the way.

All but the finalists are made by the search itself and kept as they were made: they are no sums of this run's games.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simlab.stats.statistic import FACT, INTERVAL, REAL, WHOLE, WORD, Columns, Frame, Line, Statistic

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

_SET = {"candidate": WORD, "edits": WHOLE, "size": WHOLE}
_GOAL = {"players": WHOLE, "lineup": WORD, "goal": WORD, "wanted": WORD}
_MISS = {"distance": REAL, "distance_low": REAL, "distance_high": REAL}
_VALUE = {"value": REAL, **INTERVAL, "unit": REAL, "verdict": WORD}
_PLAYED = {"stage": WORD, "deals": WHOLE, "games": WHOLE, "round": WHOLE, "confirmed": WORD}


def _finalists(analysis: "Analysis") -> Iterator[Line]:
    for one in analysis.finalists:
        distance = dict(zip(_MISS, one.distance, strict=True))
        told = {"candidate": one.scenario, "edits": one.edits, "size": one.size, "all_goals": one.word, "searched": one.searched}
        for reached in one.reached:
            where = {"players": reached.place.players, "lineup": reached.place.lineup.name}
            goal = {"goal": reached.goal.name, "wanted": reached.goal.text.strip()}
            value = dict(zip(("value", "low", "high"), reached.measured.shown, strict=True))
            yield {**told, **distance, **where, **goal, **value, "unit": reached.unit, "verdict": reached.word}


def _made(name: str, columns: Columns, *, is_long: bool = False) -> Frame:
    return Frame(name, columns, lambda _: (), is_long=is_long, is_replayed=True, is_made=lambda analysis: analysis.is_search)


CANDIDATES = _made("candidates", {**_SET, **_PLAYED, **_MISS, **_GOAL, **_VALUE}, is_long=True)
_SPACE = {**dict.fromkeys(("sets", "impossible", "looked_at", "games", "budget"), WHOLE), "screened": FACT}
SPACE = _made("search", _SPACE)
RACE = _made("race", {"deals": WHOLE, "raced": WHOLE, "left": WHOLE, "games": WHOLE})
ELSEWHERE = _made("elsewhere", {"candidate": WORD, "deals": WHOLE, **_GOAL, **_VALUE})
OBSTACLES = _made("obstacles", {"goals": WORD, "candidate": WORD, "miss": REAL})
_OF_FINALISTS = {**_SET, "all_goals": WORD, "searched": REAL, **_MISS, **_GOAL, **_VALUE}
FINALISTS = Frame("finalists", _OF_FINALISTS, _finalists, is_made=lambda analysis: analysis.is_search)
STATISTIC = Statistic("search", 2.9, (FINALISTS, ELSEWHERE, OBSTACLES, SPACE, RACE, CANDIDATES))
