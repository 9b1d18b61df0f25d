"""`simlab trace`: single games, move by move."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simlab import games
from simlab.base import paths
from simlab.base.faults import BadInput, Fault, unknown
from simlab.experiment import Experiment, load
from simlab.players.seats import seats_of
from simlab.storage.place import place, write_whole
from simlab.table import Table
from simlab.table.batches import single
from simlab.table.choosing import OPTION, choices_in
from simlab.table.curve import with_chances
from simlab.table.replay import replay_of
from simlab.table.telling import Trace

MOST_DEALS = 10_000_000
MOST_ON_A_PAGE = 3


def trace(
    what: str,
    *,
    players: int | None,
    lineup: str | None,
    deals: str,
    seed: int | None,
    changes: Sequence[str],
    scenario: str | None,
    form: str,
    curve: int,
    html: Path | None = None,
    seat: int | None = None,
    choices: str = "",
) -> None:
    """Write the traces of a range of deals to standard output, or as a page. `choices`: of who sits in that seat, in one of them."""
    first, stop = _range(deals)
    if seat is None and choices:
        raise BadInput([Fault(OPTION, "choices are those of a seat: say --seat as well")])
    if seat is not None and stop - first > 1:
        raise BadInput([Fault(OPTION, f"{stop - first} games; choices are those of one deal")])
    if html and stop - first > MOST_ON_A_PAGE:
        raise BadInput([Fault("--html", f"{stop - first} games; a page has room for {MOST_ON_A_PAGE}, such as --deals 0:{MOST_ON_A_PAGE}")])
    of = of_game if what in games.names() else _of_file
    experiment = of(what, players, lineup, changes, seed)
    if scenario is not None and scenario not in experiment.scenarios:
        raise BadInput([Fault("--scenario", unknown("scenario", scenario, experiment.scenarios))])
    if players is not None and players not in experiment.players:
        raise BadInput([Fault("--players", f"{players} is not among the experiment's {', '.join(map(str, experiment.players))}")])
    table = single(experiment, scenario=scenario, players=players)
    if seat is not None:
        give(table, seat, first, choices_in(choices))
    told = (Trace(table.game, tuple(with_chances(table, deal, curve) if curve else table.trace(deal))) for deal in range(first, stop))
    if html:
        _write_page(place(html), table, list(told), curve)
        return
    for deal, one in enumerate(told, first):
        sys.stdout.write(f"{one.jsonl() if form == 'jsonl' else one}\n")
        if form == "text" and deal + 1 < stop:
            sys.stdout.write("\n")


def check_seat(seat: int, players: int) -> None:
    """Is there this seat at a table of so many?"""
    if not 0 <= seat < players:
        raise BadInput([Fault("--seat", f"{seat}; allowed: 0 to {players - 1}")])


def give(table: Table, seat: int, deal: int, choices: Sequence[int]) -> None:
    """The choices of a seat, which must be all that it makes in a deal."""
    check_seat(seat, len(table.seats))
    given = table.give(seat, choices)
    table.rows(deal, 1)
    given.check_all_made()


def _write_page(path: Path, table: Table, traces: Sequence[Trace], curve: int) -> None:
    from simlab.report.told import html_of  # which takes a while to load, and is seldom asked for

    more = f" --curve {curve}" if curve else ""
    commands = [f"{table.replay_command(trace.events[0]['deal'])}{more}" for trace in traces]
    replays = [replay_of(table, trace.events[0]["deal"]) for trace in traces] if table.game.places else []
    write_whole(html_of(traces, commands, replays), path)
    sys.stdout.write(f"Page: {path}\n")


def of_game(game: str, players: int | None, lineup: str | None, changes: Sequence[str], seed: int | None) -> Experiment:
    """A table given by options, checked like any experiment."""
    seats: list[Any] = seats_of(lineup.split(","), "--lineup") if lineup else ["random"] * (players or games.find(game).players.start)
    table = {"question": "What happens at this table?", "game": game, "games": 1, "lineup": seats, "seating": "fixed"}
    return load({**table, "players": len(seats) if players is None else players}, changes=changes, seed=seed)


def _of_file(what: str, players: int | None, lineup: str | None, changes: Sequence[str], seed: int | None) -> Experiment:
    """An experiment of the user's, if wanted with another line-up."""
    path = paths.experiment(what)
    if path is None and not Path(what).suffix:
        raise BadInput([Fault("", unknown("game", what, games.names()))])
    experiment = load(path or what, changes=changes, seed=seed)
    if lineup is None:
        return experiment
    seats = seats_of(lineup.split(","), "--lineup")
    if len(seats) not in experiment.players or players not in (None, len(seats)):
        wanted = players or ", ".join(map(str, experiment.players))
        raise BadInput([Fault("--lineup", f'"{lineup}" is for {len(seats)} players; allowed: {wanted}')])
    table = {key: value for key, value in experiment.as_dict().items() if key not in ("lineups", "checks")}
    return load({**table, "lineup": seats, "players": len(seats)})


def _range(deals: str) -> tuple[int, int]:
    """`17` is one deal; `0:1000` is a thousand."""
    first, colon, stop = deals.partition(":")
    if not first.isdecimal() or not (stop.isdecimal() if colon else True):
        raise BadInput([Fault("--deals", f'"{deals}" is not a deal\'s number, such as 17, or a range, such as 0:1000')])
    start, end = int(first), int(stop) if colon else int(first) + 1
    if not start < end <= 2**62 or end - start > MOST_DEALS:
        raise BadInput([Fault("--deals", f'"{deals}" must go upwards, over at most {MOST_DEALS:,} deals')])
    return start, end
