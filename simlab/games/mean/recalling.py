"""What a player of MEAN! must have held before a turn, if its hand is now as somebody imagines it."""

from simlab.engine.compiled import apart
from simlab.engine.compiled.chance import CONCEALED, STEP, TABLE, mix, scaled, stream
from simlab.engine.compiled.counting import total
from simlab.games.mean.components import VALUES
from simlab.games.mean.piles import pile
from simlab.games.mean.set_up import take_from_deck


@apart
def recall(g, after, now, own, other):
    """Lay a hand as it was before this turn, once cards had been drawn, if it is now as in `now`; of what came of Piles since it is any.
    All else that a player cannot see is blank: a turn shows none of it, and is left at a swap. Can it be told what the hand was?
    """
    seen = g.seen
    draws = 0 if seen.unresolved else max(0, min(seen.rules.hand_size - g.cards[other], seen.deck))
    taken = now.cards[other] - g.cards[other] - draws
    least = 0
    for card in range(VALUES):
        played = int(after.seen.area[card]) + after.seen.gone[card] - seen.area[card] - seen.gone[card]
        taken += played
        least = min(least, played)
    if least < 0 or taken < 0 or now.row.swaps != g.row.swaps or now.cards[other] != after.cards[other]:
        return 0
    for seat in range(seen.players):
        if seat != own:
            g.hands[seat] = 0
    g.deck[:] = 0
    cover_piles(g)
    take_from_deck(g, other, draws)
    g.hands[other] = now.hands[other]
    forget_some(g, other, taken, stream(now.key, TABLE, CONCEALED - 1 - other))
    for card in range(VALUES):
        g.hands[other, card] += after.seen.area[card] + after.seen.gone[card] - seen.area[card] - seen.gone[card]
    g.recalled = 1
    return 1


@apart
def cover_piles(g):
    """Of each Pile only the face-up card is there to be seen."""
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        g.pile_cards[start : stop - 1] = 0


@apart
def forget_some(g, seat, count, at):
    """So many cards of a hand, any, are not there."""
    cards = total(g.hands[seat])
    for i in range(count):
        left = scaled(mix(at), cards - i)
        at += STEP
        card = 0
        while left >= g.hands[seat, card]:
            left -= int(g.hands[seat, card])
            card += 1
        g.hands[seat, card] -= 1
