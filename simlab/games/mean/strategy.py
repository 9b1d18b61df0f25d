"""What a strategy for MEAN! may ask."""

from simlab.engine.compiled import apart, compiled
from simlab.games.mean.components import BOTH_WAYS, SIX, WILD
from simlab.games.mean.play import direction_after


@apart
def plays(view):
    """List the legal plays: view.value[i], .count[i], .wild[i] and .goes_up[i] for i below the number returned."""
    number = 0
    for wild in range(2):
        for value in range(view.lowest, view.highest + 1):
            most = view.rules.clear_at
            if value == view.top:
                most -= view.run
            most = min(most, view.hand[WILD] if wild else view.hand[value])
            for count in range(1, most + 1):
                number = _list_play(view, number, value, count, wild)
    if view.may_take:
        view.value[number] = 0
        view.count[number] = 0
        view.wild[number] = 0
        view.goes_up[number] = view.up
        number += 1
    return number


@compiled
def _list_play(view, number, value, count, wild):
    """One play, or two where the player chooses the direction: up before down."""
    ways = 2 if view.top == 0 and BOTH_WAYS[value] else 1
    for way in range(ways):
        view.value[number] = value
        view.count[number] = count
        view.wild[number] = wild
        view.goes_up[number] = 1 - way if ways == 2 else direction_after(value, view.up)
        number += 1
    return number


@compiled
def clears(view, i):
    """After plays(view): does play i clear the Play Area?"""
    below = view.run if view.value[i] == view.top else 0
    return below + view.count[i] == view.rules.clear_at


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
