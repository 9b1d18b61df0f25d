"""Cards that lie in a row, counted by value; laid in a row again. Values are below 16, as lanes are. And counts, shown to strategies."""

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


@compiled
def show(counts, row):
    """Write counts into a row of as many whole numbers, a multiple of sixteen: for a strategy to read. A loop over each would not become
    instructions for many at once where there are so few that it is written out.
    """
    for card in range(0, len(row), lanes.WIDTH):
        lanes.spread(row[card : card + lanes.WIDTH], lanes.load(counts[card : card + lanes.WIDTH]))
