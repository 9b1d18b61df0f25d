"""A table: a game, house rules and who sits where. It plays batches of games into rows, and single games into traces."""

import json
import shlex
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple
from typing import Any, Self

import numpy as np

from simlab.base.faults import RunFailure
from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.kernel import play_batch
from simlab.engine.compiled.play import CHOOSES, IllegalChoice
from simlab.engine.events import Event, EventFault, exact, fraction
from simlab.engine.game import Game
from simlab.engine.places import Place
from simlab.engine.records import blank
from simlab.engine.rules import HouseRules
from simlab.engine.state import SEATS, write_rules
from simlab.players import seats as players
from simlab.players.imagining import Minds, Onlooker, Trier
from simlab.players.parting import Parting
from simlab.players.seats import with_params
from simlab.players.strategies import Seated, Strategy
from simlab.table.choosing import OPTION, YOU, Given, Unanswered
from simlab.table.followed import Followed
from simlab.table.locate import Where, where, where_in
from simlab.table.looking import Eye
from simlab.table.watch import watched

_FIRST_LOG = 1 << 16
_NO_WORDS = ("true", "false", "null")  # in YAML


class Table:
    """Players at a table under house rules that are resolved for their number. `room`: gives it the memory for its record."""

    room = staticmethod(blank)

    def __init__(self, game: Game, seats: Sequence[Seated], rules: HouseRules, seed: int) -> None:
        self.game, self.seed = game, seed
        self._players, self._ranks = tuple(seats), ranks_of(seats)
        self._parameters = [strategy.parameters(changed) for strategy, changed in seats]  # the engine holds their addresses
        players = list(zip((strategy for strategy, _ in seats), self._parameters, strict=True))
        addresses = [strategy.address(my) if strategy.functions else 0 for strategy, my in players]  # who decides nothing is never asked
        self._known = {  # to the engine, of each player
            "code": np.array(addresses, dtype=np.uint64),
            "my": np.array([my.ctypes.data for _, my in players], dtype=np.uint64),
            "to_chance": np.array([strategy.left_to_chance for strategy, _ in players], dtype=np.int64),
        }
        self.given: dict[int, Given] = {}  # by seat, at a table at which nobody has sat down anew
        self._state = self.room(game.state)
        self._fields = self._state.view(np.ndarray)  # attributes of records take long to find
        self._g = self._state[0]
        self.under(rules)
        self.seat(range(len(seats)))

    def under(self, rules: HouseRules) -> None:
        """From now on these house rules hold, resolved for as many players, at a table as good as new: everybody has to sit down anew."""
        self.rules, g = rules, self._g
        self._fields.view(np.uint8)[:] = 0
        g.seed, g.seen.players = self.seed, len(self._players)
        write_rules(g.seen.rules, rules)

    def seat(self, order: Sequence[int]) -> None:
        """Everybody sits down anew: in each seat the player with this number among those whom the table was made with."""
        numbers = self._order = list(order)
        self.seats = tuple(self._players[number] for number in numbers)
        self._g.seated = seated([self._ranks[number] for number in numbers])
        for name, of_players in self._known.items():
            self._g[name][: len(numbers)] = of_players[numbers]
        thinks = any(strategy.thinks for strategy, _ in self.seats)
        self.minds = Minds(self._state, self.seats, [self._parameters[number] for number in numbers]) if thinks else None

    def give(self, seat: int, choices: Sequence[int]) -> Given:
        """From now on these are the choices of a seat at a table at which nobody has sat down anew, in place of its strategy's: in games
        that are imagined it plays as that strategy.
        """
        given = self.given[seat] = Given(self.game.seen, choices)
        self._known["code"][seat], self._known["to_chance"][seat] = given.address, 0
        self.seat(self._order)
        return given

    def again(self) -> "Table":
        """Another table like this one."""
        other = Table(self.game, self.seats, self.rules, self.seed)
        for seat, given in self.given.items():
            other.give(seat, given.choices)
        return other

    @property
    def codes(self) -> set[int]:
        """Where the engine finds the strategies at the table."""
        return {int(code) for code in self._known["code"]} - {0}

    def idle(self) -> Self:
        """From now on nobody imagines anything: what thinks is simlab's own, and what is looked at is what a strategy's text does."""
        if self.minds:
            self.minds.idle()
        return self

    def look_on(self) -> Onlooker:
        """From now on somebody looks on at a table at which nobody has sat down anew."""
        self._as_seated()
        self.minds = onlooker = Onlooker(self._state, self.seats, self._parameters)
        return onlooker

    def try_options(self, games: int) -> Trier:
        """From now on somebody tries the options of a choice at such a table, in so many imagined games each."""
        self._as_seated()
        self.minds = trier = Trier(self._state, self.seats, self._parameters, games)
        return trier

    def ask_also(self, player: int, others: Sequence[dict[str, float]], first: int, parted: np.ndarray) -> None:
        """Until somebody sits down anew, the player of that number is asked with other parameters as well: in the deals from `first` on,
        `parted` is told in which games they part from it. Nobody here may think.
        """
        strategy, _ = self._players[player]
        if others and strategy.functions:
            seat = self._order.index(player)
            self._parting = Parting(self._state, strategy, self._parameters[player], others)
            self._g.code[seat], self._g.my[seat] = self._parting.over(first, parted)

    def _as_seated(self) -> None:
        for name, of_players in self._known.items():
            self._g[name][: len(of_players)] = of_players

    def play(self, first: int, rows: np.ndarray, which: np.ndarray | None = None, looked: np.ndarray | None = None) -> None:
        """Play the deals from `first` on, one into each of `rows`; or only those at the places in `which`. At its place in `looked` a game
        leaves which house rules were read in it.
        """
        which = np.arange(len(rows)) if which is None else which
        looked = np.zeros(len(rows), dtype=np.uint64) if looked is None else looked
        play = play_batch(self.game)  # which may have to be compiled: nobody is asked anything meanwhile
        if self.minds:
            self.minds.rest()
        for given in self.given.values():
            given.begin()
        try:
            with watched(self):
                play(self._fields, rows, first, which, looked)
        except BdbQuit:
            raise  # the user left the debugger: nothing is wrong
        except StopIteration:
            seat = int(self._g.asked)
            raise self.given[seat].unanswered(seat, self.game.decisions[self._g.seen.kind].name) from None
        except Exception as error:
            raise self._failure(error) from error

    def rows(self, first: int, count: int) -> np.ndarray:
        """The results of `count` deals from `first` on."""
        rows = np.zeros(count, dtype=self.game.row)
        self.play(first, rows)
        return rows

    def trace(self, deal: int) -> list[Event]:
        """One game as events, from its header to its end: what the compiled engine did, step by step."""
        told, row = self.traced(deal)
        events = list(told)
        for event in events:
            if wrong := self.game.events.misfit(event, len(self.seats), self.game.card):
                raise self._failure(EventFault(wrong))
        return [self._header(deal), *events, self._end(row)]

    def looked_on(self, deal: int, onlooker: Onlooker) -> tuple[list[Event], list[int]]:
        """As `trace`, where somebody looks on; and the numbers of the events before each turn."""
        words, row = self._written(deal, "tracing")
        ends = [sum(1 for _ in self.game.events.read(words[:mark].tolist())) for mark in onlooker.marks]
        return [self._header(deal), *self.game.events.read(words.tolist()), self._end(row)], ends

    def traced(self, deal: int) -> tuple[Iterator[Event], np.void]:
        """What happened in one game, between its header and its end; and its row."""
        words, row = self._written(deal, "tracing")
        return self.game.events.read(words.tolist()), row

    def timed(self, deal: int) -> Iterator[tuple[int, Event]]:
        """What happened in one game, to its end, each event with its turn."""
        words, row = self._written(deal, "tracing")
        yield from self.game.events.timed(words.tolist())
        yield int(row["turns"]), self._end(row)

    def looked_at(self, deal: int) -> tuple[list[Event], list[list[Place]]]:
        """One game as `trace` has it; and what lay where with each of these events, but for the header, which nothing precedes."""
        assert self.game.places, f"{self.game.title} does not say what lies where"
        events, found = self._looking(lambda: self.trace(deal))
        return events, found

    def looked_at_so_far(self, deal: int) -> tuple[list[Event], list[list[Place]]]:
        """The same of a game that stops where a seat is asked for a choice that was not given: then it has no end, and what lies where at
        that moment comes last.
        """

        def so_far() -> list[Event]:
            words, rows = self._logged(np.array([deal]), "tracing", may_stop=True)
            return [self._header(deal), *self.game.events.read(words.tolist()), *([] if self.is_asked else [self._end(rows[0])])]

        return self._looking(so_far)

    def alone_so_far(self, deal: int, seat: int) -> list[int]:
        """The kinds of the decisions of a seat, in such a game, in which there was only one option."""
        words, _ = self._logged(np.array([deal]), "following", may_stop=True)
        lines = words.reshape(-1, 1 + max(2, len(self.seats)))
        is_alone = (lines[:, 0] <= CHOOSES) & (lines[:, 1] == seat) & (lines[:, 2] == 1)
        return list(map(int, CHOOSES - lines[is_alone, 0]))

    @property
    def is_asked(self) -> bool:
        """Did the last game stop where a seat is asked for a choice that was not given?"""
        return any(given.is_asked for given in self.given.values())

    def _looking(self, play: Callable[[], list[Event]]) -> tuple[list[Event], list[list[Place]]]:
        """What came of playing a game, and what lay where with each event and at last."""
        places = self.game.places or _nowhere
        g = self._g
        found: list[list[Place]] = []

        def look() -> None:
            if g.log_at == 0:  # it is played once more, with a larger log
                found.clear()
            found.append(list(places(g)))

        eye, before = Eye(look), g.knowing
        g.looking, g.knowing = eye.address, 1
        try:
            events = play()
        finally:
            g.looking, g.knowing = 0, before
        eye.tell()
        return events, [*found, list(places(g))]

    def standings(self, deal: int) -> np.ndarray:
        """How near each seat was to winning after each turn of a game, [turn, seat]: more is nearer. What it counts says the game."""
        return self.followed(np.array([deal])).near

    def followed(self, deals: np.ndarray) -> Followed:
        """What was chosen and how each seat stood, turn by turn, in the games of some deals."""
        words, rows = self._logged(deals, "following")
        return Followed.read(words, rows, len(self.seats))

    def _written(self, deal: int, what: str) -> tuple[np.ndarray, np.void]:
        """One game with what the engine writes of it where `what` is asked for, and its row."""
        words, rows = self._logged(np.array([deal]), what)
        return words, rows[0]

    def _logged(self, deals: np.ndarray, what: str, *, may_stop: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """The same of several games at once. What is written of one that `may_stop` where choices run out, is all up to there."""
        first, last = int(deals.min()), int(deals.max())
        rows = np.zeros(last - first + 1, dtype=self.game.row)
        g, room = self._g, _FIRST_LOG
        while True:
            log = np.zeros(room, dtype=np.int64)
            g.log, g.log_at, g.log_room = log.ctypes.data, 0, room
            g[what] = 1
            try:
                self.play(first, rows, deals - first)
            except Unanswered:
                if not may_stop or not self.is_asked:
                    raise
            finally:
                g[what] = 0
            if g.log_at <= room:
                return log[: g.log_at], rows[deals - first]
            room = int(g.log_at)

    def _header(self, deal: int) -> Event:
        return {
            "event": "header",
            "game": self.game.name,
            "players": len(self.seats),
            "seed": self.seed,
            "deal": deal,
            "rules": exact(self.rules.model_dump(mode="json")),
            "strategies": [YOU if seat in self.given else self._label(*one) for seat, one in enumerate(self.seats)],
        }

    def _label(self, strategy: Strategy, changed: dict[str, float]) -> str:
        return with_params(strategy.name, changed, imagines=[other.name for other in strategy.imagined], at_random=strategy.at_random)

    def _end(self, row: np.void) -> Event:
        seats = range(len(self.seats))
        return {
            "event": "end",
            "ending": self.game.endings[row["ending"]],
            "winners": [seat for seat in seats if row["won"][seat]],
            "losers": [seat for seat in seats if row["lost"][seat]],
            "places": row["place"][: len(self.seats)].tolist(),
            "scores": [fraction(units) for units in row["score"][: len(self.seats)].tolist()] if self.game.scored else [],
            "turns": int(row["turns"]),
        }

    @property
    def view(self) -> Any:
        """What the seat sees that was asked last."""
        return self._g.seen

    @property
    def progress(self) -> tuple[int, int, int]:
        """How far it is, while games are being played at it: the deal, its decisions so far, and the games that were imagined."""
        deal, decisions = int(self._fields["deal"][0]), int(self._fields["row"]["decisions"][0])
        return (deal, decisions + self.minds.decisions, self.minds.thoughts) if self.minds else (deal, decisions, 0)

    def unanswered(self, seconds: float) -> str:
        """What to say when a strategy was asked so long ago and has not answered, or the game itself does not go on: where it stays, and in
        which game.
        """
        found = where(self.and_deal, is_endless=True)
        if found and found.is_game:
            what = f"{found.function} has come to no decision and to no end for {seconds:.0f} s: an endless loop?"
            return f"{found}: {what}{_called_by(found)}\n{self._of_the_deal()}"
        return self._told_of(f"has not answered for {seconds:.0f} s: an endless loop?", str(found or self._asked[1].path))

    def unended(self, seconds: float) -> str:
        """What to say when a deal has gone on for so long, decision after decision."""
        what = f"a game has not ended after {self.progress[1]:,} decisions and {seconds:.0f} s: does it ever?"
        return f"{self._game_said}: {what}\n{self._of_the_deal()}"

    @property
    def _game_said(self) -> str:
        return self.game.source.said if self.game.source else self.game.name

    def _of_the_deal(self) -> str:
        """In which game something happened that is no strategy's doing, and how to see it again."""
        deal = int(self._g.deal)
        return f"  game {self.game.name}, deal {deal}, {len(self.seats)} players, seed {self.seed}\n  replay: {self.replay_command(deal)}"

    def _told_of(self, what: str, where: str) -> str:
        """Something about the decision that was asked for last: what, in which file, in which game, and how to see it again."""
        g, strategy = self._asked
        deal, seats = int(g.deal), f"seat {int(g.asked)} ({strategy.name})"
        if g is not self._g:
            thinks = int(self._g.asked)
            seats += f" as seat {thinks} ({self.seats[thinks][0].name}) imagines it in decision {int(self._g.row.decisions) + 1}"
        return (
            f"{where}: {self.game.decisions[g.seen.kind].name} {what}\n"
            f"  game {self.game.name}, deal {deal}, {seats}, seed {self.seed}\n"
            f"  replay: {self.replay_command(deal)}"
        )

    @property
    def _asked(self) -> tuple[Any, Strategy]:
        """The game in which a strategy was asked last, which may be one that another imagines; and that strategy."""
        imagined = self.minds.asked if self.minds else None
        return imagined or (self._g, self.seats[int(self._g.asked)][0])

    def _failure(self, error: Exception) -> RunFailure:
        """What went wrong in a strategy, or in the game itself: which, where, in which deal, and how to see it again."""
        g, strategy = self._asked
        if isinstance(error, IllegalChoice):
            what = f"answered {int(g.chosen)}, and there are {int(g.seen.options)} options (0 to {int(g.seen.options) - 1})"
            return RunFailure(self._told_of(what, str(strategy.path)))
        if COMPILES:
            found = where(self.and_deal)
        else:
            found = where_in(traceback.extract_tb(error.__traceback__), self.game, [str(strategy.path) for strategy in self._strategies])
        what = f"raised {type(error).__name__}: {error}".removesuffix(": ")
        if found and found.is_game:
            return RunFailure(f"{found}: {found.function} {what}{_called_by(found)}\n{self._of_the_deal()}")
        if not found and self.game.source:
            return RunFailure(f"{self._game_said} or {strategy.path}: {what}\n{self._of_the_deal()}")
        return RunFailure(self._told_of(what, str(found or strategy.path)))

    @property
    def _strategies(self) -> list[Strategy]:
        """All that are asked at this table, and in the games that are imagined there."""
        return [one for strategy, _ in self.seats for one in (strategy, *strategy.imagined)]

    @property
    def and_deal(self) -> dict[str, Any]:
        """The table and the deal that is being played, as data."""
        seats = [(_as_data(one), changed, list(map(_as_data, one.imagined)), one.at_random) for one, changed in self.seats]
        rules = self.rules.model_dump(mode="json")
        source = astuple(self.game.source) if self.game.source else None
        given = [(seat, given.choices) for seat, given in self.given.items()]
        table = {"game": self.game.name, "source": source, "seats": seats, "given": given, "rules": rules, "seed": self.seed}
        return {**table, "deal": int(self._g.deal)}

    def replay_command(self, deal: int) -> str:
        """The command that plays this deal again, move by move."""
        return self.command("trace", f"--deals {deal}")

    def command(self, name: str, deal: str) -> str:
        """A command about a deal at this table."""
        lineup = _lineup(
            [
                players.Seat(one.reference, changed, "", tuple(o.reference for o in one.imagined), one.at_random)
                for one, changed in self.seats
            ]
        )
        printed = self.game.resolve(self.game.Rules(), len(self.seats)).model_dump(mode="json")
        played = self.rules.model_dump(mode="json")
        changed = [f"--set {shlex.quote(f'{name}={_yaml(value)}')}" for name, value in played.items() if value != printed[name]]
        given = [f"--seat {seat}" + f" {OPTION} {given.as_typed}" * bool(given.choices) for seat, given in self.given.items()]
        what = f"simlab {name} {self.game.name} --players {len(self.seats)} {lineup} {deal} --seed {self.seed}"
        return " ".join([what, *changed, *given])


def _nowhere(_g: Any) -> Iterator[Place]:
    """What lies where in a game that does not say it."""
    return iter(())


def ranks_of(seats: Sequence[Seated]) -> list[int]:
    """The rank of what is played in each seat; copies under other names play alike.

    Ranks hardly depend on what a strategy is called, and still less on the values of its parameters: whatever is tried in one seat against
    the same in all others, or tuned, keeps its rank.
    """
    played = [_played(strategy, changed) for strategy, changed in seats]
    names = {alike: min(strategy.name for (strategy, _), one in zip(seats, played, strict=True) if one == alike) for alike in played}
    order = sorted(names, key=lambda alike: (played.count(alike), names[alike], alike))
    return [order.index(alike) for alike in played]


def seated(ranks: Sequence[int]) -> int:
    """Who sits where, as a number: another one wherever players of different ranks change seats, 0 where they sit in the order of these."""
    return sum((rank ^ in_order) * SEATS**seat for seat, (rank, in_order) in enumerate(zip(ranks, sorted(ranks), strict=True)))


def _played(strategy: Strategy, changed: dict[str, float]) -> tuple[Any, ...]:
    """What is played in a seat: which parameters are not the strategy's own, their values, its text, and what it imagines."""
    different = {name: value for name, value in sorted(changed.items()) if value != strategy.params[name]}
    return tuple(different), tuple(different.values()), strategy.digest, tuple(one.digest for one in strategy.imagined)


def _called_by(found: Where) -> str:
    """Where a game's function was called by a strategy: in its file."""
    return f" (called by {found.caller})" if found.caller else ""


def _yaml(value: Any) -> str:
    """A value as it is read behind --set: JSON is YAML too; a word that can only be a word needs no quotes."""
    if isinstance(value, str) and value.isidentifier() and value.lower() not in _NO_WORDS:
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _as_data(strategy: Strategy) -> tuple[str, str, str]:
    return strategy.name, strategy.source, str(strategy.path)


def _lineup(seats: Sequence[players.Seat]) -> str:
    """The option that gives a line-up; as in an experiment where a file's path could be misread."""
    if any(mark in name for seat in seats for name in (seat.strategy, *seat.imagines) for mark in ",:+"):
        return f"--set {shlex.quote(f'lineup={json.dumps([seat.written for seat in seats])}')}"
    return f"--lineup {shlex.quote(','.join(seat.on_a_command_line for seat in seats))}"
