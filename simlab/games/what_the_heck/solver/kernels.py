"""The compiled part of the solver: all positions with one set of Point Cards to come and one turned up, from what follows them.

What follows is a table of values [pair of hands, standing], with a won and a lost game behind the last standing: see `hands` and `duel`. It
stands in a generated file, as the engine does (simlab/engine/compiled/cache.py).
"""

from functools import cache
from types import ModuleType, SimpleNamespace

import numpy as np

from simlab.engine.compiled import COMPILES, apart, compiled
from simlab.engine.compiled import cache as build
from simlab.games.what_the_heck.matrix_games import MOST, solve, workspace
from simlab.games.what_the_heck.solver.hands import MIRRORED

_SETTLED = '''"""Generated: solve or play all positions of a set of Point Cards."""
from numba import njit, types
from simlab.games.what_the_heck.solver import kernels

MIX, VALUES, MIXES = types.Array(types.float64, 1, "C"), types.Array(types.float64, 2, "C"), types.Array(types.float64, 3, "C")
TREE = (
    types.Array(types.float64, 2, "C", readonly=True), types.Array(types.uint32, 3, "A"), types.Array(types.uint8, 3, "A"),
    types.Array(types.uint32, 2, "C"), types.Array(types.float64, 1, "C"),
)
solve_all, play_all, solve_one = kernels.solve_all, kernels.play_all, kernels.solve_one


@njit(types.float64(*TREE, types.float64, VALUES, MIXES, MIXES), nogil=True, cache=True)
def solve_positions(following, after, how, moves, stakes, chance, values, rows, columns):
    return solve_all(following, after, how, moves, stakes, chance, values, rows, columns)


@njit(types.UniTuple(types.float64, 2)(VALUES, MIX, MIX), nogil=True, cache=True)
def solve_game(game, rows, columns):
    return solve_one(game, rows, columns)


@njit(types.void(*TREE, types.float64, VALUES, MIXES, MIXES, types.boolean), nogil=True, cache=True)
def play_positions(following, after, how, moves, stakes, chance, values, rows, columns, best):
    play_all(following, after, how, moves, stakes, chance, values, rows, columns, best)
'''


@cache
def compiled_kernels() -> ModuleType | SimpleNamespace:
    """`solve_positions`, `play_positions` and `solve_game`: compiled, or as plain Python with NUMBA_DISABLE_JIT=1."""
    if COMPILES:
        return build.generated("solver_what_the_heck", _SETTLED)
    return SimpleNamespace(solve_positions=solve_all, play_positions=play_all, solve_game=solve_one)


@apart
def solve_all(following, after, how, moves, stakes, chance, values, rows, columns):
    """Add to `values` [pair, standing] what each position is worth, times `chance`: the mean of what both can be sure of. Returns how
    far these are apart at most. Where there is room in `rows` and `columns` [pair, standing, place], both mixtures are written down."""
    worst = 0.0
    size = how.shape[1]
    work = workspace()
    game, my_mix, their_mix = np.zeros((MOST, MOST)), np.zeros(MOST), np.zeros(MOST)
    for pair in range(len(after)):
        for standing in range(len(moves)):
            fill_in(game, size, following, after[pair], how[pair], moves[standing], stakes[standing])
            least, most = solve(game, size, my_mix, their_mix, work)
            worst = max(worst, most - least)
            values[pair, standing] += chance * 0.5 * (least + most)
            if len(rows):
                for k in range(size):
                    rows[pair, standing, k], columns[pair, standing, k] = my_mix[k], their_mix[k]
    return worst


@apart
def solve_one(game, rows, columns):
    """A single matrix game. Writes both mixtures; returns what each is sure of."""
    return solve(game, len(game), rows, columns, workspace())


@apart
def play_all(following, after, how, moves, stakes, chance, values, rows, columns, best):
    """Add to `values` what each position is worth where bids are made as `rows` and `columns` [pair, standing, place] say, times
    `chance`. With `best` it is the first player who does best against `columns`, and `rows` are overwritten with that."""
    size = how.shape[1]
    earned = np.zeros(MOST)
    for pair in range(len(after)):
        for standing in range(len(moves)):
            for i in range(size):
                earned[i] = 0.0
            for j in range(size):
                likely = columns[pair, standing, j]
                if likely > 0:
                    for i in range(size):
                        came = how[pair, i, j]
                        earned[i] += likely * worth(following[after[pair, i, j], moves[standing, came]], came, stakes[standing])
            total, chosen = 0.0, 0
            for i in range(size):
                total += rows[pair, standing, i] * earned[i]
                if earned[i] > earned[chosen]:
                    chosen = i
            if best:
                total = earned[chosen]
                for i in range(size):
                    rows[pair, standing, i] = i == chosen
            values[pair, standing] += chance * total


@apart
def fill_in(game, size, following, after, how, moves, stake):
    """The matrix game of a position: what each pair of bids is worth to the first player."""
    for i in range(size):
        for j in range(size):
            came = how[i, j]
            game[i, j] = worth(following[after[i, j], moves[came]], came, stake)


@compiled
def worth(afterwards, came, stake):
    """What a pair of bids is worth: what it gains, and what comes afterwards, which may be seen from the other side."""
    if came >= MIRRORED:
        return stake * (came - MIRRORED - 1.0) - afterwards
    return stake * (came - 1.0) + afterwards
