"""Playing in MEAN!: the legal plays, and laying one down."""

from simlab.engine.compiled import compiled, lanes
from simlab.engine.compiled.play import choose, tell
from simlab.games.mean.components import BOTH_WAYS, DOWNWARDS, SIX, TO_PLAY, UPWARDS, WILD
from simlab.games.mean.knowing import remember_play
from simlab.games.mean.set_up import follow_top, look
from simlab.games.mean.words import PLAY

# A play is k = 1, 2, ... natural cards of a value v, or as many Wilds announced as v; on an empty Play Area also a direction. So the legal
# plays, in their documented order, are two rows of sixteen small counts, one for natural cards and one for Wilds. Their sum is how many
# plays there are, and a play's number finds its value in their running sums.


@compiled
def most_of_each(seen):
    """Of each value that may be played: how many cards one play may have. What lies on top already counts towards `clear_at`."""
    allowed = lanes.between(seen.lowest, seen.highest) & lanes.same(seen.rules.clear_at)
    return allowed - (lanes.only(seen.top) & lanes.same(seen.run))


@compiled
def in_each_direction(seen, plays):
    """On an empty Play Area the player also announces up or down, unless the value dictates it."""
    if seen.top == 0:
        return plays + (plays & lanes.load(BOTH_WAYS))
    return plays


@compiled
def natural_plays(g, seat):
    """How many plays of natural cards there are of each value."""
    return in_each_direction(g.seen, lanes.smaller(lanes.load(g.hands[seat]), most_of_each(g.seen)))


@compiled
def wild_plays(g, seat):
    """How many plays of Wilds there are announced as each value."""
    wilds = lanes.at(lanes.load(g.hands[seat]), WILD)
    return in_each_direction(g.seen, lanes.smaller(lanes.same(wilds), most_of_each(g.seen)))


@compiled
def count_plays(g, seat):
    """How many legal plays there are."""
    g.naturals = lanes.total(natural_plays(g, seat))
    return g.naturals + lanes.total(wild_plays(g, seat))


@compiled
def find_play(g, seat, number):
    """The legal play with that number: its value, how many cards, whether they are Wilds, and the direction after it."""
    seen = g.seen
    wild = int(number >= g.naturals)
    if wild:
        number -= g.naturals
        plays = wild_plays(g, seat)
    else:
        plays = natural_plays(g, seat)
    sums = lanes.prefix_sums(plays)
    value = lanes.count_up_to(sums, number)
    number -= lanes.at(sums, value - 1)
    up = seen.up
    if seen.top == 0 and BOTH_WAYS[value]:
        up = 1 - (number & 1)
        number >>= 1
    return value, number + 1, wild, direction_after(value, up)


@compiled
def direction_after(value, up):
    """One and Three dictate up, Ten and Twelve down, always."""
    return (up | (UPWARDS >> value & 1)) & ~(DOWNWARDS >> value & 1)


@compiled
def choose_play(g, seat, plays, may_take):
    """Which of the legal plays, or to take a Pile; where taking is allowed it is the last option."""
    g.seen.may_take = may_take
    number = choose(g, seat, TO_PLAY, plays + may_take, look)
    g.seen.may_take = 0
    return number


@compiled
def lay_down(g, seat, number):
    """The cards of the chosen play go onto the Play Area; MEAN! cards wait for somebody to be punished."""
    seen = g.seen
    value, count, wild, up = find_play(g, seat, number)
    card = WILD if wild else value
    lanes.save(g.hands[seat], lanes.load(g.hands[seat]) - (lanes.only(card) & lanes.same(count)))
    g.cards[seat] -= count
    if g.knowing:
        remember_play(g, seat, card, count)
    seen.area[card] += count
    seen.run = seen.run + count if value == seen.top else count
    seen.top = value
    seen.up = up
    mean = count if value == SIX else 0
    seen.unresolved += mean
    follow_top(seen)
    g.value = value
    row = g.row
    row.plays += 1
    row.sets += count > 1
    row.wilds_played += wild * count
    row.mean_played += mean
    tell(g, PLAY, seat, value, count, wild, up)


@compiled
def empties_hand(g, seat):
    """R3: a hand that a play has emptied while the Draw Deck is empty lets its player go out."""
    return g.cards[seat] == 0 and g.seen.deck == 0
