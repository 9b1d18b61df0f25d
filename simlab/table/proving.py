"""A strategy proven at every table, compiled: only legal answers, the same games twice, and those that plain Python has played."""

from collections.abc import Callable

import numpy as np

from simlab.base import paths
from simlab.base.faults import BadInput, Fault, RunFailure
from simlab.engine.compiled import COMPILES
from simlab.engine.game import Game
from simlab.engine.sources import source_digest
from simlab.engine.tried import Tried, key_of, known, note
from simlab.players import strategies
from simlab.players.strategies import Seated, Strategy
from simlab.table.table import Table

GAMES = 4_000  # with each number of players
SEED = 2

RowsOf = Callable[[Table, int, int], np.ndarray]


def prove(game: Game, strategy: Strategy) -> None:
    """Once for each text of a strategy; BadInput where it must not be played, as `simlab check` would say."""
    key = key_of("proven", source_digest(game), strategy.source)
    if not COMPILES or paths.is_installed(strategy.path) or known(key) is not None:
        return
    try:
        what = differs_at(game, strategy, Table.rows) or differs_from_plain(game, strategy, strategies.tried(strategy))
    except RunFailure as failure:
        if not str(failure).startswith(str(strategy.path)):
            return  # it is the game's, and told where it is played
        raise BadInput([Fault("", str(failure))]) from failure
    if what:
        raise BadInput([Fault(paths.said(strategy.path), what)])
    note(key, {})


def differs_at(game: Game, strategy: Strategy, rows_of: RowsOf) -> str:
    """How the same deals came out differently, with any number of players; empty where they did not."""
    opponent = strategies.at_random(game)
    for players in game.players:
        rules = game.resolve(game.Rules(), players)
        if game.refusal(rules, players):
            continue
        seats: list[Seated] = [(strategy, {}), *[(opponent, {})] * (players - 1)]
        once, again = (rows_of(Table(game, seats, rules, seed=SEED).idle(), 0, GAMES) for _ in range(2))
        if once.tobytes() != again.tobytes():
            return f"{players} players, the same {GAMES:,} deals came out differently; is something read that was never written?"
    return ""


def differs_from_plain(game: Game, strategy: Strategy, tried: Tried) -> str:
    """How games come out otherwise than as plain Python; empty where they do not."""
    rules = game.resolve(game.Rules(), game.players[0])
    table = Table(game, [(strategy, {})] * game.players[0], rules, seed=SEED).idle()
    turns = table.rows(0, len(tried.turns))["turns"].tolist()
    deal = next((deal for deal, (one, other) in enumerate(zip(turns, tried.turns, strict=True)) if one != other), None)
    if deal is None:
        return ""
    return f"compiled and as plain Python it plays deal {deal} differently ({table.replay_command(deal)}); does a number outgrow 64 bits?"
