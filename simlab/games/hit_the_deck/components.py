"""What Hit the Deck is played with: the cards, the house rules, what a player sees, what a game remembers and what it leaves behind."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from simlab.engine.compiled import knowing
from simlab.engine.rules import HouseRules, flag, number, reals, whole
from simlab.engine.state import state_record

# In data a card is a number. Coloured cards are 10 * colour + kind: 1 to 5 are numbers, 6 is a Cut, 7 is a Flip.
COLOURS = ("Red", "Yellow", "Green", "Blue")
CUT, FLIP = 6, 7
HIT_NUMBER, HIT_COLOUR, HIT_HAND = 40, 50, 60  # 41 to 45, 50 to 53, 60; coloured cards are below
CARDS = 61  # all card numbers are below
NO_CARD = NOBODY = -1

# The largest amounts that the house rules allow; they size the records.
SEATS = 6
MOST_CARDS = 4 * 5 * 12 + 4 * 8 + 4 * 8 + 5 * 8 + 4 * 8 + 16
ROOM = 1024  # of a pile in memory: it creeps upwards as cards leave it at one end and join it at the other

NOTHING, A_CUT, A_FLIP, A_CALL = range(4)  # what the top card makes the next player do instead of playing


def _per_card(of: Callable[[int], int]) -> np.ndarray:
    """A number for each card, and up to 63, as far as hands are counted."""
    return np.array([of(card) for card in range(64)], dtype=np.int64)


def _colour(card: int) -> int:
    """The colour that a card has, or demands; -1: none."""
    return card // 10 if card < HIT_NUMBER else card - HIT_COLOUR if HIT_COLOUR <= card < HIT_HAND else -1


def _number(card: int) -> int:
    """The number that a card has, or demands; 0: none."""
    return card % 10 if card < HIT_COLOUR and card % 10 < CUT else 0


def _may_follow(top: int, card: int) -> bool:
    """May this card be played on that one? On a Hit: under its demand."""
    if top == HIT_HAND or (top < HIT_NUMBER < card):
        return True
    same_colour, same_number = _colour(card) == _colour(top) >= 0, _number(card) == _number(top) > 0
    return card < HIT_NUMBER and (same_colour or same_number)


_COLOURED = [10 * colour + kind for colour in range(4) for kind in range(1, FLIP + 1)]
ALL_CARDS = (*_COLOURED, *range(HIT_NUMBER + 1, HIT_NUMBER + 6), *range(HIT_COLOUR, HIT_COLOUR + 4), HIT_HAND)
COLOUR_OF, NUMBER_OF = _per_card(_colour), _per_card(_number)
POINTS = _per_card(lambda card: _number(card) * (card < HIT_NUMBER) or 10).astype(np.uint8)
OWES = _per_card(lambda card: A_CALL if card == HIT_HAND else NOTHING)
OWES[CUT:HIT_NUMBER:10], OWES[FLIP:HIT_NUMBER:10] = A_CUT, A_FLIP
FOLLOWS = _per_card(lambda top: sum(1 << card for card in ALL_CARDS if _may_follow(top, card)))  # bit c: card c may be played on it


class Rules(HouseRules):
    """The house rules of Hit the Deck; every default is the rulebook as printed."""

    copies: int = whole(4, 1, 12, "cards of each number in each colour", note="A1", shown_by="draws_stuck")
    cuts: int = whole(2, 0, 8, "Cut the Deck cards in each colour", shown_by="cuts")
    flips: int = whole(1, 0, 8, "Flip the Deck cards in each colour", shown_by="flips")
    hit_numbers: int = whole(2, 0, 8, "Hit the Deck with a Number, for each number", note="A2", shown_by="hits_number")
    hit_colours: int = whole(1, 0, 8, "Hit the Deck with a Colour, for each colour", note="A3", shown_by="hits_colour")
    hit_hands: int = whole(4, 0, 16, "Hit the Deck with a Hand", shown_by="hits_hand")
    deal_size: int = whole(7, 1, 15, "cards dealt to each player", shown_by="draws_stuck")
    target: int = whole(100, 10, 1000, "the game ends after the hand in which someone reaches this many points", shown_by="hands")
    draw_when_stuck: int = whole(
        1, 1, 5, "cards that a player who can't play draws, stopping at the first that can be played", shown_by="draws_stuck"
    )
    play_drawn: bool = flag(True, "false: a drawn card may not be played in that turn", shown_by="passes")
    hand_penalty: int = whole(4, 0, 10, "cards drawn by the last hand on the pile", shown_by="hits_hand")
    forget_chance: float = number(
        0, 0, 1, "chance that a caller forgets to call, and draws the penalty instead of the last hand", shown_by="hits_hand"
    )
    fake_out_chance: float = number(
        0, 0, 1, "chance, after each play but a Hit with a Hand, that one other player is faked out", shown_by="draws_penalty"
    )
    fake_penalty: int = whole(2, 0, 10, "cards drawn when faked out", shown_by="draws_penalty")
    reflexes: tuple[float, ...] = reals(
        (),
        "a weight for each seat: the chance of being the last hand is in proportion to 1/weight; empty: all alike",
        length=(0, SEATS),
        values=(0, sys.float_info.max),
        positive=True,
        shown_by="hits_hand",
    )
    turn_limit: int = whole(
        2000, 10, 100_000, "a hand that reaches this many turns is scored with nobody out", shown_by="hands_at_turn_limit"
    )
    hand_limit: int = whole(200, 1, 10_000, "a game that reaches this many hands ends without a winner", shown_by="ending.hand_limit")
    stall_limit: int = whole(
        20, 0, 1000, "after so many lost turns in a row the top card has no effect any more; 0: never", note="R13", shown_by="stalls"
    )

    ENGINE = f"""
        last_below: f8[{SEATS}]   each seat's share of being the last hand, added to those before it; the last is their total
    """

    def engine_values(self) -> dict[str, Any]:
        """The shares 1/weight, scaled so that none overflows."""
        below = np.zeros(SEATS)
        if self.reflexes:
            lightest = min(self.reflexes)
            below[: len(self.reflexes)] = np.cumsum([lightest / weight for weight in self.reflexes])
        return {"last_below": below}


VIEW = f"""
    cards                 how many cards you hold
    total                 the points you have
    top                   the card on top of the discard pile
    demand                the Hit whose demand binds you, 41-45 or 50-53; 0: none. A Hit on top without a demand takes any card
    direction             1: play goes clockwise; -1: the other way round
    draw_size             cards in the draw pile
    discard_size          cards in the discard pile
    hand_number           hands played before this one
    hand_turn             turns played in this hand, this one included
    other_cards[5]        the hand size of each other player, in playing order from the next
    other_total[5]        the points of each other player, in playing order from the next
    shown[{CARDS}]        by card: how many were seen on the discard pile in this hand, since it was last shuffled
    hand[64]              own cards by card
    card[64]              after plays(view): the card of each legal play
    _legal                the legal plays as a set of bits
