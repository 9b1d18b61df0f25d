"""The page of a few games, each on a table and told move by move, below its win curve; one file that needs no other."""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.report.blocks import Games, Replay, Told
from simlab.report.page import render
from simlab.report.replaying import one_game
from simlab.report.svg import Picture
from simlab.report.winning import win_curve
from simlab.table import replay
from simlab.table.telling import Trace

MOST_BYTES = 300_000
TOO_LONG = "Too long to be shown on a table as well; trace it alone."


@dataclass(frozen=True)
class _Game:
    curve: Picture | None
    replay: Replay | None
    told: Games


def html_of(traces: Sequence[Trace], commands: Sequence[str], replays: Sequence[replay.Replay] = ()) -> str:
    """Games at one table, and for each the command that replays it; on a table as many as there are replays of, from the first on, and as
    there is room for.
    """
    page = _html_of(traces, commands, replays)
    while replays and len(page.encode()) > MOST_BYTES:
        replays = replays[:-1]
        page = _html_of(traces, commands, replays, TOO_LONG)
    return page


def _html_of(traces: Sequence[Trace], commands: Sequence[str], replays: Sequence[replay.Replay], lead: str = "") -> str:
    game, first = traces[0].game, traces[0].events[0]
    title = f"{game.title} with {first['players']} players"
    on_table = [*replays, *[None] * (len(traces) - len(replays))]
    shown = [_game(trace, command, one, lead) for trace, command, one in zip(traces, commands, on_table, strict=True)]
    blocks = [one.replay for one in shown if one.replay]
    return render("games.html", blocks=blocks, title=title, which=_which(traces), players=", ".join(first["strategies"]), games=shown)


def _which(traces: Sequence[Trace]) -> str:
    deals = [trace.events[0]["deal"] for trace in traces]
    return f"deal {deals[0]}" if len(deals) == 1 else f"deals {deals[0]} to {deals[-1]}"


def _game(trace: Trace, command: str, replayed: replay.Replay | None, lead: str) -> _Game:
    deal = trace.events[0]["deal"]
    curve = win_curve(trace.game, trace.events, f"win-curve-{deal}")
    told = Games("Move by move", "" if replayed else lead, [Told(f"Deal {deal}", str(trace), command)], folded=bool(replayed))
    table = one_game(f"replay-{deal}", "On the table", replayed, trace.events, curve, alone=True) if replayed else None
    return _Game(curve, table, told)
