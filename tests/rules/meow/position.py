"""Meow from a position written by hand, and back in words.

A position has a line for what there is on the table; what is not written is not there:

    hands: 3 5 5 S0 | 6 8 | 1          each seat's cards; S0, S1 ... are special cards
    deck: 7 S1 8                       the deck, top first
    lead: 0 with 5 5                   who leads, and the cards on the field; `6 = S0` where only special cards were led
    copied: 1                          how many have copied it
    coins: 25 20 30                    each seat's coins; without it as many as a set starts with
    played: 4 4                        the cards discarded before
    turn: 1                            whose turn it is; without it whoever follows the lead, or seat 0
    turns: 9                           how many turns were played before in this round
    round: 3                           which round it is; without it the first

Without a lead the turn is a first lead: nobody draws. (`draw` in a line of its own makes it a draw.)

`play(position, *script, turns=1, **house_rules)` plays so many turns. The script has a line for each decision that is asked (those with
two or more options): "0: 6 with 6 6 S0", "1: draw", "0: meow". What happened comes back as `story`, a line an event:

    0 leads 6 with 6 S0 | 1 copies 6 with 6 | 0 pays 1 to 1 (copy) | 2 draws 7 | 2 meows: 5 9 3, blocked by nobody
    deck out: 5 9 3, lowest 2 | round over (copy_out): 25 20 30
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.events import Event
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.meow import GAME, SPECIAL
from simlab.games.meow.components import NAMED_SPECIAL, SLOTS
from tests.rules.asking import Helpers
from tests.rules.harness import Engine, PlayedOn, State, Written, split
from tests.rules.meow.hidden import deck, note_leads

_ENTRIES = '''"""Generated: the engine's way through some turns, for tests."""
from numba import from_dtype, njit, types
from simlab.games.meow import GAME
from simlab.games.meow.coins import close_round, close_set, open_set, write_result
from simlab.games.meow.components import PLAYING
from simlab.games.meow.play import begin_turn, lead_first
from simlab.games.meow.set_up import turn_round
from simlab.kit.turns import after

STATE = from_dtype(GAME.state)


@njit(types.int64(STATE, types.int64, types.int64, types.int64), nogil=True, cache=True)
def play_turns(g, seat, count, opening):
    """What play_round does after the deal, for `count` turns at most; whose turn comes next."""
    if opening:
        g.first = seat
        lead_first(g)
        count -= 1
        seat = after(g, seat, g.direction)
    while g.how == PLAYING:
        if count == 0:
            return seat
        count -= 1
        begin_turn(g, seat)
        seat = after(g, seat, g.direction)
    close_round(g)
    return seat
