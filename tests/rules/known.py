"""What a seat knows of cards face down in a position, and every way in which the others may lie: slow, obvious, and without the engine.

A game's tests/rules/<game>/hidden.py says with `table(g)` what lies where; hands are the zones `hand of 0` and so on, all others have an
order. A game's position.py says with `card` and `written` how cards are words.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from simlab.engine.game import Game
from tests.rules.harness import State
from tests.rules.redealing import agree, found, redealt

Table = Callable[[State], dict[str, list[int]]]


def is_hand(zone: str) -> bool:
    """Has it no order?"""
    return zone.startswith("hand")


class Known:
    """A game's positions, dealt anew many times."""

    def __init__(self, game: Game, table: Table, card: Callable[[str], int], written: Callable[[Sequence[int]], str]) -> None:
        self.game, self.table, self.card, self.written = game, table, card, written

    def shown(self, position: State, seat: int, times: int = 150) -> dict[str, str]:
        """What is always the same. Of a zone its places, `?` for any other; of a hand the cards that are always there."""
        tables = [self.table(redealt(self.game, position, seat, number)) for number in range(times)]
        return {zone: self._always(zone, [table[zone] for table in tables]) for zone in tables[0]}

    def _always(self, zone: str, dealt: list[list[int]]) -> str:
        if is_hand(zone):
            common = Counter(dealt[0])
            for cards in dealt:
                common &= Counter(cards)
            return self.written(sorted(common.elements()))
        return " ".join(self.written(cards[:1]) if len(set(cards)) == 1 else "?" for cards in zip(*dealt, strict=True)) or "-"

    def hands(self, position: State, seat: int) -> list[str]:
        """What is always in the hands of the others."""
        return [lie for zone, lie in self.shown(position, seat).items() if is_hand(zone) and zone != f"hand of {seat}"]

    def check(
        self, position: State, seat: int, places: dict[str, str], *, times: int = 4000, apart: Sequence[str] = (), **cards: str
    ) -> None:
        """Redeals are all the ways that there are (see `ways`), each as often; zones kept `apart` are not looked at, there are too many."""
        zones = [zone for zone in places if zone not in apart]
        expected: Counter[Any] = Counter()
        for way, count in self.ways(places, cards).items():
            expected[tuple(lie for zone, lie in way if zone in zones)] += count
        agree(found(self.game, position, seat, lambda g: self._lie(g, zones), times), expected)

    def _lie(self, g: State, zones: list[str]) -> tuple[str, ...]:
        table = self.table(g)
        return tuple(self.written(sorted(table[zone]) if is_hand(zone) else table[zone]) for zone in zones)

    def ways(self, places: dict[str, str], cards: dict[str, str]) -> Counter[tuple[tuple[str, str], ...]]:
        """Every way in which the cards may lie that a seat does not know, each as often as equal cards make it.

        `places` says of a zone what its cards are; in place of cards that are not known stand letters. By letter, `cards` are those that
        were seen to be shuffled into such places. The earliest come first: they may lie in the places of all later letters as well.
        """
        order = list(cards)
        unseen = [(one, letter) for letter in order for one in cards[letter].split()]
        zones = {zone: lie.split() for zone, lie in places.items()}
        free = [(zone, i) for zone, lie in zones.items() for i, one in enumerate(lie) if one in cards]
        counted: Counter[tuple[tuple[str, str], ...]] = Counter()
        for laid in permutations(unseen):
            if any(order.index(letter) > order.index(zones[zone][i]) for (_, letter), (zone, i) in zip(laid, free, strict=True)):
                continue
            deal = {zone: list(lie) for zone, lie in zones.items()}
            for (one, _), (zone, i) in zip(laid, free, strict=True):
                deal[zone][i] = one
            lies = {zone: [self.card(one) for one in lie] for zone, lie in deal.items()}
            counted[tuple((zone, self.written(sorted(lie) if is_hand(zone) else lie)) for zone, lie in lies.items())] += 1
        return counted
