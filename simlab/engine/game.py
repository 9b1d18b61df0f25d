"""A game, as the rest of simlab sees it: what its module declares, and the functions that play it."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from simlab.engine.events import Events
from simlab.engine.metric import Metric
from simlab.engine.own import PACKAGE, Source, standing
from simlab.engine.places import Place
from simlab.engine.records import fields
from simlab.engine.rules import ENDING, HouseRules, shown_by
from simlab.engine.state import ASKED

DECIDE = "decide"  # a strategy's function of this name decides whatever it has no function of its own for


Says = Callable[[Any, int, int], str]  # of the view, the number of an option, from 0, and the seat that is asked


@dataclass(frozen=True)
class Decision:
    """A kind of decision: the strategy's function for it. `lists` names a function that lists the legal actions in the fields `fills`.

    To somebody who sits down it is the question that it `asks`, or else its meaning; and `says` how an option is called, once listed.
    """

    name: str
    meaning: str
    lists: str = ""
    fills: tuple[str, ...] = ()
    asks: str = ""
    says: Says | None = None


def as_they_are(rules: Any, _players: int) -> Any:
    """House rules that don't depend on the number of players."""
    return rules


def never(_rules: Any, _players: int) -> str | None:
    """Any set-up is possible."""
    return None


@dataclass(frozen=True, eq=False)
class Game:
    """What a game's module declares."""

    title: str
    about: str
    version: int  # changes when results change; stored with every run
    players: range
    Rules: type[HouseRules]
    decisions: tuple[Decision, ...]
    view: str  # the table of what a player sees
    columns: str  # the table of a game's own columns
    counters: str  # the table of its event counters
    endings: tuple[str, ...]
    scored: bool
    events: Events
    state: np.dtype  # made by `state_record`
    prepare: Callable[[Any], None]  # once before a batch of games
    play: Callable[[Any], None]  # one game, to its end
    standing: Callable[[Any, int], Any]  # how near a seat is to winning: more is nearer
    card: Callable[[int], str]  # a card's name
    resolve: Callable[[Any, int], Any] = as_they_are  # house rules, with what depends on the number of players filled in
    refusal: Callable[[Any, int], str | None] = never  # why a set-up is impossible
    rulings: dict[str, str] = field(default_factory=dict)
    measures: str = ""  # the table of what else is measured, when something happened or how much there was; type i8: in units of 1/840
    nouns: dict[str, str] = field(default_factory=dict)  # what its events and endings are in a sentence: "a swap of hands"
    cut_off: tuple[str, ...] = ("turn_limit",)  # the endings that are none: play was only stopped
    metrics: tuple[Metric, ...] = ()  # of its own numbers those that want words of their own
    look: Callable[[Any, int], None] | None = None  # fill in what a seat sees, as before it is asked
    redeal: Callable[[Any, int, int], None] | None = None  # deal anew what a seat cannot know: (g, seat, which of many ways)
    resumes: bool = False  # is `play` gone on with where its record stood before a turn? (see `is_resumed`)
    doubt: float = 2.0  # to those who think here an option is better where it is by so many standard errors
    races: bool = False  # do they drop an option as soon as it promises little, and keep what that spares for later decisions?
    places: Callable[[Any], Iterator[Place]] | None = None  # what lies where, for who looks at the table: as many each time, in one order
    face: Callable[[int], str] | None = None  # what stands on a card, where its name is long
    tables: tuple[str, ...] = ()  # of its record what stays as `prepare` has made it
    memory: tuple[str, ...] = ()  # and what counts only while it is kept what each seat knows (`g.knowing`)
    horizon: int = 0  # so many turns after one of each seat they leave an imagined game; -1: at the end of a round; 0: at its end
    horizons: Mapping[int, int] = field(default_factory=dict)  # the same with numbers of players where it is another
    odds: Callable[[Any, int], Any] | None = None  # of a game that was left: the log odds of a seat to win, up to what is common to all
    gauges: Callable[[Any, int], Any] | None = None  # of what these odds are made, each times a weight: see `lab.fitting`
    recall: Callable[[Any, Any, Any, int, int], Any] | None = None  # deal anew as a seat's hand must have been before its turn: `weighing`
    ways: int = 1  # so often what is hidden is dealt anew, until the others would have played as they did
    secret: Callable[[Any, int], Any] | None = None  # how many of the last choices a seat does not know; all that is chosen from lies open
    tells: Callable[[Any, int], Iterator[str]] | None = None  # of the view and a seat: what it sees besides what lies there, in sentences
    rival: str = ""  # the strategy that sits opposite where nothing else is said: the strongest that doesn't think
    open: bool = False  # does everybody see all that is chosen from? Then what others choose tells those who think what they play
    made: tuple[Any, ...] = ()  # functions that were made for its record, on which compiled code depends
    source: Source | None = None  # its file, where it is the user's own; said by whoever reads it
    module: ModuleType | None = None  # and what the file became

    def __post_init__(self) -> None:
        if self.scored and not self.has_scores:
            raise ValueError("scored: the rows of its results have no scores")
        if unknown := [name for name in self.nouns if name not in self.told]:
            raise ValueError(f"nouns: there is no {unknown[0]!r}; there are the events and endings {', '.join(self.told)}")

    @cached_property
    def name(self) -> str:
        """The name of the module, which is the game's name everywhere."""
        return self.source.name if self.source else self.Rules.__module__.removeprefix("simlab.games.").split(".")[0]

    def turns_ahead(self, players: int) -> int:
        """For so many turns those who think play an imagined game; -1: to the end of its round; 0: to its end. Where all choose at the same
        time a turn is one of each seat.
        """
        horizon = self.horizons.get(players, self.horizon)
        return horizon + (1 if self.secret else players) if horizon > 0 else horizon

    def in_place(self) -> AbstractContextManager[None]:
        """Meanwhile this version of the game is what is imported by its name; only of the user's own there can be several."""
        return standing(self.module) if self.module else nullcontext()

    @property
    def names(self) -> Mapping[str, Any]:
        """What stands in its module, and can be imported from there."""
        return vars(self.module or sys.modules.get(f"{PACKAGE}.{self.name}") or object)

    @cached_property
    def has_scores(self) -> bool:
        """Do its results have scores? Where a game tells of none, they may be left out."""
        return "score" in (self.row.names or ())

    @cached_property
    def row(self) -> np.dtype:
        """The record of results that one game leaves."""
        return self.state["row"]

    @cached_property
    def seen(self) -> np.dtype:
        """The record that a strategy sees."""
        return self.state["seen"]

    @cached_property
    def sights(self) -> dict[str, str]:
        """The fields of the view that a strategy may read, and what they mean."""
        declared = {field.name: field.meaning for field in (*ASKED, *fields(self.view))}
        return {"rules": "the house rules by name", **{n: m for n, m in declared.items() if not n.startswith("_") and n != "kind"}}

    @cached_property
    def counted(self) -> dict[str, str]:
        """The event counters and what they count."""
        return {field.name: field.meaning for field in fields(self.counters)}

    @cached_property
    def measured(self) -> dict[str, str]:
        """All numbers of a game that have a mean, beside its length: what else is measured, and the event counters."""
        return {field.name: field.meaning for field in fields(self.measures)} | self.counted

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What is told of a game: its events and endings."""
        return *(kind.name for kind in self.events.kinds), *(f"{ENDING}{ending}" for ending in self.endings)

    @cached_property
    def shows(self) -> tuple[str, ...]:
        """What may show a house rule: what is counted or measured, its events and endings."""
        return *self.measured, *self.told

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """Of these, what does; endings last."""
        named = *shown_by(self.Rules), *shown_by(self.Rules, endings=True)
        return tuple(name for name in named if name in self.shows)

    @cached_property
    def changes(self) -> list[tuple[int, int]]:
        """Where its record changes while a game is played: stretches of bytes. What a strategy has listed is of no use to anybody else."""
        return self._changes(self.tables)

    @cached_property
    def plain_changes(self) -> list[tuple[int, int]]:
        """Of these what counts where it is not kept what each seat knows."""
        return self._changes((*self.tables, *self.memory))

    def _changes(self, but: tuple[str, ...]) -> list[tuple[int, int]]:
        start, _ = _place(self.state, "seen")
        listed = {name for decision in self.decisions if decision.lists for name in decision.fills}
        in_view = [_place(self.seen, name) for name in listed]
        still = [*(_place(self.state, name) for name in but), *((start + at, size) for at, size in in_view)]
        return _around(still, 0, self.state.itemsize)

    @cached_property
    def visible(self) -> list[tuple[int, int]]:
        """Where its record has what a seat sees of the table: stretches of bytes."""
        start, size = _place(self.state, "seen")
        listed = {name for decision in self.decisions for name in decision.fills}
        names = {"rules", "kind", "options"} | listed | {name for name in self.seen.names or () if name.startswith("_")}
        others = [_place(self.seen, name) for name in names]
        return _around([(start + at, length) for at, length in others], start, start + size)

    @cached_property
    def fractions(self) -> frozenset[str]:
        """Of these, what counts in units of 1/840."""
        return frozenset(field.name for field in fields(self.measures, "i4") if field.kind == "i8")

    @cached_property
    def own_columns(self) -> dict[str, str]:
        """The game's own columns that are no counters, and what they hold."""
        return {field.name: field.meaning for field in fields(self.columns)}


def _around(places: list[tuple[int, int]], start: int, end: int) -> list[tuple[int, int]]:
    """What lies from `start` to `end` around so many stretches of bytes, each where it begins and how long it is."""
    found, at = [], start
    for begins, size in [*sorted(places), (end, 0)]:
        found += [(at, begins - at)] if begins > at else []
        at = begins + size
    return found


def _place(kind: np.dtype, name: str) -> tuple[int, int]:
    """Where a field of a record begins, in bytes, and how long it is."""
    assert kind.fields is not None
    item, at = kind.fields[name][:2]
    return at, item.itemsize
