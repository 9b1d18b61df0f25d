"""What Spite & Malice is played with: the cards, the house rules, what a player sees, what a game remembers and what it leaves behind."""

from collections.abc import Sequence
from typing import Any, Literal

from simlab.engine.compiled import knowing
from simlab.engine.rules import HouseRules, choice, choices, flag, whole, wholes
from simlab.engine.state import state_record

# Values 1 to 13, and Wild. In data a card is its value; with the Spite half Wild number i is 100 + i.
WILD, ONE, TWO = 0, 1, 2
VALUES = 14
FIRST_SPITE = 100

NO_SEAT = NOTHING = -1

# The largest amounts that the house rules allow; they size the records.
MOST_PLAYERS, MOST_STORES, MOST_WILDS = 5, 8, 24
MOST_OF_A_VALUE = 8 + 8
MOST_CARDS = MOST_OF_A_VALUE * 13 + MOST_WILDS
MOST_STORED = MOST_OF_A_VALUE * 11  # on one Store Pile: neither 1s nor 2s nor Wilds lie there
MOST_HELD = 10
# Naming an UP Wild, values of the hand, naming a Wild, Store Piles, Spite, storing, or the end of the turn.
MOST_MOVES = 12 + MOST_HELD + 12 + MOST_STORES + MOST_HELD * (MOST_PLAYERS - 1) + MOST_HELD * MOST_STORES + 1
MOST_KINDS = FIRST_SPITE + MOST_WILDS  # the numbers of cards in data
RING = 256  # places of a Card Stack, which takes cards at its bottom and gives them at its top

MOST_BUILDS = 1000  # cards put on Build Piles in a turn (R9)

TO_MOVE, TO_GIVE, TO_SPITE = range(3)  # what is decided
PLAY, SPITE, STORE, END = range(4)  # what a move does
UP, HAND, FIRST_STORE = range(3)  # where a card is played from; Store Pile i is FIRST_STORE + i
STOP, DUMP, FEED, BURY = range(4)  # what a Spite card does
NOBODY, FEWEST = range(2)  # who wins a game that is `blocked`

Text = Literal["stop", "dump", "feed", "bury"]


class Rules(HouseRules):
    """The house rules of Spite & Malice; every default is the rulebook as printed."""

    bordered: int | tuple[int, ...] = wholes(
        4,
        "cards of each value in the bordered deck; a list: of 1, 2, ... 13",
        length=(13, 13),
        values=(0, 8),
        single=(1, 8),
        note="A1",
        shown_by="builds",
    )
    plain: int | tuple[int, ...] = wholes(
        4,
        "cards of each value in the non-bordered deck; a list: of 1, 2, ... 13",
        length=(13, 13),
        values=(0, 8),
        single=(0, 8),
        note="A1",
        shown_by="builds",
    )
    wilds: int = whole(6, 0, MOST_WILDS, "Wild/Spite cards, in the non-bordered deck", note="A1", shown_by="wilds_played")
    stack_size: int = whole(8, 1, 20, "cards dealt to each Card Stack", shown_by="ups_played")
    deal_size: int = whole(4, 1, 10, "cards dealt to each hand", shown_by="draw")
    hand_size: int = whole(5, 1, 10, "a turn starts by drawing up to this many; a hand run through is replaced by as many", shown_by="draw")
    stores: int = whole(4, 0, MOST_STORES, "Store Piles of each player", shown_by="stores")
    top: int = whole(
        13, 5, 13, "the value that caps a Build Pile, the Malice card; higher ones are not in the decks", shown_by="piles_capped"
    )
    malice: bool = flag(True, "the card that caps a Build Pile gives a card to another player's Card Stack", shown_by="gives")
    wild_bans: tuple[int, ...] = wholes(
        (1, 2, 7, 13), "values that a Wild can't be; `top` never", length=(0, 13), values=(1, 13), shown_by="wilds_played"
    )
    spite: bool = flag(False, "Wild/Spite cards may be played as Spite as well", shown_by="spites")
    spite_texts: tuple[Text, ...] = choices(
        ("stop", "dump", "feed", "bury", "stop", "feed"),
        "what the Spite cards do, repeated in turn over the Wilds",
        length=(1, MOST_WILDS),
        note="A2",
        shown_by="spites",
    )
    blocked: Literal["nobody", "fewest"] = choice(
        "nobody", "who wins a game in which nobody can do anything any more", note="R8", shown_by="ending.blocked"
    )
    turn_limit: int = whole(2000, 10, 100_000, "a game that reaches this many turns ends without a winner", shown_by="ending.turn_limit")

    # How many of each value are in the two decks, and the values that a Wild can't be, as bits.
    ENGINE = f"""
        bordered[{VALUES}]
        plain[{VALUES}]
        banned
    """

    def engine_values(self) -> dict[str, Any]:
        """The decks by value, and banned values as bits."""
        banned = sum(1 << value for value in {*self.wild_bans, self.top})
        return {"bordered": self.by_value(self.bordered), "plain": self.by_value(self.plain), "banned": banned}

    def by_value(self, counts: int | Sequence[int]) -> tuple[int, ...]:
        """How many cards of each value a deck has; values above `top` are left out."""
        listed = (counts,) * 13 if isinstance(counts, int) else tuple(counts)
        return (0, *(count if value <= self.top else 0 for value, count in enumerate(listed, start=1)))


