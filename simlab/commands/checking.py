"""`simlab check`: is a strategy legal, deterministic and fair, how fast is it, and how does it fare against `random`?"""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape

from simlab import games
from simlab.base import paths
from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.commands.listing import found
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.inspection.sample import Endless, rows_of
from simlab.players import strategies
from simlab.players.strategies import Seated, Strategy
from simlab.table.proving import GAMES, differs_at, differs_from_plain
from simlab.table.rows import win_shares
from simlab.table.table import Table

Findings = Iterator[tuple[bool, str]]  # whether it holds, and what was checked


def check(what: str, game_name: str | None) -> int:
    """Check a strategy by its file or GAME/NAME and print what was found; exit code 1 where something does not hold. What must not be
    played at all is BadInput, as in a run.
    """
    game, path = _strategy(what, game_name)
    strategy = strategies.load(game, path)
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]{escape(strategy.name)}[/] for {game.title}: {escape(strategy.idea)}")
    failed = 0
    for holds, said in _findings(game, strategy):
        console.print(f"  {'[green]holds[/]' if holds else '[red]fails[/]'}  {escape(said)}")
        failed += not holds
    return min(failed, 1)


def _strategy(what: str, game_name: str | None) -> tuple[Game, Path]:
    """The game, and the file of the strategy: a file (its folder names the game), or GAME/NAME."""
    if what.endswith(".py"):
        name = game_name or paths.real(Path(what)).parent.name
        if name not in games.names():
            raise BadInput([Fault(what, f"lies in no folder named after a game; say which with --game: {', '.join(games.names())}")])
        return games.find(name), strategies.path_of(name, what)
    if what.count("/") != 1:
        raise BadInput([Fault("", f'"{what}" is neither a .py file nor GAME/NAME')])
    game, _, name = what.partition("/")
    return found(game), strategies.path_of(game, name)


def _findings(game: Game, strategy: Strategy) -> Findings:
    try:
        differs = differs_at(game, strategy, rows_of)
    except (RunFailure, Endless) as error:
        yield False, f"legal: {error}"
        return
    yield True, f"legal: {GAMES:,} games with each of {game.players[0]}-{game.players[-1]} players"
    yield not differs, f"deterministic: {differs or 'the same deals twice give the same games'}"
    tried = strategies.tried(strategy)
    yield True, f"sees no hidden card: {tried.asked:,} answers came from the view alone"
    differs = differs_from_plain(game, strategy, tried)
    yield not differs, differs or "compiled and as plain Python it plays the same games"
    yield from _measured(game, strategy)


def _measured(game: Game, strategy: Strategy) -> Findings:
    """Its speed and its success against `random`."""
    opponent = strategies.at_random(game)
    players = min(4, game.players.stop - 1)
    rules = game.resolve(game.Rules(), players)
    own, other = (_games_per_second(Table(game, [(one, {})] * players, rules, seed=3)) for one in (strategy, opponent))
    yield True, f"speed: {own:,.0f} games/s with {players} players, `random` {other:,.0f} ({own / other:.2f}x)"
    shares = []
    for seat in range(players):
        seats: list[Seated] = [(strategy if i == seat else opponent, {}) for i in range(players)]
        shares.append(win_shares(Table(game, seats, rules, seed=4).rows(0, 5 * GAMES), players)[:, seat] / UNIT)
    per_deal = np.mean(shares, axis=0)
    error = 1.96 * per_deal.std(ddof=1) / np.sqrt(len(per_deal))
    yield True, f"against {players - 1} x `random`: win share {per_deal.mean():.1%} ± {error:.1%} (an equal player: {1 / players:.1%})"


def _games_per_second(table: Table) -> float:
    table.rows(0, 200)
    started = time.thread_time()
    table.rows(0, GAMES)
    return GAMES / (time.thread_time() - started)
