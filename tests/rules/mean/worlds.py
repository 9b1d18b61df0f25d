"""Every deal of MEAN! that a seat must think possible, by listing them all: slow, plain, and without a look at the engine's `knowing`.

A world says which card lies in each hidden place. At first every order of the unseen cards is one; each event happens in every world, and
those in which the seat would have seen something else are struck out. A world counts as often as there are ways to it: orders in which
its cards may have lain, and cards of one value that a player may have taken from a hand. A card that is certainly there is played first.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import comb
from typing import Any, NamedTuple

from simlab.engine.events import Event
from simlab.games.mean import WILD
from tests.rules.harness import State
from tests.rules.mean.hidden import table
from tests.rules.mean.position import Position, cards

Cards = tuple[int, ...]


class World(NamedTuple):
    """What lies where: sorted hands, the Draw Deck from its top, the Piles by index (none: taken), and what is out of play, unseen."""

    hands: tuple[Cards, ...]
    deck: Cards
    piles: tuple[Cards | None, ...]
    removed: Cards = ()

    def with_hand(self, seat: int, hand: Any) -> "World":
        """With another hand."""
        return self._replace(hands=(*self.hands[:seat], tuple(sorted(hand)), *self.hands[seat + 1 :]))

    def seen_by(self, seat: int) -> tuple[Any, ...]:
        """What that seat sees of it."""
        return self.hands[seat], [pile and pile[-1] for pile in self.piles]

    @property
    def told(self) -> tuple[Any, ...]:
        """It without the order of what is face down in one place."""
        covered = tuple(tuple(sorted(pile[:-1])) for pile in self.piles if pile)
        return self.hands, tuple(sorted(self.deck)), covered, self.removed


def told(g: State) -> tuple[Any, ...]:
    """What lies where in the engine's state, as `World.told`."""
    lies = {place: tuple(found) for place, found in table(g).items()}
    piles = tuple(lies[f"pile {i}"] for i in range(int(g.seen.piles)))
    return World(tuple(lies[f"hand {seat}"] for seat in range(int(g.seen.players))), lies["deck"], piles, lies["removed"]).told


class Worlds:
    """The worlds that a seat thinks possible, and how many ways there are to each; `truth` is the one at the table.

    Where there are too many to list it is given up.
    """

    def __init__(self, text: str, seat: int, most: int = 1 << 30) -> None:
        position = Position.of(text)
        self.most = most
        self.seat, self.area = seat, [lies for lies, _ in position.area]
        hands = tuple(tuple(sorted(cards(hand))) for hand in position.hands)
        self.truth = World(hands, tuple(position.deck), tuple(tuple(cards(pile)) for pile in position.piles))
        sizes = [0 if other == seat else len(hand) for other, hand in enumerate(hands)]
        unseen = [card for other, hand in enumerate(hands) if other != seat for card in hand]
        unseen += [*self.truth.deck, *(card for pile in self.truth.piles for card in pile[:-1])]
        self.ways: Counter[World] = Counter()
        for order in permutations(unseen):
            left = iter(order)
            dealt = (tuple(sorted(next(left) for _ in range(size))) for size in sizes)
            others = tuple(hand or hands[seat] if other == seat else hand for other, hand in enumerate(dealt))
            deck = tuple(next(left) for _ in self.truth.deck)
            self.ways[World(others, deck, tuple((*(next(left) for _ in pile[:-1]), pile[-1]) for pile in self.truth.piles))] += 1

    def certain(self, seat: int) -> Counter[int]:
        """The cards that are in a hand in every world."""
        hands = [Counter(world.hands[seat]) for world in self.ways]
        return Counter({card: min(hand[card] for hand in hands) for card in range(13)})

    def see(self, *events: Event) -> "Worlds":
        """All this happens, and the seat sees it."""
        for event in events:
            if self.given_up:
                break
            certain = self.certain(event["player"]) if event["event"] == "play" else Counter()
            ((self.truth, _),) = self._after(self.truth, event, Counter(), is_truth=True)
            ways: Counter[World] = Counter()
            for world, times in self.ways.items():
                for follows, more in self._after(world, event, certain, is_truth=False):
                    if follows.seen_by(self.seat) == self.truth.seen_by(self.seat):
                        ways[follows] += times * more
            self.ways = ways
            if event["event"] == "play":
                self.area += [WILD if event["wild"] else event["value"]] * event["count"]
            if event["event"] in ("clear", "replenish"):
                self.area = []
        return self

    def _after(self, world: World, event: Event, certain: Counter[int], *, is_truth: bool) -> Iterator[tuple[World, int]]:
        """What follows from an event in a world, and in how many ways; nothing where it cannot happen there."""
        hand = list(world.hands[event["player"]]) if "player" in event else []
        match event:
            case {"event": "draw", "player": player, "cards": drawn}:
                count = len(drawn)
                yield world.with_hand(player, [*hand, *world.deck[:count]])._replace(deck=world.deck[count:]), 1
            case {"event": "play", "player": player, "value": value, "count": count, "wild": wild}:
                card = WILD if wild else value
                if hand.count(card) >= count:
                    known = min(count, certain[card])
                    ways = comb(hand.count(card) - certain[card], count - known) if player != self.seat else 1
                    for _ in range(count):
                        hand.remove(card)
                    yield world.with_hand(player, hand), 1 if is_truth else ways
            case {"event": "swap", "player": player, "with": partner}:
                yield world.with_hand(player, world.hands[partner]).with_hand(partner, hand), 1
            case {"event": "take", "player": player, "pile": index}:  # a Pile keeps its index
                piles = tuple(None if i == index else pile for i, pile in enumerate(world.piles))
                yield world.with_hand(player, [*hand, *world.piles[index]])._replace(piles=piles), 1
            case {"event": "replenish", "piles": piles, "from_deck": count, "removed": removed}:
                heap = [*self.area, *world.deck[:count]]
                orders = permutations(heap) if not is_truth else [[*(card for pile in piles for card in pile), *removed]]
                for order in orders:
                    left = iter(order)
                    made = tuple(tuple(next(left) for _ in pile) for pile in piles)
                    yield World(world.hands, world.deck[count:], made, tuple(sorted([*world.removed, *left]))), 1
            case _:
                yield world, 1

    @property
    def given_up(self) -> bool:
        """Are there too many to list?"""
        return len(self.ways) > self.most

    @property
    def told(self) -> Counter[Any]:
        """How many ways there are to what may lie where, without the order of what is face down in one place."""
        found: Counter[Any] = Counter()
        for world, times in self.ways.items():
            found[world.told] += times
        return found
