"""What Meow is played with: the cards, the house rules, what a player sees, what a game remembers and what it leaves behind."""

from typing import Any, Literal

import numpy as np

from simlab.engine.metric import UNIT
from simlab.engine.rules import HouseRules, choice, flag, lists, reals, whole
from simlab.engine.state import state_record

# In the engine a card is its slot: a number card its number, special card s the slot SPECIAL + s. A hand counts the cards in each slot.
# In data special card s is 100 + s.
SPECIAL = 21
NAMED_SPECIAL = 100

# The largest amounts that the house rules allow; they size the records.
MOST_NUMBERS, MOST_COPIES = 20, 12
MOST_SPECIALS, MOST_FACES = 12, 5
MOST_PLAYERS = 5
MOST_DEALT = 10
SLOTS = SPECIAL + MOST_SPECIALS
MOST_CARDS = MOST_NUMBERS * MOST_COPIES + MOST_SPECIALS

# A hand has MOST_DEALT + 1 cards at most. With m specials that can all be the same MOST_FACES numbers there are
# (m + 1) * (MOST_DEALT + 1 - m + MOST_FACES) - MOST_FACES plays, and Meow or to draw.
MOST_PLAYS = max((m + 1) * (MOST_DEALT + 1 - m + MOST_FACES) - MOST_FACES for m in range(MOST_DEALT + 2)) + 1

PRINTED_BONUS = {2: (6.0, -6.0), 3: (6.0, 0.0, -6.0), 4: (6.0, 3.0, -3.0, -6.0), 5: (6.0, 3.0, 0.0, -3.0, -6.0)}

EACH, SHARED = range(2)
BONUS, COINS_AND_BONUS = range(2)

TO_RESPOND, TO_LEAD = range(2)  # what is decided

# How a round ends. A payment has the same reason, or is for a copy.
PLAYING, COPY_OUT, LEAD_OUT, MEOW_WIN, MEOW_FAIL, DECK_OUT, TURN_LIMIT = range(-1, 6)
COPY = 5

SCORED = 0  # how a game ends


class Rules(HouseRules):
    """The house rules of Meow; every default is the rulebook as printed."""

    ENGINE = f"""
        faces[{MOST_SPECIALS}, {MOST_FACES}]       the different numbers on each special card, lowest first
        face_count[{MOST_SPECIALS}]    how many they are
        special_cards     how many special cards there are
        fitting[{SPECIAL}]      the special cards that depict each number, as a set: bit s for special card s
        bonus_units[{MOST_PLAYERS}]    the bonus of each place, in units of 1/840
    """

    numbers: int = whole(10, 2, MOST_NUMBERS, "the deck has the numbers from 1 to this", note="A1", shown_by="leads")
    copies: int = whole(5, 1, MOST_COPIES, "cards of each number", note="A1", shown_by="copies")
    specials: tuple[tuple[int, ...], ...] = lists(
        ((1, 6), (2, 7), (3, 8), (4, 9)),
        "the special cards and the numbers depicted on each, which may exceed `numbers`",
        length=(0, MOST_SPECIALS),
        each=(1, MOST_FACES),
        values=(1, MOST_NUMBERS),
        note="A2",
        shown_by="copies",
    )
    deal_size: int = whole(0, 0, MOST_DEALT, "cards dealt to each player; 0: five, with two players six", shown_by="leads")
    coins: int = whole(25, 0, 1000, "coins that each player starts a set with", shown_by="pay")
    debt: bool = flag(True, "true: a player may owe coins; false: a player pays what they have", note="R1", shown_by="pay")
    meow_hand: int = whole(4, 0, 20, "at most this many cards in hand, after drawing, to declare Meow", shown_by="meows")
    meow_win: int = whole(3, 0, 50, "coins from each other player for a successful Meow", shown_by="meows")
    meow_fail: int = whole(6, 0, 50, "coins that a failed Meow costs", shown_by="meows_failed")
    meow_fail_to: Literal["each", "shared"] = choice(
        "each", "each blocker gets them, or the blockers share them", note="R2", shown_by="meows_failed"
    )
    copy_out: int = whole(3, 0, 50, "extra coins from the original player for emptying the hand by a copy", shown_by="copy_outs")
    lead_out: int = whole(3, 0, 50, "coins from each other player for emptying the hand as the original player", shown_by="lead_outs")
    deck_out: int = whole(1, 0, 50, "coins from each other player to the lowest hand when the deck runs out", shown_by="deck_outs")
    rounds: int = whole(0, 0, 200, "rounds in a set; 0: two for each player, with two players eight", shown_by="rounds")
    reverse_half: bool = flag(False, "true: play goes counterclockwise once everybody has started a round (Q3-1)", shown_by="rounds")
    sets: int = whole(1, 1, 9, "sets in a game; where there are several, each gives a bonus by rank (Q3-2)", shown_by="rounds")
    bonus: tuple[float, ...] | dict[int, tuple[float, ...]] = reals(
        PRINTED_BONUS,
        "the bonus of each place after a set; a number of players that is left out keeps the printed one",
        length=(2, MOST_PLAYERS),
        values=(-1000, 1000),
        step=0.5,
        by_players=True,
        note="R3",
        shown_by="rounds",
    )
    set_score: Literal["bonus", "coins_and_bonus"] = choice("bonus", "what several sets add up", note="R11", shown_by="rounds")
    turn_limit: int = whole(1000, 10, 100_000, "a round that reaches this many turns ends without a further payment", shown_by="stalled")

    def engine_values(self) -> dict[str, Any]:
        """The special cards by their numbers, and the bonus of each place."""
        faces = np.zeros((MOST_SPECIALS, MOST_FACES), dtype=np.int64)
        face_count = np.zeros(MOST_SPECIALS, dtype=np.int64)
        fitting = np.zeros(SPECIAL, dtype=np.int64)
        for s, depicted in enumerate(self.specials):
            different = sorted(set(depicted))
            faces[s, : len(different)] = different
            face_count[s] = len(different)
            fitting[different] |= 1 << s
        bonus_units = np.zeros(MOST_PLAYERS, dtype=np.int64)
        if isinstance(self.bonus, tuple):
            bonus_units[: len(self.bonus)] = [round(bonus * UNIT) for bonus in self.bonus]
        shown = {"faces": faces, "face_count": face_count, "fitting": fitting, "special_cards": len(self.specials)}
        return shown | {"bonus_units": bonus_units}