'''

_PHASES = {
    "change_direction": "turn_round",
    "begin_set": "open_set",
    "end_round": "close_round",
    "end_set": "close_set",
    "end_game": "write_result",
}
for _entry, _phase in _PHASES.items():
    _ENTRIES += f"\n\n@njit(types.void(STATE), nogil=True, cache=True)\ndef {_entry}(g):\n    {_phase}(g)\n"


engine = Engine(GAME, _ENTRIES)
ask = Helpers(
    GAME,
    *("plays(view)", "total(view)", "hidden(view)", "size(view, i)", "points(view, i)", "worth(view, slot)", "fitting(view, number)"),
    *("unseen(view, slot)", "unseen_as(view, number)", "expected_copies(view, number)", "chance_of_lowest(view, shed)"),
)


# Reading and writing cards


def slot(word: str) -> int:
    """Where a hand counts a card."""
    return SPECIAL + int(word[1:]) if word.startswith("S") else int(word)


def slots(text: str) -> list[int]:
    """`3 5 S0` as places in a hand; `-` is no card."""
    return [slot(word) for word in text.split() if word != "-"]


def name(place: int) -> str:
    """The card that a hand counts there."""
    return str(place) if place < SPECIAL else f"S{place - SPECIAL}"


def by_slot(counts: Any) -> str:
    """Cards that are counted in a hand, specials last."""
    return " ".join(name(place) for place in range(SLOTS) for _ in range(counts[place])) or "-"


def written(cards: list[int]) -> str:
    """Cards of an event."""
    return " ".join(GAME.card(card) for card in cards)


# A position


@dataclass
class Position(Written, game=GAME):
    """A position as it is written, part by part."""

    deck: list[int] = field(default_factory=list)
    lead: tuple[int, int, list[int]] | None = None  # the seat, the number, the cards
    copied: int = 0
    coins: list[int] | None = None
    played: list[int] = field(default_factory=list)
    turn: int | None = None
    turns: int = 0
    round: int = 0
    draws: bool = False

    def read(self, part: str, said: str) -> None:
        """Reads a line of it."""
        match part:
            case "hands":
                self.hands = split(said)
            case "deck" | "played":
                setattr(self, part, slots(said))
            case "lead":
                seat, _, cards = said.partition(" with ")
                number, _, specials = cards.rpartition(" = ")
                lying = slots(specials)
                self.lead = (int(seat), int(number) if number else lying[0], lying)
            case "coins":
                self.coins = [int(word) for word in said.split()]
            case "draw":
                self.draws = True
            case "turn":
                self.turn = int(said)
            case _:
                super().read(part, said)

    def state(self, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one."""
        state = blank(GAME.state)
        g, seen = state[0], state[0].seen
        players = len(self.hands)
        write_rules(seen.rules, GAME.resolve(GAME.Rules(**house_rules), players))
        seen.players, seen.round_number = players, self.round
        g.how, g.leader, g.turns = -1, -1, self.turns
        for seat, hand in enumerate(self.hands):
            for place in slots(hand):
                g.hands[seat, place] += 1
            g.cards[seat] = len(slots(hand))
            note_leads(g, seat)
            g.coins[seat] = self.coins[seat] if self.coins else seen.rules.coins
        seen.deck = len(self.deck)
        g.deck[: len(self.deck)] = [card if card < SPECIAL else card - SPECIAL + NAMED_SPECIAL for card in self.deck]
        for place in self.played:
            seen.played[place] += 1
        seen.original = -1
        if self.lead is not None:
            g.original, seen.number, lying = self.lead
            seen.lead_cards, seen.original = len(lying), players - 2 - self.copied
            for place in lying:
                seen.played[place] += 1
        seen._gone = sum(1 << s for s in range(SLOTS - SPECIAL) if seen.played[SPECIAL + s])
        engine.change_direction(g)
        return state

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many turns, or to the end of the round."""
        opening = self.lead is None and not self.draws
        return engine.play_turns(g, self.first_turn(g), turns, int(opening))

    def first_turn(self, g: State) -> int:
        """Whose turn begins."""
        if self.turn is not None or self.lead is None:
            return self.turn or 0
        seat = self.lead[0]
        return (seat + (1 + self.copied) * int(g.direction)) % int(g.seen.players)


# What happened


def line(event: Event) -> str | None:
    """An event on a line."""
    match event:
        case {"event": "lead" | "copy" as what, "player": player, "number": number, "cards": cards}:
            return f"{player} {'leads' if what == 'lead' else 'copies'} {number} with {written(cards)}"
        case {"event": "draw", "player": player, "card": card}:
            return f"{player} draws {GAME.card(card)}"
        case {"event": "pay", "from": payer, "to": to, "coins": coins, "reason": reason}:
            return f"{payer} pays {coins} to {to} ({reason})"
        case {"event": "meow", "player": player, "totals": totals, "blockers": blockers, "success": success}:
            assert success == (not blockers)
            return f"{player} meows: {_row(totals)}, blocked by {_row(blockers) or 'nobody'}"
        case {"event": "deck_out", "totals": totals, "lowest": lowest}:
            return f"deck out: {_row(totals)}, lowest {_row(lowest)}"
        case {"event": "round_end", "how": how, "coins": coins}:
            return f"round over ({how}): {_row(coins)}"
        case {"event": "set_end", "coins": coins, "bonus": bonus}:
            return f"set over: {_row(coins)}, bonus {_row(bonus) or 'none'}"


def _row(values: list[Any]) -> str:
    return " ".join(map(str, values))


# The options of a decision, as docs/rules/meow.md lists them


def options(g: State) -> list[str]:
    """12.1 to 12.4, worked out from the state, and the engine's own list for strategies beside it."""
    seat, seen = int(g.asked), g.seen
    leading = GAME.decisions[seen.kind].name == "lead"
    listed = [(v, *way) for v in (range(1, SPECIAL) if leading else [int(seen.number)]) for way in _ways(g, seat, v)]
    words = [f"{v} with {' '.join([str(v)] * a + [f'S{s}' for s in _fitting(g, seat, v)[:b]])}" for v, a, b in listed]
    if not leading or seen.may_meow:
        words.append("meow" if leading else "draw")
        listed.append((0, 0, 0))
    count, told = ask.listed("plays", g)
    assert [*zip(told.leads_as[:count], told.naturals[:count], told.specials[:count], strict=True)] == listed
    return words


def _fitting(g: State, seat: int, number: int) -> list[int]:
    rules = g.seen.rules
    held = [s for s in range(SLOTS - SPECIAL) if g.hands[seat, SPECIAL + s]]
    return [s for s in held if number in rules.faces[s, : rules.face_count[s]]]


def _ways(g: State, seat: int, number: int) -> list[tuple[int, int]]:
    naturals, fitting = int(g.hands[seat, number]), len(_fitting(g, seat, number))
    ways = [(a, b) for a in range(naturals + 1) for b in range(fitting + 1) if a + b]
    return sorted(ways, key=lambda way: (sum(way), -way[0]))


# What lies on the table afterwards


class Played(PlayedOn, position=Position, options=options, line=line):
    @property
    def hands(self) -> list[str]:
        """Each seat's cards, specials last."""
        return [by_slot(hand) for hand in self.state.hands[: self.state.seen.players]]

    @property
    def played(self) -> str:
        """The cards on the field and those discarded."""
        return by_slot(self.state.seen.played)

    @property
    def coins(self) -> list[int]:
        """Each seat's coins."""
        return self.state.coins[: self.state.seen.players].tolist()

    def nothing_is_lost(self, before: Position, start: State) -> None:
        """Every card and every coin still is somewhere, and what is kept up to date beside a hand is right."""
        cards, after = [], self.state
        for g in (start, after):
            held = g.hands.sum(axis=0) + g.seen.played
            cards.append(Counter(deck(g)) + Counter({place: int(held[place]) for place in range(SLOTS)}))
        assert cards[0] == cards[1]
        assert start.coins.sum() == after.coins.sum()
        again = after.copy()
        for seat in range(after.seen.players):
            assert after.hands[seat].sum() == after.cards[seat]
            note_leads(again, seat)
        assert (again.specials == after.specials).all()
        assert (again.leads == after.leads).all()
        assert (again.plays == after.plays).all()


play, decision = Played.play, Played.decision
