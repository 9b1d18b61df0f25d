"""The moment at which somebody is asked: what has happened since, what lies where, what is asked and among what; or the end of the game."""

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from simlab.base.faults import RunFailure
from simlab.engine.compiled.readable import Record
from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.engine.places import Place
from simlab.sitting.options import options_of, question_of
from simlab.sitting.seeing import Sight, seen_by, told_to
from simlab.table import Table
from simlab.table.locate import where_in


@dataclass(frozen=True)
class Moment:
    """What somebody is told who sits there. At the end of the game there is no question, and no option."""

    happened: tuple[str, ...]  # since the last one
    alone: tuple[str, ...]  # the questions since then that had only one answer
    sights: tuple[Sight, ...]
    told: tuple[str, ...] = ()  # what else is seen
    question: str = ""
    options: tuple[str, ...] = ()
    decision: int = 0  # how many were taken at the table before

    @property
    def is_end(self) -> bool:
        """Is the game over?"""
        return not self.options


class Chair:
    """A seat at a table in a deal, whose choices are made one by one: where it stands follows from the deal and the choices so far."""

    def __init__(self, table: Table, deal: int, seat: int, choices: Sequence[int] = ()) -> None:
        self.table, self.deal, self.seat = table, deal, seat
        self.choices = list(choices)
        self.header: Event = {}  # of the game, once there was a moment
        self._known = {-1: (1, 0)}  # after so many choices: how many events, of which the header tells nothing, and answers given

    @property
    def names(self) -> Sequence[str]:
        """Who sits where."""
        names: Sequence[str] = self.header["strategies"]
        return names

    def choose(self, option: int) -> None:
        """Choose an option, counted from 0."""
        self.choices.append(option)

    def take_back(self) -> bool:
        """The last choice is none any more; was there one?"""
        if not self.choices:
            return False
        self.choices.pop()
        return True

    def moment(self) -> Moment:
        """Where the choices lead to, and what has happened since the last one."""
        table, seat, before = self.table, self.seat, len(self.choices) - 1
        if before not in self._known:
            self._play(self.choices[:before])
        events, found, alone = self._play(self.choices)
        self.header = events[0]
        heard, answered = self._known[before]
        happened = tuple(self._in_words(events, found, number) for number in range(heard, len(events)))
        questions = tuple(question_of(table.game.decisions[kind]) for kind in alone[answered:])
        sights = tuple(seen_by(found[-1], seat))
        if not table.is_asked:
            table.given[seat].check_all_made()
            return Moment(happened, questions, sights)
        game, view = table.game, table.view
        with _in_the_words_of(game):
            options = tuple(options_of(game, view, seat))
            told = tuple(game.tells(Record(view), seat)) if game.tells else ()
        return Moment(happened, questions, sights, told, question_of(game.decisions[int(view.kind)]), options, table.progress[1])

    def _play(self, choices: Sequence[int]) -> tuple[list[Event], list[list[Place]], list[int]]:
        """Where these choices lead to: the events, what lay where with each, and the decisions with one option."""
        self.table.give(self.seat, choices)
        alone = self.table.alone_so_far(self.deal, self.seat)
        events, found = self.table.looked_at_so_far(self.deal)
        self._known[len(choices)] = len(events), len(alone)
        return events, found, alone

    def _in_words(self, events: Sequence[Event], found: Sequence[Sequence[Place]], number: int) -> str:
        """An event as this seat hears of it; `found[number - 1]`: what lay where with it."""
        before = found[number - 2] if number > 1 else []
        return told_to(self.table.game, self.names, events[number], self.seat, before, found[number - 1])


@contextmanager
def _in_the_words_of(game: Game) -> Iterator[None]:
    """What goes wrong in words that a game's file declares is told with its line."""
    try:
        yield
    except Exception as error:  # whatever the author's own code raises
        found = where_in(traceback.extract_tb(error.__traceback__), game, ())
        if found is None:
            raise
        raise RunFailure(f"{found}: {found.function} raised {type(error).__name__}: {error}".removesuffix(": ")) from error
