"""No card is made or lost: after every event and every decision each card lies somewhere, as often as there are copies of it."""

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np

from simlab.engine.game import Game
from simlab.inspection.finding import LOST, PLAIN, Check, Finding
from simlab.inspection.looked import Looked, Seated, Stop, Watcher
from simlab.inspection.lying import cards_in, places, wrong_in
from simlab.inspection.subject import Subject
from simlab.kit.zones import Layout

GAMES, SECONDS = 60, 2.0
LISTED = 3  # cards that are named
FOUND = 4  # places, after which no further is looked for
ADVICE = "cards only move: with draw, move, deal, gather, reshuffle and their like"


class Census(Watcher):
    """Counts all cards, and stops the game where one is missing or too many."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self.layout = layout
        self.names = [kind.name for kind in game.events.kinds]
        self.wrong = ""
        self.last = ""
        self.events = 0
        self.has_begun = False

    def told(self, g: Any, event: int, values: tuple[int, ...]) -> None:
        self.events += 1
        self.last = self.names[event]
        self._count(g)

    def asked(self, g: Any, view: Any) -> int | None:
        self._count(g)
        return None

    def shuffled(self, g: Any, pile: Any) -> None:
        self.has_begun = True

    def ended(self, g: Any, ending: int) -> None:
        self.has_begun = True
        self._count(g)

    def _count(self, g: Any) -> None:
        self.wrong = contradiction(g, self.layout) if self.has_begun else ""
        if self.wrong:
            raise Stop


def contradiction(g: Any, layout: Layout) -> str:
    """What is wrong with where the cards lie; empty where nothing is."""
    kinds = layout.pack.kinds
    lie = np.zeros(kinds, dtype=np.int64)
    for zone, _, lies in places(g, layout):
        odd = wrong_in(zone, lies)
        if odd:
            return odd
        lie += cards_in(zone, lies, kinds)
    more = lie - np.bincount(g.pack[: int(g.pack_n)], minlength=kinds)
    said = [_cards(layout, np.maximum(more * sign, 0), what) for sign, what in ((-1, "missing"), (1, "too many"))]
    return " and ".join(filter(None, said))


def _cards(layout: Layout, counts: np.ndarray, what: str) -> str:
    total = int(counts.sum())
    names = [layout.pack.names[card] for card in np.flatnonzero(counts)[:LISTED]]
    listed = ", ".join(names) + (" and others" if np.count_nonzero(counts) > LISTED else "")
    return f"{total} {'card is' if total == 1 else 'cards are'} {what} ({listed})" if total else ""


def find(subject: Subject) -> Iterator[Finding]:
    looked, layout = subject.looked, subject.layout
    if layout is None or not layout.zones:
        return
    told: set[str] = set()
    for table, deal in looked.deals(GAMES, SECONDS):
        census = Census(table.game, layout)
        played = looked.play(table, deal, census)
        if not census.wrong:
            census.wrong = contradiction(table.g, layout) if played else ""
        if census.wrong:
            line = _line_of(looked, table, deal, layout)
            where = subject.text.main.at(line) if line else subject.text.function("play_game")
            if where not in told:
                told.add(where)
                after = f', up to event {census.events} of the deal, "{census.last}"' if census.events else ""
                what = f"after this line {census.wrong}{after}; {ADVICE}"
                yield Finding(where, what, seen_in=table.replay_command(deal), about=f"{where} {LOST}")
        if len(told) >= FOUND:
            return


def _line_of(looked: Looked, table: Seated, deal: int, layout: Layout) -> int | None:
    """The author's line after which it was wrong: the deal once more, line by line."""
    path = looked.text.main.path
    census = Census(table.game, layout)
    before: list[int] = [0]
    broken: list[int] = []

    def look(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != path:
            return None
        if event in ("line", "return"):
            if census.has_begun and before[0] and contradiction(table.g, layout):
                broken.append(before[0])
            else:
                broken.clear()
            before[0] = frame.f_lineno
        return look

    sys.settrace(look)
    try:
        looked.play(table, deal, census)
    finally:
        sys.settrace(None)
    return broken[0] if broken else before[0] or None


CHECK = Check(41, "whether cards are made or lost", PLAIN, find, of_kits=True)
