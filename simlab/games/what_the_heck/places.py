"""What lies where in What the Heck?, for who looks at a game."""

from collections.abc import Iterator
from typing import Any

from simlab.engine.places import NOBODY, Place, amount


def places(g: Any) -> Iterator[Place]:
    """The hands, which all know; the Point Cards to come, the pot and those that are out of it; and everybody's points."""
    rounds = int(g.seen.round_number)
    for seat in range(int(g.seen.players)):
        hand = int(g.seen.hands[seat])
        yield Place("hand", [card for card in range(hand.bit_length()) if hand >> card & 1], seat)
        yield Place("played", g.seen.played[seat][g.seen.played[seat] > 0].tolist(), seat, is_pile=True)
        yield amount("points", float(g.seen.scores[seat]), seat)
    pot = g.seen.pot_card[: int(g.seen.pot_cards)].tolist()
    yield Place("to come", [int(g.seen.prize[place]) for place in g.order[rounds : int(g.seen.rounds)]][::-1], seen=NOBODY, is_pile=True)
    yield Place("pot", pot, is_pile=True)
    yield Place("taken", g.seen.turned[: rounds - len(pot)].tolist(), is_pile=True)
