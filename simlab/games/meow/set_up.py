"""The table of Meow: the set-up of a round, hands of cards, and what a player sees."""

from simlab.engine.compiled import alone, apart, compiled, lanes
from simlab.engine.compiled.bits import lowest, total
from simlab.engine.compiled.chance import shuffle, shuffle_counted
from simlab.engine.compiled.course import mark, note
from simlab.engine.compiled.leading import NOBODY
from simlab.engine.compiled.memory import rarely
from simlab.engine.compiled.play import put, put_cards
from simlab.games.meow.components import NAMED_SPECIAL, PLAYING, SLOTS, SPECIAL
from simlab.games.meow.words import DEAL
from simlab.kit.declared import number_of
from simlab.kit.turns import after, tell

# --- Set-up ---------------------------------------------------------------------------------------------------------------------------


@apart
def prepare(g):
    """Before a batch of games: all cards in play, sorted."""
    rules = g.seen.rules
    g.pack_size = rules.numbers * rules.copies + rules.special_cards
    for i in range(g.pack_size):
        g.pack[i] = 1 + i // rules.copies if i < rules.numbers * rules.copies else NAMED_SPECIAL + i - rules.numbers * rules.copies
    g.mark = mark(g.pack, g.pack_size, rules.deal_size)


@alone
def deal(g):
    """Shuffle, whatever was played before, and deal; the rest is the deck. Who starts moves on clockwise each round."""
    seen = g.seen
    size = seen.rules.deal_size
    g.deck_at = seen.players * size
    seen.deck = g.pack_size - g.deck_at
    for i in range(g.pack_size):
        g.deck[i] = g.pack[i]
    shuffle(g.deck, g.pack_size, g.key, (seen.set_number << 20) + seen.round_number)
    for seat in range(seen.players):
        deal_hand(g, seat, seat * size, (seat + 1) * size)
    for slot in range(SLOTS):
        seen.played[slot] = 0
    seen._gone = 0
    g.first = seen.round_number % seen.players
    turn_round(g)
    g.turns = 0
    g.how = PLAYING
    empty_field(seen)
    note(g, g.direction)
    tell(g, DEAL, seen.set_number, seen.round_number, g.first, g.direction)
    if rarely(g.tracing):
        put(g, seen.players)
        for seat in range(seen.players):
            put_cards(g, g.deck, seat * size, (seat + 1) * size)
        put_cards(g, g.deck, g.deck_at, g.pack_size)


@compiled
def turn_round(g):
    """Play goes clockwise; with `reverse_half` counterclockwise, once everybody has started a round (Q3-1)."""
    g.direction = -1 if g.seen.round_number >= g.seen.players and g.seen.rules.reverse_half else 1


@compiled
def deal_hand(g, seat, start, stop):
    """The cards from `start` up to before `stop` are a player's hand."""
    g.cards[seat] = 0
    g.leads[seat] = 0
    for half in range(2):
        lanes.save(g.plays[seat, half], lanes.same(0))
    g.specials[seat] = 0
    for slot in range(SLOTS):
        g.hands[seat, slot] = 0
    for i in range(start, stop):
        pick_up(g, seat, int(g.deck[i]))


@apart
def redeal(g, seat, number):
    """Deal anew what a player cannot know, the other hands and the deck, in the `number`th of many ways. Where it lay has no say in it.

    A player knows no card of another hand: of a round only what was played has been seen, and that lies open. Each round is shuffled anew.
    """
    seen = g.seen
    g.tally[:] = 0
    for other in range(seen.players):
        if other != seat:
            for slot in range(SLOTS):
                g.tally[slot if slot < SPECIAL else slot - SPECIAL + NAMED_SPECIAL] += g.hands[other, slot]
    for i in range(g.deck_at, g.deck_at + seen.deck):
        g.tally[g.deck[i]] += 1
    size = shuffle_counted(g.tally, g.deck, g.key, number)
    g.deck[size:] = 0
    g.deck_at = 0
    for other in range(seen.players):
        if other != seat:
            dealt = g.deck_at
            g.deck_at += g.cards[other]
            deal_hand(g, other, dealt, g.deck_at)


