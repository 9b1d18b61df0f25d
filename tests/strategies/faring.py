"""How a strategy fares against others, over many games."""

import numpy as np

from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.table import Table
from simlab.table.rows import win_shares


def edge(game: Game, name: str, opponent: str, players: int, deals: int) -> float:
    """By how many standard errors its share of wins is above an equal one, over all seats."""
    shares = []
    for seat in range(players):
        seats = [(strategies.find(game.name, opponent), {})] * players
        seats[seat] = (strategies.find(game.name, name), {})
        rows = Table(game, seats, game.resolve(game.Rules(), players), 31).rows(0, deals // players)
        shares.append(win_shares(rows, players)[:, seat] / UNIT)
    found = np.concatenate(shares)
    return (found.mean() - 1 / players) / (found.std(ddof=1) / np.sqrt(len(found)) or 1e-9)
