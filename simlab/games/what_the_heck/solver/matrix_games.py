"""Zero-sum matrix games, thousands at a time: the value of each, and a mixture of rows and of columns that guarantees it.

The row player gets what stands in the matrix, the column player loses it. Where a row and a column meet in a saddle point, they are the
solution; two by two there is a formula; the rest are linear programs, many of them side by side in one call of HiGHS.
"""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

EXACT = 1e-11
CLOSE = 1e-7  # how far what rows guarantee and what columns guarantee may be apart, by rounding in the linear programs
SIDE_BY_SIDE = 250

Solved = tuple[np.ndarray, np.ndarray, np.ndarray]  # values [game], rows [game, row], columns [game, column]


def solve(games: np.ndarray) -> Solved:
    """Solve `games` [game, row, column]."""
    _, rows, columns = games.shape
    guaranteed, conceded = games.min(axis=2), games.max(axis=1)
    best_row, best_column = guaranteed.argmax(axis=1), conceded.argmin(axis=1)
    values = guaranteed.max(axis=1)
    row_mix, column_mix = np.eye(rows)[best_row], np.eye(columns)[best_column]
    mixed = np.flatnonzero(conceded.min(axis=1) - values > EXACT)
    if len(mixed) and (rows, columns) == (2, 2):
        values[mixed], row_mix[mixed], column_mix[mixed] = _two_by_two(games[mixed])
    else:
        for start in range(0, len(mixed), SIDE_BY_SIDE):
            part = mixed[start : start + SIDE_BY_SIDE]
            values[part], row_mix[part], column_mix[part] = _by_linear_program(games[part])
    return values, row_mix, column_mix


def guarantees(games: np.ndarray, row_mix: np.ndarray) -> np.ndarray:
    """What a mixture of rows earns at least in each game, whatever the columns are."""
    least: np.ndarray = np.einsum("gr,grc->gc", row_mix, games).min(axis=1)
    return least


def concessions(games: np.ndarray, column_mix: np.ndarray) -> np.ndarray:
    """What a mixture of columns loses at most in each game."""
    most: np.ndarray = np.einsum("grc,gc->gr", games, column_mix).max(axis=1)
    return most


def _two_by_two(games: np.ndarray) -> Solved:
    """Without a saddle point each player makes the other indifferent."""
    a, b, c, d = games[:, 0, 0], games[:, 0, 1], games[:, 1, 0], games[:, 1, 1]
    total = a - b - c + d
    first_row, first_column = (d - c) / total, (d - b) / total
    return (
        (a * d - b * c) / total,
        np.stack([first_row, 1 - first_row], axis=1),
        np.stack([first_column, 1 - first_column], axis=1),
    )


def _by_linear_program(games: np.ndarray) -> Solved:
    """Maximise the sum of all values: each value is at most what the mixture of rows earns against each column of its game."""
    values, row_mix, column_mix = _solved_together(games)
    apart = concessions(games, column_mix) - guarantees(games, row_mix)
    if apart.max() > CLOSE:
        if len(games) == 1:
            raise ArithmeticError(f"the linear program is solved no better than {apart.max():g}")
        parts = [_by_linear_program(games[i : i + 1]) for i in range(len(games))]
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))  # type: ignore[return-value]
    return values, row_mix, column_mix


def _solved_together(games: np.ndarray) -> Solved:
    count, rows, columns = games.shape
    each = rows + 1  # the variables of a game: its mixture of rows, and its value
    game = np.arange(count)
    at_most = coo_matrix(
        (
            np.concatenate([-games.transpose(0, 2, 1).ravel(), np.ones(count * columns)]),
            (
                np.concatenate([np.repeat(np.arange(count * columns), rows), np.arange(count * columns)]),
                np.concatenate(
                    [
                        (game[:, None, None] * each + np.arange(rows) + np.zeros((1, columns, 1), dtype=int)).ravel(),
                        np.repeat(game * each + rows, columns),
                    ]
                ),
            ),
        ),
        shape=(count * columns, count * each),
    )
    one = coo_matrix(
        (np.ones(count * rows), (np.repeat(game, rows), (game[:, None] * each + np.arange(rows)).ravel())), shape=(count, count * each)
    )
    of_value = np.tile(np.arange(each) == rows, count)
    found = linprog(
        -of_value.astype(float),
        A_ub=at_most.tocsr(),
        b_ub=np.zeros(count * columns),
        A_eq=one.tocsr(),
        b_eq=np.ones(count),
        bounds=np.stack([np.where(of_value, -np.inf, 0), np.full(count * each, np.inf)], axis=1),
        method="highs-ds",
    )
    if found.status != 0:
        raise ArithmeticError(f"the linear program was not solved: {found.message}")
    solution = found.x.reshape(count, each)
    return solution[:, rows], _mixture(solution[:, :rows]), _mixture(-found.ineqlin.marginals.reshape(count, columns))


def _mixture(weights: np.ndarray) -> np.ndarray:
    """Probabilities, without the last digits' noise."""
    weights = np.where(weights < 1e-12, 0, weights)
    mixture: np.ndarray = weights / weights.sum(axis=1, keepdims=True)
    return mixture
