"""Any game, played by its real engine from a position written by hand, with a script for its decisions.

`follow` gives the engine a state that a test has filled in, and a seat's strategy is a `Recorder`: it answers from the script and keeps
a copy of the whole state as it was when it was asked. An answer is the number of an option, which depends on the position in which the
question comes up. So the engine plays from the start again and again, each time with one more answer known: that takes microseconds.

A game adds a module of its own (see mean/position.py): how a position is written (`Written`), the engine's entry point (`entries`), the
words for the options of a decision, the words for an event, and what lies on its table afterwards (`PlayedOn`).

With `watch`, strategies play whole games and every position in which one was asked is kept. With NUMBA_DISABLE_JIT=1 all of this runs
uncompiled. In every position it is kept what each seat knows (`knowing`), as for a redeal.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar, Self

import numpy as np

from simlab.engine.compiled import COMPILES, cache, kernel
from simlab.engine.compiled.memory import call
from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from simlab.players import strategies
from simlab.players.strategies import Strategy
from simlab.table import Table

State = Any  # a game's state, as np.record


def listed(counts: np.ndarray | Sequence[int]) -> list[int]:
    """Cards of which it is counted how many there are of each, one by one. Read at once: card by card takes long."""
    return [card for card, count in enumerate(np.asarray(counts).tolist()) for _ in range(count)]


_SEAT = np.dtype([("notes", "u8"), ("code", "u8"), ("my", "u8")])
_NOTES = np.dtype([("state", "u8"), ("positions", "u8"), ("answers", "u8"), ("room", "i8"), ("given", "i8"), ("asked", "i8")])

_RECORDER = '''"""Generated: answers from a script, or as another strategy does, and keeps each position in which it was asked."""
import numpy as np
from numba import carray, from_dtype, njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from simlab.engine.compiled.memory import call
from simlab.games.{game} import GAME

SEAT, NOTES, SIZE = np.dtype({seat!r}), np.dtype({notes!r}), GAME.state.itemsize


@intrinsic
def at(typingctx, address):
    def codegen(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.uint64), codegen


@intrinsic
def copy(typingctx, target, source, size):
    def codegen(context, builder, signature, args):
        cgutils.raw_memcpy(builder, args[0], args[1], args[2], 1)
        return context.get_dummy_value()

    return types.void(types.voidptr, types.voidptr, types.int64), codegen


@njit(types.int64(from_dtype(GAME.seen), types.voidptr), nogil=True, cache=True)
def _entry(view, address):
    seat = carray(address, (1,), SEAT)[0]
    notes = carray(at(seat.notes), (1,), NOTES)[0]
    number = notes.asked
    notes.asked = number + 1
    if number < notes.room:
        copy(at(notes.positions + np.uint64(number * SIZE)), at(notes.state), SIZE)
    answers = carray(at(notes.answers), (notes.room,), np.int64)
    answer = 0
    if seat.code != 0:
        answer = call(seat.code, view, seat.my)
    elif number < notes.given:
        answer = answers[number]
    if number < notes.room:
        answers[number] = answer
    return answer
'''


def entries(game: Game, name: str, text: str) -> ModuleType:
    """A generated module of compiled functions for tests, kept between runs as the engine itself is."""
    return cache.generated(f"test_{game.name}_{name}", text)


@dataclass(frozen=True)
class Engine:
    """The ways into a game's engine that its tests have, by name; compiled when one is first entered."""

    game: Game
    text: str

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return getattr(entries(self.game, "position", self.text), name)


class Recorder:
    """The strategy on every seat of one state: its answers, and the positions in which it was asked."""

    def __init__(self, game: Game, state: np.ndarray, room: int) -> None:
        self.game, self.state = game, state
        self.positions = np.zeros(room, dtype=game.state).view(np.recarray)
        self.answers = np.zeros(room, dtype=np.int64)
        self.notes = np.zeros(1, dtype=_NOTES).view(np.recarray)
        addresses = (array.ctypes.data for array in (state, self.positions, self.answers))
        self.notes[0] = (*addresses, room, 0, 0)
        self._alive: list[np.ndarray] = []  # the engine holds their addresses

    @property
    def asked(self) -> int:
        """How many questions there were."""
        return int(self.notes[0].asked)

    def sit(self, seat: int, code: int = 0, my: int = 0) -> None:
        """Take a seat; where `code` is given, the strategy at that address answers."""
        g = self.state[0]
        note = np.array([(self.notes.ctypes.data, code, my)], dtype=_SEAT)
        self._alive.append(note)
        if COMPILES:
            text = _RECORDER.format(game=self.game.name, seat=_SEAT.descr, notes=_NOTES.descr)
            g.code[seat], g.my[seat] = kernel.address(self.game, "recorder", text), note.ctypes.data
        else:
            decisions = {decision.name: self._plain(code, my) for decision in self.game.decisions}
            g.code[seat] = kernel.plain_address(self.game, decisions, {}, None)

    def seat(self, players: Sequence[Strategy]) -> None:
        """These strategies answer, each with its own parameters."""
        for seat, strategy in enumerate(players):
            my = strategy.parameters({})
            self._alive.append(my)
            self.sit(seat, strategy.address(my), my.ctypes.data)

    def _plain(self, code: int, my: int) -> Callable[[Any], int]:
        """What the generated text does."""

        def answer(view: Any) -> int:
            notes = self.notes[0]
            number = int(notes.asked)
            notes.asked = number + 1
            if number < notes.room:
                self.positions[number] = self.state[0]
            choice = 0
            if code:
                choice = call(code, view, my)
            elif number < notes.given:
                choice = int(self.answers[number])
            if number < notes.room:
                self.answers[number] = choice
            return choice

        return answer


