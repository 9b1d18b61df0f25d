"""What a seat sees of a table and of what happens there, and nothing else."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simlab.engine.events import ALL as ALL_READ
from simlab.engine.events import CARDS, HIDDEN, Event
from simlab.engine.events import NOBODY as NOBODY_READS
from simlab.engine.game import Game
from simlab.engine.places import ALL, OWNER, TOP, Place
from simlab.table.telling import seated, sentence_of
from simlab.words.numbers import many

Places = Sequence[Place]


@dataclass(frozen=True)
class Sight:
    """What a seat sees of a place: the cards that lie there, or the top one, or how many. `number`: what is counted there instead."""

    name: str
    seat: int
    size: int
    cards: tuple[int, ...]  # of a pile the last one is on top
    is_pile: bool
    number: int | float | None = None

    @property
    def is_open(self) -> bool:
        """Does it see all that lies there?"""
        return len(self.cards) == self.size


def sight_of(place: Place, seat: int) -> Sight:
    """What a seat sees of a place."""
    is_seen = place.seen == ALL or (place.seen == OWNER and place.seat == seat)
    cards = place.cards if is_seen else place.cards[-1:] if place.seen == TOP else []
    return Sight(place.name, place.seat, len(place.cards), tuple(cards), place.is_pile, place.number)


def seen_by(places: Places, seat: int) -> list[Sight]:
    """What a seat sees of a table."""
    return [sight_of(place, seat) for place in places]


def told_to(game: Game, names: Sequence[str], event: Event, seat: int, before: Places, now: Places) -> str:
    """An event as a seat hears of it, in its first line: of a deal the rest is seen on the table."""
    if event["event"] == "end":
        return sentence_of(game, names, event)
    hidden = dict(_hidden(game, event, seat, _Moved(before, now, seat)))
    return game.events.sentence(event, lambda number: seated(number, names[number]), game.card, hidden).split("\n")[0]


def _hidden(game: Game, event: Event, seat: int, moved: "_Moved") -> Iterator[tuple[str, Any]]:
    """The fields of an event that a seat can't read, and what is said in their place."""
    kind = game.events.kind_of(event)
    for name, sign in kind.fields:
        value, reader = event[name], kind.seen_by.get(name, "")
        if reader:
            if reader != ALL_READ and (reader == NOBODY_READS or event[reader] != seat):
                yield name, _number_of(value, sign)
        elif sign == "**":
            yield name, [_in_words(game, cards) if moved.shows(cards, owner) else _many(cards) for owner, cards in enumerate(value)]
        elif sign == "*" and not moved.shows(value):
            yield name, _many(value)
        elif sign in CARDS and sign != "*" and value is not None and not moved.shows_one(value):
            yield name, "a card"


def _number_of(value: Any, sign: str) -> Any:
    """What is said of cards that are not seen: how many they are."""
    if sign == "**":
        return [_many(cards) for cards in value]
    return _many(value) if sign == "*" else "a card" if sign in CARDS else HIDDEN


def _many(cards: Sequence[int]) -> str:
    return many(len(cards), "card") if cards else "nothing"


def _in_words(game: Game, cards: Sequence[int]) -> str:
    return " ".join(map(game.card, cards)) or "nothing"


class _Moved:
    """Which cards have come to lie where between two events, as a seat sees it: of an event that doesn't say who reads its cards, those are
    read that came to lie where this seat sees them, if it can't be others that came to lie where it doesn't.
    """

    def __init__(self, before: Places, now: Places, seat: int) -> None:
        self.grown: list[tuple[int, int, Counter[int] | None]] = []  # whose, by how many, and which cards; None: not seen
        for number, place in enumerate(now):
            old, new = before[number].cards if number < len(before) else [], place.cards
            by, sight = len(new) - len(old), sight_of(place, seat)
            if by > 0:
                is_seen = sight.is_open or (place.seen == TOP and by == 1)
                self.grown.append((place.seat, by, Counter(new) - Counter(old) if is_seen else None))

    def shows(self, cards: Sequence[int], owner: int | None = None) -> bool:
        """Are these cards seen? Those of a player only where they came to lie before that player."""
        grown = [which for seat, by, which in self.grown if by == len(cards) and owner in (None, seat)]
        return bool(grown) and all(which == Counter(cards) for which in grown)

    def shows_one(self, card: int) -> bool:
        """Is this card seen? One that is told where none was moved, is told to all."""
        return all(which is not None for _, _, which in self.grown) and (
            not self.grown or any(card in which for _, _, which in self.grown if which is not None)
        )
