"""Games on a table, step by step: what a page is given of them."""

from collections.abc import Sequence
from typing import Any

from simlab.engine.events import Event
from simlab.report.blocks import Replay
from simlab.report.charts.chances import LEFT, RIGHT
from simlab.report.svg import Picture
from simlab.report.winning import moments_of
from simlab.table import replay
from simlab.table.replay import from_step, parting


def one_game(id: str, title: str, told: replay.Replay, events: Sequence[Event], curve: Picture | None, *, alone: bool = False) -> Replay:
    """One game, below its win curve where it has one."""
    return Replay(id, title, {"sides": [told], "part": None}, **_below(curve, [events]), alone=alone)


def side_by_side(
    id: str, title: str, told: Sequence[tuple[str, replay.Replay]], games: Sequence[Sequence[Event]], curve: Picture | None
) -> Replay:
    """Two games of one deal by two rule sets, as one until they part; below their win curve where they have one."""
    (one_title, one), (other_title, other) = told
    part = parting(one, other)
    sides = [{**one, "title": one_title}, {**from_step(other, part), "title": other_title}]
    return Replay(id, title, {"sides": sides, "part": part}, **_below(curve, games))


def _below(curve: Picture | None, games: Sequence[Sequence[Event]]) -> dict[str, Any]:
    """Which picture follows, and between which events, and where, it runs."""
    moments = [moment for events in games for moment in moments_of(events)] if curve else []
    return {"curve": curve.id, "moments": [min(moments), max(moments), LEFT, RIGHT]} if curve else {}
