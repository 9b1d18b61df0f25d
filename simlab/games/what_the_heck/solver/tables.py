"""Equilibrium bids written down as a strategy file, for a compiled look-up: see simlab/games/what_the_heck/tables.py.

Only positions are kept that can come up while its player bids by the solution, whatever the other bids; a round with one card left is not
asked for.
"""

from collections.abc import Iterator

import numpy as np

from simlab.games.what_the_heck.solver.duel import HALF, Positions
from simlab.games.what_the_heck.solver.solution import Solution
from simlab.games.what_the_heck.tables import UPTO_UNITS, header_of, packed, position_key


def text_of(solution: Solution) -> str:
    """A solution as a text of printable characters."""
    duel = solution.duel
    header = {
        "player_cards": duel.player_cards,
        "point_cards": duel.prizes,
        "order": duel.order,
        "carries": duel.carries,
        "objective": duel.objective,
    }
    return packed(header, *_rows(solution))


def strategy_source(texts: dict[str, str]) -> str:
    """The file of a strategy that bids by these texts, each under its `title`."""
    lines = "\n".join(f'    "{title}": "{text}",' for title, text in texts.items())
    return _FILE.format(lines=lines)


def title(text: str) -> str:
    """A solved game in words."""
    header = header_of(text)
    ties = "ties carry the pot over" if header["carries"] else "nobody gains by a tie"
    aim = "win share" if header["objective"] == "share" else "points"
    return f"cards 1-{header['player_cards']} for {header['point_cards']}, {header['order']}; {ties}; played for the {aim}"


def _rows(solution: Solution) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All positions that can come up, by ascending key: the number of bids, the options, and up to which random number each is bid."""
    found = [_rows_of_round(positions, bids) for positions, bids in _own_positions(solution)]
    keys, counts, options, upto = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(keys)
    starts = np.cumsum(counts) - counts
    bid_order = np.concatenate([np.arange(starts[row], starts[row] + counts[row]) for row in order]) if len(order) else order
    return keys[order], counts[order], options[bid_order], upto[bid_order]


def _rows_of_round(positions: Positions, bids: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rows, options = np.nonzero(bids > 0)
    upto = np.minimum(np.round(np.cumsum(bids, axis=1)[rows, options] * UPTO_UNITS), UPTO_UNITS - 1).astype(np.int64)
    keys = position_key(0, positions.mine, positions.theirs, positions.left, positions.pot, positions.my_score // HALF)
    return keys, (bids > 0).sum(axis=1), options, upto


def _own_positions(solution: Solution) -> Iterator[tuple[Positions, np.ndarray]]:
    """Round by round, the positions of a player who bids by the solution against one who bids anything, with the bids."""
    duel = solution.duel
    positions = duel.start()
    for number in range(min(duel.rounds, duel.player_cards - 1)):
        positions = duel.turned_up(positions)[0]
        positions = duel.positions(np.unique(duel.keys(positions)))
        bids = solution.bids(positions)
        yield positions, bids
        if number + 1 < duel.rounds:
            after, _ = duel.bid(positions)
            after = after.where(np.flatnonzero(np.repeat(bids.ravel() > 0, bids.shape[1])))
            after = after.where(np.flatnonzero(~duel.decided(after)[0]))
            if not len(after):
                return
            positions = duel.positions(np.unique(duel.keys(after)))


_FILE = '''"""Bids by chance exactly as the solved game does, so that with two players nobody can expect to beat it.

Which games it knows stands in SOLVED; `simlab solve what_the_heck --write FILE` wrote it, and adds another. Where one was solved both
for the points and for the win share, `share` says which bids are made: 0 those for the points, 1 those for the share. At any other table
it bids one of its cards, each with the same chance; with `lenient=0` it refuses to play there.
"""
# ruff: noqa: E501

from simlab.games.what_the_heck import below
from simlab.games.what_the_heck.tables import NOT_SOLVED, table_bid, unpacked
from simlab.players.params import Param

PARAMS = {{
    "share": Param(0.0, 0, 1, "1 bids for the win share, 0 for the points"),
    "lenient": Param(1.0, 0, 1, "0 refuses to play a game that was not solved"),
}}

# fmt: off
SOLVED = {{
{lines}
}}
# fmt: on
DECKS, KEYS, START, OPTION, UPTO = unpacked(SOLVED)


def bid(view, my):
    option = table_bid(view, DECKS, KEYS, START, OPTION, UPTO, my.share)
    if option != NOT_SOLVED:
        return option
    if my.lenient == 0:
        raise ValueError("this game was not solved: add it with simlab solve what_the_heck --write FILE")
    return below(view, view.options)
'''
