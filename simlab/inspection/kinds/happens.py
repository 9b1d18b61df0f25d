"""Every counter counts somewhere, every ending and every event happens; what never does was probably forgotten."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from simlab.base.faults import RunFailure
from simlab.inspection.finding import COMPILED, HINT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.kit.declared import Happening

TRACED = 400  # games whose events are looked at


def find(subject: Subject) -> Iterator[Finding]:
    sample, text, game = subject.sample, subject.text, subject.game
    if not sample.is_whole:
        return  # what was not played has not happened
    games = f"{sample.games:,} games"
    unseen = {kind.name for kind in game.events.kinds} - _told(subject)
    of_events = {one.counter: one.name for one in subject.names.values() if isinstance(one, Happening)}
    for name in game.counted:
        values = np.concatenate([one.rows[name] for one in sample.played])
        if (values < 0).any():
            yield Finding(text.counter(name), f"the counter {name} is below 0; it can hold at most 2,147,483,647", about=f"counter {name}")
        elif not values.any() and of_events.get(name) not in unseen:
            yield Finding(text.counter(name), f"the counter {name} has counted nothing in {games}", HINT, about=f"counter {name}")
    ended = set(np.concatenate([np.unique(one.rows["ending"]) for one in sample.played]).tolist())
    for number, name in enumerate(game.endings):
        if number not in ended and name not in game.cut_off:
            yield Finding(text.declared(name.upper()), f'none of {games} has ended with "{name}"', HINT, about=f"ending {name}")
    for name in sorted(unseen):
        counter = next((f", and so its counter {counter} is 0" for counter, event in of_events.items() if counter and event == name), "")
        what = f'"{name}" has not happened in {TRACED} games{counter}'
        yield Finding(text.declared(name.upper()), what, HINT, about=f"event {name}")


def _told(subject: Subject) -> set[str]:
    """The events that have happened, in games of all tables."""
    names = {kind.name for kind in subject.game.events.kinds}
    found: set[str] = set()
    tables = subject.sample.played
    for number in range(TRACED):
        one = tables[number % len(tables)]
        with suppress(RunFailure):  # what can't be told is noticed as plain Python
            found |= {event["event"] for event in one.table.trace(number // len(tables))}
        if names <= found:
            break
    return found


CHECK = Check(24, "what happens", COMPILED, find)
