"""All cards of a game: gathered, shuffled, dealt; counted, and dealt anew where a player cannot know them."""

from simlab.engine.compiled import apart, checked, checked_apart, compiled
from simlab.engine.compiled.chance import shuffle
from simlab.kit.cards import NO_CARD
from simlab.kit.layouts import clear, copies_of
from simlab.kit.moves import CardFault, draw, gain_some
from simlab.kit.turns import tell


@checked_apart
def gather(g, pile):
    """All cards of the game lie in this pile, shuffled, and nowhere else."""
    clear(g)
    for i in range(g.pack_n):
        pile.card[i] = g.pack[i]
    pile.n = g.pack_n
    mix_up(g, pile)


@compiled
def mix_up(g, pile):
    """Shuffle a pile: the next shuffle of this game."""
    shuffle(pile.card, pile.n, g.key, g.shuffles)
    g.shuffles += 1


@checked_apart
def reshuffle(g, zone, pile, keep=1):
    """A pile but its top cards (so many are kept) is turned over onto another pile, which is then shuffled."""
    kept = min(keep, zone.n)
    moved = zone.n - kept
    gain_some(pile, zone.card, moved - 1, moved)
    for i in range(kept):
        zone.card[i] = zone.card[moved + i]
    zone.n = kept
    mix_up(g, pile)


@checked
def draw_or_renew(g, pile, to, other, event):
    """As `draw`; an empty pile is first made anew of another but its top, which the event tells. NO_CARD where there is nothing left."""
    if pile.n == 0 and other.n > 1:
        reshuffle(g, other, pile)
        tell(g, event, pile)
    return draw(pile, to) if pile.n > 0 else NO_CARD


@checked_apart
def deal(g, pile, hands, each):
    """So many cards to each player, from the top of a pile, player after player."""
    if each * g.seen.players > pile.n:
        raise CardFault("more cards are dealt than lie in the pile")
    for seat in range(g.seen.players):
        gain_some(hands[seat], pile.card, pile.n - 1, each)
        pile.n -= each


@apart
def make_pack(g):
    """Before a batch of games: all cards, sorted, the first one on top."""
    g.pack_n = 0
    for card in range(len(g.tally) - 1, -1, -1):
        for _ in range(copies_of(g, card)):
            g.pack[g.pack_n] = card
            g.pack_n += 1
