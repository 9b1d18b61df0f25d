"""What deciding is worth: the tables at which one of several equal players takes a kind of decision at random, and one where nobody does.

Restricted play: what a decision gives to play is what is lost where it is taken at random (Jaffe, Miller, Andersen, Liu, Karlin and
Popovic 2012, "Evaluating competitive game balance with restricted play", AIIDE).
"""

from collections.abc import Sequence

from simlab.players.seats import Seat

DECISIONS = "decisions"  # what they are worth, and the line-up of the strategy, complete and restricted
COMPLETE = "complete"


def restricted_tables(seats: Sequence[Seat], kinds: Sequence[str], players: int) -> dict[str, tuple[Seat, ...]]:
    """By name who sits at each table; `seats`: the strategy, then the same with each of these kinds of decisions at random."""
    if not seats:
        return {}
    complete, *restricted = seats
    others = (complete,) * (players - 1)
    found = {f"{kind} at random": (seat, *others) for kind, seat in zip(kinds, restricted, strict=True)}
    return {COMPLETE: (complete, *others), **found}
