"""What lies where on a table: for who looks at a game, and draws it."""

from dataclasses import dataclass

COMMON = -1  # whose place it is that is nobody's
NOBODY, OWNER, TOP, ALL = "nobody", "owner", "top", "all"  # who sees what lies there; of the top one: all, and of the others nobody


@dataclass(frozen=True)
class Place:
    """Where cards lie. Of a pile the last one is on top; a hand has no order. `number`: what is counted there, where no cards lie."""

    name: str
    cards: list[int]
    seat: int = COMMON
    seen: str = ALL
    is_pile: bool = False
    number: int | float | None = None


def amount(name: str, number: int | float, seat: int) -> Place:
    """What a seat has of points, or of coins."""
    return Place(name, [], seat, number=number)


def each(counts: list[int]) -> list[int]:
    """The cards of a hand that counts how many there are of each."""
    return [card for card, count in enumerate(counts) for _ in range(count)]
