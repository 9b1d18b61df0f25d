"""The commands. Nothing is decided here: each command names what it takes, and calls what does it."""

import gc
import os
import sys
import traceback
from bdb import BdbQuit
from pathlib import Path
from typing import Annotated, Literal

import typer

from simlab.commands import completing

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Ask a question about a card game's house rule in a small YAML file, get an answer that holds.",
)
new = typer.Typer(no_args_is_help=True, add_completion=False, help="Start something of your own from a commented file.")
app.add_typer(new, name="new")

Set = Annotated[list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="Change a house rule or a part of the experiment.")]
Seed = Annotated[int | None, typer.Option(help="Where all chance comes from.")]
Experiment = Annotated[
    str,
    typer.Argument(metavar="EXPERIMENT", help="A YAML file, or the name of one in experiments/.", autocompletion=completing.experiments),
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game, as `simlab games` lists it.", autocompletion=completing.games)]


@app.command()
def run(
    experiment: Experiment,
    games: Annotated[int | None, typer.Option(help="Games a scenario.")] = None,
    seed: Seed = None,
    changes: Set = None,
    jobs: Annotated[int, typer.Option(min=0, help="How many at once; 0: one for every core.")] = 0,
    out: Annotated[
        str | None, typer.Option(metavar="DIR|URL", help="The run's directory, or s3://bucket/folder; reports/<experiment> unless given.")
    ] = None,
    backend: Annotated[str | None, typer.Option(help="threading (unless given), loky or dask.", autocompletion=completing.backends)] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS|local", help="With dask: tcp://host:8786, or local for a cluster on this machine.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Replace what another experiment left in the directory; finished games of this one are kept.")
    ] = False,
    no_copy: Annotated[
        bool, typer.Option("--no-copy", help="Play every game, also where another scenario's is known to be the same; the rows are equal.")
    ] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Only say what would be played, and how much of it would be copied.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only the answer.")] = False,
) -> None:
    """Run an experiment, or go on with one that was stopped, and write its report."""
    gc.disable()  # until games are played: what is loaded stays, and looking for garbage in it takes an eighth of the time
    from simlab.commands import running
    from simlab.runner import Settings, compiles_what_is_met

    if plan:
        running.show_plan(running.read(experiment, changes or [], games, seed), as_json=as_json)
        return
    settings = Settings(jobs=jobs, backend=backend, scheduler=scheduler, out=out, fresh=fresh, copies=not no_copy)
    with compiles_what_is_met(settings) as met:
        loaded = running.read(experiment, changes or [], games, seed, met)
    raise typer.Exit(running.run(loaded, settings, as_json=as_json, quiet=quiet))


@app.command()
def report(
    run_dir: Annotated[
        str,
        typer.Argument(metavar="RUN_DIR", help="A finished run: its directory, or its name in reports/.", autocompletion=completing.runs),
    ],
    brief: Annotated[bool, typer.Option("--brief", help="One page to print, for a rulebook discussion: RUN_DIR/brief.html.")] = False,
) -> None:
    """Make a run's HTML report again from what was stored."""
    from simlab.commands import running

    running.report(run_dir, brief=brief)


@app.command()
def compare(
    runs: Annotated[
        list[str], typer.Argument(metavar="RUN RUN [RUN...]", help="Finished runs, as for `report`.", autocompletion=completing.runs)
    ],
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write it as a page.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as one JSON object.")] = False,
) -> None:
    """What changed between runs, and whose verdict: rules, players, seeds, versions; every number side by side."""
    from simlab.commands import comparing

    comparing.show(runs, html, as_json=as_json)


@app.command()
def verify(
    run_dir: Annotated[str, typer.Argument(metavar="RUN_DIR", help="The directory of a finished run.")],
    sample: Annotated[int, typer.Option(min=1, metavar="N", help="Play one part in N again; 1: all of them.")] = 100,
) -> None:
    """Look over a finished run: seals, parts, tables, files that are not its own; some of its parts are played again."""
    from simlab.commands import verifying

    raise typer.Exit(verifying.verify(run_dir, sample))


