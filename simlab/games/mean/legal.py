"""The legal plays of MEAN!"""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import BOTH_WAYS, DOWNWARDS, MOST_TO_CLEAR, ON_MEAN, RUNS, SIX, UP, UPWARDS, VALUES, WILD

# A play is k = 1, 2, ... natural cards of a value v, or as many Wilds announced as v; on an empty Play Area also a direction. So the legal
# plays, in their documented order, are two rows of sixteen small sets of bits, one for natural cards and one for Wilds: bit k-1 of lane v
# is to play k of v. How many bits there are is how many plays, and play number n is the n-th bit. Only where a direction is announced
# does a bit stand for two plays, one up and one down.


@compiled
def way(seen):
    """Which values may follow what lies on top."""
    return either(seen.unresolved > 0, ON_MEAN, seen.up)


@compiled
def reach(way, top):
    """The lowest and the highest value that may be played: all on an empty Play Area; only MEAN! cards by who is about to be punished."""
    if way == ON_MEAN:
        return SIX, SIX
    if top == 0:
        return 1, VALUES - 1
    return (top, VALUES - 1) if way == UP else (1, top)


@apart
def tabulate_plays(g):
    """Before a batch of games: all that follows from what lies on top. What may be played: of each value how many cards in one play, as
    bits. What lies on top already counts towards `clear_at`.
    """
    for way in range(3):
        for top in range(VALUES):
            for run in range(g.seen.rules.clear_at + 1):
                lowest, highest = reach(way, top)
                most = lanes.between(lowest, highest) & lanes.same(g.seen.rules.clear_at)
                if top > 0:
                    most = most - (lanes.only(top) & lanes.same(run))
                row = (way * 16 + top) * RUNS + run
                lanes.save(g.playable[row], lanes.as_bits(most))
                for wilds in range(MOST_TO_CLEAR + 1):
                    g.wild_plays[row, wilds] = total_plays(lanes.as_bits(lanes.same(wilds)) & lanes.as_bits(most), top)


@compiled
def total_plays(plays, top):
    """How many plays so many bits are. On an empty Play Area the player also announces up or down, unless the value dictates it."""
    number = lanes.total_bits(plays)
    if top == 0:
        number += lanes.total_bits(plays & lanes.load(BOTH_WAYS))
    return number


@compiled
def on_top(seen):
    """What lies on top, as a row of `g.playable` and `g.wild_plays`."""
    return (way(seen) * 16 + seen.top) * RUNS + seen.run


@compiled
def plays_of(g, cards):
    """The plays that there are with so many cards of each value."""
    return lanes.as_bits(cards) & lanes.load(g.playable[on_top(g.seen)])


@compiled
def plays_of_each(g, cards):
    """How many plays there are of each value, with so many cards of each."""
    of_each = lanes.bits_in_each(plays_of(g, cards))
    return of_each + (of_each & lanes.load(BOTH_WAYS) & lanes.same(either(g.seen.top == 0, 255, 0)))


@compiled
def natural_plays(g, seat):
    """The plays of natural cards, and how many there are."""
    plays = plays_of(g, lanes.load(g.hands[seat]))
    return plays, total_plays(plays, g.seen.top)


@compiled
def count_plays(g, seat, naturals):
    """How many legal plays there are, with these of natural cards."""
    return naturals[1] + int(g.wild_plays[on_top(g.seen), min(int(g.hands[seat, WILD]), MOST_TO_CLEAR)])


@compiled
def find_play(g, seat, naturals, number):
    """The legal play with that number: its value, how many cards, whether they are Wilds, and the direction after it."""
    seen = g.seen
    plays, of_naturals = naturals
    wild = int(number >= of_naturals)
    if wild:
        number -= of_naturals
        plays = plays_of(g, lanes.same(int(g.hands[seat, WILD])))
    if seen.top == 0:
        value, count, up = find_opening(plays, number)
    else:
        place = lanes.nth_bit(plays, number)
        value, count, up = place >> 3, (place & 7) + 1, seen.up
    return value, count, wild, direction_after(value, up)


@compiled
def find_opening(plays, number):
    """On an empty Play Area: the play with that number, its value, how many cards, and the direction that is announced. The running sums of
    how many plays there are of each value find it.
    """
    of_each = lanes.bits_in_each(plays)
    of_each = of_each + (of_each & lanes.load(BOTH_WAYS))
    sums = lanes.prefix_sums(of_each)
    value = lanes.count_up_to(sums, number)
    number -= lanes.total(of_each & lanes.up_to(sums, number))
    announced = int(BOTH_WAYS[value] & 1)
    return value, (number >> announced) + 1, 1 - (number & announced)


@compiled
def direction_after(value, up):
    """One and Three dictate up, Ten and Twelve down, always."""
    return (up | (UPWARDS >> value & 1)) & ~(DOWNWARDS >> value & 1)
