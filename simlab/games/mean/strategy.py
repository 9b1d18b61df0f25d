"""What a strategy for MEAN! may ask."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.bits import lowest
from simlab.games.mean.components import BOTH_WAYS, EIGHT, LOSES, MAY, MUST, NEVER, SIX, VALUES, WILD, WINS
from simlab.games.mean.legal import direction_after


@apart
def plays(view):
    """List the legal plays: view.value[i], .count[i], .wild[i] and .goes_up[i] for i below the number returned."""
    held = 0
    for value in range(1, VALUES):
        held |= int(view.hand[value] > 0) << value
    possible = (2 << view.highest) - (1 << view.lowest)
    number = _list_plays(view, 0, held & possible, 0)
    if view.hand[WILD] > 0:
        number = _list_plays(view, number, possible, 1)
    if view.may_take:
        _list(view, number, 0, 0, 0, view.up)
        number += 1
    return number


@compiled
def _list(view, number, value, count, wild, up):
    view.value[number] = value
    view.count[number] = count
    view.wild[number] = wild
    view.goes_up[number] = up


@compiled
def _list_plays(view, number, values, wild):
    """The plays of these values: two of each where the player chooses the direction, up before down. On other cards one is written down
    before asking whether there are more: mostly there are not.
    """
    while values != 0:
        value = lowest(values)
        values &= values - 1
        most = min(view.hand[WILD if wild else value], view.rules.clear_at - view.run * (value == view.top))
        if view.top > 0:
            up = direction_after(value, view.up)
            _list(view, number, value, 1, wild, up)
            number += most >= 1
            for count in range(2, most + 1):
                _list(view, number, value, count, wild, up)
                number += 1
        else:
            both = int(BOTH_WAYS[value] & 1)
            for count in range(1, most + 1):
                _list(view, number, value, count, wild, direction_after(value, both))
                _list(view, number + both, value, count, wild, direction_after(value, 0))
                number += 1 + both
    return number


@compiled
def clears(view, i):
    """After plays(view): does play i clear the Play Area?"""
    below = view.run if view.value[i] == view.top else 0
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
