"""Where the cards of a game lie, and who sees them there: read off its record, whatever wrote it."""

from typing import Any

import numpy as np

from simlab.kit.zones import Layout, Zone


def places(g: Any, layout: Layout) -> list[tuple[Zone, int, Any]]:
    """Each zone, the seat whose it is (-1: it is of all), and its record."""
    found: list[tuple[Zone, int, Any]] = []
    for zone in layout.zones:
        seats = range(int(g.seen.players)) if zone.of_each_seat else (-1,)
        found += [(zone, seat, g[zone.name][seat] if seat >= 0 else g[zone.name]) for seat in seats]
    return found


def cards_in(zone: Zone, lies: Any, kinds: int) -> np.ndarray:
    """How many of each card lie there."""
    if not zone.is_pile:
        return np.asarray(lies["of"], dtype=np.int64)
    cards = lies["card"][: max(0, int(lies["n"]))]
    return np.bincount(cards[(cards >= 0) & (cards < kinds)], minlength=kinds)


def wrong_in(zone: Zone, lies: Any) -> str:
    """What contradicts itself in a zone's record; empty where nothing does."""
    cards = int(lies["n"])
    if zone.is_pile:
        length, there = len(lies["card"]), lies["card"][: max(0, cards)]
        if not 0 <= cards <= length:
            return f"{zone.name} has {cards} cards, and there are {length} in the game"
        return f"in {zone.name} lies a card of the number {there[there < 0][0]}" if (there < 0).any() else ""
    of = np.asarray(lies["of"], dtype=np.int64)
    bits = sum(1 << card for card in np.flatnonzero(of > 0).tolist())
    if (of < 0).any() or of.sum() != cards or bits != int(lies["held"]):
        return f"the record of {zone.name} contradicts itself: it was written by hand"
    return ""


def seen_by(zone: Zone, whose: int, seat: int) -> bool:
    """Does this seat see a card that comes to lie there?"""
    return zone.seen_by in ("all", "top", "only top") or (zone.seen_by == "owner" and whose == seat)


def seen_now(g: Any, layout: Layout, seat: int) -> np.ndarray:
    """Which cards this seat sees, wherever they lie."""
    kinds = layout.pack.kinds
    found = np.zeros(kinds, dtype=bool)
    for zone, whose, lies in places(g, layout):
        if zone.seen_by == "all" or (zone.seen_by == "owner" and whose == seat):
            found |= cards_in(zone, lies, kinds) > 0
        elif "top" in zone.seen_by and lies["n"] > 0:
            found[int(lies["card"][int(lies["n"]) - 1])] = True
        elif zone.remembered:
            found |= lies["known"] > 0
    return found
