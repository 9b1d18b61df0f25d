"""The table of MEAN!: the set-up, whose turn it is, what a player sees, and drawing."""

from simlab.engine.compiled import apart, compiled, lanes
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.play import put, put_cards, tell
from simlab.games.mean.components import COPIES, NOBODY, PLAYING, SIX, VALUES, WILD
from simlab.games.mean.knowing import forget
from simlab.games.mean.words import DEAL, DRAW


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted, deck by deck."""
    rules = g.seen.rules
    size = 0
    for _ in range(rules.decks):
        for value in range(VALUES):
            copies = COPIES
            if value == WILD:
                copies = rules.wilds
            elif value == SIX:
                copies = rules.sixes
            for _ in range(copies):
                g.pack[size] = value
                size += 1
    g.pack_size = size


@apart
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
    lay_piles(g, g.deck, g.deck_at)
    for seat in range(seen.players):
        lanes.save(g.hands[seat], lanes.same(0))
        g.cards[seat] = 0
        g.playing[seat] = 1
        g.row.place[seat] = 0
        take_from_deck(g, seat, rules.deal_size)
    g.left = seen.players
    g.ending = PLAYING
    g.waiting = 0
    g.leader = NOBODY
    for value in range(VALUES):
        seen.area[value] = 0
        seen.gone[value] = 0
    seen.up = 1
    empty_play_area(g)
    g.row.deck_empty_turn = 0 if seen.deck == 0 else -1
    if g.knowing:
        forget(g)
    if g.tracing:
        tell_deal(g)


@apart
def tell_deal(g):
    """The event of the set-up: everything, the hidden cards too."""
    rules = g.seen.rules
    tell(g, DEAL)
    put(g, rules.piles)
    for i in range(rules.piles):
        put_cards(g, g.deck, i * rules.pile_size, (i + 1) * rules.pile_size)
    first = rules.piles * rules.pile_size
    put(g, g.seen.players)
    for seat in range(g.seen.players):
        put_cards(g, g.deck, first + seat * rules.deal_size, first + (seat + 1) * rules.deal_size)
    put_cards(g, g.deck, g.deck_at, g.pack_size)


@apart
def lay_piles(g, cards, count):
    """Deal the first `count` of `cards` into Punishment Piles; where they don't come out even the last Pile is smaller."""
    seen = g.seen
    size = seen.rules.pile_size
    seen.piles = (count + size - 1) // size
    for i in range(seen.piles):
        seen.pile_size[i] = min(size, count - i * size)
        for j in range(seen.pile_size[i]):
            g.pile_cards[i, j] = cards[i * size + j]
        seen.pile_face[i] = g.pile_cards[i, seen.pile_size[i] - 1]
        g.pile_index[i] = i


@compiled
def empty_play_area(g):
    """On an empty Play Area any value may be played, and nobody is waiting to be punished."""
    seen = g.seen
    seen.top = 0
    seen.run = 0
    seen.unresolved = 0
    seen.lowest = 1
    seen.highest = VALUES - 1


@compiled
def follow_top(seen):
    """Going up, the top value or more may be played; going down, the top value or less."""
    seen.lowest = 1 + seen.up * (seen.top - 1)
    seen.highest = seen.top + seen.up * (VALUES - 1 - seen.top)


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    lanes.spread(seen.hand, lanes.load(g.hands[seat]))
    seen.cards = g.cards[seat]
    other = seat
    for i in range(seen.players - 1):
        other += 1
        if other == seen.players:
            other = 0
        seen.other_cards[i] = g.cards[other]
        seen.other_in[i] = g.playing[other]


@compiled
def next_in_game(g, seat):
    """The next seat clockwise that is still in the game."""
    while True:
        seat += 1
        if seat >= g.seen.players:
            seat = 0
        if g.playing[seat]:
            return seat


@compiled
def draw(g, seat):
    """Step 2: draw up to `hand_size`, or as many cards as the Draw Deck has."""
    seen = g.seen
    count = min(seen.rules.hand_size - g.cards[seat], seen.deck)
    if count > 0:
        if g.tracing:
            tell(g, DRAW, seat)
            put_cards(g, g.deck, g.deck_at, g.deck_at + count)
        take_from_deck(g, seat, count)
        g.row.draws += count
        note_empty_deck(g)


@compiled
def take_from_deck(g, seat, count):
    """The top `count` cards of the Draw Deck go to a hand."""
    hand = lanes.load(g.hands[seat])
    for i in range(g.deck_at, g.deck_at + count):
        hand = hand + lanes.one(g.deck[i])
    lanes.save(g.hands[seat], hand)
    g.cards[seat] += count
    g.deck_at += count
    g.seen.deck -= count


@compiled
def note_empty_deck(g):
    """In which turn the Draw Deck ran out."""
    if g.seen.deck == 0:
        g.row.deck_empty_turn = g.row.turns
