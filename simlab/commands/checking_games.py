"""`simlab check GAME`: everything that is wrong or missing in a game, and whether it only plays or could be shipped."""

import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from simlab import games
from simlab.base import paths
from simlab.base.faults import BadInput, Fault
from simlab.commands.listing import found
from simlab.engine.game import Game
from simlab.inspection import FAULT, HINT, MISSING, Outcome, look_over
from simlab.inspection.finding import COMPILED, PLAIN

WRONG = 2  # the exit code, as for any file that is wrong


def is_game(what: str) -> bool:
    """Is a game meant, by its name or its file, and not a strategy?"""
    return (what.endswith(".py") and paths.real(Path(what)).parent == Path.cwd() / "games") or not (what.endswith(".py") or "/" in what)


def check_game(what: str) -> int:
    """Check a game by its name or its file and print what was found; exit code 2 where something is wrong."""
    name = Path(what).stem if what.endswith(".py") else what
    if what.endswith(".py") and not Path(what).is_file():
        raise BadInput([Fault("", f"no game {what}")])
    game = found(name)
    began = time.monotonic()
    with games.held(game):
        outcome = look_over(game)
    _print(game, outcome, time.monotonic() - began)
    return WRONG if outcome.of(FAULT) else 0


def _print(game: Game, outcome: Outcome, seconds: float) -> None:
    console = Console(highlight=False, soft_wrap=True)
    seats = f"{game.players[0]}-{game.players[-1]} players"
    console.print(f"[bold]{escape(game.title)}[/]: {seats}, {len(game.Rules.model_fields)} house rules")
    for severity, colour in ((FAULT, "red"), (HINT, "yellow")):
        for finding in outcome.of(severity):
            console.print(f"[{colour}]{severity}[/] {escape(str(finding))}")
            if finding.seen_in:
                console.print(f"      see it: {escape(finding.seen_in)}", style="dim")
    console.print(_tier(game, outcome))
    for finding in outcome.of(MISSING):
        console.print(f"      {escape(str(finding))}")
    if outcome.skipped:
        console.print(f"Not looked at, for its cards lie in no zones: {', '.join(outcome.skipped)}.")
    compiled, plain = (outcome.games.get(plays, 0) for plays in (COMPILED, PLAIN))
    if not compiled:
        console.print("No game could be played compiled: mend what is wrong, and check again; there may be more.")
    console.print(f"{compiled:,} games compiled and {plain:,} as plain Python in {seconds:.0f} s.")


def _tier(game: Game, outcome: Outcome) -> str:
    """How far the game is."""
    faults, hints, missing = (len(outcome.of(severity)) for severity in (FAULT, HINT, MISSING))
    if faults:
        state = f"[red]does not play as it should: {faults} {'fault' if faults == 1 else 'faults'}[/]"
    else:
        state = "[green]plays[/]" if missing else "[green]plays, and has all that a shipped game has[/]"
    hinted = f", {hints} {'hint' if hints == 1 else 'hints'}" if hints else ""
    needed = f"; to be shipped, it wants {missing} more:" if missing else "."
    return f"{escape(game.name)} {state}{hinted}{needed}"
