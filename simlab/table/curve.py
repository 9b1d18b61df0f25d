"""How each seat's chance to win goes up and down in one game, and the turn that moved it most."""

from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.engine.events import Event
from simlab.engine.metric import UNIT
from simlab.players.imagining import Onlooker
from simlab.table.table import Table

LONGEST = 1 << 40  # no game has so many turns
CLEAR = 4  # standard errors: of hundreds of differences some are large by chance


def with_chances(table: Table, deal: int, games: int, most: int = LONGEST) -> list[Event]:
    """A game as events, as `trace` has them. Those with which a turn is over, and the end, tell each seat's `chances` to win after them,
    from so many imagined games each, rounded up to as many from the view of each seat; and the end which was the `turning_point`, and how
    many games were `imagined` each time. Of a long game every second turn is told of, or every third, so that there are at most so many.

    In an imagined game all that this seat cannot know is dealt anew, chance is another, and all play on as at the table; who thinks, as
    the first of those that it imagines.
    """
    if table.game.redeal is None:
        what = f"no game can be imagined in {table.game.title}: it does not say how to deal anew what a player cannot know"
        raise BadInput([Fault("curve", what)])
    own = table.again()  # where the onlooker leaves nothing as it was
    onlooker = own.look_on()
    events, ends = own.looked_on(deal, onlooker)
    winners, each = events[-1]["winners"], -(-games // len(own.seats))
    told = range(0, len(ends), max(1, -(-len(ends) // most)))
    chances = [_chances(own, onlooker, deal, turn, each) for turn in told]
    ends = [ends[turn] for turn in told]
    chances.append(np.array([1 / len(winners) if seat in winners else 0.0 for seat in range(len(own.seats))]))
    ends.append(len(events) - 1)
    for number, after in zip(ends, chances, strict=True):
        events[number]["chances"] = [round(float(chance), 4) for chance in after]
    events[-1]["imagined"] = each * len(own.seats)
    events[-1]["turning_point"] = _turning_point(ends, np.array(chances), each * len(own.seats))
    return events


def _chances(table: Table, onlooker: Onlooker, deal: int, turn: int, games: int) -> np.ndarray:
    """Each seat's chance before a turn, from so many games from the view of each seat."""
    onlooker.before(turn, games * len(table.seats))
    table.rows(deal, 1)
    return np.asarray(onlooker.shares.sum(axis=0) / (UNIT * len(onlooker.shares)))


def _turning_point(ends: list[int], chances: np.ndarray, games: int) -> dict[str, Any] | None:
    """The turn that moved a seat's chance most: its events, and the chance before and after; none where that may be by chance."""
    moves, spread = np.abs(np.diff(chances, axis=0)), chances * (1 - chances) / games
    if not moves.size:
        return None  # a game without turns
    turn, seat = np.unravel_index(moves.argmax(), moves.shape)
    if moves[turn, seat] <= CLEAR * np.sqrt(spread[turn : turn + 2, seat].sum()):
        return None
    before, after = chances[turn : turn + 2, seat].round(4).tolist()
    return {"first": ends[turn] + 1, "last": ends[turn + 1], "seat": int(seat), "before": before, "after": after}