"""

COUNTERS = """
    hands                 hands played
    cuts                  turns lost to cutting the deck
    flips                 turns lost to flipping the deck
    hits_hand             times everybody hit the deck with a hand
    hits_number           demands for a number that came into force
    hits_colour           demands for a colour that came into force
    draws_stuck           cards drawn by players who could not play
    draws_penalty         cards drawn by last hands, forgetful callers and players faked out
    passes                turns of stuck players that ended without a play
    reshuffles            times the discard pile became the draw pile
    demand_turns          passes under a demand
    hands_at_turn_limit   hands that ended with nobody out
    stalls                times the stall limit ended the effect of a card
    lead_changes          times the sole holder of the lowest total changed, hand by hand
"""

STATE = f"""
    ending                how the game ended; -1 while it goes on
    hands: u1[{SEATS}, 64]        each seat's cards by card
    held[{SEATS}]         the kinds of cards that each seat holds, as a set of bits
    cards[{SEATS}]        each seat's number of cards
    totals[{SEATS}]       each seat's points
    points[{SEATS}]       what the hand just played was worth
    out                   the seat that went out in this hand, or -1
    playable              the cards that may be played now, as a set of bits
    owed                  what the top card makes the next player do instead of playing
    lost                  turns in a row lost to that
    shuffles              shuffles in this hand, the opening one included
    leader                the last sole holder of the lowest total; -1: none yet
    chance: u8[4]         the position of each stream of the table's chance in this hand
    piles: u1[{2 * ROOM}]         both piles, each in its half; see the positions
    draw_at               the top card of the draw pile
    draw_end              behind the bottom card of the draw pile
    discard_at            the bottom card of the discard pile
    discard_end           behind the top card of the discard pile
    pack: u1[{MOST_CARDS}]        all cards in play, sorted
    pack_size             how many there are
    came: u1[{2 * ROOM}]          while that is kept: of each place of the piles, by which shuffle its card came there (see `knowing`)
{knowing.memory(SEATS, CARDS)}
"""

STATE_RECORD = state_record(Rules, view=VIEW, row=COUNTERS, own=STATE)

RULINGS = {
    "A1": "There are four colours, and in each of them four cards of each number from 1 to 5 (house rule copies).",
    "A2": "There are ten Hits with a Number, two for each number (house rule hit_numbers).",
    "A3": "There is one Hit with a Colour for each colour (house rule hit_colours).",
    "R1": "A Hit with a Hand that is turned up at the start goes to the bottom of the draw pile.",
    "R2": "Seat 0 starts the first hand of a game; each hand after it is started by the player one to the left of the last starter.",
    "R3": "The card turned up at the start acts on the first player as if the player before them had played it.",
    "R4": "A player who can play must play, and may not draw instead.",
    "R5": "Cutting lifts half the draw pile, rounded down, exposes the card below, and puts the lifted half back.",
    "R6": "A Flip turned up by a flip is buried half-way down its pile, rounded down, but below the first card that is not a Flip.",
    "R7": "With no draw pile to be had, a Flip turns nothing over but the direction.",
    "R8": "A Hit turned up by a Cut or a Flip makes its demand as if it had been played.",
    "R9": "An empty draw pile is replaced at once by the shuffled discard pile without its top card, but not after a last card.",
    "R10": "Buried and exposed cards stay in play: hands, draw pile and discard pile together always hold all cards.",
    "R11": "A hand ends at once with a last card, which has no effect any more.",
    "R12": "Players with equal lowest totals share the win.",
    "R13": "After stall_limit turns in a row lost to cutting, flipping and calling, the top card has no effect any more.",
}
