"""What each option is worth, and how the chances went in the whole game: told by imagined games."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from simlab.base.faults import BadInput
from simlab.engine.events import Event
from simlab.sitting.moment import Chair, Moment
from simlab.table.choices import is_clear
from simlab.table.choosing import Unanswered
from simlab.table.curve import with_chances

MOST_TURNS = 250  # of which chances are told; of a longer game every second turn, or third


@dataclass(frozen=True)
class Hint:
    """The chance to win with each option, give or take `spread`; and the best one, where it is so beyond doubt. A game won and one lost are
    counted into the spread besides, so that nothing is sure because it came out alike a few times.
    """

    chances: tuple[float, ...]
    spread: tuple[float, ...]
    best: int | None
    games: int


def hint_for(chair: Chair, moment: Moment, games: int) -> Hint | None:
    """What a thinker would find, with so many imagined games for each option, all options in the same; None where nobody can think."""
    if chair.table.game.redeal is None:
        return None
    table = chair.table.again()
    trier = table.try_options(games)
    trier.at(moment.decision)
    with suppress(Unanswered):  # it stops where the options were tried
        table.rows(chair.deal, 1)
    seat, shares, _ = trier.tried
    if not shares.size:
        return None
    mine = shares[:, :, seat]
    order = np.argsort(-mine.mean(axis=0), kind="stable")
    is_best = is_clear(mine[:, order[0]] - mine[:, order[1]], 0.0)
    also = np.vstack([mine, np.zeros_like(mine[0]), np.ones_like(mine[0])])
    spread = also.std(axis=0) / len(also) ** 0.5
    return Hint(tuple(mine.mean(axis=0).tolist()), tuple(spread.tolist()), int(order[0]) if is_best else None, games)


def course_of(chair: Chair, games: int) -> list[Event]:
    """The game that was played, as events with each seat's chances to win; just as events where nobody can imagine a game."""
    try:
        return with_chances(chair.table, chair.deal, games, MOST_TURNS)
    except BadInput:
        return chair.table.trace(chair.deal)


def chances_in(events: Sequence[Event]) -> Iterator[list[float]]:
    """The chances of all seats, turn by turn."""
    return (event["chances"] for event in events if "chances" in event)
