"""How often a choice matters: beyond doubt, and by a lot."""

from simlab.stats.feeling import MUCH, choosing
from simlab.table.choices import Choice, is_clear


def _matters(choice: Choice) -> bool:
    """A lower bound: what moves a chance by less than a tenth is often too little to be seen."""
    return is_clear(choice.gains, MUCH)


MEANING = "choices of which the best option wins more than 5 points more often than the mean one, beyond doubt"
FEELING = choosing(3.1, "choices_that_matter", "choices that matter", MEANING, _matters)
