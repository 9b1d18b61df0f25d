"""Where cards lie, and who sees them there: declared once, as lines of a game's table.

    deck: pile, seen by nobody                         the draw pile
    discard: pile, its top seen by all                 each card was seen when it came to lie there
    stack: pile of each seat, only its top seen by all what lies below was never seen
    trick: pile, seen by all                           face up, in order
    hand: hand of each seat, seen by its owner         own cards; others see how many
    books: hand of each seat, seen by all              laid open

A pile keeps its order; a hand is how many there are of each card, and which, as a set of bits. A hand that is seen by its owner may be
`remembered`: what came there for all to see (`show`) is known to all until it leaves.

From these lines follow the fields of the game's record and of the view, and the functions that only this game can have: `start` begins a
game, `look` fills in the view, `clear` takes all cards off the table, `census` counts them, `redeal` deals anew what a seat cannot know,
and `recall` what it could not know before a turn.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from simlab.engine.places import COMMON, Place
from simlab.engine.records import Field, fields, record
from simlab.engine.state import ENGINE, SEATS
from simlab.kit.cards import MOST_KINDS, NO_CARD, Pack

TAKEN = {"seen", "row", "pack", "pack_n", "heap", "heap_n", "tally", "shuffles", *(field.name for field in ENGINE)}

_ZONE = re.compile(r"\w+: (pile|hand)\b")
_LINE = re.compile(
    r"(?P<name>\w+): (?P<kind>pile|hand)(?P<each> of each seat)?, "
    r"(?P<by>seen by (?:nobody|all|its owner)|(?:only )?its top seen by all)(?P<remembered>, remembered)?(?:\s{2,}(?P<meaning>.*))?$"
)
_FORMS = "deck: pile, seen by nobody  (pile or hand; of each seat; seen by nobody, all, its owner; its top, only its top seen by all)"


@dataclass(frozen=True)
class Zone:
    """A place where cards lie, or one for each seat."""

    name: str
    is_pile: bool
    of_each_seat: bool
    seen_by: str  # nobody, top, only top, all, owner
    remembered: bool
    meaning: str

    @property
    def at(self) -> str:
        """Where it is, in the text of a function of (g, seat)."""
        return f"g.{self.name}[seat]" if self.of_each_seat else f"g.{self.name}"

    def kind(self, pack: Pack) -> np.dtype:
        """Its record, of `n` cards: of a hand `of`, how many of each, and `held`, the same as a set; of a pile `card`, the
        lowest first.
        """
        # Records of different kinds never begin alike: numba takes a record that begins like another for a kind of it.
        if self.is_pile:
            return record("n", (Field("card", pack.cell, (pack.most,), ""),))
        known = (Field("known", "i1", (pack.kinds,), ""),) if self.remembered else ()
        return record(known, "held\nn", (Field("of", "i1", (pack.kinds,), ""),))

    def shown(self, pack: Pack) -> str:
        """What a player sees of it, as a table."""
        name, what = self.name, self.meaning or self.name
        own = "own; " if self.of_each_seat else ""
        lines = [f"{name}_size  {what}: {own}how many cards"]
        if "top" in self.seen_by:
            lines.append(f"{name}_top  {what}: {own}the card on top; {NO_CARD}: there is none")
        elif self.is_pile and self.seen_by != "nobody":
            lines.append(f"{name}: {pack.cell}[{pack.most}]  {what}: {own}its cards, the lowest first; there are `{name}_size` of them")
        elif self.seen_by != "nobody":
            lines += [
                f"{name}: i1[{pack.kinds}]  {what}: {own}how many of each card",
                f"{name}_set  {what}: {own}which cards, as a set of bits",
            ]
        return "\n".join([*lines, *(self._of_others(pack) if self.of_each_seat else ())])

    def _of_others(self, pack: Pack) -> Iterator[str]:
        others, seats = f"other_{self.name}", SEATS - 1
        whose = "of each other player, clockwise from the next"
        yield f"{others}_size[{seats}]  how many {whose}"
        if "top" in self.seen_by:
            yield f"{others}_top[{seats}]  the card on top {whose}; {NO_CARD}: there is none"
        elif self.seen_by == "all" and self.is_pile:
            yield f"{others}: {pack.cell}[{seats}, {pack.most}]  the cards {whose}"
        elif self.seen_by == "all":
            yield f"{others}: i1[{seats}, {pack.kinds}]  how many of each card {whose}"
        elif self.remembered:
            yield f"{others}_known: i1[{seats}, {pack.kinds}]  how many of each card all know to be there, {whose}"

    @property
    def hidden(self) -> str:
        """Which of its cards a seat cannot know: none, all of them, or what lies below the top."""
        return {"nobody": "all", "owner": "others", "only top": "below"}.get(self.seen_by, "")


def split(table: str) -> tuple[tuple[Zone, ...], tuple[Field, ...]]:
    """The zones and the plain fields that a table declares."""
    zones: list[Zone] = []
    plain: list[Field] = []
    for line in filter(None, map(str.strip, table.splitlines())):
        if not _ZONE.match(line):
            plain += fields(line)
            continue
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"not a zone: {line!r}; a zone is written as  {_FORMS}")
        by = {"its top seen by all": "top", "only its top seen by all": "only top"}.get(match["by"], match["by"].rpartition(" ")[2])
        zone = Zone(
            match["name"], match["kind"] == "pile", bool(match["each"]), by, bool(match["remembered"]), (match["meaning"] or "").strip()
        )
        if by == "owner" and not zone.of_each_seat:
            raise ValueError(f"not a zone: {line!r}; only what is one `of each seat` has an owner")
        if "top" in by and not zone.is_pile:
            raise ValueError(f"not a zone: {line!r}; a hand has no top")
        if zone.remembered and (zone.is_pile or by != "owner"):
            raise ValueError(f"not a zone: {line!r}; only a hand seen by its owner is remembered")
        zones.append(zone)
    return tuple(zones), tuple(plain)


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the cards of a game lie. `plain`: what else the game remembers; `told`: what else players see; all 0 when a game begins.
    `of`: whose it is: two games may have the same tables.
    """

    pack: Pack
    zones: tuple[Zone, ...]
    plain: tuple[Field, ...] = ()
    told: tuple[Field, ...] = ()
    of: str = ""

    def __post_init__(self) -> None:
        for name in [zone.name for zone in self.zones] + [field.name for field in self.plain]:
            if name in TAKEN:
                raise ValueError(f"{name!r} is a name that the engine uses; choose another")
        if self.pack.kinds > MOST_KINDS and not all(zone.is_pile for zone in self.zones):
            raise ValueError(f"{self.pack.kinds} different cards; in a game with hands there may be {MOST_KINDS} (a hand is a set of bits)")

    @cached_property
    def own(self) -> np.dtype:
        """The fields of the game's record: the zones, and what dealing and counting need. No two games' records are the same."""
        members: list[Any] = [(zone.name, zone.kind(self.pack), *([(SEATS,)] if zone.of_each_seat else ())) for zone in self.zones]
        most, kinds = self.pack.most, self.pack.kinds
        needed = [
            ("pack", self.pack.cell, (most,)),
            ("pack_n", "i8"),
            ("heap", self.pack.cell, (most,)),
            ("heap_n", "i8"),
            ("tally", "i8", (kinds,)),
        ]
        mark = f"layout_{sha256(f'{self.of} {self.text}'.encode()).hexdigest()[:12]}"
        return np.dtype([*members, *needed, ("shuffles", "i8"), (mark, "u1")], align=True)

    def places(self, g: Any) -> Iterator[Place]:
        """What lies where in a game."""
        for zone in self.zones:
            seats = range(int(g.seen.players)) if zone.of_each_seat else (COMMON,)
            for seat in seats:
                lies = g[zone.name][seat] if zone.of_each_seat else g[zone.name]
                cards = lies["card"][: int(lies["n"])] if zone.is_pile else np.repeat(np.arange(self.pack.kinds), lies["of"])
                seen = "top" if "top" in zone.seen_by else zone.seen_by
                yield Place(zone.name.replace("_", " "), cards.tolist(), seat, seen, is_pile=zone.is_pile)

    @cached_property
    def view(self) -> str:
        """What players see of the zones, and what is listed of their options."""
        most = max(self.pack.kinds, MOST_KINDS)
        rest = (f"option[{most}]  after they were listed: the card, or the number, of each option", "_legal  the options as a set of bits")
        return "\n".join(["seat  your own seat", *(zone.shown(self.pack) for zone in self.zones), *rest])

    @cached_property
    def text(self) -> str:
        """The functions that only this layout can have, as Python."""
        makers = (self._start, self._look, self._clear, self._census, self._redeal, self._recall, self._note_turn, self._fewest_left)
        return "\n\n\n".join("\n".join(make()) for make in makers)

    def _start(self) -> Iterator[str]:
        yield "def start(g):"
        yield from _indented(1, ("g.row.ending = PLAYING", "g.shuffles = 0"))
        for where, declared in (("g", self.plain), ("g.seen", self.told)):
            yield from _indented(1, (f"{where}.{field.name}{'[:]' if field.shape else ''} = 0" for field in declared))

    def _look(self) -> Iterator[str]:
        yield "def look(g, seat):"
        yield "    seen = g.seen"
        yield "    seen.seat = seat"
        for zone in self.zones:
            yield from _indented(1, self._shown(zone, f"seen.{zone.name}", "", zone.at, is_own=True))
        others = [zone for zone in self.zones if zone.of_each_seat]
        if others:
            yield "    other = seat"
            yield "    for i in range(seen.players - 1):"
            yield from _indented(2, ("other += 1", "if other == seen.players:", "    other = 0"))
        for zone in others:
            yield from _indented(2, self._shown(zone, f"seen.other_{zone.name}", "[i]", f"g.{zone.name}[other]", is_own=False))

    def _shown(self, zone: Zone, name: str, place: str, at: str, *, is_own: bool) -> Iterator[str]:
        """What is copied of a zone into the view, under this name."""
        at_card = f"{place[:-1]}, card]" if place else "[card]"
        is_open = zone.seen_by == "all" or (is_own and zone.seen_by == "owner")
        yield f"{name}_size{place} = {at}.n"
        if "top" in zone.seen_by:
            yield f"{name}_top{place} = shown_top({at})"
        elif is_open and zone.is_pile:
            yield f"for card in range({at}.n):"
            yield f"    {name}{at_card} = {at}.card[card]"
        elif is_open:
            yield from (f"for card in range({self.pack.kinds}):", f"    {name}{at_card} = {at}.of[card]")
            yield from [f"{name}_set = {at}.held"] if is_own else []
        elif zone.remembered:
            yield from (f"for card in range({self.pack.kinds}):", f"    {name}_known{at_card} = {at}.known[card]")

    def _clear(self) -> Iterator[str]:
        yield "def clear(g):"
        yield "    pass"
        for zone in self.zones:
            yield from _at_each(zone, [f"empty({zone.at})"])

    def _census(self) -> Iterator[str]:
        yield "def census(g):"
        yield from _indented(1, (f"for card in range({self.pack.kinds}):", "    g.tally[card] = 0"))
        for zone in self.zones:
            yield from _at_each(zone, [f"count_up({zone.at}, g.tally, 0)"])

    def _redeal(self) -> Iterator[str]:
        """All that the seat `own` cannot know is counted, sorted, shuffled, and laid into the places from which it came."""
        yield "def redeal(g, own, number):"
        yield from _indented(1, (f"for card in range({self.pack.kinds}):", "    g.tally[card] = 0"))
        yield from self._of_hidden("count_up({}, g.tally, {})")
        yield "    g.heap_n = shuffle_counted(g.tally, g.heap, g.key, number)"
        yield from self._of_hidden("refill({}, g, {})")

    def _recall(self) -> Iterator[str]:
        """A turn is known by the cards that have come to lie open since: they, and what the hand is now, are what it was before."""
        yield "def recall(g, after, now, own, other):"
        hands = [zone for zone in self.zones if zone.seen_by == "owner" and not zone.is_pile]
        if len(hands) != 1:
            yield "    return 0"
            return
        name, each = hands[0].name, f"for card in range({self.pack.kinds}):"
        yield from _indented(1, (each, "    g.tally[card] = 0"))
        yield from self._of_open("g")
        yield from _indented(1, (each, "    g.tally[card] = -g.tally[card]"))
        yield from self._of_open("after")
        yield f"    if not held_before(g.{name}[other], now.{name}[other], after.{name}[other].n, g, other):"
        yield "        return 0"
        yield from self._of_hidden("count_up({}, g.tally, {})", name)
        yield from _indented(1, (each, "    if g.tally[card] < 0:", "        return 0"))
        yield "    g.heap_n = shuffle_counted(g.tally, g.heap, g.key, 0)"
        yield from self._of_hidden("refill({}, g, {})", name)
        yield "    return 1"

    def _of_hidden(self, line: str, but_other: str = "") -> Iterator[str]:
        """A line for each zone of which the seat `own` cannot know all; of that name but for that of the seat `other`."""
        for zone in self.zones:
            if zone.hidden:
                but = ["own"] * (zone.hidden == "others") + ["other"] * (zone.name == but_other)
                yield from _at_each(zone, [line.format(zone.at, self._kept(zone))], but)

    def _of_open(self, game: str) -> Iterator[str]:
        """What all know to lie somewhere in a game is counted."""
        for zone in self.zones:
            if not zone.hidden:
                yield from _at_each(zone, [f"count_up({game}.{zone.at.removeprefix('g.')}, g.tally, 0)"])

    def _note_turn(self) -> Iterator[str]:
        yield "def note_turn(g):"
        yield "    end_turn(g, g.row.turns, standing)"

    def _fewest_left(self) -> Iterator[str]:
        """The fewer cards a seat has in its hands, the nearer it is to winning."""
        yield "def fewest_left(g, seat):"
        yield f"    return {' - '.join(['0', *(f'{zone.at}.n' for zone in self.zones if zone.seen_by == 'owner')])}"

    def _kept(self, zone: Zone) -> int:
        """1 where the top of a pile, or what all know of a hand, stays where it is."""
        return int(zone.hidden == "below" or zone.remembered)


def _indented(levels: int, lines: Iterable[str]) -> Iterator[str]:
    return (f"{'    ' * levels}{line}" for line in lines)


def _at_each(zone: Zone, lines: Iterable[str], but: Sequence[str] = ()) -> Iterator[str]:
    """Lines for a zone, or for that of each seat but these."""
    if not zone.of_each_seat:
        yield from _indented(1, lines)
        return
    yield "    for seat in range(g.seen.players):"
    if but:
        yield f"        if {' and '.join(f'seat != {one}' for one in but)}:"
    yield from _indented(3 if but else 2, lines)
