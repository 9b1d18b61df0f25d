"""Being punished in MEAN!: taking Punishment Piles, and replenishing them."""

from simlab.engine.compiled import alone, apart, compiled, lanes, packed
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.counting import counted, lay_out
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import choose, put, put_cards
from simlab.games.mean.components import PLAYING, PUNISHED, STUCK, TO_PILE, VALUES
from simlab.games.mean.going_out import go_out
from simlab.games.mean.knowing import remember_shuffle, remember_taking
from simlab.games.mean.piles import lay_piles, pile
from simlab.games.mean.set_up import empty_play_area, look, note_empty_deck
from simlab.games.mean.words import PASS, REPLENISH, TAKE
from simlab.kit.turns import tell


@apart
def take_piles(g, seat, owed, reason):
    """The player takes Piles of their choice, one after another. With no card left anywhere the rest lapses (R11)."""
    seen = g.seen
    seen.unresolved = 0
    taken = 0
    while taken < owed:
        if seen.piles == 0:
            replenish(g)
            g.row.by_replenishes |= int(seen.piles > 0) << seat
            if seen.piles == 0:
                break
        seen.owed = owed - taken
        take_pile(g, seat, choose(g, seat, TO_PILE, seen.piles, look), reason)
        taken += 1
    seen.owed = 0
    if reason == STUCK:
        g.row.piles_taken_stuck += taken
    elif reason == PUNISHED:
        g.row.piles_taken_mean += taken
        g.row.by_piles_taken_mean |= int(taken > 0) << seat
    else:
        g.row.piles_taken_choice += taken
        g.row.by_piles_taken_choice |= int(taken > 0) << seat
    if taken == 0:
        tell(g, PASS, seat)
    if g.waiting > 0:
        punishment_has_landed(g, seat)


@compiled
def take_pile(g, seat, i, reason):
    """A Pile goes to the hand; it is not replaced, and the others keep their order."""
    place, start, stop = pile(g, i)
    if rarely(g.knowing):
        remember_taking(g, seat, start, stop)
    lanes.save(g.hands[seat], lanes.load(g.hands[seat]) + counted(g.pile_cards, start, stop))
    g.cards[seat] += stop - start
    g.pile_left = packed.without(g.pile_left, i)
    g.seen.piles -= 1
    tell(g, TAKE, seat, place, reason)  # what lies in it follows from the deal
    if rarely(g.tracing):
        put_cards(g, g.pile_cards, start, stop)


@alone
def replenish(g):
    """New Punishment Piles of the Play Area's cards, filled up from the Draw Deck and shuffled together (R10)."""
    seen = g.seen
    wanted = seen.rules.piles * seen.rules.pile_size
    size = lay_out(seen.area, g.pile_cards)
    from_deck = max(0, min(wanted - size, seen.deck))
    for i in range(from_deck):
        g.pile_cards[size + i] = g.deck[g.deck_at + i]
    size += from_deck
    if from_deck > 0:
        g.deck_at += from_deck
        seen.deck -= from_deck
        note_empty_deck(g)
    if size > 0:
        g.shuffles += 1
        shuffle(g.pile_cards, size, g.key, g.shuffles)
        lay_piles(g, min(size, wanted))
        if rarely(g.knowing):
            remember_shuffle(g, from_deck, size)
    for card in range(VALUES):
        seen.area[card] = 0
    empty_play_area(g)
    if size > 0:
        tell(g, REPLENISH, from_deck)
        if rarely(g.tracing):
            put_piles(g, size)


@apart
def put_piles(g, size):
    """In the event of new Piles: their cards, and which of so many are out of play."""
    put(g, g.seen.piles)
    for i in range(g.seen.piles):
        _, start, stop = pile(g, i)
        put_cards(g, g.pile_cards, start, stop)
    put_cards(g, g.pile_cards, g.pile_starts[g.seen.piles], size)


@apart
def punishment_has_landed(g, seat):
    """R5: those who wait go out, the first to wait first; a waiting player on whom it landed plays on."""
    for i in range(g.waiting):
        if g.wait[i] != seat and g.row.ending == PLAYING:
            go_out(g, g.wait[i])
    g.waiting = 0
