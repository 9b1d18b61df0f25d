"""`simlab run` and `simlab report`: an experiment's answer on the terminal and as a page."""

import gc
import json
import math
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from simlab.base import paths
from simlab.base.faults import BadInput, Fault, Outage, shown, suggestion, unknown, without_secrets
from simlab.commands import interrupts
from simlab.commands.streams import answer
from simlab.experiment import Experiment, load
from simlab.experiment.plan import Plan, make_plan
from simlab.experiment.who_plays import Met, met_nobody
from simlab.runner import Interrupted, Settings, run_experiment
from simlab.stats.trial import trial_of
from simlab.storage.place import place
from simlab.words.numbers import many


def read(name: str, changes: Sequence[str], games: int | None, seed: int | None, met: Met = met_nobody) -> Experiment:
    """The experiment in a file, or of that name among those in experiments/. `met`: told early of what is read."""
    path = paths.experiment(name)
    if path is None and not Path(name).exists():
        there = sorted({file.stem for place in paths.places("experiments") for file in place.glob("*.yaml")})
        if Path(name).name != name:
            raise BadInput([Fault(name, f"there is no such file{suggestion(Path(name).stem, there)}")])
        raise BadInput([Fault("", unknown("experiment", name, there))])
    return load(path or name, changes=changes, games=games, seed=seed, met=met)


def show_plan(experiment: Experiment, *, as_json: bool) -> None:
    """What would be played, without playing it."""
    told = _plan_of(experiment)
    if as_json:
        answer(json.dumps(told))
        return
    lines = []
    for group in told["groups"]:
        what = f"{len(told['scenarios'])} scenarios on {group['deals']:,} deals, {group['games']:,} games"
        lines.append(f"{group['players']} players: {what}")
        lines += [f"  {name}: {', '.join(one['seats'])}; {_seatings(one)}" for name, one in group["lineups"].items()]
    for scenario, rules in told["scenarios"].items():
        lines.append(f"  {scenario}: {', '.join(f'{name} = {value}' for name, value in rules.items()) or 'as printed'}")
    if search := told.get("search"):
        impossible = f" ({search['impossible']:,} more are impossible)" if search["impossible"] else ""
        lines.append(f"searched first: {many(search['sets'], 'rule set')}{impossible}, in {search['budget']:,} games at most")
        lines.append("then each finalist is confirmed beside these rules")
        if others := search["elsewhere"]:
            games = f"{search['games elsewhere']:,} games of each and of these rules"
            lines.append(f"what meets all goals is played at {many(len(others), 'other table')}, {games}:")
            lines += [f"  {', '.join(seats)}" for seats in others]
    lines.append(f"in all {told['games']:,} games in {told['parts']:,} parts, seed {told['seed']}")
    if errand := experiment.tune or experiment.adapt:
        lines.append(f"before that a search with at most {errand.budget:,} games")
    if told["copied"]:
        lines.append(f"expected: {told['copied']:.0%} of the games are copied, not played, because they look at no house rule that differs")
    console = Console()
    console.print(Text(told["question"], style="bold"))
    console.print("\n".join(lines), highlight=False, markup=False)


def _seatings(lineup: dict[str, Any]) -> str:
    """In how many seatings it plays a deal, and where that is known what these games are worth."""
    if lineup["games"] < lineup["seatings"]:
        return f"each deal in one of {lineup['seatings']} seatings, drawn by lot"
    text = f"{many(lineup['seatings'], 'seating')} a deal"
    if lineup["games"] > 1 and lineup["worth"] is not None:
        text += f"; for win shares these {lineup['games']} games are worth about "
        text += f"{lineup['worth'] * lineup['games']:.1f} on deals of their own (tried on {many(lineup['tried'], 'deal')})"
    return text


