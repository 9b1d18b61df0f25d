"""How often a change of the rules touches a game: pairs of games, of a deal in one seating, that do not run alike."""

from collections.abc import Iterator

from simlab.stats.places import Place
from simlab.stats.statistic import REAL, WHOLE, WORD, Columns, Line, Statistic, at_each_place


def _with_ends(*names: str) -> Columns:
    return {f"{name}{end}": REAL for name in names for end in ("", "_low", "_high")}


def _nothing(_: Place) -> Iterator[Line]:
    return iter(())


TOUCHED = {"baseline": WORD, "games": WHOLE, **_with_ends("touched", "flipped", "unrelated")}
PARTED = {"replayed": WHOLE, "parted_turn": REAL, "parted_5": REAL, "parted_95": REAL}
SIDES = {"baseline": WORD, **dict.fromkeys(("before", "after"), WORD), "count": WHOLE, "share": REAL}
EXAMPLE = {"before_words": WORD, "after_words": WORD, "deal": WHOLE, "seating": WHOLE, "turn": WHOLE}
WHO = {"shown_by": WORD, "strategy": WORD, "count": WHOLE, "share": REAL, "of_games": REAL}

STATISTIC = Statistic(
    "courses",
    10.5,
    (
        at_each_place("courses", {**TOUCHED, **PARTED}, _nothing),
        at_each_place("partings", {**SIDES, **EXAMPLE}, _nothing),
        at_each_place("set_off", WHO, _nothing),
    ),
)
