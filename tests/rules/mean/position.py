"""MEAN! from a position written by hand, and back in words.

A position has a line for what there is on the table; what is not written is not there:

    hands: 3 5 W W | 6 8 | - | out     each seat's cards; `-` none, `out` for who went out before (the lowest seat first)
    piles: 2 9 4 | 7 7 1               Pile 0, Pile 1 ...; the last card of each lies face up
    deck: 7 1 8                        the Draw Deck, top first
    area: 9 9 W=9 up                   the Play Area, top card last, and its direction; `W=9` is a Wild announced as 9
    unresolved: 2                      MEAN! cards that nobody was punished for yet
    gone: 4 4                          out of play, and seen
    turn: 1                            whose turn begins; without it seat 0
    turns: 9                           how many turns were played before

`play(position, *script, turns=1, **house_rules)` plays so many turns. The script has a line for each decision that is asked (those with
two or more options): "0: 2x6" for two Sixes, "0: 2xW=6" for two Wilds as Sixes, "0: 9 down" where a direction is announced, "1: take",
"0: with 2" and "0: nobody" for a swap, "1: pile 0". What happened comes back as `story`, a line an event:

    0 draws 7 1
    0 plays 2x6 up
    0 swaps with 2
    0 clears
    1 takes pile 0: 2 9 4 (mean)
    new piles: 5 5 1 | 5; 2 from the deck; removed 4
    1 passes
    0 is out: place 1
"""

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from simlab.engine.compiled.counting import count_along
from simlab.engine.compiled.packed import FIRST_EIGHT
from simlab.engine.events import Event
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.mean import GAME, WILD
from tests.rules.asking import Helpers
from tests.rules.harness import Engine, PlayedOn, State, Written, split
from tests.rules.mean.hidden import piles_left

DICTATED = {1: "up", 3: "up", 10: "down", 12: "down"}

_ENTRIES = '''"""Generated: the engine's way through some turns, for tests."""
from numba import from_dtype, njit, types
from simlab.games.mean import GAME
from simlab.engine.compiled.seats import following
from simlab.games.mean.components import PLAYING, TURN_LIMIT
from simlab.games.mean.knowing import forget
from simlab.games.mean.play import take_turn, watch_lead, write_result
from simlab.games.mean.set_up import prepare

STATE = from_dtype(GAME.state)


@njit(types.int64(STATE, types.int64, types.int64), nogil=True, cache=True)
def play_turns(g, seat, count):
    """What play_game does after the deal, for `count` turns at most; whose turn comes next."""
    prepare(g)
    forget(g)
    while True:
        if g.row.turns >= g.seen.rules.turn_limit:
            g.row.ending = TURN_LIMIT
            break
        if count == 0:
            return seat
        count -= 1
        take_turn(g, seat)
        if g.row.ending != PLAYING:
            break
        watch_lead(g)
        seat = following(g.playing, g.last_seat)
    write_result(g)
    return seat
'''


engine = Engine(GAME, _ENTRIES)
ask = Helpers(
    GAME,
    *("plays(view)", "next_hand(view)", "smallest_hand(view)", "swap_with_fewest(view)", "clears(view, i)", "goes_out(view, i)"),
    *("gives_away(view, i)", "swap_gain(view, i)", "unseen(view, value)"),
)


# Reading and writing cards


def card(word: str) -> int:
    """A card's number."""
    return WILD if word == "W" else int(word)


def cards(text: str) -> list[int]:
    """`3 5 W W` as numbers; `-` is no card."""
    return [card(word) for word in text.split() if word != "-"]


def written(numbers: Any) -> str:
    """Cards in the order given."""
    return " ".join("W" if number == WILD else str(number) for number in numbers) or "-"


def by_value(counts: Any) -> str:
    """Cards that are counted by value: the values in order, Wilds last."""
    return written([value for value in [*range(1, 13), WILD] for _ in range(counts[value])])


# A position


