"""What What the Heck? is played with: the cards, the house rules, what a player sees, what a game remembers and what it leaves behind."""

from typing import Literal

from simlab.engine.metric import own
from simlab.engine.rules import HouseRules, choice, flag, whole, wholes
from simlab.engine.state import state_record

MOST_PLAYERS = 5
MOST_CARDS = 30  # in a hand, and of the Point Cards

PLAYER_CARDS = 15  # each player holds 1 to this
POINT_CARDS = (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)

SHUFFLED, ASCENDING, DESCENDING = range(3)
CANCEL, SPLIT, DISCARD = range(3)

TO_BID = 0  # what is decided
SCORED = 0  # how a game ends


class Rules(HouseRules):
    """The house rules of What the Heck?; every default is the rulebook as printed."""

    player_cards: int = whole(PLAYER_CARDS, 1, MOST_CARDS, "each player holds the cards 1 to this", note="A1", shown_by="award")
    point_cards: tuple[int, ...] = wholes(
        POINT_CARDS,
        "the Point Cards; not more of them than `player_cards`",
        length=(1, MOST_CARDS),
        values=(-50, 50),
        note="A2",
        shown_by="award",
    )
    order: Literal["shuffled", "ascending", "descending"] = choice("shuffled", "how the Point Cards come up", shown_by="award")
    ties: Literal["cancel", "split", "discard"] = choice(
        "cancel",
        "equal cards cancel each other and the next best takes the pot; or the tied best share it; or with equal best cards it is lost",
        note="R1",
        shown_by="cancels",
    )
    carry: bool = flag(
        True, "a pot that nobody takes because all cards cancel is added to the next; false: it is lost", note="R2", shown_by="carries"
    )


# A hand is a set of cards in one whole number: card c is bit c.
VIEW = f"""
    hand                  own cards as a set: bit c is 1 where you hold card c
    hands[{MOST_PLAYERS}]              the cards that each seat still holds, as a set; all is known, for what was played lies open
    seat                  your own seat
    pot                   the value of the pot: the Point Card turned up, and what was carried over
    pot_cards             how many cards lie in the pot
    pot_card[{MOST_CARDS}]          these cards, the one turned up last
    prize[{MOST_CARDS}]             all Point Cards, ascending; there are `rounds` of them
    to_come               the Point Cards still to come, as a set: bit i is 1 where prize[i] is among them; their order is hidden
    scores: f8[{MOST_PLAYERS}]         each seat's points
    round_number          which round this is, from 1
    rounds                how many rounds there are
    turned[{MOST_CARDS}]            the Point Card turned up in each round so far; turned[0] in the first
    played[{MOST_PLAYERS}, {MOST_CARDS}]         the card that each seat played in each round so far; 0: not yet
    card[{MOST_CARDS}]              after bids(view): the card of each option, ascending
    _legal                the cards of the own hand, as a set
"""

MEASURES = """
    margin: i8            points between the best score and the second best; 0 when shared
"""

METRICS = (own("margin", "margin", "the winner's margin"),)

COUNTERS = """
    carries               pots carried over
    carried_points        points in them, without their signs
    cancels               rounds in which at least two cards cancelled each other, with or without consequence
    upsets                pots taken by a card that was not the highest played (the lowest, for a pot below 0)
    lost_points           points in pots that were lost, without their signs
    lead_changes          times the sole leader was another than the sole leader before
"""

STATE = f"""
    order[{MOST_CARDS}]             the Point Cards in the order in which they come up, as their places in `prize`
    alike[{MOST_CARDS}]             of each place in `prize` those of the same value, as a set; unshuffled, itself alone
    everything            the set of all Player Cards
    bids[{MOST_PLAYERS}]               each seat's bid of this round
    leader                the last sole leader; -1: none yet
"""

STATE_RECORD = state_record(Rules, view=VIEW, row=MEASURES + COUNTERS, own=STATE)

RULINGS = {
    "A1": "Every player holds the cards 1 to 15.",
    "A2": "The Point Cards are -5 to -1 and 1 to 10, one of each.",
    "R1": "If no card is left uncancelled, nobody takes the pot; that is so as well when different pairs cancel each other.",
    "R2": "A pot that is still there after the last round is taken by no one: it is lost.",
    "R3": "Players who share the highest total share the win.",
}
