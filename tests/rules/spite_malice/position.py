"""Spite & Malice from a position written by hand, and back in words.

A position has a line for what there is on the table; what is not written is not there:

    stacks: 5 9 | 7 3 W                each seat's Card Stack, the UP card first
    hands: 3 5 W W | -                 each seat's cards; `-` none
    stores: 9 8, 4 | -                 each seat's Store Piles, the top card of each last; `-` an empty pile, or none at all
    builds: 1 2 W=3 | 1                the Build Piles in the order of their numbers, the top card last; `W=3` is a Wild named 3
    draw: 7 1 8                        the Draw Pile, top first
    discard: 4 4                       the Discard Pile
    turn: 1                            whose turn begins; without it seat 0
    turns: 9                           how many turns were played before
    skips: 1                           seats whose next turn is skipped
    built: 999                         cards put on Build Piles in this turn: it is under way, and nothing is drawn

A Wild is `W`; with the Spite half, and its number, `W3`.

`play(position, *script, turns=1, **house_rules)` plays so many turns. The script has a line for each decision that is asked (those with
two or more options): "0: up 5", "0: hand W=5", "0: store1 5" for a play, "0: put 7 on 2" for storing, "0: end", "0: W3 against 1" for Spite
in the own turn, "1: W3" or "1: no" in another's, "0: to 1" for Malice. What happened comes back as `story`, a line an event:

    0 draws 7 1 | reshuffle: 4 8 | 0 plays up 5 on 0 | 0 plays hand W=5 on 0 | capped 0 | 0 gives 7 to 1 | 0 stores 7 on 2
    0 stores nothing | 0 is stuck: 2 2 W | 1 plays W3 against 0: stop | 0 is skipped

The options are worked out by the twin (tests/twin/spite_malice.py), and what a strategy is told is compared with them.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.events import Event
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.spite_malice import FIRST_STORE, GAME
from tests.rules.asking import Helpers
from tests.rules.harness import Engine, PlayedOn, State, Written, listed, split
from tests.twin import spite_malice as twin

_ENTRIES = '''"""Generated: the engine's way through some turns, for tests."""
from numba import from_dtype, njit, types
from simlab.games.spite_malice import GAME
from simlab.games.spite_malice.components import PLAYING, TURN_LIMIT
from simlab.games.spite_malice.memory import note_table
from simlab.games.spite_malice.play import make_moves, take_turn, watch_blocked, watch_lead, write_result
from simlab.kit.turns import after

STATE = from_dtype(GAME.state)


@njit(types.void(STATE), nogil=True, cache=True)
def enter(g):
    """All know what lies open, and nothing else."""
    note_table(g)


@njit(types.int64(STATE, types.int64, types.int64), nogil=True, cache=True)
def play_turns(g, seat, count):
    """What play_game does after the deal, for `count` turns at most; whose turn comes next. A turn may be under way."""
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.row.ending = TURN_LIMIT
            break
        if count == 0:
            return seat
        count -= 1
        idle = False
        if g.built > 0:
            make_moves(g, seat)
        else:
            idle = take_turn(g, seat)
        watch_lead(g)
        watch_blocked(g, idle)
        g.built = 0
        if g.row.ending != PLAYING:
            break
        seat = after(g, seat)
    write_result(g)
    return seat
