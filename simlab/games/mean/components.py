"""What MEAN! is played with: the cards, the house rules, what a player sees, what a game remembers and what it leaves behind."""

from typing import Literal

import numpy as np

from simlab.engine.metric import own
from simlab.engine.rules import HouseRules, choice, flag, whole
from simlab.engine.state import state_record

# Values 1 to 12, and Wild. In data a card is its value.
WILD, ONE, THREE, SIX, EIGHT, TEN, TWELVE = 0, 1, 3, 6, 8, 10, 12
VALUES = 13
COPIES = 4  # of each value in a deck, but for Sixes and Wilds

NOBODY = -1
UPWARDS = 1 << ONE | 1 << THREE  # the values that dictate the direction, as bits
DOWNWARDS = 1 << TEN | 1 << TWELVE
CHOOSING = (1 << VALUES) - (1 << ONE) & ~(UPWARDS | DOWNWARDS)  # those that leave it as it is; on an empty Play Area the player chooses it

# A byte a value: 255 where the player chooses the direction on an empty Play Area, 0 where the value dictates it.
BOTH_WAYS = np.array([0, 0, 255, 0, 255, 255, 255, 255, 255, 255, 0, 255, 0, 0, 0, 0], dtype=np.uint8)

# The largest amounts that the house rules allow; they size the records.
MOST_CARDS = 4 * (11 * COPIES + 12 + 12)
BAGS = 4  # of so many shuffles it is remembered what was in them
FRESH = VALUES  # in such a bag: a card that nobody has seen
HANDS, OUT_OF_PLAY = 9, 8  # of eight seats, and what is out of play, unseen, as if it were a hand
MOST_PILES, MOST_PILE_SIZE, MOST_TO_CLEAR = 8, 6, 8
MOST_PLAYS = 2 * (4 + 2 * 8) * MOST_TO_CLEAR + 1  # natural and wild, eight values in both directions; and to take a Pile
LISTED = MOST_PLAYS + 15  # room for what is written too much behind the last one (see `listing.plays`)

LOSES, WINS, SWAPS = range(3)
MUST, MAY, NEVER = range(3)
PENDING, IMMEDIATE = range(2)

DOWN, UP, ON_MEAN = range(3)  # what may follow: values up to the top one, values from it on, or Sixes only
RUNS = MOST_TO_CLEAR + 1  # how many cards of one value may lie on top, none included
TOPS = 3 * 16 * RUNS  # all that may lie on top (see `legal.on_top`)

TO_PLAY, TO_SWAP, TO_PILE = range(3)  # what is decided
STUCK, PUNISHED, CHOSEN = range(3)  # why a Pile is taken


class Rules(HouseRules):
    """The house rules of MEAN!; every default is the rulebook as printed."""

    decks: int = whole(0, 0, 4, "decks of cards; 0: one for 2-4 players, two for 5-8", shown_by="draws")
    sixes: int = whole(6, 0, 12, "Sixes in a deck", shown_by="mean_played")
    wilds: int = whole(4, 0, 12, "Wilds in a deck", note="A1", shown_by="wilds_played")
    deal_size: int = whole(4, 1, 12, "cards dealt to each player", shown_by="draws")
    hand_size: int = whole(5, 1, 12, "a turn starts by drawing up to this many", shown_by="draws")
    piles: int = whole(4, 1, MOST_PILES, "Punishment Piles made at set-up and when they are replenished", shown_by="replenishes")
    pile_size: int = whole(3, 1, MOST_PILE_SIZE, "cards in a full Pile; the last one lies face up", shown_by="replenishes")
    clear_at: int = whole(4, 2, MOST_TO_CLEAR, "as many cards of one value on top clear the Play Area", shown_by="clears")
    eight_last: Literal["loses", "wins", "swaps"] = choice(
        "loses", "what playing an Eight as the last card in hand does", note="R1", shown_by="ending.eight_last"
    )
    eight_swap: Literal["must", "may", "never"] = choice(
        "must", "whether an Eight's swap is mandatory, optional or not played with", shown_by="swaps"
    )
    going_out_on_mean: Literal["pending", "immediate"] = choice(
        "pending", "going out with a MEAN! card waits until the punishment has landed, or happens at once", note="R5", shown_by="out"
    )
    must_play: bool = flag(
        True, "false: a player who could play may take a Pile instead, but not on an empty Play Area", shown_by="piles_taken_choice"
    )
    must_pass_mean: bool = flag(
        True, "false: a punished player who could play a MEAN! card may take the Piles instead", shown_by="piles_taken_mean"
    )
    play_on: bool = flag(False, "true: play goes on until one loser remains", shown_by="out")
    turn_limit: int = whole(1000, 10, 100_000, "a game that reaches this many turns ends without a winner", shown_by="ending.turn_limit")


