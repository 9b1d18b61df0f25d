"""Sevens: shed all your cards, by suit or by rank; the first with an empty hand wins.

2-6 players, 52 cards, 7 for each; the next one is turned up and begins the discard pile. In your turn you play a card that shares its
suit or its rank with the top of that pile. A Seven fits on anything, and who plays it names the suit that must follow. Who can't play
draws a card, and plays it if it fits. When the draw pile is empty, the discard pile without its top is shuffled and becomes the draw
pile. House rule of our own: a Two makes the next player draw two cards before their turn.
"""

from simlab.kit import NO_CARD, HouseRules, card_choice, card_game, cards, choice_of, ending, event, flag, sets_of, whole
from simlab.kit import after, choose, choose_card, deal, draw, draw_or_renew, gather, goes_on, has, held, move, size, tell, top, wins

# --- The cards ------------------------------------------------------------------------------------------------------------------------
# A card is a number: its place in this list. Here it is 13 * suit + rank, so that both can be told from it.

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
CARDS = cards(f"{rank} of {suit}" for suit in SUITS for rank in RANKS)
TWO, SEVEN = RANKS.index("Two"), RANKS.index("Seven")

# A set of cards is a whole number: card c is in it where bit c is 1, and `a & b` is what two sets share.
# FITS[c] are the cards that fit on card c; FOLLOWS[c] those that may follow when the suit of card c was named.
FITS = sets_of(CARDS, lambda top, card: card // 13 == top // 13 or card % 13 == top % 13 or card % 13 == SEVEN)
FOLLOWS = sets_of(CARDS, lambda named, card: card // 13 == named // 13 or card % 13 == SEVEN)

# --- Where they lie -------------------------------------------------------------------------------------------------------------------
# A line with a pile or a hand is a place for cards, and says who sees them. A line without is a whole number that the game remembers,
# as g.owed; it is 0 when a game begins.

TABLE = """
    deck: pile, seen by nobody                    the draw pile
    discard: pile, its top seen by all            the discard pile
    hand: hand of each seat, seen by its owner    your hand
    owed                                          cards that the next player has to draw
"""

# What else all players see: g.seen.named in this file, view.named in a strategy.
VIEW = """
    named                                         1 + the suit that was named for the Seven on top; 0: none was
"""


# --- The house rules ------------------------------------------------------------------------------------------------------------------
# One a line: what it is as printed, for a number the least and the most that it may be, and what it means. An experiment may change it;
# here it is g.seen.rules.deal_size.


class Rules(HouseRules):
    """The house rules of Sevens."""

    deal_size: int = whole(7, 1, 8, "cards dealt to each player", shown_by="draws")
    two_draws: int = whole(2, 0, 5, "cards that a Two makes the next player draw", shown_by="draws")
    play_drawn: bool = flag(True, "false: a card just drawn waits for the next turn", shown_by="passes")


# --- What happens ---------------------------------------------------------------------------------------------------------------------
# tell(g, DREW, seat, card) tells the trace this sentence. A sign says what a value is: @ a player, ^ a card, * a pile or a hand, ** one
# of each player. The name behind the sentence is a number of the results that goes up by one.

DEALT = event("The cards are dealt: {hands**}. Turned up: {top*}. Draw pile: {deck*}.")
PLAYED = event("{player@} plays {card^}.")
NAMED = event("{player@} names {suit=clubs|diamonds|hearts|spades}.", suits_named="suits named for a Seven")
DREW = event("{player@} draws {card^}.", draws="cards drawn")
PASSED = event("{player@} passes.", passes="turns without a play")
RESHUFFLED = event("The discard pile becomes the draw pile: {deck*}.", reshuffles="times the discard pile became the draw pile")

# What a player decides. A strategy has a function of that name: def play(view) and def name_suit(view).
PLAY = card_choice("which card to play")
NAME_SUIT = choice_of("the suit that must follow: 0 clubs, 1 diamonds, 2 hearts, 3 spades")

# How a game ends, besides at the turn limit.
OUT = ending("a player has no card left")


# --- The game -------------------------------------------------------------------------------------------------------------------------
# Plain functions, which simlab compiles. `g` is the table: g.deck, g.hand[seat], g.owed ...


def play_game(g):
    """One game: the deal, then turn after turn, clockwise from seat 0, until somebody has won."""
    gather(g, g.deck)  # all cards lie in the deck, shuffled
    deal(g, g.deck, g.hand, g.seen.rules.deal_size)
    draw(g.deck, g.discard)
    tell(g, DEALT, g.hand, g.discard, g.deck)
    seat = 0
    while goes_on(g):  # until wins(...), or the turn limit
        take_turn(g, seat)
        seat = after(g, seat)


def take_turn(g, seat):
    """Draw what is owed for a Two; then play a card, or else draw one and perhaps play that."""
    while g.owed > 0:
        g.owed -= 1
        draw_card(g, seat)
    legal = held(g.hand[seat]) & fitting(g)
    if legal:
        play_card(g, seat, choose_card(g, seat, PLAY, legal))
        return
    card = draw_card(g, seat)
    if has(fitting(g), card) and g.seen.rules.play_drawn:
        play_card(g, seat, card)
    else:
        tell(g, PASSED, seat)


def play_card(g, seat, card):
    """The card goes on the discard pile and does what is printed on it."""
    move(card, g.hand[seat], g.discard)
    tell(g, PLAYED, seat, card)
    g.seen.named = 0
    if size(g.hand[seat]) == 0:
        wins(g, seat, OUT)
    elif card % 13 == SEVEN:
        suit = choose(g, seat, NAME_SUIT, len(SUITS))
        g.seen.named = 1 + suit
        tell(g, NAMED, seat, suit)
    elif card % 13 == TWO:
        g.owed = g.seen.rules.two_draws


def draw_card(g, seat):
    """Draw one card: which it was, or NO_CARD where there is none."""
    card = draw_or_renew(g, g.deck, g.hand[seat], g.discard, RESHUFFLED)
    if card != NO_CARD:
        tell(g, DREW, seat, card)
    return card


def fitting(g):
    """The set of all cards that may be played now."""
    return FOLLOWS[13 * (g.seen.named - 1)] if g.seen.named else FITS[top(g.discard)]


GAME = card_game(globals(), players=range(2, 7))
