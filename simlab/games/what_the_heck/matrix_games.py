"""One zero-sum matrix game: a mixture of rows and one of columns, and what they are sure of.

The row player gets what stands in the matrix, the column player loses it. Where a row and a column meet in a saddle point, they are the
solution. Else it is the linear program of von Neumann and Dantzig, solved by a dense simplex: with every entry made positive, maximise
sum(y) where A y <= 1 and y >= 0; then y / sum(y) is the mixture of columns, and the prices of the rows are that of rows. No solution is
trusted: what it is worth is what its mixtures guarantee in the matrix itself. Where the two sides are apart by more than `CLOSE`, the
simplex works once more, with twice the digits.
"""

import numpy as np

from simlab.engine.compiled import apart, aside, compiled

MOST = 10  # rows, and columns
WIDTH = 12  # of the simplex's table, which has one column more than the matrix: a whole number of the processor's vectors
CLOSE = 1e-13  # of the range of a matrix
PIVOT = 1e-10  # what is smaller is not divided by
GAIN = 1e-13  # what is gained by less is not worth a step
EXACT_PIVOT, EXACT_GAIN = 1e-22, 1e-26  # the same with twice the digits
GRIDS = (2.0**52, 2.0**46, 2.0**42, 2.0**38)  # steps from the lowest entry of a matrix to the highest
SPLIT = 134217729.0  # 2^27 + 1: cuts a double into halves whose products are exact


@apart
def workspace():
    """What `solve` needs to work in: the simplex's table in two parts, the digits and those beyond them; who stands in its margins; and
    two mixtures."""
    return np.zeros((2, MOST + 1, WIDTH)), np.zeros(2 * MOST, dtype=np.int64), np.zeros((2, MOST))


@apart
def solve(game, size, rows, columns, work):
    """Solve the first `size` rows and columns of `game`. Writes both mixtures; returns what `rows` gets at least, and `columns` loses at
    most."""
    table, margins, _ = work
    _clear(size, rows, columns)
    best_row, best_column, least, most = saddle(game, size)
    if most - least <= CLOSE * max(np.abs(least), np.abs(most)):
        rows[best_row] = columns[best_column] = 1.0
        return least, most
    lowest, extent = _range(game, size)
    _fill(game, size, lowest, extent, table, margins)
    least, most = -np.inf, np.inf
    if _simplex(size, best_column, table[0], margins):
        _read(size, table[0], margins, rows, columns)
        least, most = guarantees(game, size, rows, columns)
    if most - least <= CLOSE * extent:
        return least, most
    return _solve_with_care(game, size, lowest, extent, least, most, rows, columns, work)


@aside
def _solve_with_care(game, size, lowest, extent, least, most, rows, columns, work):
    """With twice the digits; and if that is no better, with the matrix on coarser and coarser grids, because entries that differ by
    nothing but rounding are what misleads a simplex. The best that was found is kept: both mixtures, and what they are sure of."""
    table, margins, mixes = work
    for grid in GRIDS:
        _fill(game, size, lowest, extent, table, margins)
        for i in range(size):
            for j in range(size):
                table[0, i, j] = np.rint(table[0, i, j] * grid) / grid
        _exact_simplex(size, table, margins)
        _read(size, table[0], margins, mixes[0], mixes[1])
        low, high = guarantees(game, size, mixes[0], mixes[1])
        if high - low < most - least:
            least, most = low, high
            for k in range(size):
                rows[k], columns[k] = mixes[0, k], mixes[1, k]
        if most - least <= max(CLOSE, 2.0 / grid) * extent:
            break
    return least, most


@apart
def saddle(game, size):
    """The row whose least is most, the column whose most is least, and both."""
    best_row, best_column, least, most = 0, 0, -np.inf, np.inf
    for i in range(size):
        low = game[i, 0]
        for j in range(1, size):
            low = min(low, game[i, j])
        if low > least:
            best_row, least = i, low
    for j in range(size):
        high = game[0, j]
        for i in range(1, size):
            high = max(high, game[i, j])
        if high < most:
            best_column, most = j, high
    return best_row, best_column, least, most


@apart
def guarantees(game, size, rows, columns):
    """What a mixture of rows earns at least, and what one of columns loses at most."""
    least, most = np.inf, -np.inf
    for k in range(size):
        earned = lost = 0.0
        for i in range(size):
            earned += rows[i] * game[i, k]
            lost += columns[i] * game[k, i]
        least, most = min(least, earned), max(most, lost)
    return least, most


@apart
def _range(game, size):
    """The lowest entry, and how far the highest is above it."""
    lowest, highest = game[0, 0], game[0, 0]
    for i in range(size):
        for j in range(size):
            lowest, highest = min(lowest, game[i, j]), max(highest, game[i, j])
    return lowest, highest - lowest


@apart
def _fill(game, size, lowest, extent, table, margins):
    """The table before the first step: the matrix, with entries from 1 to 2; 1 as the limit of each row; -1 as the price of each column.
    The limits stand in the column `MOST`. In the margins row i is named i, and column j is named `MOST` + j."""
    scale = 1.0 / extent
    for i in range(size + 1):
        for j in range(WIDTH):
            table[0, i, j] = table[1, i, j] = 0.0
    for i in range(size):
        for j in range(size):
            table[0, i, j] = (game[i, j] - lowest) * scale + 1.0
        table[0, i, MOST] = 1.0
        table[0, size, i] = -1.0
        margins[i], margins[MOST + i] = i, MOST + i


