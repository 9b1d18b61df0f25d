"""What the Heck? from a position written by hand, and back in words.

A position has a line for what there is on the table; what is not written is not there:

    hands: 1 4 7 | 2 4 9         each seat's cards
    points: 5 -3 2               the Point Cards still to come, the next one first
    pot: 3 -1                    what was carried over
    scores: 2 0.5                each seat's points
    leader: 1                    who was last alone in front

As many rounds were played before as cards are missing from the hands; their Point Cards are 0 where they don't lie in the pot. The
highest Player Card is the highest in any hand, unless the house rules say otherwise.

`play(position, *script, rounds=1, **house_rules)` plays so many rounds. The script has a line for each bid that is asked for, such as
"0: 7"; a hand of one card is not asked. What happened comes back as `story`, a line an event:

    turned up 5: pot 7 | bids 7 4 9 | 2 takes 7 | carried 7 | lost 7
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simlab.engine.events import Event, fraction
from simlab.engine.metric import UNIT
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.what_the_heck import GAME
from tests.rules.asking import Helpers
from tests.rules.harness import Engine, PlayedOn, State, Written, split

_ENTRIES = '''"""Generated: the engine's way through some rounds, for tests."""
from numba import from_dtype, njit, types
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.play import play_round, write_result

STATE = from_dtype(GAME.state)
prepare = GAME.prepare


@njit(types.void(STATE), nogil=True, cache=True)
def lay_out(g):
    """What the engine does before a batch of games."""
    prepare(g)


@njit(types.void(STATE, types.int64, types.int64), nogil=True, cache=True)
def play_rounds(g, first, count):
    """What play_game does after the deal, for `count` rounds; the result after the last one."""
    for number in range(first, first + count):
        play_round(g, number)
    if first + count == g.seen.rounds:
        write_result(g)
'''


engine = Engine(GAME, _ENTRIES)
ask = Helpers(
    GAME,
    *("bids(view)", "option(view, card)", "nearest(view, card)", "holds(view, seat, card)", "cards(view, seat)", "lower(view, seat, card)"),
    *(
        "lowest_of(view, seat)",
        "highest_of(view, seat)",
        "coming(view, i)",
        "from_top(view, seat, above)",
        "larger(view, size, suffer)",
        "size_to_come(view)",
    ),
)


def cards(text: str) -> list[int]:
    """`1 4 7` as numbers; `-` is no card."""
    return [int(word) for word in text.split() if word != "-"]


def in_set(number: int) -> list[int]:
    """The cards of a set."""
    return [card for card in range(31) if int(number) >> card & 1]


def set_of(numbers: list[int]) -> int:
    """Cards as a set."""
    return sum(1 << number for number in numbers)


@dataclass
class Position(Written, game=GAME):
    """A position as it is written, part by part."""

    points: list[int] = field(default_factory=list)
    pot: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    leader: int = -1

    def read(self, part: str, said: str) -> None:
        """Reads a line of it."""
        match part:
            case "hands":
                self.hands = [cards(hand) for hand in split(said)]
            case "points" | "pot":
                setattr(self, part, cards(said))
            case "scores":
                self.scores = [float(word) for word in said.split()]
            case _:
                super().read(part, said)

    def check(self) -> None:
        """Hands are of one size, and there are no more Point Cards to come than cards in hand."""
        assert len({len(hand) for hand in self.hands}) == 1, "all hands have as many cards"
        assert 0 < len(self.points) <= len(self.hands[0])

    def played(self, player_cards: int) -> int:
        """How many rounds were played."""
        return player_cards - len(self.hands[0])

    def state(self, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one."""
        player_cards = house_rules.pop("player_cards", max(map(max, self.hands)))
        played = self.played(player_cards)
        assert len(self.pot) <= played
        past = [0] * (played - len(self.pot)) + self.pot
        state = blank(GAME.state)
        g, seen = state[0], state[0].seen
        seen.players = len(self.hands)
        write_rules(seen.rules, GAME.Rules(player_cards=player_cards, point_cards=(*past, *self.points), **house_rules))
        engine.lay_out(g)
        free = list(range(len(past) + len(self.points)))
        for i, value in enumerate([*past, *self.points]):
            g.order[i] = next(place for place in free if seen.prize[place] == value)
            free.remove(g.order[i])
        seen.to_come = set_of(g.order[played : seen.rounds].tolist())
        seen.pot, seen.pot_cards = sum(self.pot), len(self.pot)
        seen.pot_card[: len(self.pot)] = self.pot
        seen.turned[:played] = past
        for seat, hand in enumerate(self.hands):
            seen.hands[seat] = set_of(hand)
            for i, card in enumerate(card for card in range(1, player_cards + 1) if card not in hand):
                seen.played[seat, i] = card
        for seat, score in enumerate(self.scores):
            seen.scores[seat], g.row.score[seat] = score, round(score * UNIT)
        g.leader = self.leader
        return state

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many rounds, or to the end of the game. The next one is everybody's turn."""
        engine.play_rounds(g, self.played(int(g.seen.rules.player_cards)), min(turns, len(self.points)))
        return -1


def line(event: Event) -> str | None:
    """An event on a line."""
    match event:
        case {"event": "turn_up", "card": card, "pot": pot}:
            return f"turned up {card}: pot {pot}"
        case {"event": "bids", "cards": bids}:
            return f"bids {' '.join(map(str, bids))}"
        case {"event": "award", "player": player, "value": value}:
            return f"{player} takes {value:g}"
        case {"event": "carry", "value": value}:
            return f"carried {value}"
        case {"event": "lost", "value": value}:
            return f"lost {value}"


def options(g: State) -> list[str]:
    """The options of a bid: the own cards, ascending."""
    assert in_set(g.seen.hand) == in_set(g.seen.hands[g.asked])
    return [str(card) for card in in_set(g.seen.hand)]


class Played(PlayedOn, position=Position, options=options, line=line):
    @property
    def scores(self) -> list[float]:
        """Each seat's points."""
        scores = [fraction(units) for units in self.row.score[: self.state.seen.players].tolist()]
        assert scores == self.state.seen.scores[: self.state.seen.players].tolist(), "the players see the same"
        return scores

    @property
    def hands(self) -> list[list[int]]:
        """Each seat's cards."""
        return [in_set(hand) for hand in self.state.seen.hands[: self.state.seen.players]]

    def seats(self, name: str) -> list[int]:
        """The seats of which this is so: `won` or `lost`."""
        return np.flatnonzero(self.row[name]).tolist()


decision = Played.decision


def play(text: str, *script: str, rounds: int = 1, **house_rules: Any) -> Played:
    """Play some rounds from a position."""
    __tracebackhide__ = True
    return Played.play(text, *script, turns=rounds, **house_rules)