VIEW = f"""
    hand[{SLOTS}]              own cards: of each number v at v, special card s at SPECIAL + s
    cards                 how many cards you hold
    coins                 your coins
    number                the number of the lead on the field; 0: there is none, you lead
    lead_cards            how many cards it was led with
    original              which other player leads, in playing order from the next (0); -1: you do
    may_meow              1 where declaring Meow is the last option of `lead`, else 0
    played[{SLOTS}]            the cards that lie on the field or were discarded in this round, as in hand
    deck                  cards in the deck
    other_cards[4]        the hand size of each other player, in playing order from the next
    other_coins[4]        their coins
    round_number          which round of the set this is, from 0; there are rules.rounds
    set_number            which set this is, from 0; there are rules.sets
    leads_as: i8[{MOST_PLAYS}]  after plays(view): the number of each play, as a lead or a copy; 0: to draw, or Meow
    naturals: i8[{MOST_PLAYS}]  after plays(view): how many number cards it uses
    specials: i8[{MOST_PLAYS}]  after plays(view): how many special cards, the ones of the lowest index that fit
    _specials             own special cards, as a set
    _gone                 the special cards among those played, as a set
"""

MEASURES = """
    rounds                rounds played, in all sets
"""

COUNTERS = """
    leads                 leads
    copies                copies
    cards_copied          cards played as copies
    meows                 Meows declared, the failed ones included
    meows_failed          Meows that somebody blocked
    copy_outs             rounds ended by emptying a hand with a copy
    lead_outs             rounds ended by emptying a hand with a lead
    deck_outs             rounds ended by a deck that ran out
    stalled               rounds ended by the turn limit
    coins_moved           coins that changed hands
    lead_changes          times the sole holder of the most coins changed, round by round in each set
    full_copies           leads that everybody else copied
"""

STATE = f"""
    how                   how the round ended; -1 while it goes on
    turns                 turns played in this round
    first                 the seat that starts the round
    direction             1 clockwise, -1 counterclockwise
    original              the seat that led
    hands[{MOST_PLAYERS}, {SLOTS}]          each seat's cards, by slot
    specials[{MOST_PLAYERS}]           each seat's special cards, as a set
    plays: u1[{MOST_PLAYERS}, 2, 16]      how many plays of each number each seat's hand allows, of number v at [v >> 4, v & 15]
    leads[{MOST_PLAYERS}]              how many that are of all numbers
    cards[{MOST_PLAYERS}]              each seat's number of cards
    coins[{MOST_PLAYERS}]              each seat's coins
    total[{MOST_PLAYERS}]              each seat's total, once hands are added up
    leader                the last sole holder of the most coins; -1: none yet
    deck: u1[{MOST_CARDS}]         all cards of this round as dealt, as in data; the deck's top card is at deck_at
    deck_at               see there
    pack: u1[{MOST_CARDS}]         all cards in play, sorted
    pack_size             how many there are
    tally[{NAMED_SPECIAL + MOST_SPECIALS}]            in a redeal: the cards that a player cannot know
"""

STATE_RECORD = state_record(Rules, view=VIEW, row=MEASURES + COUNTERS, own=STATE)

RULINGS = {
    "A1": "The deck has five cards of each number from 1 to 10: the rulebook does not print it.",
    "A2": "The four special cards depict 1 and 6, 2 and 7, 3 and 8, 4 and 9.",
    "R1": "A player may owe coins, below zero; payments are made at once, clockwise from the player after the receiver "
    "(to several blockers from the one after the declarer, to several lowest hands the lowest seat first).",
    "R2": "After a failed Meow every blocker gets the whole penalty (house rule meow_fail_to).",
    "R3": "With two players, for whom none is printed, the bonus is 6 and -6.",
    "R4": "Special cards may be mixed with number cards, in a lead and in a copy.",
    "R5": "Emptying the hand with a lead pays whichever cards were drawn, also on the opening lead.",
    "R6": "The choice between leading and Meow is made after seeing the card drawn.",
    "R7": "An original player whom everybody has copied draws, and may then declare Meow as well.",
    "R8": "When the deck runs out and several hands are the lowest, each other player pays each of them.",
    "R9": "With one set the most coins win; who has equally many share the win.",
    "R10": "Tied players share the bonuses of the places they take up, exactly.",
    "R11": "Several sets add up their bonuses, not the coins (house rule set_score).",
    "R12": "Only where hands are added up does a special card count as the lowest number on it.",
}
