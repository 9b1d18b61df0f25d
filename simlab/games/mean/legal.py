"""The legal plays of MEAN!"""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.memory import either
from simlab.games.mean.components import ANNOUNCED, DOWNWARDS, MOST_TO_CLEAR, ON_MEAN, SIX, UP, UPWARDS, VALUES, WILD

# A play is k = 1, 2, ... natural cards of a value v, or as many Wilds announced as v; on an empty Play Area also a direction. So the legal
# plays, in their documented order, are two rows of sixteen small counts, one for natural cards and one for Wilds. Their sum is how many
# plays there are, and a play's number finds its value in their running sums.


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
    """Before a batch of games: all that follows from what lies on top. Of each value that may be played: how many cards one play may have.
    What lies on top already counts towards `clear_at`.
    """
    for way in range(3):
        for top in range(VALUES):
            for run in range(g.seen.rules.clear_at):
                lowest, highest = reach(way, top)
                most = lanes.between(lowest, highest) & lanes.same(g.seen.rules.clear_at)
                if top > 0:
                    most = most - (lanes.only(top) & lanes.same(run))
                row = (way * 16 + top) * MOST_TO_CLEAR + run
                lanes.save(g.most[row], most)
                for wilds in range(MOST_TO_CLEAR + 1):
                    plays = lanes.smaller(lanes.same(wilds), most)
                    g.wild_plays[row, wilds] = lanes.total(plays + (plays & lanes.load(ANNOUNCED[int(top == 0)])))


@compiled
def on_top(seen):
    """What lies on top, as a row of `g.most` and `g.wild_plays`."""
    return (way(seen) * 16 + seen.top) * MOST_TO_CLEAR + seen.run


@compiled
def plays_of(g, cards):
    """How many plays there are with so many cards of each value. On an empty Play Area the player also announces up or down, unless the
    value dictates it.
    """
    plays = lanes.smaller(cards, lanes.load(g.most[on_top(g.seen)]))
    return plays + (plays & lanes.load(ANNOUNCED[int(g.seen.top == 0)]))


@compiled
def natural_plays(g, seat):
    """How many plays of natural cards there are of each value."""
    return plays_of(g, lanes.load(g.hands[seat]))


@compiled
def count_plays(g, seat, naturals):
    """How many legal plays there are, with these of natural cards."""
    return lanes.total(naturals) + g.wild_plays[on_top(g.seen), min(int(g.hands[seat, WILD]), MOST_TO_CLEAR)]


@compiled
def find_play(g, seat, naturals, number):
    """The legal play with that number: its value, how many cards, whether they are Wilds, and the direction after it."""
    plays = naturals
    wild = int(number >= lanes.total(naturals))
    if wild:
        number -= lanes.total(naturals)
        plays = plays_of(g, lanes.same(int(g.hands[seat, WILD])))
    sums = lanes.prefix_sums(plays)
    value = lanes.count_up_to(sums, number)
    number -= lanes.total(plays & lanes.up_to(sums, number))
    announced = int(ANNOUNCED[int(g.seen.top == 0), value] & 1)
    up = either(announced == 1, 1 - (number & 1), g.seen.up)
    return value, (number >> announced) + 1, wild, direction_after(value, up)


@compiled
def direction_after(value, up):
    """One and Three dictate up, Ten and Twelve down, always."""
    return (up | (UPWARDS >> value & 1)) & ~(DOWNWARDS >> value & 1)
