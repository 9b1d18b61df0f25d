"""The win curve of a game that was told with its chances."""

from collections.abc import Sequence

from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.report.charts import winning
from simlab.report.svg import Picture
from simlab.table.telling import turning_point
from simlab.words.numbers import listed, sentence, small_percent


def win_curve(game: Game, events: Sequence[Event], id: str, what: str) -> Picture | None:
    """How each seat's chance to win went up and down, and the turn that moved one most; None of a game that tells no chances. `what`: which
    game it is.
    """
    told = {number: event["chances"] for number, event in enumerate(events) if "chances" in event}
    if len(told) < 2:
        return None
    names, found = events[0]["strategies"], events[-1]["turning_point"]
    seats = [f"Seat {seat} ({name})" for seat, name in enumerate(names)]
    moments = list(told)
    title, turn = f"{what}: no turn moved a chance to win by more than it would by chance alone", None
    if found:
        ends = [small_percent(found[end]) for end in ("before", "after")]
        where = f"event {found['first']}" if found["first"] == found["last"] else f"events {found['first']} to {found['last']}"
        title = f"{what}: the chance of {seats[found['seat']]} to win goes from {ends[0]} to {ends[1]} at {where}"
        turn = found["first"] - 1, found["last"]
    alt = f"Chances to win. {'. '.join(f'{name}: {_course(told, seat)}' for seat, name in enumerate(seats))}."
    said = turning_point(game, names, events, found) if found else ""
    how = f"Each time from {events[-1]['imagined']:,} imagined games, in which all go on as at this table."
    return Picture(id, sentence(title), alt, winning(seats, moments, list(told.values()), turn), f"{said} {how}".strip())


def _course(told: dict[int, Sequence[float]], seat: int) -> str:
    """Where a chance begins, where it is highest and lowest, and where it ends."""
    of = [chances[seat] for chances in told.values()]
    return listed(
        [
            f"{small_percent(value)} {what}"
            for value, what in ((of[0], "at first"), (max(of), "at most"), (min(of), "at least"), (of[-1], "in the end"))
        ]
    )
