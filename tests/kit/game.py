"""A game with every kind of zone, for tests of the kit; nobody plays it by its rules, for it has none."""

from simlab.kit import HouseRules, after, card_choice, card_game, cards, choice_of, ending, event, gather, goes_on, nobody_wins, tell, whole

CARDS = cards(["ace", "two", "three", "four", "five", "six"], copies=lambda rules, card: rules.copies + (card == 0), most=40)

TABLE = """
    deck: pile, seen by nobody                              the draw pile
    discard: pile, its top seen by all                      the discard pile
    trick: pile, seen by all                                the trick
    stack: pile of each seat, only its top seen by all      your stack
    line: pile of each seat, seen by all                    your line
    hand: hand of each seat, seen by its owner, remembered  your hand
    books: hand of each seat, seen by all                   your books
    secret: hand of each seat, seen by its owner            your secret cards
    box: hand, seen by nobody                               out of the game
    owed                                                    cards to draw
    bid[8]                                                  of each seat
"""
VIEW = "named    what was named\n"


class Rules(HouseRules):
    """The house rules."""

    copies: int = whole(2, 1, 6, "of each card; of aces one more")


TOLD = event("{player@} has {card^}: {deck*}, {hands**}.", told="times it was told")
RENEWED = event("Renewed: {deck*}.", renewals="times the deck was renewed")
PLAY = card_choice("which card")
NAME = choice_of("which number")
STOPPED = ending("it was stopped")
OUT = ending("somebody is out")


def play_game(g):
    """Cards are dealt, told, and left alone."""
    gather(g, g.deck)
    tell(g, TOLD, 0, 1, g.deck, g.hand)
    seat = -1
    while goes_on(g):
        seat = after(g, seat)
        if g.row.turns == 3:
            nobody_wins(g, STOPPED)


GAME = card_game(globals(), players=range(2, 7))