@dataclass
class Position(Written, game=GAME):
    """A position as it is written, part by part."""

    piles: list[str] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    area: list[tuple[int, int]] = field(default_factory=list)  # (card, the value it counts as)
    up: bool = True
    unresolved: int = 0
    gone: list[int] = field(default_factory=list)
    turn: int = 0
    turns: int = 0

    def read(self, part: str, said: str) -> None:
        """Reads a line of it."""
        match part:
            case "hands":
                self.hands = split(said)
            case "piles":
                self.piles = split(said) if said != "-" else []
            case "deck" | "gone":
                setattr(self, part, cards(said))
            case "area":
                self._read_area(said)
            case _:
                super().read(part, said)

    def check(self) -> None:
        """There is no more punishment than MEAN! cards lie on top."""
        assert self.unresolved <= self.run()
        assert self.unresolved == 0 or self.top() == 6

    def _read_area(self, said: str) -> None:
        *lying, direction = said.split()
        assert direction in ("up", "down"), f"an area ends with its direction: {said!r}"
        self.up = direction == "up"
        for word in lying:
            lies, _, value = word.partition("=")
            self.area.append((card(lies), int(value) if value else card(lies)))
        assert all(value != WILD for _, value in self.area), "write a Wild as W=9"

    def top(self) -> int:
        """The value of the top card; 0 for an empty Play Area."""
        return self.area[-1][1] if self.area else 0

    def run(self) -> int:
        """How many cards of that value lie on top."""
        return next((len(list(group)) for _, group in groupby(value for _, value in reversed(self.area))), 0)

    def state(self, *, key: int = 1, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one; `key` is where its shuffles come from."""
        state = blank(GAME.state)
        g, seen = state[0], state[0].seen
        players = len(self.hands)
        rules = GAME.resolve(GAME.Rules(**house_rules), players)
        write_rules(seen.rules, rules)
        seen.players = players
        g.key, g.row.ending, g.row.turns = key, -1, self.turns
        for seat, hand in enumerate(self.hands):
            if hand == "out":
                g.row.place[seat] = self.hands[: seat + 1].count("out")
                continue
            g.playing |= 1 << seat
            g.cards[seat] = len(cards(hand))
            for value in cards(hand):
                g.hands[seat, value] += 1
        piles = list(map(cards, self.piles))
        seen.piles, g.pile_left, g.pile_shown = len(piles), FIRST_EIGHT, -1
        g.pile_starts[1 : len(piles) + 1] = np.cumsum(list(map(len, piles)))
        g.pile_cards[: sum(map(len, piles))] = [card for pile in piles for card in pile]
        seen.deck = len(self.deck)
        g.deck[: len(self.deck)] = self.deck
        count_along(g.deck, 0, len(self.deck), g.deck_sums)
        g.row.deck_empty_turn = -1 if self.deck else 0
        for lies, _ in self.area:
            seen.area[lies] += 1
        for value in self.gone:
            seen.gone[value] += 1
        seen.top, seen.run, seen.up, seen.unresolved = self.top(), self.run(), self.up, self.unresolved
        return state

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many turns, or to the end of the game."""
        return engine.play_turns(g, self.turn, turns)


# What happened


def line(event: Event) -> str | None:
    """An event on a line."""
    match event:
        case {"event": "draw", "player": player, "cards": drawn}:
            return f"{player} draws {written(drawn)}"
        case {"event": "play", "player": player, "value": value, "count": count, "wild": wild, "direction": direction}:
            return f"{player} plays {_play_word((value, count, wild, direction), announced=True)}"
        case {"event": "swap", "player": player, "with": partner}:
            return f"{player} swaps with {partner}"
        case {"event": "clear", "player": player}:
            return f"{player} clears"
        case {"event": "take", "player": player, "pile": pile, "cards": taken, "reason": reason}:
            return f"{player} takes pile {pile}: {written(taken)} ({reason})"
        case {"event": "replenish", "piles": piles, "from_deck": from_deck, "removed": removed}:
            return f"new piles: {' | '.join(map(written, piles))}; {from_deck} from the deck; removed {written(removed)}"
        case {"event": "pass", "player": player}:
            return f"{player} passes"
        case {"event": "out", "player": player, "place": place}:
            return f"{player} is out: place {place}"


# The options of a decision, as docs/rules/mean.md lists them


def options(g: State) -> list[str]:
    """The legal actions in their order, in the words of a script."""
    seat, kind = int(g.asked), GAME.decisions[g.seen.kind].name
    return {"play": _plays, "swap": _partners, "pile": _piles}[kind](g, seat)


def _plays(g: State, seat: int) -> list[str]:
    """13.1 to 13.3, worked out from the state, and the engine's own list for strategies beside it."""
    seen, hand = g.seen, g.hands[seat]
    listed: list[tuple[int, int, bool, str]] = []
    for wild in (False, True):
        for value in range(1, 13):
            most = seen.rules.clear_at - (seen.run if value == seen.top else 0)
            for count in range(1, min(hand[WILD] if wild else hand[value], most) + 1 if _may_lie(seen, value) else 1):
                listed += [(value, count, wild, direction) for direction in _directions(seen, value)]
    words = [_play_word(play, announced=seen.top == 0 and play[0] not in DICTATED) for play in listed]
    if seen.may_take:
        listed.append((0, 0, False, "up" if seen.up else "down"))
        words.append("take")
    count, told = ask.listed("plays", g)
    ways = ["up" if up else "down" for up in told.goes_up[:count]]
    assert [*zip(told.value[:count], told.count[:count], told.wild[:count], ways, strict=True)] == listed
    return words


def _may_lie(seen: Any, value: int) -> bool:
    """5.2, and 7.2 for who is about to be punished."""
    if seen.unresolved:
        return value == 6
    return bool(seen.top == 0 or (value >= seen.top if seen.up else value <= seen.top))


def _directions(seen: Any, value: int) -> list[str]:
    """The direction after a play, or both where the player announces it (5.3, 6.1)."""
    if value in DICTATED:
        return [DICTATED[value]]
    if seen.top == 0:
        return ["up", "down"]
    return ["up" if seen.up else "down"]


def _play_word(play: tuple[int, int, bool, str], *, announced: bool) -> str:
    value, count, wild, direction = play
    times = f"{count}x" if count > 1 else ""
    return f"{times}{'W=' if wild else ''}{value}{f' {direction}' if announced else ''}"


def _partners(g: State, seat: int) -> list[str]:
    """13.4, and the other players' numbers in the view."""
    players = int(g.seen.players)
    clockwise = [(seat + step) % players for step in range(1, players)]
    partners = [other for other in clockwise if g.playing >> other & 1]
    assert [clockwise[i] for i in g.seen.partner[: len(partners)]] == partners
    return [f"with {other}" for other in partners] + ["nobody"] * bool(g.seen.options > len(partners))


def _piles(g: State, seat: int) -> list[str]:
    """13.5."""
    indexes = [place for place, _, _ in piles_left(g)]
    assert indexes == sorted(indexes)
    return [f"pile {index}" for index in indexes]


# What lies on the table afterwards


class Played(PlayedOn, position=Position, options=options, line=line):
    @property
    def ending(self) -> str | None:
        """How the game ended; None while it goes on."""
        return GAME.endings[self.row.ending] if self.row.ending >= 0 else None

    @property
    def hands(self) -> list[str]:
        """Each seat's cards, lowest value first, Wilds last; `out` for who is out of the game."""
        state = self.state
        return [by_value(state.hands[seat]) if state.playing >> seat & 1 else "out" for seat in range(state.seen.players)]

    @property
    def piles(self) -> dict[int, str]:
        """The cards of each Pile that is left, by index."""
        return {int(place): written(self.state.pile_cards[start:stop]) for place, start, stop in piles_left(self.state)}

    @property
    def deck(self) -> str:
        """The Draw Deck, top first."""
        start = self.state.deck_at
        return written(self.state.deck[start : start + self.state.seen.deck])

    @property
    def area(self) -> str:
        """The cards of the Play Area by value, its top, its run, its direction, and MEAN! cards that are unresolved."""
        seen = self.state.seen
        lying = by_value(seen.area)
        if seen.top == 0:
            return lying
        unresolved = f", {seen.unresolved} unresolved" if seen.unresolved else ""
        return f"{lying}: top {seen.top}, run {seen.run}, {'up' if seen.up else 'down'}{unresolved}"

    @property
    def gone(self) -> str:
        """The cards that left the game and were seen."""
        return by_value(self.state.seen.gone)

    def nothing_is_lost(self, before: Position, start: State) -> None:
        """Every card that was on the table still is somewhere."""
        __tracebackhide__ = True
        there_were = [*before.deck, *before.gone, *(lies for lies, _ in before.area)]
        for written_cards in (*before.hands, *before.piles):
            there_were += cards(written_cards) if written_cards != "out" else []
        g = self.state
        found = [card for event in self.events if event["event"] == "replenish" for card in event["removed"]]
        for text in (by_value(hand) for hand in g.hands[: g.seen.players]):
            found += cards(text)
        for text in (*self.piles.values(), self.deck, self.gone, by_value(g.seen.area)):
            found += cards(text)
        told = f"{self.story}\n  before: {written(sorted(there_were))}\n  after:  {written(sorted(found))}"
        assert sorted(found) == sorted(there_were), told
        for seat, hand in enumerate(g.hands[: g.seen.players]):
            assert hand.sum() == g.cards[seat]


play, decision = Played.play, Played.decision
