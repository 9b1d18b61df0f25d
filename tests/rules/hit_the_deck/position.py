"""Hit the Deck from a position written by hand, and back in words.

Cards are words: R1 Y2 G3 B4 for numbers, RC for a red Cut, RF for a red Flip, H3 for a Hit with a Number, HR with a Colour, HH with a
Hand. A position has a line for what there is on the table; what is not written is not there:

    hands: R1 Y3 HH | G2 G2 | B5       each seat's cards
    draw: Y1 RC                        the draw pile, top first
    discard: R4 B4                     the discard pile, top first; its top card has just come to lie there, and acts on who is next
    obeyed: yes                        the top card has no effect any more
    direction: back                    play goes counterclockwise
    turn: 1                            whose turn begins; without it seat 0
    turns: 9                           how many turns were played in this hand before
    lost: 3                            how many of them in a row were lost
    hand: 2                            how many hands were played before
    totals: 40 0 7                     the points so far
    leader: 1                          who led alone before

`play(position, *script, turns=1, **house_rules)` plays so many turns, or to the end of the hand. The script has a line for each decision
that is asked (those with two or more options): "0: R1". What happened comes back as `story`, a line an event:

    0 plays R1 | 0 plays the drawn R1 | 0 draws R1 Y2 (stuck) | 0 passes | 1 cuts: RC | 1 cuts: - | 1 flips: Y2 | 1 flips: Y2, buried RF BF
    0 calls, 2 is last | new draw pile: R1 Y2 | 0 is out: 0 17 3 | nobody is out: 5 17 3
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from simlab.engine.events import Event
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.hit_the_deck import GAME
from tests.rules.asking import Helpers
from tests.rules.harness import Engine, PlayedOn, State, Written, split

LETTERS = "RYGB"
ROOM = 1024  # where the engine keeps the discard pile

_ENTRIES = '''"""Generated: the engine's way through some turns, for tests."""
from numba import from_dtype, njit, types
from simlab.games.hit_the_deck import GAME
from simlab.games.hit_the_deck.components import FOLLOWS, HIT_HAND, HIT_NUMBER, NOBODY, NOTHING
from simlab.games.hit_the_deck.memory import note_table
from simlab.games.hit_the_deck.play import PLAYING, begin_chance, end_hand, take_effect, take_turn, write_result
from simlab.kit.turns import after

STATE = from_dtype(GAME.state)


@njit(types.void(STATE, types.int64), nogil=True, cache=True)
def enter(g, obeyed):
    """The top card has come to lie there, and all know the discard pile; where the card is obeyed, it has no effect any more."""
    begin_chance(g)
    note_table(g)
    take_effect(g, g.seen.top)
    g.row.hits_number = 0
    g.row.hits_colour = 0
    if obeyed:
        g.owed = NOTHING
        g.seen.demand = 0
        if g.seen.top > HIT_NUMBER:
            g.playable = FOLLOWS[HIT_HAND]


@njit(types.int64(STATE, types.int64, types.int64), nogil=True, cache=True)
def play_turns(g, seat, count):
    """What play_hand does after the deal, for `count` turns at most, and what follows the last hand; whose turn comes next."""
    while g.out == NOBODY and g.seen.hand_turn < g.seen.rules.turn_limit:
        if count == 0:
            return seat
        count -= 1
        take_turn(g, seat)
        seat = after(g, seat, g.seen.direction)
    end_hand(g)
    if g.ending != PLAYING:
        write_result(g)
    return seat
