"""The win curve of a game that was told with its chances, and of two that part."""

from collections.abc import Mapping, Sequence

from simlab.engine.events import Event
from simlab.engine.game import Game
from simlab.report.charts import winning
from simlab.report.svg import Picture
from simlab.stats.replays import SideBySide
from simlab.table.telling import seated, turning_point
from simlab.words.numbers import listed, sentence, small_percent


def win_curve(game: Game, events: Sequence[Event], id: str, what: str = "") -> Picture | None:
    """How each seat's chance to win went up and down, and the turn that moved one most; None of a game that tells no chances. `what`: which
    game it is, where its place does not tell.
    """
    if len(moments_of(events)) < 2:
        return None
    courses, names = _courses(events), _seats(events)
    found, turn = events[-1]["turning_point"], None
    title = "no turn moved a chance to win by more than it would by chance alone"
    if found:
        ends = [small_percent(found[end]) for end in ("before", "after")]
        where = f"event {found['first']}" if found["first"] == found["last"] else f"events {found['first']} to {found['last']}"
        title = f"the chance of {names[found['seat']]} to win goes from {ends[0]} to {ends[1]} at {where}"
        turn = found["first"] - 1, found["last"]
    said = turning_point(game, events[0]["strategies"], events, found) if found else ""
    note = f"{said} {_how(events)}, in which all go on as at this table.".strip()
    return Picture(id, sentence(f"{what}: {title}" if what else title), _alt(names, courses), winning(names, courses, turn), note)


def parting_curve(pair: SideBySide, id: str, names: tuple[str, str]) -> Picture | None:
    """How the chance to win of the seat that profits most from the change of rules went up and down by both rule sets; None where no
    chances are told, or where nobody profits.
    """
    games = (pair.before, pair.after)
    if any(len(moments_of(events)) < 2 for events in games):
        return None
    before, after = (events[-1]["chances"] for events in games)
    seat = max(range(len(after)), key=lambda seat: after[seat] - before[seat])
    if after[seat] <= before[seat]:
        return None
    courses = [_courses(events)[seat] for events in games]
    one, other = (f"“{name}”" for name in names)
    wins = f"has {small_percent(after[seat])} of the win" if after[seat] < 1 else "wins"
    instead = f"and {small_percent(before[seat])} of it" if before[seat] else "not"
    title = f"{_seats(pair.after)[seat]} {wins} with {other}, {instead} with {one}: they part at event {pair.first}"
    last = max(max(course) for course in courses)
    lines = [f"chance to win with {name}" for name in (one, other)]
    note = f"{_how(pair.after)}, in which all go on as at this table by these rules."
    return Picture(id, title, _alt(lines, courses), winning(lines, courses, (pair.first, last) if pair.first < last else None), note)


def moments_of(events: Sequence[Event]) -> list[int]:
    """The numbers of the events that tell chances."""
    return [number for number, event in enumerate(events) if "chances" in event]


def _courses(events: Sequence[Event]) -> list[dict[int, float]]:
    """Of each seat its chance after each event that tells it."""
    moments = moments_of(events)
    return [{number: events[number]["chances"][seat] for number in moments} for seat in range(len(events[0]["strategies"]))]


def _seats(events: Sequence[Event]) -> list[str]:
    return [seated(seat, name) for seat, name in enumerate(events[0]["strategies"])]


def _how(events: Sequence[Event]) -> str:
    return f"Each time from {events[-1]['imagined']:,} imagined games"


def _alt(names: Sequence[str], courses: Sequence[Mapping[int, float]]) -> str:
    return f"Chances to win. {'. '.join(f'{name}: {_course(of)}' for name, of in zip(names, courses, strict=True))}."


def _course(told: Mapping[int, float]) -> str:
    """Where a chance begins, where it is highest and lowest, and where it ends."""
    of = list(told.values())
    return listed(
        [
            f"{small_percent(value)} {what}"
            for value, what in ((of[0], "at first"), (max(of), "at most"), (min(of), "at least"), (of[-1], "in the end"))
        ]
    )