VIEW = f"""
    me                    your seat; what lies open on the table is listed by seat
    on_turn               the seat whose turn it is
    hand[16]              own cards by value, 1 to 13; Wilds at 0
    up[{MOST_PLAYERS}]                 each seat's UP card: its value; 0: a Wild; -1: not turned up yet
    stack[{MOST_PLAYERS}]              cards left in each Card Stack, the UP card included
    held[{MOST_PLAYERS}]               cards in each hand
    skips[{MOST_PLAYERS}]              1 for a seat whose next turn will be skipped
    store_top[{MOST_PLAYERS}, {MOST_STORES}]       the top card of each seat's Store Piles; 0: there is none
    store_size[{MOST_PLAYERS}, {MOST_STORES}]      how many cards lie on each; stored(view, seat, pile, depth) is one of them
    piles                 open Build Piles
    pile_top[16]          the value on top of each, in the order in which they were opened; a pile is as high as that value
    cover                 the Build Pile whose Wild must be covered now, or -1
    draw_size             cards in the Draw Pile
    discard_size          cards in the Discard Pile
    discard[16]           cards of the Discard Pile by value; Wilds at 0
    spite_text[{MOST_HELD}]        what each Spite card held does, by its number: 0 stop, 1 dump, 2 feed, 3 bury
    _stored: u1[{MOST_PLAYERS}, {MOST_STORES}, {MOST_STORED}]      the cards of each Store Pile, the top one last
    _tops                 the natural tops of the Build Piles, as bits
    _with_top[16]         the Build Piles that have this natural top, as bits
    _have                 the values that you hold, as bits
    _filled[{MOST_PLAYERS}]            the Store Piles with a card, as bits
    action: i8[{MOST_MOVES}]      after moves(view): what each legal move does: 0 play, 1 Spite, 2 store, 3 end
    source: i8[{MOST_MOVES}]      after moves(view), of a play: 0 from the Card Stack, 1 from the hand, 2 + i from Store Pile i
    value: i8[{MOST_MOVES}]       after moves(view): the value played or stored; of a Spite its text
    wild: i8[{MOST_MOVES}]        after moves(view): 1 where a Wild is played
    target: i8[{MOST_MOVES}]      after moves(view): the Build Pile (piles: a new one), the victim's seat, or the Store Pile
"""

COLUMNS = """
    first                 the seat that went first
    winner                the only winner's seat, or -1
"""

COUNTERS = """
    builds                cards put on Build Piles
    ups_played            cards put on Build Piles from Card Stacks
    wilds_played          Wilds put on Build Piles
    piles_capped          Build Piles that reached the top value
    gives                 cards given by Malice
    stores                cards stored
    no_stores             turns that ended without storing
    stuck_hands           hands shown and discarded
    refills               hands run through by plays
    reshuffles            times the Discard Pile became the Draw Pile
    spites                cards played as Spite
    lead_changes          times the sole holder of the fewest stack cards changed
"""

ENDINGS = ("out", "blocked", "turn_limit")
PLAYING, OUT, BLOCKED, TURN_LIMIT = range(-1, 3)

STATE = f"""
    hands[{MOST_PLAYERS}, 16]          each seat's cards by value
    have[{MOST_PLAYERS}]               the values that each seat holds, as bits
    numbers[{MOST_PLAYERS}]            the numbers of the Wild/Spite cards that each seat holds, as bits
    stack_cards: u1[{MOST_PLAYERS}, {RING}]      each Card Stack
    stack_at[{MOST_PLAYERS}]           where its top card lies
    stack_came: u1[{MOST_PLAYERS}, {RING}]       while that is kept: of each of its cards, by which shuffle it came there (see `knowing`)
    deck: u1[{MOST_CARDS}]          the Draw Pile; its top card is at deck_at
    deck_at               see there
    deck_came: u1[{MOST_CARDS}]     as stack_came
    pile_number[16]       the number of each open Build Pile
    pile_cards: u1[16, 16]     its cards; the one of value v at v
    opened                Build Piles opened so far
    built                 cards put on Build Piles in this turn
    loose                 the numbers of the Wild/Spite cards in the Discard Pile, as bits
    idle_turns            turns in a row in which nothing could be done (R8)
    leader                the last sole holder of the fewest stack cards; -1: none yet
    stacks_changed        1: a Card Stack has more or fewer cards than when this was last asked
    pack: u1[{MOST_CARDS}]          both decks, sorted: the bordered one last
    plain_size            cards of the other one
    pack_size             cards in both
{knowing.memory(MOST_PLAYERS, MOST_KINDS)}
"""

STATE_RECORD = state_record(Rules, view=VIEW, row=COLUMNS + COUNTERS, own=STATE)

RULINGS = {
    "A1": "The bordered deck has four of each value, the other one four of each value and six Wild/Spite cards: together 110.",
    "A2": "The six Spite texts are stop, dump, feed, bury, stop and feed.",
    "R1": "Of equal highest UP cards the one closest to the dealer's left goes first; the dealer is the last seat.",
    "R2": "Whenever a card is needed and the Draw Pile is empty, the shuffled Discard Pile replaces it; both empty: there is none.",
    "R3": "1s in hand or as UP card and 2s in hand are forced whenever they can be played, throughout the turn, and before anything else.",
    "R4": "A Wild may only be played if a natural card one higher can cover it right away, from hand, UP card or a Store top.",
    "R5": "Who can store must store in the end; who can still make optional plays may choose to store instead.",
    "R6": "After one card at most one Spite is played by the others; they are asked once each, clockwise from the player on turn.",
    "R7": "A hand dumped in its player's own turn is not replaced; the player may go on, and ends the turn without storing.",
    "R8": "When for a whole round nobody could do anything, the game is blocked and ends (house rule blocked).",
    "R9": "A turn in which 1000 cards have been put on Build Piles ends the game as the turn limit does.",
}
