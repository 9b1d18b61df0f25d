"""What a shipped strategy bids in a position, as probabilities: the compiled strategy is asked, on views filled in for it.

A strategy that draws no random number is asked once. Any other is asked with `SAMPLES` first random words, spread evenly over all there
are: whoever draws one number for a decision (as `random` does) is met exactly to 1/SAMPLES, and not at all by chance.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable
from functools import cache

import numpy as np

from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.base.parsing import parsed
from simlab.engine.compiled import cache as build
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.solver.duel import HALF, Duel, Turn, unkeyed
from simlab.games.what_the_heck.solver.hands import Hands
from simlab.players.strategies import Strategy

SAMPLES = 2520  # divisible by every number of options from 1 to 10

PAST = ("played", "turned", "pot_card", "pot_cards")  # fields of the view that tell more of the past than a position does
SEAT = 1
GAMES = "simlab.games"

Bids = Callable[[slice], np.ndarray]  # of some pairs of hands, how likely each card is bid: [pair, standing, place of the card]
Player = Callable[[int, Turn], Bids]  # of a set of Point Cards and the one that comes up

_ASK = '''"""Generated: ask a strategy for What the Heck? in many positions."""
from numba import from_dtype, njit, types
from simlab.engine.compiled.memory import call
from simlab.games.what_the_heck import GAME

WHOLE = types.Array(types.int64, 1, "C")


@njit(
    types.int64(
        from_dtype(GAME.seen), types.uint64, types.uint64, types.Array(types.int64, 2, "C"), types.Array(types.uint64, 1, "C"),
        types.Array(types.int64, 2, "C"),
    ),
    nogil=True, cache=True,
)
def ask(view, code, my, positions, luck, times):
    """How often each option is chosen in each position; the number of a position with an illegal answer, or -1."""
    for i in range(len(positions)):
        own, other = positions[i, 0], positions[i, 1]
        view.hand = own
        view.hands[{seat}] = own
        view.hands[1 - {seat}] = other
        view.to_come = positions[i, 2]
        view.pot = positions[i, 3]
        view.scores[{seat}] = positions[i, 4] / {half}
        view.scores[1 - {seat}] = positions[i, 5] / {half}
        for sample in range(len(luck)):
            view._luck = luck[sample]
            choice = call(code, view, my)
            if choice < 0 or choice >= view.options:
                return i
            if view._luck == luck[sample]:
                times[i, choice] = len(luck)
                break
            times[i, choice] += 1
    return -1
'''


def looks_at_scores(strategy: Strategy) -> bool:
    """Does it bid by the scores? BadInput where it bids by more of the past than a position knows."""
    read = _fields_read(strategy)
    past = sorted(read & set(PAST))
    if past:
        raise BadInput([Fault(str(strategy.path), f"looks at view.{past[0]}: a strategy that goes by the past has no best response here")])
    return "scores" in read


def _fields_read(strategy: Strategy) -> set[str]:
    """The fields that a strategy reads, and the helpers that it has from the game."""
    read, met = _read_by(strategy.source), set()
    waiting = [getattr(strategy.module, name) for name in _imported(strategy.source)]
    while waiting:
        helper = inspect.unwrap(waiting.pop())
        if not inspect.isfunction(helper) or not helper.__module__.startswith(GAMES) or helper in met:
            continue
        met.add(helper)
        text = textwrap.dedent(inspect.getsource(helper))
        read |= _read_by(text)
        waiting += [helper.__globals__[name] for name in helper.__code__.co_names if name in helper.__globals__]
    return read


def _read_by(source: str) -> set[str]:
    """The fields that a text reads."""
    return {node.attr for node in ast.walk(parsed(source)) if isinstance(node, ast.Attribute)}


def _imported(source: str) -> set[str]:
    """What a strategy has from the game."""
    nodes = [node for node in ast.walk(parsed(source)) if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name for node in nodes if (node.module or "").startswith(GAMES) for alias in node.names}


class Policy:
    """The bids of a strategy, as probabilities."""

    def __init__(self, strategy: Strategy, duel: Duel, changed: dict[str, float] | None = None) -> None:
        self.strategy, self.duel = strategy, duel
        self._my = strategy.parameters(changed or {})
        self._code = strategy.address(self._my)
        self._sees_hands = "hands" in _fields_read(strategy)
        self._state = blank(GAME.seen)
        view = self._state[0]
        rules = Rules(player_cards=duel.player_cards, point_cards=duel.prizes, order=duel.order, ties=duel.ties, carry=duel.carry)
        write_rules(view.rules, rules)
        view.players, view.seat, view.rounds = 2, SEAT, duel.rounds
        view.prize[: duel.rounds] = duel.prizes

    def player(self, hands: list[Hands], *, mirrored: bool = False) -> Player:
        """It as the player called "theirs"; mirrored, as the one called "mine"."""

        def bids_of(left: int, turn: Turn) -> Bids:
            number = self.duel.round_of(left)
            pairs, (carried, *scores) = hands[number], unkeyed(self.duel.standings[number][left])
            both = [pairs.theirs, pairs.mine]
            seen = np.stack([carried + turn.value, *scores[::-1]]) * np.array([[1], [self._keeps], [self._keeps]])
            if mirrored:
                both, seen = both[::-1], seen[[0, 2, 1]]
            told, standing = np.unique(seen, axis=1, return_inverse=True)
            state = self._state.copy()  # sets are worked out in several threads

            def of_some(some: slice) -> np.ndarray:
                held = np.stack([cards[some] for cards in both])
                _, first, pair = np.unique(held[: 1 + self._sees_hands], axis=1, return_index=True, return_inverse=True)
                found = self._bids(state, held[:, first], turn.left, told)
                chosen: np.ndarray = found[pair.ravel()[:, None], standing.ravel()]
                return chosen

            return of_some

        return bids_of

    @property
    def _keeps(self) -> int:
        """1 where standings know both scores; where they do not, it does not look."""
        return int(self.duel.keep == "scores")

    def _bids(self, state: np.ndarray, held: np.ndarray, to_come: int, told: np.ndarray) -> np.ndarray:
        """How likely each card is bid: [pair of hands, pot and scores, place of the card]."""
        options = int(held[0, 0]).bit_count()
        pairs, standings = held.shape[1], told.shape[1]
        if options == 1:
            return np.ones((pairs, standings, 1))  # nobody is asked
        state[0].options = options
        state[0].round_number = self.duel.player_cards - options + 1
        asked = np.empty((pairs, standings, 6), dtype=np.int64)
        asked[:, :, :2] = held.T[:, None]
        asked[:, :, 2] = to_come
        asked[:, :, 3:] = told.T
        times = np.zeros((pairs * standings, options), dtype=np.int64)
        ask = build.generated("solve_what_the_heck", _ASK.format(seat=SEAT, half=HALF)).ask
        with np.errstate(over="ignore"):
            wrong = ask(state[0], np.uint64(self._code), np.uint64(self._my.ctypes.data), asked.reshape(-1, 6), _luck(), times)
        if wrong >= 0:
            raise RunFailure(f"{self.strategy.path}: bid answered with no number of an option (0 to {options - 1})")
        return times.reshape(pairs, standings, options) / SAMPLES


@cache
def _luck() -> np.ndarray:
    """Positions of a random stream whose next words are spread evenly."""
    return np.array([_before((2 * i + 1 << 63) // SAMPLES) for i in range(SAMPLES)], dtype=np.uint64)


def _before(word: int) -> int:
    """The position at which a stream gives this word: the engine's `mix`, backwards."""
    whole = (1 << 64) - 1
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D049BB133111EB, -1, 1 << 64) & whole
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & whole
    return word ^ word >> 30 ^ word >> 60