'''


engine = Engine(GAME, _ENTRIES)
ask = Helpers(
    GAME,
    *("plays(view)", "points(card)", "is_number(card)", "is_cut(card)", "is_flip(card)", "is_hit(card)", "colour_of(card)"),
    *("number_of(card)", "of_colour(view, colour)", "of_number(view, number)", "copies(view, card)", "unseen(view, card)"),
    "smallest_hand(view)",
)


# Reading and writing cards


def card(word: str) -> int:
    """A card's number (1.3)."""
    first, kind = word
    if first == "H":
        return 60 if kind == "H" else 50 + LETTERS.index(kind) if kind in LETTERS else 40 + int(kind)
    return 10 * LETTERS.index(first) + (6 if kind == "C" else 7 if kind == "F" else int(kind))


def word(number: int) -> str:
    """A card as a word."""
    if number >= 40:
        return "HH" if number == 60 else f"H{LETTERS[number - 50]}" if number >= 50 else f"H{number - 40}"
    return LETTERS[number // 10] + {6: "C", 7: "F"}.get(number % 10, str(number % 10))


def cards(text: str) -> list[int]:
    """`R1 HH` as numbers; `-` is no card."""
    return [card(one) for one in text.split() if one != "-"]


def written(numbers: Any) -> str:
    """Cards in the order given."""
    return " ".join(word(int(number)) for number in numbers) or "-"


# A position


@dataclass
class Position(Written, game=GAME):
    """A position as it is written, part by part."""

    draw: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    obeyed: bool = False
    clockwise: bool = True
    turn: int = 0
    turns: int = 0
    lost: int = 0
    hand: int = 0
    totals: list[int] = field(default_factory=list)
    leader: int = -1

    def read(self, part: str, said: str) -> None:
        """Reads a line of it."""
        match part:
            case "hands":
                self.hands = [cards(hand) for hand in split(said)]
            case "draw" | "discard":
                setattr(self, part, cards(said))
            case "obeyed":
                self.obeyed = said == "yes"
            case "direction":
                self.clockwise = said != "back"
            case "totals":
                self.totals = [int(points) for points in said.split()]
            case _:
                super().read(part, said)

    def check(self) -> None:
        """There is a card on top."""
        assert self.discard, "a card lies on top"

    def state(self, *, key: int = 1, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one; `key` is where its chance comes from."""
        state = blank(GAME.state)
        g, seen = state[0], state[0].seen
        rules = GAME.Rules(**house_rules)
        write_rules(seen.rules, GAME.resolve(rules, len(self.hands)))
        seen.players, seen.hand_number, seen.hand_turn = len(self.hands), self.hand, self.turns
        g.key, g.ending, g.leader, g.out, g.lost, g.shuffles, g.row.hands = key, -1, self.leader, -1, self.lost, 1, self.hand
        for seat, hand in enumerate(self.hands):
            g.cards[seat] = len(hand)
            for number in hand:
                g.hands[seat, number] += 1
                g.held[seat] |= 1 << number
        g.totals[: len(self.totals)] = self.totals
        g.draw_end, g.discard_at, g.discard_end = len(self.draw), ROOM, ROOM + len(self.discard)
        g.piles[: len(self.draw)] = self.draw
        g.piles[ROOM : g.discard_end] = self.discard[::-1]
        for number in self.discard:
            seen.shown[number] += 1
        seen.top = self.discard[0]
        seen.direction = 1 if self.clockwise else -1
        with np.errstate(over="ignore"):
            engine.enter(g, int(self.obeyed))
        return state

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many turns, or to the end of the hand."""
        return engine.play_turns(g, self.turn, turns)


# What happened


def line(event: Event) -> str | None:
    """An event on a line."""
    match event:
        case {"event": "play", "player": player, "card": played, "drawn": drawn}:
            return f"{player} plays {'the drawn ' if drawn else ''}{word(played)}"
        case {"event": "draw", "player": player, "cards": drawn, "reason": reason}:
            return f"{player} draws {written(drawn)} ({reason})"
        case {"event": "pass", "player": player}:
            return f"{player} passes"
        case {"event": "cut", "player": player, "exposed": exposed}:
            return f"{player} cuts: {'-' if exposed is None else word(exposed)}"
        case {"event": "flip", "player": player, "buried": buried, "top": top}:
            return f"{player} flips: {word(top)}{f', buried {written(buried)}' if buried else ''}"
        case {"event": "hit", "caller": caller, "last": last}:
            return f"{caller} calls, {last} is last"
        case {"event": "reshuffle", "draw": draw}:
            return f"new draw pile: {written(draw)}"
        case {"event": "hand_end", "out": out, "points": points}:
            return f"{'nobody' if out is None else out} is out: {' '.join(map(str, points))}"


# The options of a decision, as docs/rules/hit_the_deck.md lists them


def options(g: State) -> list[str]:
    """16.1, worked out from the state, and the engine's own list for strategies beside it."""
    hand = np.flatnonzero(g.hands[g.asked]).tolist()
    words = [word(number) for number in hand if may_be_played(number, int(g.seen.top), bound=bool(g.seen.demand))]
    count, seen = ask.listed("plays", g)
    assert written(seen.card[:count]).split() == words
    assert [number for number in range(64) if seen.hand[number]] == hand
    return words


def may_be_played(number: int, top: int, *, bound: bool) -> bool:
    """Section 4, and 8.1 and 8.2 where a demand binds."""
    if top >= 40:
        if not bound:
            return True
        return number < 40 and (number // 10 == top - 50 if top >= 50 else number % 10 == top - 40)
    same_number = number % 10 == top % 10 and top % 10 < 6
    return number >= 40 or number // 10 == top // 10 or same_number


# What lies on the table afterwards


class Played(PlayedOn, position=Position, options=options, line=line):
    @property
    def hands(self) -> list[str]:
        """Each seat's cards, ascending."""
        return [
            written(number for number in range(64) for _ in range(hand[number])) for hand in self.state.hands[: self.state.seen.players]
        ]

    @property
    def draw(self) -> str:
        """The draw pile, top first."""
        return written(self.state.piles[self.state.draw_at : self.state.draw_end])

    @property
    def discard(self) -> str:
        """The discard pile, top first."""
        return written(self.state.piles[self.state.discard_at : self.state.discard_end][::-1])

    @property
    def totals(self) -> list[int]:
        """Each seat's points."""
        return self.state.totals[: self.state.seen.players].tolist()

    def nothing_is_lost(self, before: Position, start: State) -> None:
        """11.4: every card that was on the table still is somewhere."""
        there_were = Counter([*chain(*before.hands), *before.draw, *before.discard])
        found = Counter(cards(" ".join([*self.hands, self.draw, self.discard])))
        assert found == there_were, f"{self.story}\n  before: {written(sorted(there_were))}\n  after:  {written(sorted(found))}"
        for seat, hand in enumerate(self.state.hands[: self.state.seen.players]):
            assert hand.sum() == self.state.cards[seat]
            assert np.flatnonzero(hand).tolist() == [number for number in range(64) if self.state.held[seat] >> number & 1]


play, decision = Played.play, Played.decision
