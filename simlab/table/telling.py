"""A game told event by event: as data, and as text that a reader of the rulebook can follow."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.engine.events import Event
from simlab.engine.game import Game

MOST_TOLD = 4  # events of a turning point


@dataclass(frozen=True, repr=False)
class Trace:
    """One game: iterates as events, prints as text."""

    game: Game
    events: tuple[Event, ...]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    def __str__(self) -> str:
        return "\n".join(lines_of(self.game, self.events))

    __repr__ = __str__  # what a notebook shows

    def jsonl(self) -> str:
        """One JSON object a line."""
        return "\n".join(json.dumps(event, separators=(",", ":")) for event in self.events)


def seated(number: int, name: str) -> str:
    """A seat and who sits there."""
    return f"Seat {number} ({name})"


def sentence_of(game: Game, names: Sequence[str], event: Event) -> str:
    """An event, or the end, as a sentence; `names`: who sits where."""

    def seat(number: int) -> str:
        return seated(number, names[number]) if number < len(names) else f"Seat {number}"

    return _end(seat, event, len(names)) if event["event"] == "end" else game.events.sentence(event, seat, game.card)


def lines_of(game: Game, events: Sequence[Event]) -> list[str]:
    """The whole game, a sentence an event, numbered as in the data."""
    told: list[str] = []
    names: list[str] = []
    for number, event in enumerate(events):
        if event["event"] == "header":
            names = event["strategies"]
            told += [*headline(game, event), ""]
        elif event["event"] == "end":
            told += ["", sentence_of(game, names, event)]
        else:
            text = sentence_of(game, names, event).split("\n")
            told += [f"{number:4}  {text[0]}", *(f"      {line}" for line in text[1:])]
            if chances := event.get("chances"):
                told.append(f"      chances to win: {', '.join(f'{chance:.0%}' for chance in chances)}")
        if "turning_point" in event:
            told.append(turning_point(game, names, events, event["turning_point"]))
    return told


def turning_point(game: Game, names: Sequence[str], events: Sequence[Event], found: Mapping[str, Any] | None) -> str:
    """What happened in the turn that moved a chance most, and what became of it."""
    if found is None:
        return "No turn moved a chance to win by more than it would by chance alone."
    turn = [sentence_of(game, names, event).split("\n")[0] for event in events[found["first"] : min(found["last"] + 1, len(events) - 1)]]
    more = [f"({len(turn) - MOST_TOLD} events more.)"] if len(turn) > MOST_TOLD else []
    what = f"The chance of {seated(found['seat'], names[found['seat']])} to win goes from {found['before']:.0%} to {found['after']:.0%}."
    return " ".join([f"Turning point, at {found['first']}:", *turn[:MOST_TOLD], *more, what])


def headline(game: Game, event: Event) -> list[str]:
    """What is played, by whom, and which house rules differ from the rulebook."""
    printed = game.resolve(game.Rules(), event["players"]).model_dump(mode="json")
    changed = {name: value for name, value in event["rules"].items() if value != printed[name]}
    rules = ", ".join(f"{name} = {_plain(value)}" for name, value in changed.items()) or "as printed"
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(event["strategies"]))
    return [f"{game.title}, deal {event['deal']} of seed {event['seed']}", f"Seats: {seats}", f"House rules: {rules}"]


def _end(seat: Callable[[int], str], event: Event, players: int) -> str:
    """How the game ended, and for whom; `players`: how many sat at the table, where that is known."""
    scores = f" Scores: {', '.join(map(str, event['scores']))}." if event["scores"] else ""
    winners, losers = event["winners"], [number for number in range(players) if number not in event["winners"]]
    if len(winners) < 2:
        who = f"Winner: {seat(winners[0]) if winners else 'nobody'}"
    elif len(losers) == 1:
        who = f"{seat(losers[0])} loses, the others share the win"
    else:
        who = f"{', '.join(map(seat, winners[:-1]))} and {seat(winners[-1])} share the win"
    return f"End after {event['turns']} turns ({event['ending'].replace('_', ' ')}). {who}.{scores}"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
