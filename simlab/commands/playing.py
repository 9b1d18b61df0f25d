"""`simlab play`: sit down yourself."""

import secrets
import sys
from collections.abc import Sequence

import typer
from rich.console import Console

from simlab import games
from simlab.base.faults import BadInput, Fault, unknown
from simlab.commands import interrupts
from simlab.commands.tracing import check_seat, of_game
from simlab.engine.game import Game
from simlab.players import strategies
from simlab.sitting.moment import Chair
from simlab.sitting.session import Session
from simlab.table.batches import single
from simlab.table.choosing import choices_in

MOST_DEALS = 1_000_000  # from which one is drawn


def play(
    game: str,
    *,
    players: int | None,
    against: str | None,
    lineup: str | None,
    seat: int,
    deal: int | None,
    seed: int | None,
    changes: Sequence[str],
    choices: str,
    hints: int,
    curve: int,
) -> None:
    """Ask and answer in the terminal, until the game is over or left."""
    if game not in games.names():
        raise BadInput([Fault("", unknown("game", game, games.names()))])
    if choices and deal is None:
        raise BadInput([Fault("--choices", "choices are those of one deal: say --deal as well")])
    who = _lineup(games.find(game), players, against, lineup, seat)
    table = single(of_game(game, players, who, changes, seed))
    check_seat(seat, len(table.seats))
    chair = Chair(table, secrets.randbelow(MOST_DEALS) if deal is None else deal, seat, choices_in(choices))
    session = Session(chair, Console(highlight=False), _read, interrupts.if_interrupted, hints, curve)
    try:
        session.play()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
        sys.stdout.flush()
        raise typer.Exit(interrupts.INTERRUPTED) from None


def _lineup(game: Game, players: int | None, against: str | None, lineup: str | None, seat: int) -> str | None:
    """Who sits at the table, seat by seat; in one's own who sits in where games are imagined."""
    if against is not None and lineup is not None:
        raise BadInput([Fault("--against", "these are the others, and --lineup is the whole table: say one of them")])
    if lineup is not None:
        return lineup
    rival = rival_of(game)
    if against is None:
        return ",".join([rival] * (players or game.players.start))
    others = against.split(",")
    if players not in (None, len(others) + 1):
        raise BadInput([Fault("--against", f'"{against}" is for {len(others) + 1} players; allowed: {players}')])
    check_seat(seat, len(others) + 1)
    clockwise = [rival, *others]  # from one's own seat on
    return ",".join(clockwise[(number - seat) % len(clockwise)] for number in range(len(clockwise)))


def rival_of(game: Game) -> str:
    """The strategy that sits opposite where nothing else is said: what the game says, or any that has a mind of its own."""
    names = strategies.names(game.name)
    if game.rival in names:
        return game.rival
    found = [name for name in names if not strategies.described(game.name, name).thinks]
    return next((name for name in (*(name for name in found if name not in ("first", strategies.RANDOM)), *found)), strategies.RANDOM)


def _read(prompt: str) -> str:
    """A line that was typed; where nobody types, it is written down, so that what was asked and answered can be read."""
    line = input(prompt)
    if not sys.stdin.isatty():
        sys.stdout.write(f"{line}\n")
    return line
