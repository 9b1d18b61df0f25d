"""The table of MEAN!: the set-up, whose turn it is, what a player sees, and drawing."""

import numpy as np

from simlab.engine.compiled import alone, apart, aside, compiled, lanes
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.counting import count_along, stretch
from simlab.engine.compiled.course import mark, note
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import put, put_cards
from simlab.games.mean.components import COPIES, PLAYING, SIX, VALUES, WILD
from simlab.games.mean.knowing import forget
from simlab.games.mean.legal import plays_of_each, reach, tabulate_plays, way
from simlab.games.mean.piles import lay_piles, show_piles
from simlab.games.mean.words import DEAL, DRAW
from simlab.kit.declared import number_of
from simlab.kit.turns import tell


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted, deck by deck; and what may be played on what."""
    rules = g.seen.rules
    size = 0
    for _ in range(rules.decks):
        for value in range(VALUES):
            copies = rules.wilds if value == WILD else rules.sixes if value == SIX else COPIES
            for _ in range(copies):
                g.pack[size] = value
                size += 1
    g.pack_size = size
    g.mark = mark(g.pack, size, (rules.piles << 8 | rules.pile_size) << 8 | rules.deal_size)
    tabulate_plays(g)


@alone
def deal(g):
    """Shuffle; deal the Punishment Piles, then the hands; the rest is the Draw Deck. The Play Area is empty."""
    seen = g.seen
    rules = seen.rules
    for i in range(g.pack_size):
        g.deck[i] = g.pack[i]
    shuffle(g.deck, g.pack_size, g.key, 0)
    g.shuffles = 0
    g.deck_at = rules.piles * rules.pile_size
    seen.deck = g.pack_size - g.deck_at
    for i in range(g.deck_at):
        g.pile_cards[i] = g.deck[i]
    lay_piles(g, g.deck_at)
    count_along(g.deck, g.deck_at, g.pack_size, g.deck_sums)
    for seat in range(seen.players):
        lanes.save(g.hands[seat], lanes.same(0))
        g.cards[seat] = 0
        take_from_deck(g, seat, rules.deal_size)
    g.playing = (1 << seen.players) - 1
    g.row.ending = PLAYING
    g.waiting = 0
    g.leader = 0
    for value in range(VALUES):
        seen.area[value] = 0
        seen.gone[value] = 0
    seen.up = 1
    empty_play_area(g)
    g.row.deck_empty_turn = 0 if seen.deck == 0 else -1
    if rarely(g.knowing):
        forget(g)
    tell(g, DEAL)
    if rarely(g.tracing):
        put_deal(g)


@apart
def put_deal(g):
    """In the event of the set-up: everything, the hidden cards too."""
    seen, rules = g.seen, g.seen.rules
    at = 0
    for count, size in ((rules.piles, rules.pile_size), (seen.players, rules.deal_size)):
        put(g, count)
        for _ in range(count):
            put_cards(g, g.deck, at, at + size)
            at += size
    put_cards(g, g.deck, at, g.pack_size)


@compiled
def empty_play_area(g):
    """On an empty Play Area any value may be played, and nobody is waiting to be punished."""
    g.seen.top = 0
    g.seen.run = 0
    g.seen.unresolved = 0


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair, and what follows from what all see."""
    seen = g.seen
    seen.lowest, seen.highest = reach(way(seen), seen.top)
    hand = lanes.load(g.hands[seat])
    lanes.spread(seen.hand, hand)
    lanes.save(seen._naturals, plays_of_each(g, hand))
    lanes.save(seen._wilds, plays_of_each(g, lanes.same(int(g.hands[seat, WILD]))))
    seen.cards = g.cards[seat]
    other = seat
    for i in range(seen.players - 1):
        other += 1
        if other == seen.players:
            other = 0
        seen.other_cards[i] = g.cards[other]
        seen.other_in[i] = g.playing >> other & 1
    if g.pile_shown != g.pile_left:
        show_piles(g)


@compiled
def draw(g, seat):
    """Step 2: draw up to `hand_size`, or as many cards as the Draw Deck has."""
    if g.seen.deck == 0:
        return
    count = max(0, min(g.seen.rules.hand_size - g.cards[seat], g.seen.deck))
    note(g, number_of(DRAW), count)
    take_from_deck(g, seat, count)
    g.row.draws += count
    g.row.by_draws |= int(count > 0) << seat
    note_empty_deck(g)
    if rarely(g.tracing) and count > 0:
        tell_draw(g, seat, np.int64(count))


@aside
def tell_draw(g, seat, count):
    """The event, which nobody waits for where no trace is written."""
    tell(g, DRAW, seat, (g.deck, g.deck_at - count, g.deck_at))


@compiled
def take_from_deck(g, seat, count):
    """The top `count` cards of the Draw Deck go to a hand."""
    lanes.save(g.hands[seat], lanes.load(g.hands[seat]) + stretch(g.deck_sums, g.deck_at, g.deck_at + count))
    g.cards[seat] += count
    g.deck_at += count
    g.seen.deck -= count


@compiled
def note_empty_deck(g):
    """In which turn the Draw Deck ran out."""
    if g.seen.deck == 0:
        g.row.deck_empty_turn = g.row.turns
