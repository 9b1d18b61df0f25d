"""Other parameters of a player at a table, with which it is asked as well (see `engine.compiled.parting`)."""

from collections.abc import Sequence

import numpy as np

from simlab.engine.compiled import kernel
from simlab.engine.compiled.parting import PARTED, PARTING
from simlab.players.strategies import Strategy


class Parting:
    """A strategy with its parameters and with others, from whom it is told in which games of a table each of them parts."""

    def __init__(self, state: np.ndarray, strategy: Strategy, my: np.ndarray, others: Sequence[dict[str, float]]) -> None:
        self._all = [my, *map(strategy.parameters, others)]  # the engine holds their addresses
        self._part = np.zeros(1, dtype=PARTING).view(np.recarray)
        part = self._part[0]
        part.at = kernel.part_address(strategy.game, kernel.PARTING, self._part.ctypes.data)
        part.table, part.others = state.ctypes.data, len(others)
        for i, one in enumerate(self._all):
            part.code[i], part.my[i] = strategy.address(one), one.ctypes.data

    def over(self, first: int, parted: np.ndarray) -> tuple[int, int]:
        """What is called in place of the strategy in the deals from `first` on: where it is, and its part. Of each deal, `parted` has those
        who have parted already and need not be asked, as bits; and afterwards all who have.
        """
        assert parted.dtype == PARTED["bits"]
        self._parted = parted
        self._part[0].first, self._part[0].parted = first, parted.ctypes.data
        return int(self._part[0].at), self._part.ctypes.data
