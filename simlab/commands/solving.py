"""`simlab solve`: the exact solution of a small game for two players, and how far a strategy is from it."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from simlab.base.faults import BadInput, Fault
from simlab.base.kinds import Wrong, sentence
from simlab.commands.listing import found
from simlab.commands.streams import answer
from simlab.experiment import load
from simlab.games.what_the_heck.solver import tables
from simlab.games.what_the_heck.solver.backward import Need, in_words
from simlab.games.what_the_heck.solver.backward import Progress as Told
from simlab.games.what_the_heck.solver.duel import Objective
from simlab.games.what_the_heck.solver.solution import Solution, best_response, meeting, need_to_meet, need_to_solve, solve
from simlab.games.what_the_heck.solver.thinkers import best_reply, refuse_what_is_too_large
from simlab.players import strategies
from simlab.players.params import kinds_of
from simlab.players.seats import IMAGINES, seats_of
from simlab.players.strategies import Seated
from simlab.storage.place import write_whole

SOLVED = "what_the_heck"
EQUILIBRIUM = f"strategies/{SOLVED}/equilibrium.py"
_AIMS = {"difference": "points more than the other", "share": "win share"}


def show(
    game: str, changes: Sequence[str], objective: Objective, against: Sequence[str], write: Path | None, *, as_json: bool, as_page: bool
) -> None:
    """Solve a game; set strategies against the solution; write it down as a strategy."""
    if found(game).name != SOLVED:
        raise BadInput([Fault("", f"there is a solver for {SOLVED}, and none for {game}")])
    rules = _rules(changes)
    seats = _seats(against)
    whole = write is not None or bool(seats)
    needs = _needs(rules, objective, against, seats, whole=whole)
    if write is not None:
        tables.refuse_what_no_file_holds(rules)
    started = time.perf_counter()
    with _progress("solving") as progress:
        solution = solve(rules, objective, whole=whole, progress=progress)
    seconds = time.perf_counter() - started
    told = {
        "game": game,
        "rules": rules.model_dump(mode="json"),
        "objective": objective,
        "value": solution.value,
        "positions": solution.positions,
        "seconds": seconds,
        "memory": needs[0].memory,
        "worst_residual": solution.worst,
        "first_bids": list(map(asdict, solution.first_bids)),
        "against": [_against(rules, solution, label, seat) for label, seat in zip(against, seats, strict=True)],
    }
    if write is not None:
        _write(solution, write)
    if as_json:
        answer(json.dumps(told))
    elif as_page:
        sys.stdout.write(tables.as_markdown(solution))
    else:
        _print(told, write)


def _rules(changes: Sequence[str]) -> Any:
    """The house rules, checked like those of any experiment."""
    table = {"question": "What are the best bids?", "game": SOLVED, "players": 2, "games": 1, "lineup": ["random", "random"]}
    experiment = load(table, changes=changes)
    return experiment.rules_of(experiment.baseline, 2)


def _seats(texts: Sequence[str]) -> list[Seated]:
    """Strategies with their parameters, checked like those of any experiment."""
    seats, faults = [], []
    for text, seat in zip(texts, seats_of(texts, "--against"), strict=True):
        strategy = strategies.find(SOLVED, seat.pop("strategy"))
        if strategy.thinks:
            strategy = replace(strategy, imagined=_imagined(f"--against {text}", seat.pop(IMAGINES, ())))
        wrong: Wrong = []
        seats.append((strategy, kinds_of(strategy.name, strategy.declared).read(seat, wrong)))
        faults += [Fault(f"--against {text}", sentence(path, what)) for path, what in wrong]
    if faults:
        raise BadInput(faults)
    return seats


def _imagined(where: str, names: Sequence[str]) -> tuple[strategies.Strategy, ...]:
    """What one who thinks is told to imagine; all of it must be of those who don't."""
    found = tuple(strategies.find(SOLVED, name) for name in names)
    if thinks := [strategy.name for strategy in found if strategy.thinks]:
        raise BadInput([Fault(where, f"{thinks[0]} thinks, and nobody can imagine that; allowed: strategies that don't")])
    return found


def _needs(rules: Any, objective: Objective, against: Sequence[str], seats: Sequence[Seated], *, whole: bool) -> list[Need]:
    """What it takes to solve the game, and to meet each strategy: told before it starts, and refused where it does not fit."""
    met = [(text, seat) for text, seat in zip(against, seats, strict=True) if not seat[0].thinks]
    for text, seat in zip(against, seats, strict=True):
        if seat[0].thinks:
            refuse_what_is_too_large(rules, f"--against {text}")
    needs = [need_to_solve(rules, objective, whole=whole), *(need_to_meet(rules, objective, seat) for _, seat in met)]
    for what, need in zip(["solving", *(text for text, _ in met)], needs, strict=True):
        sys.stderr.write(f"{what}: {need.games:,} positions, about {in_words(need.memory)} of memory beside Python's own\n")
        need.refuse_what_does_not_fit(what)
    return needs


