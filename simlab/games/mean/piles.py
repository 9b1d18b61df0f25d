"""The Punishment Piles of MEAN!: laid in a row, and each pointed at. Those that are left keep their order."""

from simlab.engine.compiled import apart, compiled, packed
from simlab.games.mean.components import NOBODY


@compiled
def lay_piles(g, count):
    """The first `count` of the Piles' cards are Punishment Piles; where they don't come out even the last Pile is smaller."""
    size = g.seen.rules.pile_size
    piles = (count + size - 1) // size
    for place in range(piles):
        g.pile_starts[place] = place * size
    g.pile_starts[piles] = count
    g.seen.piles = piles
    g.pile_left = packed.FIRST_EIGHT
    g.pile_shown = NOBODY


@compiled
def pile(g, i):
    """Pile i of those that are left: its place on the table, and where its cards begin and end."""
    place = packed.at(g.pile_left, i)
    return place, g.pile_starts[place], g.pile_starts[place + 1]


@apart
def show_piles(g):
    """Of each Pile that is left everybody sees the top card, and how many it has."""
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        g.seen.pile_size[i] = stop - start
        g.seen.pile_face[i] = g.pile_cards[stop - 1]
    g.pile_shown = g.pile_left