VIEW = f"""
    hand[16]              own cards by value, 1 to 12; Wilds at 0
    cards                 how many cards you hold
    top                   the value on top of the Play Area; 0: it is empty
    run                   how many cards of that value lie on top without interruption
    up                    1 while play goes up, 0 while it goes down
    unresolved            MEAN! cards on top that nobody was punished for yet
    lowest                the lowest value that may be played now
    highest               the highest value that may be played now
    may_take              1 where taking a Pile is the last option of a play, else 0
    area[13]              the cards of the Play Area by value
    gone[13]              cards out of play that everybody has seen, by value
    piles                 how many Punishment Piles are left
    pile_face[8]          the face-up card of each Pile; Pile i is option i of `pile`
    pile_size[8]          the cards in each Pile
    owed                  in `pile`: how many Piles are still to be taken, this one included
    deck                  cards in the Draw Deck
    other_cards[7]        the hand size of each other player, clockwise from the next
    other_in[7]           1 where that player is still in the game
    partner[7]            in `swap`: option i swaps with the other player number partner[i]
    _naturals: u1[16]     how many plays of natural cards there are of each value
    _wilds: u1[16]        how many of Wilds announced as that value
    value[{LISTED}]        after plays(view): the value of each legal play; 0: take a Pile
    count[{LISTED}]        after plays(view): how many cards it plays
    wild[{LISTED}]         after plays(view): 1 where they are Wilds
    goes_up[{LISTED}]      after plays(view): 1 where play goes up afterwards
"""

COLUMNS = """
    winner                the only winner's seat, or -1
    loser                 the only loser's seat, or -1
"""

MEASURES = """
    deck_empty_turn       the turn in which the Draw Deck ran out; 0: empty from the start, -1: never
"""

METRICS = (own("deck_empty_turn", "deck empty turn", "the turn in which the Draw Deck runs out"),)

COUNTERS = """
    draws                 cards drawn at the start of a turn
    plays                 plays of one or more cards
    sets                  plays of two or more cards
    wilds_played          Wilds played
    swaps                 hands swapped by an Eight
    clears                times the Play Area was cleared
    mean_played           MEAN! cards played, Wilds as Six included
    piles_taken_stuck     Piles taken by players who could not play
    piles_taken_mean      Piles taken as a MEAN! punishment
    piles_taken_choice    Piles taken by players who could have played
    replenishes           times the Punishment Piles were made anew
    lead_changes          times the sole holder of the fewest cards changed, once the Draw Deck was empty
"""

ENDINGS = ("out", "eight_last", "turn_limit")
PLAYING, OUT, EIGHT_LAST, TURN_LIMIT = range(-1, 3)

STATE = f"""
    hands: u1[{HANDS}, 16]      each seat's cards by value; behind them, while `knowing`, what is out of play, unseen
    playable: u1[{TOPS}, 16]   by what lies on top: how many cards of each value one play may have, as bits
    deck_sums: u1[{MOST_CARDS + 1}, 16]   what lies before each card of the Draw Deck, by value
    cards: i2[8]          each seat's number of cards
    playing               the seats that are still in the game, as bits
    last_seat             the last seat whose turn is used up
    swapped               1 once this turn's swap is spent
    recalled              1 in a turn that is played once more, where what a player cannot see is blank: it is left where hands are swapped
    waiting               how many seats wait to go out on a MEAN! card
    wait[8]               these seats, the first to have emptied its hand first
    leader                the last sole holder of the fewest cards, as a bit; 0: none yet
    wild_plays: u1[{TOPS}, {MOST_TO_CLEAR + 1}]   by what lies on top, and by the Wilds in hand: how many plays of Wilds there are
    pile_cards: u1[{MOST_CARDS + 16}]   the cards of the Piles, Pile after Pile, each with its face-up card last
    pile_starts[{MOST_PILES + 1}]        where each begins, by its place on the table; behind the last one, where they end
    pile_left             the places on the table of the Piles that are left, in order (see `packed`)
    pile_shown            those that the view shows
    deck: u1[{MOST_CARDS}]      the Draw Deck; its top card is at deck_at
    deck_at               see there
    shuffles              how many shuffles there were after the opening one
    pack: u1[{MOST_CARDS}]      all cards in play, sorted
    pack_size             how many there are
    known: i1[8, {HANDS}, {VALUES}]     [a, b]: while `knowing`, the cards that seat a knows to be in b's hand, by value
    bags: i2[8, {BAGS}, {FRESH + 1}]      [a, i]: cards that a saw before they came into bag i, and not since; at FRESH those never seen
    bagged: i2[8, {HANDS}, {BAGS}]    [a, b, i]: how many more cards of b's hand a knows to be of bag i
"""

STATE_RECORD = state_record(Rules, view=VIEW, row=COLUMNS + MEASURES + COUNTERS, own=STATE, scores=False)

RULINGS = {
    "A1": "A deck has four Wilds: the rulebook says four of each card.",
    "R1": "An Eight played last decides by the hand alone, also while the Draw Deck still has cards.",
    "R2": "Taking Piles for a cleared MEAN! set uses up the next player's turn; play continues after that player.",
    "R3": "A player whose hand becomes empty while the Draw Deck is empty goes out at once, by an own play or a swap; R5 is the exception.",
    "R4": "A player with no card goes out at the start of their turn if the Draw Deck has run out by then, unless they are being punished.",
    "R5": "Going out on a MEAN! card waits until its punishment has landed on somebody else (house rule going_out_on_mean).",
    "R6": "A swap partner must still be in the game; a player without cards is a legal partner.",
    "R7": "At most one swap a turn, restarts included; a declined swap does not count.",
    "R8": "When a MEAN! set clears the Play Area, the next player takes the Piles even with a MEAN! card in hand, before the restart.",
    "R9": "A restart may be any card or set, and announces a direction.",
    "R10": "The Play Area's cards and those added from the Draw Deck are shuffled together before new Piles are dealt.",
    "R11": "A punishment that lapses, in part or wholly, still uses up that player's turn.",
}
