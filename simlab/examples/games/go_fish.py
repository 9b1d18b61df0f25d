"""Go Fish: ask the others for ranks until you have four of a kind; who lays down the most books wins.

2-6 players, 52 cards, of which the suit says nothing: thirteen ranks, four cards of each. Two or three players are dealt seven cards, more
are dealt five; the rest is the stock. In your turn you ask one player for a rank, of which you must hold a card yourself. Whoever has
cards of it hands over all of them, for all to see, and you ask again. Whoever has none says "go fish": you draw a card from the stock. If
it is of the rank you asked for, you show it and ask again; else your turn is over. Four cards of a rank are laid open at once, as a book.
The game ends as soon as the stock is empty or somebody has no card left. Who has the most books wins; equals share the win.

What all know of a hand: the cards that were handed over or shown, and one card of each rank its owner has asked for.
"""

from simlab.kit import HouseRules, card_choice, card_game, cards, choice_of, ending, event, flag, tell, whole
from simlab.kit import after, choose, choose_card, count, deal, draw, gather, goes_on, held, known, most_wins, move, scores, show, size

RANKS = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
CARDS = cards(RANKS, copies=4)
BOOK = 4

TABLE = """
    stock: pile, seen by nobody                                the stock
    hand: hand of each seat, seen by its owner, remembered     your hand
    books: hand of each seat, seen by all                      books laid open
"""
VIEW = """
    wanted                                                     the rank that was asked for last
"""


class Rules(HouseRules):
    """The house rules of Go Fish."""

    deal_size: int = whole(0, 0, 8, "cards dealt to each player; 0: seven to two or three players, five to more", shown_by="questions")
    again_if_given: bool = flag(True, "false: after being given cards your turn is over", shown_by="gifts")
    again_if_fished: bool = flag(True, "false: after drawing the rank you asked for your turn is over", shown_by="wishes")


DEALT = event("The cards are dealt: {hands**}. Stock: {stock*}.")
ASKED = event("{player@} asks {other@} for {rank^}.", seen_by="all", questions="questions asked")
GAVE = event("{player@} hands over {cards} of {rank^}.", seen_by="all", gifts="questions that got cards")
FISHED = event("{player@} fishes {card^}.")
WISHED = event("It is what {player@} asked for, and is shown.", wishes="cards drawn that had been asked for")
LAID = event("{player@} lays down a book of {rank^}.", seen_by="all", books_laid="books")

RANK = card_choice("which rank to ask for")
WHOM = choice_of("whom to ask for view.wanted: option i is the other player with view.other_hand_size[i]")

DONE = ending("the stock is empty, or a player has no card left")


def play_game(g):
    """One game: the deal, then turn after turn until it is over; then the books are compared."""
    gather(g, g.stock)
    deal(g, g.stock, g.hand, dealt_to_each(g))
    tell(g, DEALT, g.hand, g.stock)
    for seat in range(g.seen.players):
        for rank in range(len(RANKS)):
            lay_book(g, seat, rank)
    seat = 0
    while goes_on(g):
        take_turn(g, seat)
        seat = after(g, seat)
        if is_over(g):
            most_wins(g, g.row.score, DONE)


def dealt_to_each(g):
    """How many cards each player is dealt."""
    if g.seen.rules.deal_size > 0:
        return g.seen.rules.deal_size
    return 7 if g.seen.players <= 3 else 5


def is_over(g):
    """Is the stock empty, or a hand?"""
    over = size(g.stock) == 0
    for seat in range(g.seen.players):
        over = over or size(g.hand[seat]) == 0
    return over


def take_turn(g, seat):
    """Ask as long as that gets what was asked for."""
    asks = not is_over(g)
    while asks:
        asks = ask(g, seat) and not is_over(g)


def ask(g, seat):
    """Ask one player for one rank, and perhaps fish. May the player ask again?"""
    rank = choose_card(g, seat, RANK, held(g.hand[seat]))
    g.seen.wanted = rank
    other = after(g, seat, 1 + choose(g, seat, WHOM, g.seen.players - 1))
    tell(g, ASKED, seat, other, rank)
    if known(g.hand[seat], rank) == 0:
        show(rank, g.hand[seat])  # who asks for it has one
    given = count(g.hand[other], rank)
    if given > 0:
        for _ in range(given):
            move(rank, g.hand[other], g.hand[seat])
            show(rank, g.hand[seat])
        tell(g, GAVE, other, given, rank)
        lay_book(g, seat, rank)
        return g.seen.rules.again_if_given
    card = draw(g.stock, g.hand[seat])
    tell(g, FISHED, seat, card)
    if card == rank:
        show(card, g.hand[seat])
        tell(g, WISHED, seat)
    lay_book(g, seat, card)
    return g.seen.rules.again_if_fished and card == rank


def lay_book(g, seat, rank):
    """Four cards of a rank are laid open, which is worth a point."""
    if count(g.hand[seat], rank) == BOOK:
        for _ in range(BOOK):
            move(rank, g.hand[seat], g.books[seat])
        scores(g, seat, 1)
        tell(g, LAID, seat, rank)


GAME = card_game(globals(), players=range(2, 7), scored=True)
