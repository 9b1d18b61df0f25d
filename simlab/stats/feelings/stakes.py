"""Stakes: what it is worth to choose well."""

from simlab.stats.feeling import OF_A_CHOICE, choosing
from simlab.table.choices import Choice


def _gain(choice: Choice) -> float:
    """A little too small where the best option can't be told from others."""
    return float(choice.gains.mean())


MEANING = "by how much the best option of a choice raises the chance to win, against the mean of all"
FEELING = choosing(3.2, "stakes", "stakes of a choice", MEANING, _gain, OF_A_CHOICE)
