"""The page of a few games, told move by move below their win curves; one file that needs no other."""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.report.blocks import Games, Told
from simlab.report.page import render
from simlab.report.svg import Picture
from simlab.report.winning import win_curve
from simlab.table.telling import Trace


@dataclass(frozen=True)
class _Game:
    curve: Picture | None
    told: Games


def html_of(traces: Sequence[Trace], commands: Sequence[str]) -> str:
    """Games at one table, and for each the command that replays it."""
    game, first = traces[0].game, traces[0].events[0]
    kicker = f"{game.title} with {first['players']} players · {', '.join(first['strategies'])}"
    shown = [_game(trace, command) for trace, command in zip(traces, commands, strict=True)]
    return render("games.html", title=_title(traces), kicker=kicker, games=shown)


def _title(traces: Sequence[Trace]) -> str:
    deals = [trace.events[0]["deal"] for trace in traces]
    return f"Deal {deals[0]}" if len(deals) == 1 else f"Deals {deals[0]} to {deals[-1]}"


def _game(trace: Trace, command: str) -> _Game:
    deal = trace.events[0]["deal"]
    told = Told(f"Deal {deal}", str(trace), command)
    return _Game(win_curve(trace.game, trace.events, f"win-curve-{deal}", f"deal {deal}"), Games("Move by move", "", [told]))