@contextmanager
def _progress(what: str) -> Iterator[Told]:
    """On a terminal: positions done, and the time left."""
    done = TextColumn("{task.completed:,.0f} positions")
    columns = (TextColumn(what), BarColumn(), TaskProgressColumn(), done, TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _against(rules: Any, solution: Solution, label: str, seat: Seated) -> dict[str, Any]:
    """What a strategy loses: to the equilibrium, and to the one that knows best how it bids."""
    objective = solution.duel.objective
    if seat[0].thinks:
        return _against_thinker(rules, solution, label, seat)
    with _progress(f"best response to {label}") as progress:
        response = best_response(rules, objective, seat, progress=progress)
    with _progress(f"equilibrium against {label}") as progress:
        earned = meeting(rules, objective, solution, seat, progress=progress)
    return {
        "strategy": label,
        "equilibrium_earns": earned.value,
        "best_response_earns": response.value,
        "exploitability": response.value - solution.value,
        "best_first_bids": list(map(asdict, response.first_bids)),
    }


def _against_thinker(rules: Any, solution: Solution, label: str, seat: Seated) -> dict[str, Any]:
    """The same of one who thinks, whose bids are only known from having been asked many times."""
    with _progress(f"best response to {label}") as progress:
        reply = best_reply(rules, solution.duel.objective, seat, progress=progress)
    return {
        "strategy": label,
        "best_response_earns": reply.at_most,
        "best_response_earns_at_least": reply.at_least,
        "exploitability": reply.at_most - solution.value,
        "positions": reply.positions,
        "asked": reply.asked,
    }


def _write(solution: Solution, path: Path) -> None:
    """Add the solution to a strategy file; a game that it had solved before is replaced."""
    if path.suffix != ".py":
        raise BadInput([Fault("--write", f"{path} is no .py file")])
    texts: dict[str, str] = {}
    if path.exists():
        held = getattr(strategies.find(SOLVED, str(path)).module, "SOLVED", None)
        if not isinstance(held, dict):
            raise BadInput([Fault(str(path), "is another strategy; choose a file that `simlab solve` has written, or a new one")])
        texts = dict(held)
    text = tables.text_of(solution)
    texts[tables.title(text)] = text
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(tables.strategy_source(texts), path)


def _print(told: dict[str, Any], written: Path | None) -> None:
    aim = _AIMS[told["objective"]]
    changed = ", ".join(f"{name} = {json.dumps(value)}" for name, value in told["rules"].items())
    lines = [
        f"What the Heck? with two players: {changed}",
        f"{told['positions']:,} positions in {told['seconds']:.1f} s. Each player can be sure of {told['value']:.6g} ({aim}).",
        f"In no position are what both can be sure of further apart than {told['worst_residual']:.1e}.",
        *_bid_lines("Equilibrium bids in the first round", told["first_bids"]),
    ]
    for one in told["against"]:
        lines += [f"{one['strategy']}: {aim} against it", *(_lines_of_thinker(one) if "asked" in one else _lines_of(one))]
    if written is None:
        lines.append(f"To play it as the strategy `equilibrium`, add --write {EQUILIBRIUM}")
    else:
        lines.append(f"{written}: play it as the strategy `{written.stem}`")
    sys.stdout.write("\n".join(lines) + "\n")


def _lines_of(one: dict[str, Any]) -> list[str]:
    return [
        f"  the equilibrium earns    {one['equilibrium_earns']:.6f}",
        f"  its best response earns  {one['best_response_earns']:.6f}",
        f"  it can be exploited by   {one['exploitability']:.6f}",
        *_bid_lines(f"Best bids against {one['strategy']} in the first round", one["best_first_bids"]),
    ]


def _lines_of_thinker(one: dict[str, Any]) -> list[str]:
    return [
        f"  its best response earns  {one['best_response_earns_at_least']:.4f} to {one['best_response_earns']:.4f}",
        f"  it can be exploited by   {one['exploitability']:.4f} at most",
        f"  Asked {one['asked']:,} times in {one['positions']:,} courses of the game: its bids are known from a sample.",
    ]


def _bid_lines(title: str, first_bids: list[dict[str, Any]]) -> list[str]:
    """A row for each Point Card that may come up first, a column for each card to bid."""
    cards = range(1, len(first_bids[0]["bids"]) + 1)
    lines = ["", title, "  Point Card     worth" + "".join(f"{f'bid {card}':>12}" for card in cards)]
    for first in first_bids:
        chances = "".join(f"{f'{chance:.8f}' if chance else '-':>12}" for chance in first["bids"])
        lines.append(f"  {first['point_card']:10}{first['value']:10.6f}{chances}")
    return [*lines, ""]
