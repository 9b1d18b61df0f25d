"""Players who think: what a strategy calls, and the minds that are set up for it at a table (see `engine.compiled.thinking`)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.engine.compiled import kernel, thinking
from simlab.engine.compiled.thinking import (
    KEEPS,
    LOOKS_BACK,
    LOOKS_ON,
    MIND,
    MOST_IMAGINED,
    MOST_PARTS,
    NOTES,
    PART,
    PAST,
    PLAYS,
    RECALLS,
    REPEATS,
    STRAYS,
    THINKS,
    TRIES,
    WEIGHS,
    imagine,
)
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.engine.records import blank
from simlab.players import strategies
from simlab.players.strategies import Seated, Strategy

__all__ = ["Minds", "Onlooker", "Trier", "imagine", "imagined_at"]

Asked = tuple[int, int, int]  # the addresses of a strategy and of its parameters, and what it leaves to chance
NOBODY: Asked = (0, 0, 0)
NEVER = -1  # is a choice of this number made


def imagined_at(seats: Sequence[Seated], seat: int) -> list[Seated]:
    """What this seat imagines all to play: what it is told; or what is played at the table without thinking; or, where nothing is or where
    it can find out, whatever is found.
    """
    thinker, _ = seats[seat]
    if thinker.imagined:
        return [(strategy, {}) for strategy in thinker.imagined]
    found: list[Seated] = []
    for strategy, changed in seats:
        if not strategy.thinks and (strategy, changed) not in found:
            found.append((strategy, changed))
    if found and not thinker.game.open:
        return found
    field: list[Seated] = [(strategy, {}) for strategy in thinker.field or unthinking(thinker.game)]
    return found + [one for one in field if one not in found]


def _without_thinking(seats: Sequence[Seated]) -> list[Seated]:
    """What goes on being played in each seat: who thinks, plays the first of what it imagines."""
    return [imagined_at(seats, number)[0] if strategy.thinks else seats[number] for number, (strategy, _) in enumerate(seats)]


def unthinking(game: Game) -> list[Strategy]:
    """All strategies that are found for a game and imagine nothing."""
    found = [strategies.find(game.name, name) for name in strategies.names(game.name)]
    return [strategy for strategy in found if not strategy.thinks]


def joined(stretches: Sequence[tuple[int, int]], most: int) -> list[tuple[int, int]]:
    """At most so many stretches of bytes in which these lie, each where it begins and how long it is: the smallest gaps are taken in."""
    gaps = {number: at - sum(stretches[number]) for number, (at, _) in enumerate(stretches[1:])}
    left = set(sorted(gaps, key=lambda number: gaps[number])[max(0, len(gaps) - most + 1) :])
    found = list(stretches[:1])
    for number, (at, size) in enumerate(stretches[1:]):
        start, _ = found[-1]
        found[-1:] = [found[-1], (at, size)] if number in left else [(start, at + size - start)]
    return found


class Minds:
    """The minds of those at a table who think. All seats are called through parts that note their choices, also what is left to chance."""

    def __init__(self, state: np.ndarray, seats: Sequence[Seated], parameters: Sequence[np.ndarray]) -> None:
        self.game = seats[0][0].game
        self._table = state
        self._imagined, self._kept, self._dealt, self._once_more = (blank(self.game.state) for _ in range(4))
        self._weighs = self.game.recall is not None and self.game.ways > 1
        self._before = [blank(self.game.state) for _ in range(thinking.TURNS if self._weighs else 0)]
        self._past = np.zeros(1, dtype=PAST)
        self._past["at"][0, : len(self._before)] = [state.ctypes.data for state in self._before]
        self._choices = np.zeros(thinking.ROOM, dtype=np.int64)
        self._alive: list[np.ndarray] = []  # the engine holds their addresses
        self._known: dict[int, Strategy] = {}  # the imagined strategies by the addresses of their parameters
        self.minds: dict[int, Any] = {}
        self._readers = 0  # the address of the first mind that looks at who chooses what
        g = state[0]
        g.knowing, g.between = 1, 0
        for seat, ((strategy, _), my) in enumerate(zip(seats, parameters, strict=True)):
            if strategy.thinks:
                mind = self._mind(imagined_at(seats, seat))
                self.minds[seat] = mind[0]
                self._reads(mind, seat, len(seats))
                if self._weighs:
                    self._looks_back(mind, imagined_at(seats, seat))
                my["_mind"] = self._part(THINKS, mind=mind).ctypes.data
                self._keep(mind)
            g.code[seat], g.my[seat] = self._called(NOTES, asks=(g.code[seat], g.my[seat], g.to_chance[seat]))
            g.to_chance[seat] = 0
        for part in self._alive:
            if part.dtype == PART and part[0].role == NOTES:
                part[0].minds = self._readers

    def rest(self) -> None:
        """Nobody thinks of anything."""
        for mind in self.minds.values():
            mind.thinking = 0

    def idle(self) -> None:
        """From now on nothing is imagined: what strategies do beside that is tried out, which is all that their text says."""
        for mind in self.minds.values():
            mind.idle = 1

    @property
    def thoughts(self) -> int:
        """How many games were imagined so far."""
        return sum(int(mind.thoughts) for mind in self.minds.values())

    @property
    def decisions(self) -> int:
        """How many there were so far in a game that is played beside the real one."""
        return 0

    @property
    def asked(self) -> tuple[Any, Strategy] | None:
        """Where somebody is thinking: the imagined game, and what the seat is imagined to play that was asked last in it."""
        g = self._imagined[0]
        strategy = self._known.get(int(g.my[int(g.asked)]))
        return (g, strategy) if strategy and any(mind.thinking for mind in self.minds.values()) else None

    def _keep(self, mind: np.ndarray) -> None:
        """The game is kept as it stands before each turn, where it is gone on with there or looked back at; once for all minds."""
        g = self._table[0]
        if g.between == 0 and (self.game.resumes or mind[0].ways > 1):
            g.between, g.between_my = self._called(KEEPS, mind)

    def _reads(self, mind: np.ndarray, seat: int, players: int) -> None:
        """Who does not know for sure what others play looks at what they choose, where all lies open; and mixes where two choose so."""
        one = mind[0]
        if self.game.open and one.strategies > 1:
            one.reads, one.seat, one.next, self._readers = 1, seat, self._readers, mind.ctypes.data
            one.at_once = players == 2 and self.game.secret is not None

    def _called(self, role: int, mind: np.ndarray | None = None, asks: Asked = NOBODY) -> tuple[int, int]:
        """What is called by address: where it is, and its part."""
        part = self._part(role, mind, asks)
        return int(part[0].at), part.ctypes.data

    def _part(self, role: int, mind: np.ndarray | None = None, asks: Asked = NOBODY) -> np.ndarray:
        part = np.zeros(1, dtype=PART).view(np.recarray)
        self._alive.append(part)
        table, choices = self._table.ctypes.data, self._choices.ctypes.data
        code, address = kernel.part_address(self.game, kernel.THINKING, part.ctypes.data), mind.ctypes.data if mind is not None else 0
        part[0] = (role, code, address, *asks, table, choices, self._past.ctypes.data, 0)
        return part

    def _mind(self, imagined: Sequence[Seated]) -> np.ndarray:
        if len(imagined) > MOST_IMAGINED:
            raise BadInput([Fault("imagines", f"{len(imagined)} strategies; allowed: at most {MOST_IMAGINED}")])
        mind = np.zeros(1, dtype=MIND).view(np.recarray)
        self._alive.append(mind)
        one = mind[0]
        one.table, one.imagined, one.choices = self._table.ctypes.data, self._imagined.ctypes.data, self._choices.ctypes.data
        one.kept, one.dealt = self._kept.ctypes.data, self._dealt.ctypes.data
        one.resumes, one.ways, one.back = self.game.resumes, 1, mind.ctypes.data
        for role, name in ((PLAYS, "plays"), (REPEATS, "repeats"), (WEIGHS, "weighs")):
            one[f"{name}_at"], one[name] = self._called(role, mind)
        one.horizon = self.game.turns_ahead(int(self._table[0].seen.players))
        one.doubt_of_game, one.races = self.game.doubt, self.game.races
        one.left_at_once, one.theirs = 1 if self.game.odds else 0, -1
        for name, changes in (("part", self.game.changes), ("plain", self.game.plain_changes)):
            parts = joined(changes, MOST_PARTS)
            one[f"{name}s"] = len(parts)
            one[f"{name}_at"][: len(parts)], one[f"{name}_size"][: len(parts)] = zip(*parts, strict=True)
        one.strategies = len(imagined)
        for i, (strategy, changed) in enumerate(imagined):
            my = strategy.parameters(changed)
            self._alive.append(my)
            self._known[my.ctypes.data] = strategy
            one.strategy_code[i] = strategy.address(my) if strategy.functions else 0
            one.strategy_my[i], one.strategy_to_chance[i] = my.ctypes.data, strategy.left_to_chance
        return mind

    def _looks_back(self, mind: np.ndarray, imagined: Sequence[Seated]) -> None:
        """This mind deals what is hidden anew until the others would have played as they did; another one plays their turns once more."""
        back = self._mind(imagined)
        other = back[0]
        other.imagined, other.now = self._once_more.ctypes.data, self._imagined.ctypes.data
        other.known, other.horizon = thinking.ROOM, 0
        other.recalls_at, other.recalls = self._called(RECALLS, back)
        other.sights = len(self.game.visible)
        if other.sights > MOST_PARTS:
            told = f"what is listed parts the view into {other.sights} stretches; where hands are weighed, allowed: at most {MOST_PARTS}"
            raise BadInput([Fault("ways", told)])
        other.sight_at[: other.sights], other.sight_size[: other.sights] = zip(*self.game.visible, strict=True)
        one = mind[0]
        one.ways, one.back = self.game.ways, back.ctypes.data
        one.looks_at, one.looks = self._called(LOOKS_BACK, back)


class Onlooker(Minds):
    """Looks on at a table where a deal is played as it is; or has it played again and again: up to a turn as it was, and from there on as
    it might be.
    """

    def __init__(self, state: np.ndarray, seats: Sequence[Seated], parameters: Sequence[np.ndarray]) -> None:
        super().__init__(state, seats, parameters)
        mind = self._mind(_without_thinking(seats))
        one = self._onlooking = self.minds[len(seats)] = mind[0]
        self._players = len(seats)
        self._marks, self._wins = np.zeros(thinking.ROOM, dtype=np.int64), np.zeros(0, dtype=np.int64)
        one.marks, one.each, one.horizon, one.known = self._marks.ctypes.data, 1, 0, thinking.ROOM
        one.strays_at, one.strays = self._called(STRAYS, mind)
        keeps = int(state[0].between), int(state[0].between_my), 0
        self._looks_on = self._called(LOOKS_ON, mind, keeps)

    @property
    def marks(self) -> list[int]:
        """Of a deal that was played as it is: how much of its trace was written before each turn."""
        return [int(mark) for mark in self._marks[: int(self._onlooking.begun)]]

    def before(self, turn: int, games: int) -> None:
        """When the deal is played next, it is played so many times besides, and becomes another game before that turn: from the view of
        each seat in turn.
        """
        self._wins = np.zeros((games, self._players), dtype=np.int64)
        self._onlooking.before, self._onlooking.rollouts, self._onlooking.wins = turn, games, self._wins.ctypes.data

    @property
    def decisions(self) -> int:
        """How many there were so far in a game that strays."""
        return int(self._imagined["row"]["decisions"][0])

    @property
    def shares(self) -> np.ndarray:
        """[game, seat]: what part of the win each seat got in these games, in units."""
        return self._wins

    def rest(self) -> None:
        """Nobody thinks of anything; while games stray from the one that is played, all do in it what they did."""
        super().rest()
        mind, g = self._onlooking, self._table[0]
        mind.begun = mind.at = 0
        g.between, g.between_my = self._looks_on
        if mind.rollouts:
            for seat in range(self._players):
                g.code[seat], g.my[seat], g.to_chance[seat] = mind.repeats_at, mind.repeats, 0
            g.knowing, g.following = 1, 0


class Trier(Minds):
    """Sits beside a table where a deal is played, and tries every option of one choice, in so many imagined games each."""

    def __init__(self, state: np.ndarray, seats: Sequence[Seated], parameters: Sequence[np.ndarray], games: int) -> None:
        super().__init__(state, seats, parameters)
        mind = self._mind(_without_thinking(seats))
        one = self._trying = self.minds[len(seats)] = mind[0]
        self._wins = np.zeros(games * thinking.MOST_OPTIONS * len(seats), dtype=np.int64)
        self._read = np.zeros(games * thinking.MOST_OPTIONS, dtype=np.uint64)
        one.each, one.rollouts, one.wins, one.rules_read = 1, games, self._wins.ctypes.data, self._read.ctypes.data
        g = state[0]
        self._keep(mind)
        for seat in range(len(seats)):
            g.code[seat], g.my[seat] = self._called(TRIES, mind, (g.code[seat], g.my[seat], 0))
        self.at(NEVER)

    def at(self, choice: int, known: np.ndarray | None = None) -> None:
        """In the next game this choice is tried. `known`: what part of the win each seat gets, in units, [imagined game, option, seat], in
        games that are not imagined once more; below 0 in the others.
        """
        self._trying.tried, self._trying.options, self._trying.some_known = choice, 0, known is not None
        if known is not None:
            self._wins[: known.size] = known.reshape(-1)

    @property
    def tried(self) -> tuple[int, np.ndarray, np.ndarray]:
        """Of the choice that was tried: whose it was; what part of the win each seat got, [imagined game, option, seat]; and which house
        rules were read in those games that were imagined, as bits, [imagined game, option]. No options where there was no such choice, or
        none that can be tried.
        """
        games, options, players = int(self._trying.rollouts), int(self._trying.options), int(self._table[0].seen.players)
        wins = self._wins[: games * options * players].reshape(games, options, players)
        return int(self._trying.seat), wins / UNIT, self._read[: games * options].reshape(games, options).copy()
