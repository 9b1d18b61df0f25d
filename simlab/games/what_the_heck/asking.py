"""What whoever sits down to What the Heck? is asked and told."""

from collections.abc import Iterator
from typing import Any


def say_bid(view: Any, option: int, _: int) -> str:
    """The card."""
    return f"bid {view.card[option]}"


def tells(view: Any, _: int) -> Iterator[str]:
    """The round, what the pot is worth to whom, and which Point Cards are still to come."""
    taking = "highest" if view.pot >= 0 else "lowest"
    yield f"Round {view.round_number} of {view.rounds}. The pot is worth {view.pot}: the {taking} card takes it."
    to_come = [str(view.prize[i]) for i in range(view.rounds) if view.to_come >> i & 1]
    yield f"Still to come, in an order that nobody knows: {' '.join(to_come)}." if to_come else "This is the last Point Card."