@apart
def _clear(size, rows, columns):
    """Nobody bids anything."""
    for k in range(size):
        rows[k] = columns[k] = 0.0


@apart
def _read(size, table, margins, rows, columns):
    """Both mixtures. A column's weight stands where a row was; a row's price where a column was."""
    _clear(size, rows, columns)
    row_sum = column_sum = 0.0
    for k in range(size):
        if margins[k] >= MOST:
            weight = max(table[k, MOST], 0.0)
            columns[margins[k] - MOST] = weight
            column_sum += weight
        if margins[MOST + k] < MOST:
            weight = max(table[size, k], 0.0)
            rows[margins[MOST + k]] = weight
            row_sum += weight
    for k in range(size):
        rows[k] /= row_sum
        columns[k] /= column_sum


@apart
def _simplex(size, column, table, margins):
    """From table to table, each time the column that promises most for the row that limits it first; the first column is given. Says
    whether it came to an end."""
    for _ in range(8 * MOST):
        row, limit, pivot = -1, np.inf, 0.0
        for i in range(size):
            entry = table[i, column]
            if entry > PIVOT:
                ratio = table[i, MOST] / entry
                if ratio < limit or (ratio == limit and entry > pivot):
                    row, limit, pivot = i, ratio, entry
        if row < 0:
            return False
        _exchange(size, row, column, table)
        margins[row], margins[MOST + column] = margins[MOST + column], margins[row]
        column, promise = -1, -GAIN
        for j in range(size):
            if table[size, j] < promise:
                column, promise = j, table[size, j]
        if column < 0:
            return True
    return False


@apart
def _exchange(size, row, column, table):
    """A row and a column change places."""
    inverse = 1.0 / table[row, column]
    for j in range(WIDTH):
        table[row, j] *= inverse
    table[row, column] = inverse
    for i in range(size + 1):
        if i != row:
            factor = table[i, column]
            table[i, column] = 0.0
            for j in range(WIDTH):
                table[i, j] -= factor * table[row, j]


# The same with twice the digits: a number is the sum of two doubles, the second of which begins where the first ends


@apart
def _exact_simplex(size, table, margins):
    """As `_simplex`, and always the first column that promises anything (Bland's rule), so that it never goes round in a circle."""
    column = 0
    for _ in range(1000):
        row, limit, limit_beyond, named = -1, np.inf, 0.0, 0
        for i in range(size):
            if table[0, i, column] > EXACT_PIVOT:
                ratio, beyond = _divided(table[0, i, MOST], table[1, i, MOST], table[0, i, column], table[1, i, column])
                if ratio < limit or (ratio == limit and (beyond < limit_beyond or (beyond == limit_beyond and margins[i] < named))):
                    row, limit, limit_beyond, named = i, ratio, beyond, margins[i]
        if row < 0:
            return
        _exact_exchange(size, row, column, table)
        margins[row], margins[MOST + column] = margins[MOST + column], margins[row]
        column, named = -1, 2 * MOST
        for j in range(size):
            if table[0, size, j] < -EXACT_GAIN and margins[MOST + j] < named:
                column, named = j, margins[MOST + j]
        if column < 0:
            return


@apart
def _exact_exchange(size, row, column, table):
    """A row and a column change places."""
    pivot, pivot_beyond = table[0, row, column], table[1, row, column]
    table[0, row, column], table[1, row, column] = 1.0, 0.0
    for j in range(WIDTH):
        table[0, row, j], table[1, row, j] = _divided(table[0, row, j], table[1, row, j], pivot, pivot_beyond)
    for i in range(size + 1):
        if i != row:
            factor, factor_beyond = table[0, i, column], table[1, i, column]
            table[0, i, column], table[1, i, column] = 0.0, 0.0
            for j in range(WIDTH):
                product, beyond = _times(factor, factor_beyond, table[0, row, j], table[1, row, j])
                table[0, i, j], table[1, i, j] = _plus(table[0, i, j], table[1, i, j], -product, -beyond)


@aside
def _plus(a, a_beyond, b, b_beyond):
    """Knuth's sum, whose rounding error is known."""
    total = a + b
    part = total - a
    return _tidy(total, (a - (total - part)) + (b - part) + a_beyond + b_beyond)


@aside
def _times(a, a_beyond, b, b_beyond):
    """Dekker's product, whose rounding error is known."""
    product = a * b
    a_high, b_high = SPLIT * a - (SPLIT * a - a), SPLIT * b - (SPLIT * b - b)
    a_low, b_low = a - a_high, b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return _tidy(product, error + a * b_beyond + a_beyond * b)


@aside
def _divided(a, a_beyond, b, b_beyond):
    """The quotient of the first digits, and that of what it leaves."""
    quotient = a / b
    product, beyond = _times(b, b_beyond, quotient, 0.0)
    left, left_beyond = _plus(a, a_beyond, -product, -beyond)
    return _tidy(quotient, (left + left_beyond) / b)


@compiled
def _tidy(a, beyond):
    """The same sum, the first part as near to it as a double comes."""
    total = a + beyond
    return total, beyond - (total - a)