@app.command()
def trace(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|EXPERIMENT", help="A game, or an experiment's file.", autocompletion=completing.games_or_experiments),
    ],
    players: Annotated[int | None, typer.Option(help="How many sit at the table.")] = None,
    lineup: Annotated[
        str | None, typer.Option(help="Strategies by seat: a,b,c; with parameters a:keep=2,b.", autocompletion=completing.lineup)
    ] = None,
    deals: Annotated[str, typer.Option(help="A deal's number, or FROM:TO (TO is left out).")] = "0",
    seed: Seed = None,
    changes: Set = None,
    scenario: Annotated[str | None, typer.Option(help="Of an experiment: which scenario; the first unless given.")] = None,
    form: Annotated[Literal["text", "jsonl"], typer.Option("--format", help="Sentences, or one JSON object an event.")] = "text",
    curve: Annotated[
        int, typer.Option(min=0, max=100_000, metavar="N", help="Tell chances to win after each turn, from N imagined games; 0: don't.")
    ] = 0,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as a page, with the win curve where there is one.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="With --choices: whose they are, in place of what its strategy chooses.")] = None,
    choices: Annotated[
        str, typer.Option(metavar="N,N,...", help="The choices of --seat, as options counted from 1; `simlab play` tells them.")
    ] = "",
) -> None:
    """Play single games and show every move."""
    from simlab.commands import tracing

    tracing.trace(
        game,
        players=players,
        lineup=lineup,
        deals=deals,
        seed=seed,
        changes=changes or [],
        scenario=scenario,
        form=form,
        curve=curve,
        html=html,
        seat=seat,
        choices=choices,
    )


@app.command()
def play(
    game: GameName,
    players: Annotated[int | None, typer.Option(help="How many sit at the table.")] = None,
    against: Annotated[
        str | None,
        typer.Option(help="The others, clockwise from you: a,b,c; unless given the game's strongest.", autocompletion=completing.lineup),
    ] = None,
    lineup: Annotated[
        str | None,
        typer.Option(
            help="The whole table by seat, as for `trace`; who stands in your seat imagines for you.", autocompletion=completing.lineup
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Yours.")] = 0,
    deal: Annotated[int | None, typer.Option(min=0, max=2**62, help="Its number; drawn by chance unless given.")] = None,
    seed: Seed = None,
    changes: Set = None,
    choices: Annotated[str, typer.Option(metavar="N,N,...", help="Go on where these were your choices, as options counted from 1.")] = "",
    hints: Annotated[int, typer.Option(min=0, max=100_000, metavar="N", help="Imagined games for each option of a hint; 0: none.")] = 400,
    curve: Annotated[
        int,
        typer.Option(min=0, max=100_000, metavar="N", help="At the end, chances to win after each turn from N imagined games; 0: don't."),
    ] = 200,
) -> None:
    """Sit down yourself, in the terminal: see what a seat sees, choose, ask for hints, see what turned the game."""
    from simlab.commands import playing

    playing.play(
        game,
        players=players,
        against=against,
        lineup=lineup,
        seat=seat,
        deal=deal,
        seed=seed,
        changes=changes or [],
        choices=choices,
        hints=hints,
        curve=curve,
    )


@app.command()
def games() -> None:
    """List the games: players, house rules, strategies."""
    from simlab.commands import listing

    listing.games()


@app.command()
def rules(game: GameName) -> None:
    """House rules of a game with range, default and meaning; rulings; assumptions."""
    from simlab.commands import listing

    listing.rules(game)


@app.command()
def strategies(game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=completing.games)] = None) -> None:
    """List strategies: the idea in a sentence, and the parameters."""
    gc.disable()  # as in `run`
    from simlab.commands import listing

    listing.strategies(game)