# A script


@dataclass(frozen=True)
class Asked:
    """A decision: who was asked for what, the options in the game's words and in their order, and the position."""

    seat: int
    decision: str
    options: list[str]
    position: State = field(repr=False)


@dataclass(frozen=True)
class Followed:
    """What came of a script."""

    state: State = field(repr=False)
    events: list[Event]
    asked: list[Asked]


@dataclass
class Written:
    """A position as it is written, part by part. A game's own has a field for each part."""

    game: ClassVar[Game]
    hands: list[Any] = field(default_factory=list)  # of each seat

    def __init_subclass__(cls, *, game: Game) -> None:
        cls.game = game

    @classmethod
    def of(cls, text: str) -> Self:
        """Reads a position."""
        position = cls()
        for line in filter(None, map(str.strip, text.splitlines())):
            part, _, said = line.partition(":")
            position.read(part, said.strip())
        assert len(position.hands) in cls.game.players
        position.check()
        return position

    def read(self, part: str, said: str) -> None:
        """Reads a line of it: here what is one number. A game reads its other parts."""
        if type(getattr(self, part, None)) is not int:
            raise ValueError(f"not part of a position: {f'{part}: {said}'!r}")
        setattr(self, part, int(said))

    def check(self) -> None:
        """What is written has to fit together."""

    def state(self, **house_rules: Any) -> np.ndarray:
        """The engine's state of this position, as an array of one; a `key` among the house rules is where its chance comes from."""
        raise NotImplementedError

    def enter(self, g: State, turns: int) -> int:
        """The engine plays so many turns from here, or to the end; whose turn comes next."""
        raise NotImplementedError


@dataclass(frozen=True)
class PlayedOn:
    """What came of playing on from a position. A game adds what lies on its table, in its own words."""

    game: ClassVar[Game]
    position: ClassVar[type[Written]]
    options: ClassVar[Callable[[State], list[str]]]
    line: ClassVar[Callable[[Event], str | None]]
    story: list[str]  # the events, each on a line
    events: list[Event] = field(repr=False)
    asked: list[Asked] = field(repr=False)
    state: State = field(repr=False)
    turn: int  # whose turn comes next

    def __init_subclass__(
        cls, *, position: type[Written], options: Callable[[State], list[str]], line: Callable[[Event], str | None]
    ) -> None:
        """A game's own: `options` lists the legal actions of a decision in their order, in the words of a script; `line` words an event."""
        cls.game, cls.position = position.game, position
        cls.options, cls.line = staticmethod(options), staticmethod(line)

    @classmethod
    def play(cls, text: str, *script: str, turns: int = 1, **house_rules: Any) -> Self:
        """Play some turns from a position, or to the end. A `key` among the house rules gives other chance."""
        __tracebackhide__ = True
        position = cls.position.of(text)
        start = position.state(**house_rules)
        played = cls._follow(position, start, script, turns, one_more=False)
        played.nothing_is_lost(position, start[0])
        return played

    @classmethod
    def decision(cls, text: str, *script: str, turns: int = 100, **house_rules: Any) -> Asked:
        """The decision that comes up after the script, with all its options."""
        __tracebackhide__ = True
        position = cls.position.of(text)
        return cls._follow(position, position.state(**house_rules), script, turns, one_more=True).asked[-1]

    @classmethod
    def _follow(cls, position: Written, start: np.ndarray, script: Sequence[str], turns: int, *, one_more: bool) -> Self:
        __tracebackhide__ = True
        next_turns = []
        followed = follow(
            cls.game, start, lambda g: next_turns.append(int(position.enter(g, turns))), script, cls.options, one_more=one_more
        )
        return cls([cls._worded(event) for event in followed.events], followed.events, followed.asked, followed.state, next_turns[-1])

    @classmethod
    def _worded(cls, event: Event) -> str:
        words = cls.line(event)
        if words is None:
            raise ValueError(f"no words for {event}")
        return words

    def nothing_is_lost(self, before: Written, start: State) -> None:
        """Whatever was on the table still is somewhere; a game says how to count it."""

    @property
    def row(self) -> Any:
        """The columns so far; who won and who lost only at the end."""
        return self.state.row

    @property
    def ending(self) -> str | None:
        """How the game ended; None while it goes on."""
        return self.game.endings[self.state.ending] if self.state.ending >= 0 else None

    @property
    def winners(self) -> list[int]:
        """The seats that won."""
        return np.flatnonzero(self.row.won).tolist()

    @property
    def losers(self) -> list[int]:
        """The seats that lost."""
        return np.flatnonzero(self.row.lost).tolist()

    @property
    def places(self) -> list[int]:
        """Each seat's place."""
        return self.row.place[: self.state.seen.players].tolist()


