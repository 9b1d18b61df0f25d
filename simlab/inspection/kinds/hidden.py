"""The view shows nothing hidden: with two cards exchanged that a seat has never seen, it sees the same.

Whatever a game writes into the view by itself is looked at without knowing its rules. A deal is played and every decision noted. Then two
cards are chosen of which some seat has seen none up to some decision, and the deal is played again with each of them in the other's place
from the shuffle on. All choose what they chose before: the same card, or the same number. As long as nothing happens that this seat could
tell apart, what it sees must be the same, byte for byte.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.compiled import bits
from simlab.inspection.finding import PLAIN, Check, Finding
from simlab.inspection.looked import Looked, Seated, Stop, Watcher
from simlab.inspection.lying import places, seen_by, seen_now
from simlab.inspection.seeing import LEGAL, Seen, Sight
from simlab.inspection.subject import Subject
from simlab.kit.zones import Layout, Zone

GAMES, SECONDS = 45, 4.0
PAIRS = 10  # of cards, in each deal
SEED = 8
SEATS_SHOWN = ("@", "@~")  # the signs of an event's fields that all can tell apart


@dataclass
class Decision:
    """A decision as it was: who was asked for what, what was chosen, what the seat saw then and had seen before, and what had happened."""

    seat: int
    kind: int
    legal: int
    chosen: int
    seen: Seen
    known: np.ndarray
    course: int


class Course(Watcher):
    """Follows a game as each seat sees it."""

    def __init__(self, looked: Looked) -> None:
        assert looked.layout is not None
        self.looked, self.layout = looked, looked.layout
        self.sight = Sight(looked.game, looked.layout, own=True)
        self.zones: dict[int, tuple[Zone, int]] = {}
        self.known: list[np.ndarray] = []
        self.courses: list[int] = []

    def _meet(self, g: Any) -> None:
        """The first time anything happens: which record is which zone."""
        seats = int(g.seen.players)
        self.zones = {_address(lies): (zone, whose) for zone, whose, lies in places(g, self.layout)}
        self.known = [np.zeros(self.layout.pack.kinds, dtype=bool) for _ in range(seats)]
        self.courses = [0] * seats

    def shuffled(self, g: Any, pile: Any) -> None:
        if not self.zones:
            self._meet(g)

    def gained(self, zone: Any, card: int) -> None:
        place, whose = self.zones.get(_address(zone), (None, -1))
        for seat in range(len(self.courses)):
            is_seen = place is not None and seen_by(place, whose, seat)
            if is_seen:
                self.known[seat][card] = True
            self.courses[seat] = hash((self.courses[seat], place and place.name, whose, card if is_seen else None))

    def told(self, g: Any, event: int, values: tuple[int, ...]) -> None:
        signs = [sign for _, sign in self.looked.game.events.kinds[event].fields if sign not in ("*", "**", "#", "%")]
        shown = tuple(value for value, sign in zip(values, signs, strict=False) if sign in SEATS_SHOWN)
        self.courses = [hash((course, event, shown)) for course in self.courses]
        self._look(g)

    def _look(self, g: Any) -> None:
        for seat, known in enumerate(self.known):
            known |= seen_now(g, self.layout, seat)

    def _legal(self, view: Any) -> int:
        return int(view[LEGAL]) if int(view.kind) in self.sight.of_sets else 0


@dataclass
class Noting(Course):
    """Notes every decision, and every order that was made by shuffling."""

    looked: Looked
    dice: random.Random
    decisions: list[Decision] = field(default_factory=list)
    orders: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.looked)

    def shuffled(self, g: Any, pile: Any) -> None:
        super().shuffled(g, pile)
        self.orders.append(pile.card[: int(pile.n)].tolist())

    def asked(self, g: Any, view: Any) -> int | None:
        if not self.zones:
            self._meet(g)
        self._look(g)
        seat, legal = int(g.asked), self._legal(view)
        option = self.dice.randrange(max(1, int(view.options)))
        chosen = int(bits.nth(legal, option)) if legal else option  # type: ignore[no-untyped-call]  # as all that is compiled
        seen, known = self.sight.of(g), self.known[seat].copy()
        self.decisions.append(Decision(seat, int(view.kind), legal, chosen, seen, known, self.courses[seat]))
        return option


class Exchanged(Course):
    """Plays the same deal again with two cards in each other's places, as long as the seats that have seen neither can't tell."""

    def __init__(self, looked: Looked, noted: Noting, pair: tuple[int, int], last: int) -> None:
        super().__init__(looked)
        self.noted, self.pair, self.last = noted, pair, last
        self.number = self.shuffles = 0
        self.leak: tuple[str, int, int | None] | None = None

    def shuffled(self, g: Any, pile: Any) -> None:
        super().shuffled(g, pile)
        if self.shuffles >= len(self.noted.orders):
            raise Stop
        order = [self._other(card) for card in self.noted.orders[self.shuffles]]
        if sorted(order) != sorted(pile.card[: int(pile.n)].tolist()):
            raise Stop
        pile.card[: len(order)] = order
        self.shuffles += 1

    def asked(self, g: Any, view: Any) -> int | None:
        if self.number > self.last:
            raise Stop
        before = self.noted.decisions[self.number]
        self.number += 1
        seat, legal = int(g.asked), self._legal(view)
        if (seat, int(view.kind)) != (before.seat, before.kind):
            raise Stop
        if not before.known[list(self.pair)].any():
            if self.courses[seat] != before.course:
                raise Stop
            name = Sight.differs(before.seen, self.sight.of(g))
            if name:
                self.leak = (name, seat, self.looked.line())
                raise Stop
        return self._same(before, legal, int(view.options))

    def _same(self, before: Decision, legal: int, options: int) -> int:
        """The option that means what was chosen before."""
        if not before.legal:
            if before.chosen >= options:
                raise Stop
            return before.chosen
        exchanged = legal != before.legal and legal == self._others(before.legal)
        chosen = self._other(before.chosen) if exchanged else before.chosen
        if not legal >> chosen & 1:
            raise Stop
        return (legal & ((1 << chosen) - 1)).bit_count()

    def _other(self, card: int) -> int:
        one, two = self.pair
        return two if card == one else one if card == two else card

    def _others(self, cards: int) -> int:
        return sum(1 << self._other(card) for card in range(cards.bit_length()) if cards >> card & 1)


def find(subject: Subject) -> Iterator[Finding]:
    """Each field once that tells a seat of cards it has never seen."""
    looked, layout, text = subject.looked, subject.layout, subject.text
    if layout is None or not layout.zones or "redeal" in {function.name for function in text.main.functions}:
        return  # what a seat knows is then more than what it sees
    dice, told = random.Random(SEED), set()
    for table, deal in looked.deals(GAMES, SECONDS):
        noted = Noting(looked, random.Random(deal))
        looked.play(table, deal, noted)
        for pair, last in _pairs(noted, table, layout, dice):
            again = Exchanged(looked, noted, pair, last)
            looked.play(table, deal, again)
            if again.leak and again.leak[0] not in told:
                told.add(again.leak[0])
                yield _said(subject, again, table, deal)


def _pairs(noted: Noting, table: Seated, layout: Layout, dice: random.Random) -> Iterator[tuple[tuple[int, int], int]]:
    """Cards to exchange, of which there are equally many, and the last decision at which somebody has seen neither."""
    copies = np.bincount(table.g.pack[: int(table.g.pack_n)], minlength=layout.pack.kinds)
    for _ in range(PAIRS if noted.decisions else 0):
        at = dice.randrange(len(noted.decisions)) if dice.random() < 0.5 else dice.randrange(min(3, len(noted.decisions)))
        unseen = np.flatnonzero(~noted.decisions[at].known & (copies > 0)).tolist()
        dice.shuffle(unseen)
        pair = next(((one, two) for one in unseen[:1] for two in unseen[1:] if copies[one] == copies[two]), None)
        if pair:
            last = max(i for i, decision in enumerate(noted.decisions) if not decision.known[list(pair)].any())
            yield pair, last


def _said(subject: Subject, again: Exchanged, table: Seated, deal: int) -> Finding:
    assert again.leak is not None
    name, seat, line = again.leak
    text, (one, two) = subject.text, (subject.game.card(card) for card in again.pair)
    change = f"with {one} and {two} exchanged, which seat {seat} has never seen"
    if name in (LEGAL, "options"):
        decision = subject.game.decisions[table.g.seen.kind].name
        what = f"the options of {decision} show what is hidden: {change}, they are others; let it choose among what it sees"
        return Finding(text.main.at(line), what, seen_in=table.replay_command(deal), about=f"hidden {name}")
    written = text.written(name)
    by = f" (written in line {written.rpartition(':')[2]})" if written else ""
    what = f"view.{name} shows what is hidden{by}: {change}, it is another; tell it as an event if all may know it, or leave it out"
    return Finding(text.field(name, "VIEW", "TABLE"), what, seen_in=table.replay_command(deal), about=f"hidden {name}")


def _address(record: Any) -> int:
    return int(record.__array_interface__["data"][0])


CHECK = Check(43, "whether the view shows what is hidden", PLAIN, find, of_kits=True)
