"""What tells how near all are to winning becomes a share of the win: weights that are fitted to a game by its own simulations.

Where an imagined game is left, a seat's log odds are its gauges (`Game.gauges`), each times a weight. The weights are those that make what
really happened most likely, in games of one strategy against itself: of each game one moment counts, any before a turn. They stand in the
game's folder, as `fitted.py`: `python -m simlab.lab.fitting GAME STRATEGY` writes it.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simlab import games
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.players.strategies import Seated
from simlab.table import Table
from simlab.table.looking import Eye
from simlab.table.rows import win_shares

GAMES, PLAYERS, SEED = 40_000, 4, 11
STEPS = 30

_FITTED = '''"""How likely each is to win from how all stand: {games:,} games of four.

Written by `python -m simlab.lab.fitting {game} {strategy}`.
"""

WEIGHTS = {weights}
ERRORS = {errors}  # their standard errors
'''


@dataclass(frozen=True)
class Fit:
    """A weight for each gauge, and their standard errors."""

    weights: np.ndarray
    errors: np.ndarray


def fitted(game: Game, strategy: str, count: int, seed: int = SEED) -> Fit:
    """The weights of a game's gauges, from so many games of this strategy."""
    return most_likely(*moments(game, strategy, count, seed))


def moments(game: Game, strategy: str, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each game one moment: the gauges then, [game, seat, gauge]; and what part of the win each seat got, [game, seat]."""
    gauges = game.gauges
    assert gauges, f"{game.title} does not say what tells how near a seat is to winning"
    seats: list[Seated] = [(strategies.find(game.name, strategy), {})] * PLAYERS
    table = Table(game, seats, game.resolve(game.Rules(), PLAYERS), seed)
    rows = table.rows(0, count)
    chosen = (np.random.default_rng(seed).random(count) * rows["turns"]).astype(int)
    found: list[list[tuple[float, ...]]] = []
    left = 0

    def look() -> None:
        nonlocal left
        if left == 0:
            found.append([gauges(table._g, seat) for seat in range(PLAYERS)])
        left -= 1

    eye, came = Eye(look), []
    table._g.between = eye.address
    for deal in range(count):
        left = chosen[deal]
        table.rows(deal, 1)
        came += [deal] if left < 0 else []  # some turns begin without anybody being told
    eye.tell()
    return np.array(found), win_shares(rows, PLAYERS)[came] / UNIT


def most_likely(gauges: np.ndarray, shares: np.ndarray) -> Fit:
    """Newton's steps to the weights that make these shares most likely; of games in which nobody won nothing is learned."""
    weights = np.zeros(gauges.shape[2])
    won = shares.sum(axis=1, keepdims=True)
    for _ in range(STEPS):
        odds = gauges @ weights
        likely = np.exp(odds - odds.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        slopes = ((shares - won * likely)[:, :, None] * gauges).sum(axis=1)
        around = gauges - (likely[:, :, None] * gauges).sum(axis=1, keepdims=True)
        bend = np.einsum("gs,gsi,gsj->ij", won * likely, around, around)
        weights = weights + np.linalg.solve(bend, slopes.sum(axis=0))
    inverse = np.linalg.inv(bend)
    return Fit(weights, np.sqrt(np.diag(inverse @ (slopes.T @ slopes) @ inverse)))


def main(name: str, strategy: str) -> None:
    """Fit a shipped game, and write what was found into its folder."""
    if not games.find(name).gauges:
        raise SystemExit(f"{name} does not say what tells how near a seat is to winning (`gauges`)")
    found = fitted(games.find(name), strategy, GAMES)
    numbers = [tuple(round(float(number), 4) for number in some) for some in (found.weights, found.errors)]
    text = _FITTED.format(game=name, strategy=strategy, games=GAMES, weights=numbers[0], errors=numbers[1])
    (Path(__file__).parents[1] / "games" / name / "fitted.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python -m simlab.lab.fitting GAME STRATEGY")
    main(*sys.argv[1:])
