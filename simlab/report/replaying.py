"""Games on a table, step by step: what a page is given of them."""

from collections.abc import Sequence

from simlab.engine.events import Event
from simlab.report.blocks import Replay
from simlab.report.charts.chances import LEFT, RIGHT
from simlab.report.svg import Picture
from simlab.table import replay
from simlab.table.replay import from_step, parting


def one_game(id: str, title: str, told: replay.Replay, events: Sequence[Event], curve: Picture | None, *, alone: bool = False) -> Replay:
    """One game, below its win curve where it has one."""
    moments = [number for number, event in enumerate(events) if "chances" in event] if curve else []
    return Replay(
        id,
        title,
        {"sides": [told], "part": None},
        curve.id if curve else "",
        [moments[0], moments[-1], LEFT, RIGHT] if moments else [],
        alone=alone,
    )


def side_by_side(id: str, title: str, told: Sequence[tuple[str, replay.Replay]]) -> Replay:
    """Two games of one deal by two rule sets, as one until they part."""
    (one_title, one), (other_title, other) = told
    part = parting(one, other)
    sides = [{**one, "title": one_title}, {**from_step(other, part), "title": other_title}]
    return Replay(id, title, {"sides": sides, "part": part})
