"""Being punished in MEAN!: taking Punishment Piles, and replenishing them."""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.play import choose, put, put_cards, tell
from simlab.games.mean.components import CHOSEN, PLAYING, PUNISHED, STUCK, TO_PILE, VALUES
from simlab.games.mean.going_out import go_out
from simlab.games.mean.knowing import remember_heap, remember_piles, remember_taking
from simlab.games.mean.set_up import empty_play_area, follow_top, lay_piles, look, note_empty_deck
from simlab.games.mean.words import PASS, REPLENISH, TAKE


@apart
def take_piles(g, seat, owed, reason):
    """The player takes Piles of their choice, one after another. With no card left anywhere the rest lapses (R11)."""
    seen = g.seen
    seen.unresolved = 0
    if seen.top > 0:
        follow_top(seen)
    taken = 0
    while taken < owed:
        if seen.piles == 0:
            replenish(g)
            if seen.piles == 0:
                break
        seen.owed = owed - taken
        take_pile(g, seat, choose(g, seat, TO_PILE, seen.piles, look), reason)
        taken += 1
    seen.owed = 0
    if taken == 0:
        tell(g, PASS, seat)
    if g.waiting > 0:
        punishment_has_landed(g, seat)


@compiled
def take_pile(g, seat, i, reason):
    """A Pile goes to the hand; it is not replaced, and the others keep their order."""
    seen = g.seen
    size = seen.pile_size[i]
    if g.tracing:
        tell(g, TAKE, seat, g.pile_index[i], reason)
        put_cards(g, g.pile_cards[i], 0, size)
    if g.knowing:
        remember_taking(g, seat, i)
    hand = lanes.load(g.hands[seat])
    for j in range(size):
        hand = hand + lanes.one(g.pile_cards[i, j])
    lanes.save(g.hands[seat], hand)
    g.cards[seat] += size
    row = g.row
    row.piles_taken_stuck += reason == STUCK
    row.piles_taken_mean += reason == PUNISHED
    row.piles_taken_choice += reason == CHOSEN
    seen.piles -= 1
    for k in range(i, seen.piles):
        seen.pile_size[k] = seen.pile_size[k + 1]
        seen.pile_face[k] = seen.pile_face[k + 1]
        g.pile_index[k] = g.pile_index[k + 1]
        for j in range(seen.pile_size[k]):
            g.pile_cards[k, j] = g.pile_cards[k + 1, j]


@apart
def replenish(g):
    """New Punishment Piles of the Play Area's cards, filled up from the Draw Deck and shuffled together (R10)."""
    seen = g.seen
    wanted = seen.rules.piles * seen.rules.pile_size
    size = 0
    for card in range(VALUES):
        for _ in range(seen.area[card]):
            g.heap[size] = card
            size += 1
        seen.area[card] = 0
    from_deck = max(0, min(wanted - size, seen.deck))
    if g.knowing and size + from_deck > 0:
        remember_heap(g, size, from_deck)
    for i in range(from_deck):
        g.heap[size] = g.deck[g.deck_at + i]
        size += 1
    empty_play_area(g)
    if from_deck > 0:
        g.deck_at += from_deck
        seen.deck -= from_deck
        note_empty_deck(g)
    if size > 0:
        g.shuffles += 1
        shuffle(g.heap, size, g.key, g.shuffles)
        lay_piles(g, g.heap, min(size, wanted))
        g.row.replenishes += 1
        if g.knowing:
            remember_piles(g, min(size, wanted), size)
        if g.tracing:
            tell_replenish(g, from_deck, size, min(size, wanted))


@apart
def tell_replenish(g, from_deck, size, dealt):
    """The event of new Piles: their cards, how many came from the Draw Deck, and which are out of play."""
    tell(g, REPLENISH, from_deck)
    put(g, g.seen.piles)
    at = 0
    for i in range(g.seen.piles):
        put_cards(g, g.heap, at, at + g.seen.pile_size[i])
        at += g.seen.pile_size[i]
    put_cards(g, g.heap, dealt, size)


@apart
def punishment_has_landed(g, seat):
    """R5: those who wait go out, the first to wait first; a waiting player on whom it landed plays on."""
    for i in range(g.waiting):
        if g.wait[i] != seat and g.ending == PLAYING:
            go_out(g, g.wait[i])
    g.waiting = 0