# --- Hands ----------------------------------------------------------------------------------------------------------------------------
#
# A hand with n number cards of v and f special cards that fit allows (n + 1) * (f + 1) - 1 plays of v. This is kept up to date card by
# card, so that nobody has to count what may be led.


@compiled
def fitting(g, seat, number):
    """The special cards in a hand that fit a number, as a set."""
    return g.specials[seat] & g.seen.rules.fitting[number]


@compiled
def more_plays(g, seat, number, by):
    """A hand allows so many more plays of a number; below 0, fewer."""
    half = g.plays[seat, number >> 4]
    lanes.save(half, lanes.load(half) + (lanes.only(number & 15) & lanes.same(by & 255)))
    g.leads[seat] += by


@compiled
def pick_up(g, seat, card):
    """A card comes to a hand."""
    g.cards[seat] += 1
    if card < SPECIAL:
        g.hands[seat, card] += 1
        more_plays(g, seat, card, total(fitting(g, seat, card)) + 1)
    else:
        change_special(g, seat, card - NAMED_SPECIAL, 1)


@apart
def change_special(g, seat, s, by):
    """A special card comes to a hand (by 1) or leaves it (by -1)."""
    rules = g.seen.rules
    g.hands[seat, SPECIAL + s] += by
    g.specials[seat] ^= 1 << s
    for i in range(rules.face_count[s]):
        more_plays(g, seat, rules.faces[s, i], by * (g.hands[seat, rules.faces[s, i]] + 1))


@compiled
def lay_down(g, event, seat, number, naturals, specials):
    """The cards of a lead or a copy leave a hand for the field: number cards, and of the specials that fit those of the lowest index."""
    fit = fits = fitting(g, seat, number)
    g.hands[seat, number] -= naturals
    g.seen.played[number] += naturals
    more_plays(g, seat, number, -naturals * (total(fit) + 1))
    g.cards[seat] -= naturals + specials
    for _ in range(specials):
        s = lowest(fit)
        fit &= fit - 1
        g.seen.played[SPECIAL + s] = 1
        g.seen._gone |= 1 << s
        change_special(g, seat, s, -1)
    tell(g, event, seat, number)
    note(g, number_of(event), number, naturals, specials)  # who plays follows from who has, and which special cards from the deal
    if rarely(g.tracing):
        put_play(g, number, naturals, specials, fits)


@apart
def put_play(g, number, naturals, specials, fit):
    """A list of the trace: the cards of a lead or a copy; `fit`: the special cards that fitted, as a set."""
    put(g, naturals + specials)
    for _ in range(naturals):
        put(g, number)
    for _ in range(specials):
        put(g, NAMED_SPECIAL + lowest(fit))
        fit &= fit - 1


@compiled
def draw(g, seat):
    """The top card of the deck comes to a hand; which one it was."""
    card = int(g.deck[g.deck_at])
    g.deck_at += 1
    g.seen.deck -= 1
    pick_up(g, seat, card)
    return card


# --- Around the table -----------------------------------------------------------------------------------------------------------------


@compiled
def empty_field(seen):
    """No lead lies on the field."""
    seen.number = 0
    seen.lead_cards = 0
    seen.original = NOBODY


@compiled
def look(g, seat):
    """What this player sees that others don't, or sees from their own chair."""
    seen = g.seen
    for slot in range(SLOTS):
        seen.hand[slot] = g.hands[seat, slot]
    seen._specials = g.specials[seat]
    seen.cards = g.cards[seat]
    seen.coins = g.coins[seat]
    other = seat
    for i in range(seen.players - 1):
        other = after(g, other, g.direction)
        seen.other_cards[i] = g.cards[other]
        seen.other_coins[i] = g.coins[other]