'''


engine = Engine(GAME, _ENTRIES)
ask = Helpers(
    GAME, "moves(view)", "way(view, top, goal)", "missing(view, seat, top)", "stored(view, seat, pile, depth)", "give_to_fewest(view)"
)


# Reading and writing cards


def card(word: str) -> int:
    """A card: its value, 0 for `W`, 100 + i for `Wi`."""
    if word == "W":
        return 0
    return twin.FIRST_SPITE + int(word[1:]) if word[0] == "W" else int(word)


def cards(text: str) -> list[int]:
    """`3 5 W W` as numbers; `-` is no card."""
    return [card(word) for word in text.split() if word != "-"]


def word(number: int) -> str:
    """A card in a word."""
    if number == 0:
        return "W"
    return f"W{number - twin.FIRST_SPITE}" if number >= twin.FIRST_SPITE else str(number)


def written(numbers: Any) -> str:
    """Cards in the order given."""
    return " ".join(word(int(number)) for number in numbers) or "-"


def value(number: int) -> int:
    """A card's value; any Wild is 0."""
    return number if number < twin.FIRST_SPITE else 0


# A position


@dataclass
class Position(Written, game=GAME):
    """A position as it is written, part by part."""

    stacks: list[list[int]] = field(default_factory=list)
    stores: list[list[list[int]]] = field(default_factory=list)
    builds: list[list[tuple[int, int]]] = field(default_factory=list)  # of each pile (card, the value it counts as)
    draw: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    turn: int = 0
    turns: int = 0
    built: int = 0
    skips: list[int] = field(default_factory=list)

    def read(self, part: str, said: str) -> None:
        """Reads a line of it."""
        match part:
            case "stacks" | "hands":
                setattr(self, part, [cards(pile) for pile in split(said)])
            case "stores":
                self.stores = [[cards(pile) for pile in split(piles, ",")] for piles in split(said)]
            case "builds":
                self.builds = [[_built(one) for one in pile.split()] for pile in split(said)]
            case "draw" | "discard":
                setattr(self, part, cards(said))
            case "skips":
                self.skips = [int(seat) for seat in said.split()]
            case _:
                super().read(part, said)

    def check(self) -> None:
        """Everybody has a Card Stack, and the Build Piles may lie there."""
        assert len(self.stacks) == len(self.hands)
        assert all(self.stacks), "everybody has a Card Stack"
        assert len(self.stores) in (0, len(self.hands)), "stores for every seat, or none"
        for pile in self.builds:
            assert [lies for _, lies in pile] == [*range(1, len(pile) + 1)], f"a Build Pile grows from 1 on: {pile}"

    def state(self, *, key: int = 1, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one; `key` is where its shuffles come from."""
        state = blank(GAME.state)
        g, seen = state[0], state[0].seen
        seen.players = len(self.hands)
        write_rules(seen.rules, GAME.Rules(**house_rules))
        g.key, g.row.ending, g.leader, g.row.turns, g.stacks_changed = key, -1, -1, self.turns, 1
        seen.cover, seen.on_turn, g.built = -1, self.turn, self.built
        for seat in range(seen.players):
            seen.skips[seat] = seat in self.skips
            seen.stack[seat], seen.up[seat] = len(self.stacks[seat]), value(self.stacks[seat][0])
            g.stack_cards[seat, : len(self.stacks[seat])] = self.stacks[seat]
            seen.held[seat] = len(self.hands[seat])
            for one in self.hands[seat]:
                g.hands[seat, value(one)] += 1
                g.have[seat] |= 1 << value(one)
                g.numbers[seat] |= 1 << one - twin.FIRST_SPITE if one >= twin.FIRST_SPITE else 0
            for i, pile in enumerate(self.stores[seat] if self.stores else []):
                seen.store_size[seat, i], seen.store_top[seat, i] = len(pile), pile[-1] if pile else 0
                seen._stored[seat, i, : len(pile)] = pile
                seen._filled[seat] |= bool(pile) << i
        g.opened = seen.piles = len(self.builds)
        for number, pile in enumerate(self.builds):
            g.pile_number[number], seen.pile_top[number] = number, len(pile)
            g.pile_cards[number, 1 : len(pile) + 1] = [one for one, _ in pile]
            seen._with_top[len(pile)] |= 1 << number
            seen._tops |= 1 << len(pile)
        seen.draw_size, seen.discard_size = len(self.draw), len(self.discard)
        g.deck[: len(self.draw)] = self.draw
        for one in self.discard:
            seen.discard[value(one)] += 1
            g.loose |= 1 << one - twin.FIRST_SPITE if one >= twin.FIRST_SPITE else 0
        engine.enter(g)
        return state

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many turns, or to the end of the game."""
        return engine.play_turns(g, self.turn, turns)


def _built(text: str) -> tuple[int, int]:
    """A card of a Build Pile: `3`, or `W=3`."""
    lies, _, named = text.partition("=")
    return card(lies), int(named) if named else card(lies)


# The engine's state, as the twin's table


def table_of(g: State) -> twin.Game:
    """The twin's table with the same cards. What its rules don't need for legal moves is left out."""
    seen = g.seen
    rules = {name: int(seen.rules[name]) for name in ("top", "stores", "spite", "hand_size")}
    rules["wild_bans"] = seen.rules.wild_bans[: seen.rules.wild_bans_count].tolist()
    table = twin.Game(int(seen.players), rules, None, 0, 0)
    table.hands = [hand_of(g, seat) for seat in range(table.players)]
    table.stacks = [stack_of(g, seat) for seat in range(table.players)]
    table.stores = [stores_of(g, seat) for seat in range(table.players)]
    table.opened = int(g.opened)
    table.builds = [[int(g.pile_number[i]), _pile_of(g, i)] for i in range(seen.piles)]
    table.uncovered = None if seen.cover < 0 else table.builds[seen.cover]
    return table


def hand_of(g: State, seat: int) -> list[int]:
    """A hand, in ascending order, Wilds last."""
    counts = g.hands[seat].tolist()
    naturals = _naturals(counts)
    if not g.seen.rules.spite:
        return naturals + [0] * counts[0]
    held = int(g.numbers[seat])
    numbers = [twin.FIRST_SPITE + i for i in range(24) if held >> i & 1]
    assert len(numbers) == counts[0]
    return naturals + numbers


def _naturals(counts: list[int]) -> list[int]:
    return listed([0, *counts[1:14]])  # Wilds come last


def stack_of(g: State, seat: int) -> list[int]:
    """A Card Stack, top first."""
    cards, top = g.stack_cards[seat].tolist(), int(g.stack_at[seat])
    return [cards[(top + i) % 256] for i in range(g.seen.stack[seat])]


def stores_of(g: State, seat: int) -> list[list[int]]:
    """Store Piles, the top card of each last."""
    piles = [g.seen._stored[seat, i, : g.seen.store_size[seat, i]].tolist() for i in range(g.seen.rules.stores)]
    assert [pile[-1] if pile else 0 for pile in piles] == g.seen.store_top[seat, : len(piles)].tolist()
    return piles


def _pile_of(g: State, i: int) -> list[tuple[int, int]]:
    return [(int(g.pile_cards[i, lies]), lies) for lies in range(1, int(g.seen.pile_top[i]) + 1)]


def discard_of(g: State) -> list[int]:
    """The Discard Pile, in ascending order, Wilds last."""
    counts = g.seen.discard.tolist()
    naturals, wilds = _naturals(counts), [0] * counts[0]
    if g.seen.rules.spite:
        loose = int(g.loose)
        wilds = [twin.FIRST_SPITE + i for i in range(24) if loose >> i & 1]
        assert len(wilds) == counts[0]
    assert len(naturals + wilds) == g.seen.discard_size
    return naturals + wilds


# What happened


def line(event: Event) -> str | None:
    """An event on a line."""
    match event:
        case {"event": "draw", "player": player, "cards": drawn}:
            return f"{player} draws {written(drawn)}"
        case {"event": "reshuffle", "draw": draw}:
            return f"reshuffle: {written(draw)}"
        case {"event": "play", "player": player, "source": source, "value": named, "wild": wild, "card": one, "pile": pile}:
            return f"{player} plays {source} {word(one) + '=' if wild else ''}{named} on {pile}"
        case {"event": "capped", "pile": pile}:
            return f"capped {pile}"
        case {"event": "give", "player": player, "to": other, "card": one}:
            return f"{player} gives {word(one)} to {other}"
        case {"event": "store", "player": player, "value": stored, "store": pile}:
            return f"{player} stores {stored} on {pile}"
        case {"event": "no_store", "player": player}:
            return f"{player} stores nothing"
        case {"event": "stuck", "player": player, "cards": shown}:
            return f"{player} is stuck: {written(shown)}"
        case {"event": "spite", "player": player, "against": victim, "card": one, "text": text}:
            return f"{player} plays {word(one)} against {victim}: {text}"
        case {"event": "skip", "player": player}:
            return f"{player} is skipped"


# The options of a decision, as docs/rules/spite_malice.md lists them


def options(g: State) -> list[str]:
    """The legal actions in their order, in the words of a script."""
    seat, kind, table = int(g.asked), GAME.decisions[g.seen.kind].name, table_of(g)
    assert g.seen.me == seat
    if kind == "give":
        return [f"to {other}" for other in table.others(seat)]
    if kind == "spite":
        return [*(word(one) for one in table.hands[seat] if twin.is_wild(one)), "no"]
    moves = table.moves(seat)
    count, told = ask.listed("moves", g)
    listed = (told[name][:count] for name in ("action", "source", "value", "wild", "target"))
    assert [*zip(*listed, strict=True)] == [_as_listed(g, seat, move) for move in moves]
    return [_move_word(move) for move in moves]


def _move_word(move: Any) -> str:
    match move:
        case ("play", source, named, wild, _):
            return f"{source} {'W=' if wild else ''}{named}"
        case ("spite", one, victim):
            return f"{word(one)} against {victim}"
        case ("store", stored, pile):
            return f"put {stored} on {pile}"
    return "end"


def _as_listed(g: State, seat: int, move: Any) -> tuple[int, ...]:
    """A move of the twin, as moves(view) lists it."""
    numbers = g.pile_number[: g.seen.piles].tolist()
    match move:
        case ("play", source, named, wild, number):
            place = {"up": 0, "hand": 1}.get(source)
            place = FIRST_STORE + int(source.removeprefix("store")) if place is None else place
            return (0, place, named, int(wild), numbers.index(number) if number in numbers else len(numbers))
        case ("spite", one, victim):
            texts = g.seen.rules.spite_texts[: g.seen.rules.spite_texts_count]
            return (1, 1, int(texts[(one - twin.FIRST_SPITE) % len(texts)]), 0, victim)
        case ("store", stored, pile):
            return (2, 1, stored, 0, pile)
    return (3, 1, 0, 0, -1)


# What lies on the table afterwards


class Played(PlayedOn, position=Position, options=options, line=line):
    @property
    def ending(self) -> str | None:
        """How the game ended, if it has."""
        return GAME.endings[self.state.row.ending] if self.state.row.ending >= 0 else None

    @property
    def hands(self) -> list[str]:
        """Each seat's cards, lowest value first, Wilds last."""
        return [written(hand_of(self.state, seat)) for seat in range(self.state.seen.players)]

    @property
    def stacks(self) -> list[str]:
        """Each Card Stack, top first."""
        stacks = [stack_of(self.state, seat) for seat in range(self.state.seen.players)]
        for seat, stack in enumerate(stacks):
            assert self.state.seen.up[seat] == (value(stack[0]) if stack else -1)
        return [written(stack) for stack in stacks]

    @property
    def stores(self) -> list[str]:
        """Each seat's Store Piles, the top card of each last; trailing empty ones are left out."""
        told = [", ".join(written(pile) for pile in stores_of(self.state, seat)) for seat in range(self.state.seen.players)]
        return [text.rstrip(", -") or "-" for text in told]

    @property
    def builds(self) -> list[str]:
        """The Build Piles."""
        piles = [_pile_of(self.state, i) for i in range(self.state.seen.piles)]
        return [" ".join(f"{word(one)}={lies}" if twin.is_wild(one) else str(one) for one, lies in pile) for pile in piles]

    @property
    def draw(self) -> str:
        """The Draw Pile, top first."""
        start = self.state.deck_at
        return written(self.state.deck[start : start + self.state.seen.draw_size])

    @property
    def discard(self) -> str:
        """The Discard Pile, lowest value first, Wilds last."""
        return written(discard_of(self.state))

    def nothing_is_lost(self, before: Position, start: State) -> None:
        """Every card that was on the table still is somewhere."""
        there_were = [one for part in (*before.stacks, *before.hands) for one in part] + before.draw + before.discard
        there_were += [one for piles in before.stores for pile in piles for one in pile]
        there_were += [one for pile in before.builds for one, _ in pile]
        g = self.state
        found = discard_of(g) + cards(self.draw)
        for seat in range(g.seen.players):
            found += hand_of(g, seat) + stack_of(g, seat) + [one for pile in stores_of(g, seat) for one in pile]
            assert len(hand_of(g, seat)) == g.seen.held[seat]
        found += [one for i in range(g.seen.piles) for one, _ in _pile_of(g, i)]
        told = f"{self.story}\n  before: {written(sorted(there_were))}\n  after:  {written(sorted(found))}"
        assert sorted(found) == sorted(there_were), told


play, decision = Played.play, Played.decision
