"""A correct game of one file, kept as text; and how to plant a fault in it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SEVENS = '''"""Sevens: shed all your cards, by suit or by rank; the first with an empty hand wins. A game to start from: change it.

2-6 players, 52 cards. A Seven fits on any card, and who plays it names the suit that must follow. Who can't play draws a card, and plays
it if it fits. House rule of our own: a Two makes the next player draw.
"""

from simlab.kit import NO_CARD, HouseRules, card_choice, card_game, cards, choice_of, ending, event, flag, sets_of, whole
from simlab.kit import after, choose, choose_card, deal, draw, gather, goes_on, held, move, reshuffle, size, tell, top, wins

# --- The cards ------------------------------------------------------------------------------------------------------------------------
# A card is a number: its place in this list. Here it is 13 * suit + rank, so that both can be told from it.

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("Ace", "Two", "3", "4", "5", "6", "Seven", "8", "9", "10", "Jack", "Queen", "King")
CARDS = cards([f"{rank} of {suit}" for suit in SUITS for rank in RANKS], copies=1)
TWO, SEVEN = RANKS.index("Two"), RANKS.index("Seven")

# Sets of cards are whole numbers: card c is bit c. FITS[c] is the set of the cards that fit on card c; `&` is what two sets share.
FITS = sets_of(CARDS, lambda on, card: card // 13 == on // 13 or card % 13 == on % 13 or card % 13 == SEVEN)
OF_SUIT = sets_of(CARDS, lambda on, card: card // 13 == on // 13 or card % 13 == SEVEN)

# --- Where they lie, and who sees them there ------------------------------------------------------------------------------------------
# From the lines with a pile or a hand follows what a player sees, that no card is ever lost, and how a player may imagine what is hidden.
# The other lines are whole numbers that the game remembers, as g.<name>; all are 0 when a game begins.

TABLE = """
    deck: pile, seen by nobody                    the draw pile
    discard: pile, its top seen by all            the discard pile
    hand: hand of each seat, seen by its owner    your hand
    owed                                          cards that the next player has to draw
"""

# What all players are told besides, as g.seen.<name> here and view.<name> in a strategy.
VIEW = """
    named                                         1 + the suit that was named with the last Seven; 0: any card shows its own suit
"""


class Rules(HouseRules):
    """The house rules, one a line: default, lowest, highest, meaning. An experiment may change them; g.seen.rules.<name> reads them."""

    deal_size: int = whole(7, 1, 8, "cards dealt to each player")
    two_draws: int = whole(2, 0, 5, "cards that a Two makes the next player draw")
    play_drawn: bool = flag(True, "false: a drawn card may not be played in that turn")


# --- What happens, what is decided, how it ends ---------------------------------------------------------------------------------------
# tell(g, DREW, seat, card) writes the sentence to the trace and adds one to the counter `draws` of the results.
# A sign says what a field is: @ a player, ^ a card, * a list of cards, ** one for each player.

DEALT = event("The cards are dealt: {hands**}. Turned up: {top*}. Draw pile: {deck*}.")
PLAYED = event("{player@} plays {card^}.")
NAMED = event("{player@} names {suit=clubs|diamonds|hearts|spades}.", sevens="Sevens that named a suit")
DREW = event("{player@} draws {card^}.", draws="cards drawn")
PASSED = event("{player@} passes.", passes="turns without a play")
RESHUFFLED = event("The discard pile is the new draw pile: {deck*}.", reshuffles="times the discard pile became the draw pile")

PLAY = card_choice("which of the cards that may be played")  # a strategy answers in `def play(view)`
NAME = choice_of("which suit must follow your Seven: 0 clubs, 1 diamonds, 2 hearts, 3 spades")  # in `def name(view)`

OUT = ending("a player has no card left")

# --- The game -------------------------------------------------------------------------------------------------------------------------
# Plain Python functions; simlab compiles them. g is the table: g.deck, g.hand[seat], g.owed ...


def play_game(g):
    """One game: the set-up, then turn after turn clockwise from seat 0, until somebody is out."""
    gather(g, g.deck)  # all cards lie in the deck, shuffled
    deal(g, g.deck, g.hand, g.seen.rules.deal_size)
    draw(g.deck, g.discard)
    tell(g, DEALT, g.hand, g.discard, g.deck)
    seat = -1
    while goes_on(g):  # until wins(...), or the turn limit
        seat = after(g, seat)
        take_turn(g, seat)


def take_turn(g, seat):
    """Draw what is owed; then play a card, or draw one."""
    while g.owed > 0:
        g.owed -= 1
        draw_card(g, seat)
    legal = held(g.hand[seat]) & fitting(g)
    card = choose_card(g, seat, PLAY, legal) if legal else draw_card(g, seat)
    if card == NO_CARD or not fitting(g) >> card & 1 or (legal == 0 and not g.seen.rules.play_drawn):
        tell(g, PASSED, seat)
        return
    move(card, g.hand[seat], g.discard)
    tell(g, PLAYED, seat, card)
    g.seen.named = 0
    if size(g.hand[seat]) == 0:
        wins(g, seat, OUT)
    elif card % 13 == SEVEN:
        suit = choose(g, seat, NAME, len(SUITS))
        g.seen.named = 1 + suit
        tell(g, NAMED, seat, suit)
    elif card % 13 == TWO:
        g.owed = g.seen.rules.two_draws


def fitting(g):
    """The set of all cards that fit on the discard pile."""
    return OF_SUIT[13 * (g.seen.named - 1)] if g.seen.named else FITS[top(g.discard)]


def draw_card(g, seat):
    """Draw one card, which is the answer, or NO_CARD. An empty draw pile is made anew from the discard pile but its top card."""
    if size(g.deck) == 0 and size(g.discard) > 1:
        reshuffle(g, g.discard, g.deck)
        tell(g, RESHUFFLED, g.deck)
    if size(g.deck) == 0:
        return NO_CARD
    card = draw(g.deck, g.hand[seat])
    tell(g, DREW, seat, card)
    return card


GAME = card_game(globals(), players=range(2, 7))
'''

RANDOM = '''"""Picks one of the legal actions, each with the same chance."""

from simlab.kit import below


def play(view):
    return below(view, view.options)


def name(view):
    return below(view, view.options)
'''

FIRST = '''"""Always the first legal action."""


def play(view):
    return 0


def name(view):
    return 0
'''


def changed(*edits: tuple[str, str]) -> str:
    """The game with parts of it replaced, each of which stands there once."""
    text = SEVENS
    for before, after in edits:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def workspace(folder: Path, text: str) -> None:
    """A workspace with this game and two strategies for it."""
    for file, content in {"games/sevens.py": text, "strategies/sevens/random.py": RANDOM, "strategies/sevens/first.py": FIRST}.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def check(folder: Path, what: str = "sevens") -> tuple[int, list[str]]:
    """The command's exit code and what it says."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "400"}
    done = subprocess.run([sys.executable, "-m", "simlab", "check", what], cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()
