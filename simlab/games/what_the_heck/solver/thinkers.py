"""What the best reply wins against one who thinks, in a game for two that is small enough to be gone through.

Whoever thinks may go by all that was seen, so that each course of the game up to a decision is a position of its own. In each it is asked
many times, each time with other chance: so its bids are known as shares of a sample, and no more. Two numbers stand for what its best reply
earns. `at_most`: of the reply that is best against the very bids that were drawn, which flatters it. `at_least`: of the reply that is best
against one half of the bids, proved by the other half, by which nothing was chosen. In the mean over samples the truth lies between them.
"""

from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled import cache as build
from simlab.engine.compiled.chance import STEP, mix
from simlab.engine.metric import UNIT
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.solver.asking import ask, begin_at, bid_both
from simlab.games.what_the_heck.solver.backward import Progress, nobody_looks
from simlab.games.what_the_heck.solver.duel import Duel, Objective
from simlab.players.imagining import Minds
from simlab.players.strategies import Seated

MOST_CARDS = 5
ASKED = {5: 1024, 4: 128, 3: 16, 2: 6}  # how often, with so many cards in hand
_KEY = np.uint64(0x5EED)

_KERNELS = '''"""Generated: ask one who thinks about What the Heck? in many positions."""
from numba import from_dtype, njit, types
from simlab.engine.compiled.thinking import MIND
from simlab.games.what_the_heck import GAME
from simlab.games.what_the_heck.solver import asking

_G, _MIND, _TIMES = from_dtype(GAME.state), from_dtype(MIND), types.Array(types.float64, 2, "C")
_begin_at, _ask, _bid_both = asking.begin_at, asking.ask, asking.bid_both


@njit(types.void(_G, _MIND), nogil=True, cache=True)
def begin_at(g, mind):
    _begin_at(g, mind)


@njit(types.int64(_G, _G, _MIND, types.uint64, types.uint64, types.int64, types.uint64, types.int64, _TIMES), nogil=True, cache=True)
def ask(g, kept, mind, code, my, place, key, samples, times):
    return _ask(g, kept, mind, code, my, place, key, samples, times)


@njit(types.void(_G, _G, _MIND, types.int64, types.int64), nogil=True, cache=True)
def bid_both(g, imagined, mind, own, theirs):
    _bid_both(g, imagined, mind, own, theirs)
'''


@dataclass(frozen=True)
class Reply:
    """What the best reply earns against one who thinks: in the mean over samples at least, and at most."""

    at_least: float
    at_most: float
    positions: int
    asked: int


@cache
def _kernels() -> ModuleType | SimpleNamespace:
    if COMPILES:
        return build.generated("thinkers_what_the_heck", _KERNELS, GAME)
    return SimpleNamespace(begin_at=begin_at, ask=ask, bid_both=bid_both)


def best_reply(rules: Rules, objective: Objective, seat: Seated, *, scale: float = 1.0, progress: Progress = nobody_looks) -> Reply:
    """What earns most against this thinker. `scale`: it is asked so many times as often as usual."""
    with np.errstate(over="ignore"):
        return _Courses(rules, objective, seat, scale, progress).reply()


def refuse_what_is_too_large(rules: Rules, where: str) -> None:
    """BadInput where there are more courses of the game than anybody waits for."""
    if rules.player_cards > MOST_CARDS:
        told = f"who thinks is met in games of at most {MOST_CARDS} cards in a hand; there are {rules.player_cards} (player_cards)"
        raise BadInput([Fault(where, told)])


class _Courses:
    """All courses of a game against one who thinks, who sits in the first seat."""

    def __init__(self, rules: Rules, objective: Objective, seat: Seated, scale: float, progress: Progress) -> None:
        self._duel, self._scale, self._progress = Duel.of(rules, objective), scale, progress
        self._state, self._strategy = blank(GAME.state), seat[0]
        g = self._state[0]
        g.seen.players = 2
        write_rules(g.seen.rules, rules)
        seats = [seat, seat]
        parameters = [strategy.parameters(changed) for strategy, changed in seats]
        self._code, self._my = np.uint64(seat[0].address(parameters[0])), np.uint64(parameters[0].ctypes.data)
        g.code[:2], g.my[:2] = self._code, [my.ctypes.data for my in parameters]
        self._alive = parameters
        self._minds = Minds(self._state, seats, parameters)
        self._mind = self._minds.minds[0]
        self._kernels, self._positions, self._asked = _kernels(), 0, 0

    def reply(self) -> Reply:
        GAME.prepare(self._state[0])
        self._kernels.begin_at(self._state[0], self._mind)
        most, _, least = self._worth()
        if self._duel.objective == "share":
            most, least = (1 + most) / 2, (1 + least) / 2
        return Reply(float(least), float(most), self._positions, self._asked)

    def _worth(self) -> np.ndarray:
        """What the reply to all bids that were drawn earns there; and what that to one half earns by this half, and by the other."""
        g = self._state[0]
        settled = self._settled()
        if settled is not None:
            return np.full(3, settled)
        before, mind = self._state.copy(), self._mind.copy()
        total = np.zeros(3)
        for turn in self._duel.turns(int(g.seen.to_come)):
            place = (int(before[0].seen.to_come) ^ turn.left).bit_length() - 1
            total += turn.chance * self._after(place, before, mind)
        return total

    def _settled(self) -> float | None:
        """What the game is worth where nothing can change it any more."""
        g = self._state[0]
        lead = float(g.row.score[1] - g.row.score[0]) / UNIT
        left = sum(abs(int(g.seen.prize[i])) for i in range(self._duel.rounds) if g.seen.to_come >> i & 1)
        over = g.seen.to_come == 0
        if self._duel.objective == "difference":
            return lead if over else None
        return float(np.sign(lead)) if over or abs(lead) > left + abs(g.seen.pot) else None

    def _after(self, place: int, before: np.ndarray, mind: Any) -> np.ndarray:
        """The same, once this Point Card has come up."""
        self._put(before, mind)
        g = self._state[0]
        options = int(g.seen.hands[0]).bit_count()
        times = np.zeros((2, options))
        samples = 2 if options == 1 else 2 * max(1, round(self._scale * ASKED[options] / 2))
        self._positions += 1
        self._asked += samples
        key = mix(_KEY + STEP * np.uint64(self._positions))
        kept = self._minds._kept[0]
        if self._kernels.ask(g, kept, self._mind, self._code, self._my, place, key, samples, times) < 0:
            raise RunFailure(f"{self._strategy.path}: bid answered with no number of an option (0 to {options - 1})")
        self._progress(self._positions, 0)
        asked, worth = self._state.copy(), np.zeros((options, options, 3))
        for own in np.flatnonzero(times.sum(axis=0)):
            for theirs in range(options):
                self._put(asked, mind)
                self._kernels.bid_both(self._state[0], self._minds._imagined[0], self._mind, own, theirs)
                worth[own, theirs] = self._worth()
        share = times / times.sum(axis=1, keepdims=True)
        all_of, first, other = share.mean(axis=0) @ worth[:, :, 0], share[0] @ worth[:, :, 1], share[1] @ worth[:, :, 2]
        chosen = int(first.argmax())
        return np.array([all_of.max(), first[chosen], other[chosen]])

    def _put(self, state: np.ndarray, mind: Any) -> None:
        self._state[:] = state
        self._mind.seen, self._mind.waits, self._mind.waiting = mind.seen, mind.waits, mind.waiting