def standings(game: Game, g: State) -> list[float]:
    """How near each seat is to winning, as the game says it."""
    return [float(game.standing(g, seat)) for seat in range(int(g.seen.players))]


def split(text: str, sign: str = "|") -> list[str]:
    """What stands between the signs."""
    return [part.strip() for part in text.split(sign)]


def follow(
    game: Game,
    start: np.ndarray,
    enter: Callable[[State], None],
    script: Sequence[str],
    options: Callable[[State], list[str]],
    *,
    one_more: bool = False,
) -> Followed:
    """Let the engine play from `start`, an array of one state. The script has a line `seat: option` for each decision that is asked.

    `enter(state)` runs the engine; `options(state)` words the options of a decision. With `one_more` the decision after the script is
    looked at (the last of `asked`), and what comes after it means nothing.
    """
    __tracebackhide__ = True  # a failure points at the test
    answers: list[int] = []
    asked: list[Asked] = []
    while True:
        state = start.copy().view(np.recarray)
        state[0].knowing = 1
        recorder = Recorder(game, state, room=len(script) + 1)
        for seat in range(int(state[0].seen.players)):
            recorder.sit(seat)
        recorder.answers[: len(answers)] = answers
        recorder.notes[0].given = len(answers)
        events = traced(game, state, enter)
        if recorder.asked == len(answers):
            assert not one_more, "after the script nobody is asked any more"
            assert len(answers) == len(script), f"nobody is asked for {script[len(answers) :]}; events: {events}"
            return Followed(state[0], events, asked)
        position = recorder.positions[len(answers)]
        seat, words = int(position.asked), options(position)
        assert len(words) == position.seen.options, f"the engine counts {position.seen.options} options, by the rules they are {words}"
        assert len(set(words)) == len(words), words
        asked.append(Asked(seat, game.decisions[position.seen.kind].name, words, position.copy()))
        if len(answers) == len(script):
            assert one_more, f"the script ends, but seat {seat} is asked: {' | '.join(words)}"
            return Followed(state[0], events, asked)
        who, _, word = script[len(answers)].partition(": ")
        assert who == str(seat), f"the script goes on with {script[len(answers)]!r}, but seat {seat} is asked: {' | '.join(words)}"
        assert word in words, f"{word!r} is not legal; seat {seat} may: {' | '.join(words)}"
        answers.append(words.index(word))


def traced(game: Game, state: np.ndarray, enter: Callable[[State], None]) -> list[Event]:
    """Run the engine once, with a trace."""
    g = state[0]
    log = np.zeros(1 << 16, dtype=np.int64)
    g.tracing, g.log, g.log_at, g.log_room = 1, log.ctypes.data, 0, len(log)
    with np.errstate(over="ignore"):
        enter(g)
    assert g.log_at <= len(log), "a longer trace than a test should need"
    return list(game.events.read(log[: g.log_at].tolist()))


def but_for_its_course(row: Any) -> bytes:
    """A row's bytes: the course of a game that begins with a written position is not that of one that was dealt."""
    copied = np.array(row)
    copied["course"] = 0
    return copied.tobytes()


# Watching strategies


@dataclass(frozen=True)
class Watched:
    """Games of strategies: each position in which one was asked, and its answer. `alive` keeps what the engine has addresses of."""

    positions: np.ndarray
    answers: np.ndarray
    alive: object


def watch(game: Game, seats: Sequence[Strategy], rules: Any, *, seed: int, deals: range, room: int = 1000) -> Watched:
    """Let strategies play some deals, and keep the first positions in which they are asked, `room` at most."""
    state = blank(game.state)
    g = state[0]
    g.seed, g.seen.players, g.knowing = seed, len(seats), 1
    write_rules(g.seen.rules, game.resolve(rules, len(seats)))
    recorder = Recorder(game, state, room)
    recorder.seat(seats)
    each, looked = np.arange(len(deals)), np.zeros(len(deals), dtype=np.uint64)
    kernel.play_batch(game)(state, np.zeros(len(deals), dtype=game.row), deals.start, each, looked)
    kept = min(recorder.asked, room)
    return Watched(recorder.positions[:kept], recorder.answers[:kept], recorder)


def header(game: Game, *names: str, **house_rules: Any) -> Event:
    """The first event of a game of these strategies: of deal 17, with the seed 7."""
    seats = [(strategies.find(game.name, name), {}) for name in names]
    return Table(game, seats, game.resolve(game.Rules(**house_rules), len(names)), 7).trace(17)[0]
