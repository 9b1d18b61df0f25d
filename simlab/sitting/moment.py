"""The moment at which somebody is asked: what has happened since, what lies where, what is asked and among what; or the end of the game."""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.engine.compiled.readable import Record
from simlab.engine.events import Event
from simlab.engine.places import Place
from simlab.sitting.options import options_of, question_of
from simlab.sitting.seeing import Sight, seen_by, told_to
from simlab.table import Table


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
        self._told = [(1, 0)]  # at each moment so far: events, of which the header tells nothing, and decisions with one option

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
        del self._told[-2:]
        return True

    def moment(self) -> Moment:
        """Where the choices lead to. What has happened is told once."""
        table, seat = self.table, self.seat
        table.give(seat, self.choices)
        alone = table.alone_so_far(self.deal, seat)
        events, found = table.looked_at_so_far(self.deal)
        self.header = events[0]
        heard, answered = self._told[-1]
        happened = tuple(self._in_words(events, found, number) for number in range(heard, len(events)))
        questions = tuple(question_of(table.game.decisions[kind]) for kind in alone[answered:])
        self._told.append((len(events), len(alone)))
        sights = tuple(seen_by(found[-1], seat))
        if not table.is_asked:
            table.given[seat].check_all_made()
            return Moment(happened, questions, sights)
        game, view = table.game, table.view
        options = tuple(options_of(game, view, seat))
        told = tuple(game.tells(Record(view), seat)) if game.tells else ()
        return Moment(happened, questions, sights, told, question_of(game.decisions[int(view.kind)]), options, table.progress[1])

    def _in_words(self, events: Sequence[Event], found: Sequence[Sequence[Place]], number: int) -> str:
        """An event as this seat hears of it; `found[number - 1]`: what lay where with it."""
        before = found[number - 2] if number > 1 else []
        return told_to(self.table.game, self.names, events[number], self.seat, before, found[number - 1])