def _plan_of(experiment: Experiment) -> dict[str, Any]:
    plan = make_plan(experiment)
    trial, groups = trial_of(plan), []
    for group in map(plan.together, plan.bundles):
        tried = trial.deals[group.players] if trial else 0
        lineups = {
            one.name: {
                "seats": [seat.label for seat in one.seats],
                "seatings": len(one.seatings),
                "games": one.games,
                "worth": trial.worth.get((group.players, one.name)) if trial else None,
                "tried": tried,
            }
            for one in group.lineups
        }
        groups.append({"players": group.players, "deals": group.deals, "games": group.games, "lineups": lineups})
    return {
        "question": experiment.question,
        "seed": experiment.seed,
        "scenarios": {scenario: {**experiment.rules, **change} for scenario, change in experiment.scenarios.items()},
        "groups": groups,
        "games": plan.games,
        "parts": sum(1 for _ in plan.chunks()),
        "copied": trial.copied if trial else None,
        **({"search": _search_of(plan)} if experiment.over else {}),
    }


def _search_of(plan: Plan) -> dict[str, Any]:
    from simlab.lab.elsewhere import other_tables
    from simlab.lab.space import space_of

    space = space_of(plan.experiment)
    others = other_tables(plan)
    return {
        "sets": len(space),
        "impossible": space.left_out,
        "budget": plan.experiment.budget,
        "elsewhere": [list(table.labels) for table in others],
        "games elsewhere": sum(table.games for table in others),
    }


def run(experiment: Experiment, settings: Settings, *, as_json: bool, quiet: bool) -> int:
    """Run it and answer; the exit code: 1 where a check that the experiment declares does not hold."""
    from simlab import report

    def say(text: str) -> None:
        if not quiet:
            sys.stderr.write(f"{shown(text)}\n")

    command = again()
    kept = f"finished parts are kept. To go on: {command}"
    interrupts.if_interrupted(f"stopped; {kept}")
    try:
        with _progress(show=sys.stderr.isatty() and not quiet) as (progress, so_far):
            folder = run_experiment(experiment, replace(settings, again=command, say=say, progress=progress, so_far=so_far))
    except (KeyboardInterrupt, Interrupted):
        interrupts.end_if_interrupted()
        raise
    except Outage as error:
        raise Outage(f"{error}\n{kept}") from error
    answered = report.read(folder.path, is_asked=True)
    report.write(folder.path, answered)
    if settings.out is None and not report.write_index(folder.path.parent):
        say(f"{folder.path.parent / 'index.html'} is your own and stays as it is: the runs are not listed")
    analysis = answered.analysis
    if as_json:
        answer(json.dumps(without_nan(answer_of(analysis, folder.path)), allow_nan=False))
    else:
        Console().print(report.terminal(folder.path, answered))
    return 1 if any(check.status != "held" for check in analysis.checks) else 0


def again() -> str:
    """The command that was typed, without the secrets of its addresses: it is written down where others may read it."""
    return shlex.join(["simlab", *(without_secrets(argument) for argument in sys.argv[1:] if argument != "--fresh")])


def answer_of(analysis: Any, path: Path) -> dict[str, Any]:
    """The answer as data."""
    return {
        "question": analysis.experiment.question,
        "answer": analysis.answer,
        "report": str(path / "index.html"),
        "games": str(path / "games"),
        **{name: analysis.table(name).to_dicts() for name, frame in analysis.frames.items() if not frame.is_long},
        "checks": [vars(check) for check in analysis.checks],
    }


def without_nan(value: Any) -> Any:
    """JSON has no word for what can't be told, such as a standard error of a single deal, but null."""
    if isinstance(value, dict):
        return {key: without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_nan(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _look_for_garbage(*_: object) -> None:
    """From now on, in what comes from now on: see `simlab.cli.run`."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


@contextmanager
def _progress(*, show: bool) -> Iterator[tuple[Callable[[int, int], None], Callable[[str], None]]]:
    """On a terminal: games done, games/s, the time left, and how narrow the intervals are by now."""
    if not show:
        yield _look_for_garbage, lambda _: None
        return
    columns = (
        SpinnerColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games, {task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[width]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None, rate="", width="")

        def show_games(done: int, total: int) -> None:
            _look_for_garbage()
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=total, rate=f"{speed:,.0f}/s" if speed else "")

        yield show_games, lambda text: bar.update(task, width=text)


def report(run_dir: str, *, brief: bool) -> None:
    """The page again, from what the run stored; or its brief."""
    from simlab import report as page

    write = page.write_brief if brief else page.write
    sys.stdout.write(f"{write(place(paths.run(run_dir)))}\n")
