"""What a search leaves behind: its tables, and the finalists as an experiment of their own."""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

import numpy as np
import polars as pl
from ruamel.yaml import YAML

from simlab.experiment import Experiment
from simlab.lab.goals import Goal
from simlab.lab.search import Obstacles, Search
from simlab.lab.space import name_of
from simlab.stats.sought import MEETS, MISSES, OPEN
from simlab.stats.statistic import Line
from simlab.stats.statistics.search import CANDIDATES, ELSEWHERE, OBSTACLES, RACE, SPACE

WIDE = 1_000  # letters of a line: questions are not broken
CONFIRMED, OUT, WAITS, MET, LEFT = "confirmed", "misses a goal", "waits for fewer edits", "meets all goals so far", "open"


def tables_of(
    search: Search, rounds: Sequence[dict[str, str]], hindered: Obstacles | None = None, elsewhere: Iterable[Line] = ()
) -> dict[str, pl.DataFrame]:
    """The tables; `rounds`: of each round of confirmation the sets and their verdicts; `elsewhere`: what was reached at other tables."""
    race, whole = search.race, search.whole
    space = {"sets": len(whole), "impossible": whole.left_out, "looked_at": int((race.sums.deals > 0).sum())}
    of = (
        (CANDIDATES, _candidates(search, rounds)),
        (ELSEWHERE, elsewhere),
        (OBSTACLES, _obstacles(search, hindered)),
        (SPACE, [{**space, "games": race.games, "budget": race.budget, "screened": search.is_screened}]),
        (RACE, (look._asdict() for look in race.looks)),
    )
    return {frame.name: pl.DataFrame(list(lines), schema=dict(frame.columns)) for frame, lines in of}


def _candidates(search: Search, rounds: Sequence[dict[str, str]]) -> Iterator[Line]:
    """Every set that was looked at, a line for each goal; by edits, size and distance."""
    race, space = search.race, search.race.space
    which = np.flatnonzero(race.sums.deals > 0)
    reach = race.reach(which)
    ends = np.array(race.look(which)).T.tolist()
    spans = [np.array(goal.span(race.sums, which, reach)).T.tolist() for goal in search.goals]
    confirmed = {name: (number, word) for number, of in enumerate(rounds, 1) for name, word in of.items()}
    for i in np.lexsort((np.array(ends)[:, 0], space.size[which], space.edits[which])).tolist():
        number = int(which[i])
        name, deals = name_of(space.changes(number)), int(race.sums.deals[number])
        told: Line = {"candidate": name, "edits": int(space.edits[number]), "size": int(space.size[number])}
        told |= {"stage": _stage(search, number, ends[i], is_confirmed=name in confirmed), "deals": deals}
        told |= {"games": deals * race.source.games_a_deal}
        told |= dict(zip(("round", "confirmed"), confirmed.get(name, (None, None)), strict=True))
        told |= dict(zip(("distance", "distance_low", "distance_high"), ends[i], strict=True))
        yield from ({**told, **_reached(goal, *span[i])} for goal, span in zip(search.goals, spans, strict=True))


def _stage(search: Search, number: int, ends: Sequence[float], *, is_confirmed: bool) -> str:
    race = search.race
    stages = ((is_confirmed, CONFIRMED), (race.is_out[number], OUT), (race.is_waiting[number], WAITS), (ends[2] == 0, MET))
    return next((stage for holds, stage in stages if holds), LEFT)


def _reached(goal: Goal, value: float, low: float, high: float) -> Line:
    least, most = (float(end) for end in goal.misses(np.array(low), np.array(high)))
    where = {"players": goal.players, "lineup": goal.lineup, "goal": goal.name, "wanted": goal.text}
    verdict = MISSES if least > 0 else MEETS if most == 0 else OPEN
    return {**where, "value": value, "low": low, "high": high, "unit": goal.unit, "verdict": verdict}


def _obstacles(search: Search, found: Obstacles | None) -> Iterator[Line]:
    """Each goal that gives way, with the set that then meets the others; then groups of goals that nothing meets together."""
    for goal, number, miss in found.relaxed if found else ():
        name = None if number is None else name_of(search.race.space.changes(number))
        yield {"goals": _said(goal), "candidate": name, "miss": None if number is None else miss}
    for group in found.groups if found else ():
        yield {"goals": " + ".join(map(_said, group)), "candidate": None, "miss": None}


def _said(goal: Goal) -> str:
    return f"{goal.name} {goal.text}"


def as_yaml(experiment: Experiment) -> str:
    """The finalists beside the rules that the search began with, as an experiment that runs as it is, on the deals that confirmed them."""
    given: dict[str, Any] = experiment.as_dict()
    kept = {
        key: value
        for key, value in given.items()
        if key not in ("over", "budget", "goals", "elsewhere", "source", "changed") and value not in ({}, [])
    }
    kept["name"] = f"{experiment.name}-finalists"
    kept["scenarios"] = {name: dict(changes) for name, changes in experiment.scenarios.items()}
    text, yaml = StringIO(), YAML()
    yaml.width = WIDE
    yaml.dump(kept, text)
    return text.getvalue()
