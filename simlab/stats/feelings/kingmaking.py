"""Kingmaking: choices that decide which of the others wins, and hardly anything for who chooses."""

import numpy as np

from simlab.stats.feeling import MUCH, choosing
from simlab.table.choices import Choice, is_clear


def _makes_a_king(choice: Choice) -> bool:
    """Are there two options of which one is clearly better for one of the others and clearly worse for another, each by more than twice
    what it is to the chooser? Which, is picked in one half of the imagined games, and proved in the other.
    """
    picked, proved = choice.halves
    others = np.delete(np.arange(picked.shape[2]), choice.seat)
    wins = picked.mean(axis=0)
    moved = wins[:, None] - wins  # [option, option instead, seat]
    gained, lost = moved[:, :, others].max(axis=2), -moved[:, :, others].min(axis=2)
    passed = np.minimum(gained, lost) - np.abs(moved[:, :, choice.seat])
    one, other = np.unravel_index(passed.argmax(), passed.shape)
    up, down = others[moved[one, other, others].argmax()], others[moved[one, other, others].argmin()]
    gains = proved[:, one] - proved[:, other]
    least = max(MUCH, 2 * abs(gains[:, choice.seat].mean()))
    return is_clear(gains[:, up], least) and is_clear(-gains[:, down], least)


MEANING = "choices that pass over 5 points of the chance to win from one other player to another, beyond doubt, and hardly any to oneself"
FEELING = choosing(6.5, "kingmaking", "kingmaking", MEANING, _makes_a_king)
