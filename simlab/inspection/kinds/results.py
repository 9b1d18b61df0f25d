"""Who has won, who has lost, the places and the ending agree with each other; and somebody wins, or the ending says why not."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simlab.inspection.finding import COMPILED, Check, Finding
from simlab.inspection.sample import Played
from simlab.inspection.subject import Subject

RESULTS = ("wins", "loses", "most_wins", "fewest_wins", "nobody_wins")
SET_BY = "; wins(), loses(), most_wins(), fewest_wins() and nobody_wins() set all of them"


def find(subject: Subject) -> Iterator[Finding]:
    text, game = subject.text, subject.game
    played = subject.sample.played
    for number, name in enumerate(game.endings):
        for one in played:  # under other house rules an ending may mean something else
            has, winners = one.rows["ending"] == number, one.won.any(axis=1)
            if name in game.cut_off and (has & winners).any():
                what = f'a game ends with "{name}", as one that was only stopped, and has a winner; name the ending that is meant'
                yield Finding(_where(subject, name), what, seen_in=_first(one, has & winners), about=f"winners of {name}")
                break
            if name not in game.cut_off and (has & winners).any() and (has & ~winners).any():
                what = (
                    f'of the games that end with "{name}" some have a winner, some have none; let what nobody wins be an ending of its own'
                )
                yield Finding(text.ends_with(name.upper()), what, seen_in=_first(one, has & ~winners), about=f"winners of {name}")
                break
    if played and not any(one.won.any() for one in played):
        most = int(np.bincount(np.concatenate([one.rows["ending"] for one in played]).clip(0)).argmax())
        what = f"nobody has won any of {subject.sample.games:,} games{_advice(subject)}"
        yield Finding(_where(subject, game.endings[most]), what, about="no winner")
    yield from _places(subject)


def _where(subject: Subject, ending: str) -> str:
    """Where a game is given this ending; by hand, where no constant is named."""
    text = subject.text
    return text.written("ending") or text.ends_with(ending.upper(), or_else="") or text.call(*RESULTS) or text.function("play_game")


def _advice(subject: Subject) -> str:
    return SET_BY if subject.layout else ""


def _places(subject: Subject) -> Iterator[Finding]:
    """What contradicts itself in one game's results."""
    for one in subject.sample.played:
        rows, seats = one.rows, one.players
        won, lost, place = (rows[name][:, :seats].astype(np.int64) for name in ("won", "lost", "place"))
        wrong: dict[str, Any] = {
            "a seat has won and has lost": (won & lost).any(axis=1),
            "a seat has won or lost that is not there": rows["won"][:, seats:].any(axis=1) | rows["lost"][:, seats:].any(axis=1),
            "a seat that has won is in no better place than one that has not": won.any(axis=1) & _is_behind(place, won),
            "the places are no order, as 1 2 3 or 1 1 3 or 1 2 2": ~_in_order(place),
        }
        for what, which in wrong.items():
            if which.any():
                text = subject.text
                where = text.written("place", "won", "lost") or text.call(*RESULTS) or text.main.said
                yield Finding(where, f"{what}{_advice(subject)}", seen_in=_first(one, which), about=what)


def _is_behind(place: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Is anybody who has won in a place that is no better than that of somebody who has not? A place of 0 is none."""
    winners = np.where((won == 1) & (place > 0), place, 0).max(axis=1)
    others = np.where((won == 0) & (place > 0), place, np.iinfo(place.dtype).max).min(axis=1)
    return np.asarray(winners >= others)


def _in_order(place: np.ndarray) -> np.ndarray:
    """Is each place one that so many better ones and equal ones leave? A place of 0 is none, and equals may share the last of theirs."""
    there = place[:, None, :] > 0
    better = (there & (place[:, None, :] < place[:, :, None])).sum(axis=2)
    same = (there & (place[:, None, :] == place[:, :, None])).sum(axis=2)
    return np.asarray(((place == 0) | ((place > better) & (place <= better + same))).all(axis=1))


def _first(one: Played, which: np.ndarray) -> str:
    return one.seen_in(int(np.flatnonzero(which)[0]))


CHECK = Check(22, "winners, losers, places and endings", COMPILED, find)