@new.command("game")
def new_game(name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Write a small game that can be played, every part explained, with strategies and an experiment; and say how to try it."""
    from simlab.commands import starting

    starting.new_game(name)


@new.command("strategy")
def new_strategy(game: GameName, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Write a commented starter file for a strategy, and say how to try it."""
    from simlab.commands import starting

    starting.new_strategy(game, name)


@app.command()
def check(
    what: Annotated[str, typer.Argument(metavar="GAME|FILE|GAME/NAME", help="A game, or a strategy.", autocompletion=completing.to_check)],
    game: Annotated[
        str | None,
        typer.Option(help="A strategy's game, where the file does not lie in a folder of its name.", autocompletion=completing.games),
    ] = None,
) -> None:
    """Check a game: all that is wrong or missing; or a strategy: legal, sees no hidden card; its success against `random`."""
    from simlab.commands import checking, checking_games

    if game is None and checking_games.is_game(what):
        raise typer.Exit(checking_games.check_game(what))
    raise typer.Exit(checking.check(what, game))


@app.command()
def init(directory: Annotated[Path, typer.Argument(metavar="DIR")]) -> None:
    """Make a workspace: games, strategies, experiments and reports, with shipped ones to copy from."""
    from simlab.commands import starting

    starting.init(directory)


@app.command()
def bench(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="Only this game; with --parts a game or an experiment.", autocompletion=completing.games_or_experiments
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="How long each measurement takes.")] = 1.0,
    scale: Annotated[bool, typer.Option("--scale", help="Instead: what large runs cost, in CPU time, bytes and overhead.")] = False,
    parts: Annotated[
        bool, typer.Option("--parts", help="Instead: where a run's CPU time goes, from starting to its report; of a game, a middling run.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as one JSON object.")] = False,
) -> None:
    """Measure games/s and ns/turn of every game on this machine."""
    from simlab.commands import benching, benching_parts

    if parts:
        benching_parts.parts(game, as_json=as_json)
    elif scale:
        benching.scale(game, as_json=as_json)
    else:
        benching.bench(game, seconds=seconds, as_json=as_json)


@app.command()
def solve(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that has a solver.", autocompletion=completing.solvable)],
    changes: Set = None,
    objective: Annotated[
        Literal["difference", "share"], typer.Option(help="What is played for: points more than the other, or to win.")
    ] = "difference",
    against: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Also the best response to a strategy, and what it loses.", autocompletion=completing.strategies),
    ] = None,
    write: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the solution down as a strategy (or add it to one).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the solution as one JSON object.")] = False,
    as_page: Annotated[bool, typer.Option("--markdown", help="Print the first bids as a section of a Markdown page.")] = False,
) -> None:
    """Solve a game for two players exactly, up to ten cards: its value, equilibrium bids, best responses."""
    from simlab.commands import solving

    solving.show(game, changes or [], objective, against or [], write, as_json=as_json, as_page=as_page)


@app.command()
def schema() -> None:
    """Print the JSON schema of an experiment, for editors."""
    gc.disable()  # as in `run`
    import json

    from simlab.experiment import schema as schema_of

    typer.echo(json.dumps(schema_of(), indent=1))


def main() -> None:
    """The entry point: what went wrong becomes a message and an exit code, never a traceback."""
    from simlab.base.faults import BadInput, RunFailure, shown
    from simlab.base.processes import share_heaps
    from simlab.commands import interrupts, streams

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # what is solved is small: numpy's and scipy's own threads would spin and wait
    share_heaps()
    streams.make_usable()
    if "--json" in sys.argv:
        streams.keep_answers_apart()
    with interrupts.soon_after_ctrl_c():
        try:
            app(prog_name="simlab")
        except SystemExit:
            interrupts.end_if_interrupted()
            if type(sys.stdout).__name__.endswith("PacifyFlushWrapper"):  # typer leaves it there when the reader of our output has gone
                raise SystemExit(0) from None
            raise
        except (BadInput, RunFailure) as error:
            sys.stderr.write(f"{shown(error)}\n")
            raise SystemExit(2 if isinstance(error, BadInput) else 3) from None
        except BdbQuit:  # the user left the debugger
            raise SystemExit(interrupts.INTERRUPTED) from None
        except BrokenPipeError:
            sys.stderr.close()  # the reader of our output went away; there is nobody to tell
            raise SystemExit(0) from None
        except OSError as error:  # a full disk, a directory that went away
            sys.stderr.write(shown(f"{error.filename or 'simlab'}: {error.strerror or error}") + "\n")
            raise SystemExit(3) from None
        except Exception:  # our own fault: all that helps to find it, and not the exit code of a broken check
            sys.stderr.write(traceback.format_exc())
            raise SystemExit(3) from None
