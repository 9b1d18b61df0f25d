"""Equilibrium bids written down as a strategy file, for a compiled look-up: see simlab/games/what_the_heck/tables.py.

Only positions are kept that can come up while its player bids by the solution, whatever the other bids; a round with one card left is not
asked for.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from simlab.base.faults import BadInput, Fault
from simlab.games.what_the_heck.components import Rules
from simlab.games.what_the_heck.solver.backward import Tree
from simlab.games.what_the_heck.solver.duel import HALF, Duel, unkeyed
from simlab.games.what_the_heck.solver.solution import Solution
from simlab.games.what_the_heck.tables import HAND, UPTO_UNITS, header_of, packed, position_key


def text_of(solution: Solution) -> str:
    """A solution as a text of printable characters."""
    return packed(_header(solution.duel), *_rows(solution))


def _header(duel: Duel) -> dict[str, Any]:
    """What tells solved games apart."""
    return {
        "player_cards": duel.player_cards,
        "point_cards": duel.prizes,
        "order": duel.order,
        "carries": duel.carries,
        "objective": duel.objective,
    }


def refuse_what_no_file_holds(rules: Rules) -> None:
    """BadInput where hands are too large for a strategy's tables."""
    if rules.player_cards > HAND:
        raise BadInput([Fault("--write", f"a strategy holds games of hands of up to {HAND} cards, and these have {rules.player_cards}")])


def strategy_source(texts: dict[str, str]) -> str:
    """The file of a strategy that bids by these texts, each under its `title`."""
    lines = "\n".join(f'    "{title}": "{text}",' for title, text in texts.items())
    return _FILE.format(lines=lines)


def title(text: str) -> str:
    """A solved game in words."""
    return _title(header_of(text))


def as_markdown(solution: Solution) -> str:
    """A section of a page: what was solved, and how likely each card is bid in the first round, by the Point Card that comes up."""
    cards = range(1, solution.duel.player_cards + 1)
    lines = [
        f"## {_title(_header(solution.duel)).capitalize()}",
        "",
        f"{solution.positions:,} positions; each player can be sure of {solution.value:.6g}; worst residual {solution.worst:.0e}.",
        "",
        "| Point Card |" + "".join(f" bid {card} |" for card in cards),
        "|" + "---:|" * (len(cards) + 1),
    ]
    for first in solution.first_bids:
        chances = "".join(f" {chance:.5f} |" if chance else " |" for chance in first.bids)
        lines.append(f"| {first.point_card} |{chances}")
    return "\n".join(lines) + "\n"


def _title(header: dict[str, Any]) -> str:
    ties = "ties carry the pot over" if header["carries"] else "nobody gains by a tie"
    aim = "win share" if header["objective"] == "share" else "points"
    return f"cards 1-{header['player_cards']} for {list(header['point_cards'])}, {header['order']}; {ties}; played for the {aim}"


def _rows(solution: Solution) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All positions that can come up, by ascending key: the number of bids, the options, and up to which random number each is bid."""
    found = [_rows_of(keys, bids) for keys, bids in _own_positions(solution)]
    keys, counts, options, upto = (np.concatenate(column) for column in zip(*found, strict=True))
    starts = np.cumsum(counts) - counts
    _, order = np.unique(keys, return_index=True)  # what is carried over and what comes up may add up to the same pot in several ways
    bid_order = np.concatenate([np.arange(starts[row], starts[row] + counts[row]) for row in order])
    return keys[order], counts[order], options[bid_order], upto[bid_order]


def _rows_of(keys: np.ndarray, bids: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rows, options = np.nonzero(bids > 0)
    upto = np.minimum(np.round(np.cumsum(bids, axis=1)[rows, options] * UPTO_UNITS), UPTO_UNITS - 1).astype(np.int64)
    return keys, (bids > 0).sum(axis=1), options, upto


def _own_positions(solution: Solution) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The positions of a player who bids by the solution against one who bids anything, as keys, with the bids."""
    duel = solution.duel
    tree = Tree.of(duel, alike=False)
    player = solution.player(tree)
    open_before = {duel.start: np.ones((1, 1), dtype=bool)}
    for number in range(min(duel.rounds, duel.player_cards - 1)):
        hands, following = tree.hands[number], duel.standings[number + 1]
        pairs_after = len(tree.hands[number + 1])
        open_after = {left: np.zeros((pairs_after, len(keys) + 2), dtype=bool) for left, keys in following.items()}
        for left, reached in open_before.items():
            for turn in duel.turns(left):
                bids = player(left, turn)(slice(None))
                pair, standing = np.nonzero(reached)
                carried, mine, _ = (column[standing] for column in unkeyed(duel.standings[number][left]))
                pot, lead = carried + turn.value, mine // HALF
                yield position_key(0, hands.mine[pair], hands.theirs[pair], turn.left, pot, lead), bids[pair, standing]
                moves = duel.moves(left, turn).after
                for i, j in product(range(hands.size), repeat=2):
                    made = bids[pair, standing, i] > 0
                    after = moves[standing[made], hands.how[pair[made], i, j]]
                    open_after[turn.left][hands.after[pair[made], i, j], after] = True
        open_before = {left: reached[:, :-2] for left, reached in open_after.items()}


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
