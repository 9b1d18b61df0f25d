"""Compiled and as plain Python a game is the same, event by event."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from simlab.base.faults import RunFailure, shortened
from simlab.engine.compiled import COMPILES
from simlab.engine.events import Event
from simlab.inspection.finding import BOTH, COMPILED, PLAIN, Check, Finding
from simlab.inspection.looked import SEED, Looked, Watcher, settings
from simlab.inspection.sample import Endless, Sturdy, rows_of
from simlab.inspection.subject import Subject
from simlab.players.strategies import at_random

GAMES, SECONDS = 30, 1.5
NEXT_STEP = "look at what was computed before: a card on the table has 8 bits (write int(...)); a division by 0; a name for two types"
LONGEST = 160  # letters of an event
Told = dict[str, Any]  # of a game: which, its events, its row, the lines in which the events were told


class Lines(Watcher):
    """Notes in which line of the author's each event was told."""

    def __init__(self, looked: Looked) -> None:
        self.looked = looked
        self.lines: list[int | None] = []

    def told(self, g: Any, event: int, values: tuple[int, ...]) -> None:
        self.lines.append(self.looked.line())


def tell(subject: Subject) -> Iterator[Told]:
    """The games of a few tables."""
    if COMPILES:
        yield from _compiled(subject)
        return
    looked = subject.looked
    for table, deal in looked.deals(GAMES, SECONDS):
        lines = Lines(looked)
        played = looked.play(table, deal, lines)
        if played:
            yield {"game": table.replay_command(deal), "events": played[0], "row": _numbers(played[1]), "lines": lines.lines}


def _compiled(subject: Subject) -> Iterator[Told]:
    if subject.sample.is_stuck:
        return
    game, tables = subject.game, settings(subject.game)
    for number in range(GAMES):
        players, rules = tables[number % len(tables)]
        table, deal = Sturdy(game, [(at_random(game), {})] * players, rules, SEED), number // len(tables)
        try:
            rows_of(table, deal, 1)
            events = table.trace(deal)[1:-1]
            row = _numbers(table.rows(deal, 1)[0])
        except (RunFailure, Endless):
            continue
        yield {"game": table.replay_command(deal), "events": events, "row": row}


def _numbers(row: np.void) -> dict[str, Any]:
    return {name: row[name].tolist() for name in row.dtype.names or ()}


def find(subject: Subject) -> Iterator[Finding]:
    """The first game that differs."""
    compiled = {one["game"]: one for one in subject.told.get(COMPILED, ())}
    for plain in subject.told.get(PLAIN, ()):
        other = compiled.get(plain["game"])
        if other and (found := _first(subject, other, plain)):
            yield found
            return


def _first(subject: Subject, compiled: Told, plain: Told) -> Finding | None:
    """The first event in which two games differ, or else the columns."""
    main = subject.text.main
    pairs = zip([*compiled["events"], None], [*plain["events"], None], strict=False)
    for number, (one, other) in enumerate(pairs):
        if one != other:
            line = plain["lines"][min(number, len(plain["lines"]) - 1)] if plain["lines"] else None
            what = f"compiled, event {number + 1} is {_said(one, other)}; as plain Python it is {_said(other, one)}; {NEXT_STEP}"
            return Finding(main.at(line), what, seen_in=plain["game"], about="agrees")
    names = [name for name in plain["row"] if plain["row"][name] != compiled["row"][name]]
    if names:
        values = "; ".join(f"{name} is {compiled['row'][name]} compiled and {plain['row'][name]} as plain Python" for name in names[:3])
        where = subject.text.written(*names) or subject.text.function("play_game", "play")
        return Finding(where, f"{values}; {NEXT_STEP}", seen_in=plain["game"], about="agrees")
    return None


def _said(event: Event | None, other: Event | None) -> str:
    """An event; of one that differs only in some fields, these."""
    if event is None:
        return "none: the game is over"
    if other is None or event["event"] != other["event"]:
        return shortened(f'"{event["event"]}"', LONGEST)
    differ = ", ".join(f"{name} {value}" for name, value in event.items() if value != other[name])
    return shortened(f'"{event["event"]}" with {differ}', LONGEST)


CHECK = Check(60, "whether compiled and plain Python agree", BOTH, find, tell=tell)
