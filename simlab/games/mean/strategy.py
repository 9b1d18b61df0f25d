"""What a strategy for MEAN! may ask of the plays that are listed, and of the others."""

from simlab.engine.compiled import compiled
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import EIGHT, LOSES, MAY, MUST, NEVER, SIX, WILD, WINS


@compiled
def clears(view, i):
    """After plays(view): does play i clear the Play Area?"""
    below = either(view.value[i] == view.top, view.run, 0)
    return below + view.count[i] == view.rules.clear_at


@compiled
def gives_away(view, i):
    """After plays(view): does play i lose by ending on an Eight, or leave its empty hand to whom it must swap with?"""
    if view.count[i] < view.cards or view.value[i] != EIGHT:
        return False
    if view.rules.eight_last == LOSES:
        return True
    return view.rules.eight_swap == MUST and not (view.rules.eight_last == WINS and view.deck == 0)


@compiled
def goes_out(view, i):
    """After plays(view): is play i the last one, with the Draw Deck empty? (A MEAN! card may still have to land on somebody.)"""
    return view.count[i] == view.cards and view.deck == 0 and not gives_away(view, i)


@compiled
def next_hand(view):
    """How many cards the next player holds."""
    i = 0
    while not view.other_in[i]:
        i += 1
    return view.other_cards[i]


@compiled
def smallest_hand(view):
    """The fewest cards that another player holds."""
    fewest = 1 << 30
    for i in range(view.players - 1):
        if view.other_in[i]:
            fewest = min(fewest, view.other_cards[i])
    return fewest


@compiled
def swap_gain(view, i):
    """After plays(view): by how many cards a swap into the smallest hand after play i makes yours smaller; 0 where it swaps nothing."""
    if view.value[i] != EIGHT or view.rules.eight_swap == NEVER:
        return 0
    gain = view.cards - view.count[i] - smallest_hand(view)
    return max(gain, 0) if view.rules.eight_swap == MAY else gain


@compiled
def swap_with_fewest(view):
    """In swap: the option of the player with the fewest cards; nobody, where that is allowed and they hold no fewer than you."""
    others = view.options - (view.rules.eight_swap == MAY)
    best = 0
    for i in range(1, others):
        if view.other_cards[view.partner[i]] < view.other_cards[view.partner[best]]:
            best = i
    if others < view.options and view.other_cards[view.partner[best]] >= view.cards:
        return others
    return best


@compiled
def unseen(view, value):
    """How many cards of this value (0: Wilds) you have not seen: in other hands, the Draw Deck, Piles or removed."""
    copies = 4
    if value == WILD:
        copies = view.rules.wilds
    elif value == SIX:
        copies = view.rules.sixes
    seen = view.hand[value] + view.area[value] + view.gone[value]
    for i in range(view.piles):
        seen += view.pile_face[i] == value
    return copies * view.rules.decks - seen
