"""Whole games of MEAN!: what redeals leave in its place is what a seat has seen at the plain twin's table, and everything else moves."""

from collections import Counter
from functools import reduce

import pytest

from simlab.games.mean import GAME
from tests.rules.mean.hidden import table
from tests.rules.redealing import redealt
from tests.twin import mean as twin
from tests.twin.knowing import play_along

SEAT = 0
TIMES = 40


class Remembering(twin.Game):
    """The twin, and what SEAT has seen: cards `known` in each hand; and all those `among` which the Piles' are, if it has seen them."""

    def play_game(self):
        """The whole game."""
        self.known, self.among = [[] for _ in range(self.players)], None
        self.set_up()
        with pytest.raises(twin.GameOver):
            super().play_game()

    def tell(self, name, **what):
        """As the twin; SEAT sees it."""
        super().tell(name, **what)
        player = what.get("player")
        if name == "replenish":
            heap = [card for pile in what["piles"] for card in pile] + what["removed"]
            self.among = Counter(heap) if what["from_deck"] == 0 else None
        if name == "take":
            seen = what["cards"] if player == SEAT else what["cards"][-1:]
            self.known[player] += [] if player == SEAT else seen
            self.among = self.among and self.among - Counter(seen)
        if name == "play" and player != SEAT:
            for _ in range(what["count"]):
                card = twin.WILD if what["wild"] else what["value"]
                if card in self.known[player]:
                    self.known[player].remove(card)
        if name == "swap":
            pair = player, what["with"]
            if SEAT in pair:
                (other,) = set(pair) - {SEAT}
                self.known[other] = list(self.hands[other])
            else:
                self.known[pair[0]], self.known[pair[1]] = self.known[pair[1]], self.known[pair[0]]


def certain(hands):
    """The cards that are in all of these."""
    return reduce(lambda a, b: a & b, map(Counter, hands))


def look_at(twins, position, _kind, _options):
    """Deal anew many times, and see what never moves."""
    if position.asked != SEAT:
        return
    ways = [table(redealt(GAME, position, SEAT, number)) for number in range(TIMES)]
    there = table(position)
    assert all(way[place] == there[place] for way in ways for place in ("area", "gone", f"hand {SEAT}"))
    unseen = Counter(there["deck"])
    for other in set(range(twins.players)) - {SEAT}:
        unseen += Counter(there[f"hand {other}"]) - Counter(twins.known[other])
    stays = {other: certain(way[f"hand {other}"] for way in ways) for other in range(twins.players) if other != SEAT}
    for other, cards in stays.items():
        assert Counter(twins.known[other]) <= cards, "a card whose place is certain has moved"
    if there["deck"] and not twins.counts["replenishes"] and max(unseen.values()) < 0.7 * unseen.total():
        for other, cards in stays.items():
            assert cards == Counter(twins.known[other]), "a card that may lie elsewhere never does"
        for i in range(len(there["deck"])):
            assert len({way["deck"][i] for way in ways}) > 1
    piles = [place for place in there if place.startswith("pile")]
    assert all(way[place][-1] == there[place][-1] for way in ways for place in piles)
    for way in ways:
        covered = Counter(card for place in piles for card in way[place][:-1])
        faces = Counter(way[place][-1] for place in piles)
        assert twins.among is None or covered <= twins.among - faces, "a card came into a Pile that was seen elsewhere"


@pytest.mark.parametrize("number", range(6))
def test_only_what_a_seat_has_not_seen_moves(number):
    play_along(GAME, GAME.Rules(play_on=number % 2 == 1), 2 + number % 4, Remembering, number, look_at)
