"""Oh Hell: say how many tricks you will take, and take no more and no fewer; the most points after all rounds win.

3-7 players, 52 cards, Ace high. Each player is dealt seven cards in the first round, and in each next one a card less. The next card of
the pack is turned up: its suit is trumps. Clockwise, the dealer last, each bids the tricks they mean to take; all bids together must not
be the number of tricks there are. Left of the dealer leads. Follow suit if you can, else play anything. The highest trump takes the trick,
or where there is none the highest card of the suit that was led; who takes it leads to the next. Each trick is a point, and who took just
what they bid has ten more. The last seat deals first, then the next one clockwise. Equals share the win.
"""

from simlab.kit import HouseRules, card_choice, card_game, cards, ending, event, flag, sets_of, whole
from simlab.kit import after, choose_card, deal, draw, gather, goes_on, held, most_wins, move, move_all, peek, scores, size, tell, top

RANKS = ("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
CARDS = cards(f"{rank} of {suit}" for suit in ("clubs", "diamonds", "hearts", "spades") for rank in RANKS)
FACES = tuple(f"{rank}{suit}" for suit in "♣♦♥♠" for rank in (*range(2, 11), "J", "Q", "K", "A"))
OF_SUIT = sets_of(CARDS, lambda led, card: card // 13 == led // 13)

TABLE = """
    deck: pile, seen by nobody                    cards that are not in play
    trump: pile, its top seen by all              the card that was turned up for trumps
    hand: hand of each seat, seen by its owner    your hand
    trick: pile, seen by all                      the trick that is being played
    over: pile, its top seen by all               the tricks of this round that are over
"""
VIEW = """
    cards                                         cards that each player was dealt in this round
    dealer                                        the seat that deals
    bid[8]                                        by seat: the tricks that were bid; -1: not yet
    tricks[8]                                     by seat: the tricks that were taken in this round
"""


class Rules(HouseRules):
    """The house rules of Oh Hell."""

    most_cards: int = whole(7, 1, 7, "cards dealt to each player in the first round", shown_by="bid")
    dealer_bound: bool = flag(True, "false: the dealer may bid any number", shown_by="bid")
    bonus: int = whole(10, 0, 20, "points for taking just what was bid", shown_by="bids_met")


DEALT = event("{dealer@} deals {cards} each: {hands**}. Trumps: {trump^}. Not dealt: {deck*}.", seen_by={"trump": "all"})
BID = event("{player@} bids {tricks}.")
PLAYED = event("{player@} plays {card^}.")
TOOK = event("{player@} takes the trick.")
MET = event("{player@} took {tricks}, as bid.", bids_met="bids that were met")
MISSED = event("{player@} took {tricks}, and had bid {bid}.")

SAY = card_choice("how many tricks to bid")
PLAY = card_choice("which card to play")

DONE = ending("the last round is over")


def play_game(g):
    """All rounds, from the most cards down to one; then the points are compared."""
    g.seen.cards = g.seen.rules.most_cards
    g.seen.dealer = g.seen.players - 1
    while goes_on(g):  # a turn is a round
        deal_round(g)
        bid_all(g)
        leader = after(g, g.seen.dealer)
        for _ in range(g.seen.cards):
            leader = play_trick(g, leader)
        score_round(g)
        g.seen.cards -= 1
        g.seen.dealer = after(g, g.seen.dealer)
        if g.seen.cards == 0:
            most_wins(g, g.row.score, DONE)


def deal_round(g):
    """All cards are shuffled and dealt, and one is turned up."""
    gather(g, g.deck)
    deal(g, g.deck, g.hand, g.seen.cards)
    draw(g.deck, g.trump)
    tell(g, DEALT, g.seen.dealer, g.seen.cards, g.hand, top(g.trump), g.deck)
    g.seen.bid[:] = -1
    g.seen.tricks[:] = 0


def bid_all(g):
    """Each player bids, the dealer last."""
    left = g.seen.cards
    for place in range(g.seen.players):
        seat = after(g, g.seen.dealer, 1 + place)
        allowed = (1 << g.seen.cards + 1) - 1  # from 0 to all tricks
        if seat == g.seen.dealer and g.seen.rules.dealer_bound and left >= 0:
            allowed &= ~(1 << left)
        g.seen.bid[seat] = choose_card(g, seat, SAY, allowed)
        left -= g.seen.bid[seat]
        tell(g, BID, seat, g.seen.bid[seat])


def play_trick(g, leader):
    """A card from each player; who takes the trick?"""
    winner, best = leader, -1
    for place in range(g.seen.players):
        seat = after(g, leader, place)
        legal = held(g.hand[seat])
        if size(g.trick) > 0:
            following = legal & OF_SUIT[peek(g.trick, size(g.trick) - 1)]  # the lowest card was led
            legal = following or legal
        card = choose_card(g, seat, PLAY, legal)
        move(card, g.hand[seat], g.trick)
        tell(g, PLAYED, seat, card)
        if best < 0 or beats(card, best, top(g.trump)):
            winner, best = seat, card
    tell(g, TOOK, winner)
    move_all(g.trick, g.over)
    g.seen.tricks[winner] += 1
    return winner


def beats(card, best, trump):
    """Does a card take a trick from the one that was best so far?"""
    return card > best if card // 13 == best // 13 else card // 13 == trump // 13


def score_round(g):
    """Points for tricks, and for taking what was bid."""
    for seat in range(g.seen.players):
        scores(g, seat, g.seen.tricks[seat])
        if g.seen.tricks[seat] == g.seen.bid[seat]:
            scores(g, seat, g.seen.rules.bonus)
            tell(g, MET, seat, g.seen.tricks[seat])
        else:
            tell(g, MISSED, seat, g.seen.tricks[seat], g.seen.bid[seat])


GAME = card_game(globals(), players=range(3, 8), scored=True)
