"""Who sets off what shows a house rule: an event, a counter, an ending. Counted in the rows, of every game."""

from collections.abc import Iterator

import numpy as np

from simlab.engine.rules import ENDING
from simlab.engine.state import BY
from simlab.stats.joins import added
from simlab.stats.places import Place
from simlab.stats.played import Played
from simlab.stats.statistic import REAL, WHOLE, WORD, Line, Statistic, at_each_place


def _set_off(played: Played, name: str) -> np.ndarray:
    """[seat, ...]: where it was this seat's doing; an ending's the one whose doing was the last that was told."""
    seats = np.arange(played.measures.group.players)[:, None, None, None]
    if not name.startswith(ENDING):
        return np.asarray(played.field(f"{BY}{name}") & (1 << seats).astype(np.uint8) != 0)
    code = played.measures.game.endings.index(name.removeprefix(ENDING))
    return np.asarray((played.field("ending") == code) & (played.field("last") == seats))


def _count(played: Played) -> dict[str, np.ndarray]:
    """`games` [line-up, scenario, what is shown, label]: in how many games a seat of the strategy set it off."""
    measures, names = played.measures, played.measures.game.shown
    found = np.zeros((len(measures.seatings), len(measures.group.scenarios), len(names), len(measures.group.labels)), dtype=np.int64)
    for number, name in enumerate(names):
        games = played.by_seating(_set_off(played, name))  # [seat, scenario, seating]
        by_label = np.einsum("psb,bpj->sbj", games, measures.seated)
        found[:, :, number] = np.add.reduceat(by_label, measures.first_seatings, axis=1).swapaxes(0, 1)
    return {"games": found}


def _lines(place: Place) -> Iterator[Line]:
    measures = place.stats.measures
    for name, games in zip(measures.game.shown, place.stats.tally["set_off"]["games"][place.t, place.s].tolist(), strict=True):
        for label, count, seats in zip(place.group.labels, games, measures.seats_of[place.t].tolist(), strict=True):
            if seats and any(games):
                of_games = count / (seats * place.stats.deals * measures.seatings[place.t])
                yield {"shown_by": name, "strategy": label, "count": count, "share": count / sum(games), "of_games": of_games}


COLUMNS = {"shown_by": WORD, "strategy": WORD, "count": WHOLE, "share": REAL, "of_games": REAL}
STATISTIC = Statistic("set_off", 10.7, (at_each_place("set_off", COLUMNS, _lines),), {"games": added}, _count)
