"""Where touched games part from the baseline's: both are played again, and told until something in them differs."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from simlab.engine.events import Event
from simlab.engine.rules import ENDING
from simlab.experiment.plan import Cell, Plan
from simlab.stats.places import Place
from simlab.stats.played import NO_GAME
from simlab.table import Table
from simlab.table.batches import table_at
from simlab.table.telling import sentence_of

REPLAYED = 300  # touched games, at all places together


@dataclass(frozen=True)
class Parting:
    """A deal in a seating, by the rules of the baseline and by others: the turn, and what happened in each where they first differ."""

    deal: int
    seating: int
    turn: int
    before: Event
    after: Event

    @property
    def kinds(self) -> tuple[str, str]:
        """What happened in each: an event, or how the game ended."""
        return _kind(self.before), _kind(self.after)


def partings(plan: Plan, place: Place, most: int) -> Iterator[Parting]:
    """Of the first touched games of a place, at most so many."""

    @cache
    def tables(seating: int) -> tuple[Table, Table]:
        at = place.lineup.seatings[seating]
        one, other = (table_at(plan, place.group, Cell(s, place.t, at)) for s in (place.group.baseline, place.s))
        return one, other

    for deal, seating in _first_touched(place)[:most]:
        one, other = (table.timed(deal) for table in tables(seating))
        for (turn, before), (_, after) in zip(one, other, strict=False):  # both end, and no end is like another event
            if before != after:
                yield Parting(deal, seating, turn, before, after)
                break


def _first_touched(place: Place) -> list[tuple[int, int]]:
    """The first touched games, as deal and number of the seating."""
    kept = place.stats.tally["courses"]["first"][place.t, place.s].tolist()
    played = [divmod(code, place.lineup.games) for code in kept if code < NO_GAME]
    return [(deal, int(place.lineup.seated(deal, 1)[game, 0])) for deal, game in played]


def words_of(place: Place, parting: Parting) -> tuple[str, str]:
    """What happened in each, as a sentence."""
    names = place.lineup.labels_at(place.lineup.seatings[parting.seating])
    before, after = (sentence_of(place.stats.measures.game, names, event) for event in (parting.before, parting.after))
    return before, after


def _kind(event: Event) -> str:
    return f"{ENDING}{event['ending']}" if event["event"] == "end" else str(event["event"])
