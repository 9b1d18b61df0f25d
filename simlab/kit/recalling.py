"""What a player must have held before a turn, if its hand is now as somebody imagines it."""

import numpy as np

from simlab.engine.compiled import apart
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, stream
from simlab.kit.moves import settle


@apart
def held_before(hand, now, size, g, other):
    """Lay a hand as it was before what is counted in g.tally came to lie open, if now it is that; what it drew since may be any of it. Its
    old cards less these are counted instead. Cannot that be, or had it another size after that turn?
    """
    drawn = now.n - hand.n
    for card in range(len(g.tally)):
        drawn += g.tally[card]
        if g.tally[card] < 0:
            return False
    if drawn < 0 or drawn > now.n or now.n != size:
        return False
    came = np.zeros(len(g.tally), dtype=np.int64)
    at = stream(g.key, TABLE, CONCEALED - 1 - other)
    for card in range(len(g.tally)):
        played = g.tally[card]
        g.tally[card] = int(hand.of[card]) - played - now.of[card]
        hand.of[card] = now.of[card]
        came[card] = played
    for i in range(drawn):
        left, card = scaled(mix(at), now.n - i), 0
        at += STEP
        while left >= hand.of[card]:
            left -= int(hand.of[card])
            card += 1
        hand.of[card] -= 1
        g.tally[card] += 1
    for card in range(len(g.tally)):
        hand.of[card] += came[card]
    settle(hand)
    return True
