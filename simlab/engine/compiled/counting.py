"""Cards that lie in a row, counted by value; and laid in a row again. Values are below 16, as lanes are."""

from simlab.engine.compiled import lanes
from simlab.engine.compiled.functions import apart, compiled


@apart
def total(counts):
    """How many there are of all together. As `counts.sum()`, which takes much longer to compile."""
    found = 0
    for i in range(len(counts)):
        found += int(counts[i])
    return found


@compiled
def counted(cards, start, stop):
    """How many there are of each among the cards from `start` up to before `stop`."""
    counts = lanes.same(0)
    for i in range(start, stop):
        counts = counts + lanes.one(cards[i])
    return counts


@compiled
def count_along(cards, start, stop, sums):
    """Into row i of `sums`: what there is from `start` up to before card i. So any stretch of the cards is counted at once."""
    counts = lanes.same(0)
    lanes.save(sums[start], counts)
    for i in range(start, stop):
        counts = counts + lanes.one(cards[i])
        lanes.save(sums[i + 1], counts)


@compiled
def stretch(sums, start, stop):
    """How many there are of each from `start` up to before `stop`, among cards that were counted along."""
    return lanes.load(sums[stop]) - lanes.load(sums[start])


@compiled
def lay_out(counts, cards):
    """Lay what was counted in a row, in order; how many that are. Sixteen of each are written, and what is too many overwritten by the
    next: a loop over the number of each would be mispredicted. So `cards` has room for sixteen more.
    """
    laid = 0
    for card in range(len(counts)):
        lanes.save_at(cards, laid, lanes.same(card))
        for more in range(lanes.WIDTH, counts[card], lanes.WIDTH):
            lanes.save_at(cards, laid + more, lanes.same(card))
        laid += counts[card]
    return laid
