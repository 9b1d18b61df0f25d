"""Where touched games part, and by what: of the first of them, played again. Where they can't be played, nothing is said."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from simlab.stats.partings import words_of
from simlab.stats.statistic import REAL, WHERE, WHOLE, WORD, Frame, Line, Statistic

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


def _partings(analysis: "Analysis") -> Iterator[Line]:
    """What happened in both, from the most frequent to the rarest; each with its first example."""
    for place, found in analysis.partings:
        for kinds, count in Counter(parting.kinds for parting in found).most_common():
            example = next(parting for parting in found if parting.kinds == kinds)
            before, after = words_of(place, example)
            yield {
                **place.where,
                "baseline": place.group.scenarios[place.group.baseline],
                **dict(zip(("before", "after"), kinds, strict=True)),
                "count": count,
                "share": count / len(found),
                "before_words": before,
                "after_words": after,
                "deal": example.deal,
                "seating": example.seating,
                "turn": example.turn,
            }


KINDS = {"baseline": WORD, "before": WORD, "after": WORD, "count": WHOLE, "share": REAL}
EXAMPLE = {"before_words": WORD, "after_words": WORD, "deal": WHOLE, "seating": WHOLE, "turn": WHOLE}
TABLE = Frame("partings", {**WHERE, **KINDS, **EXAMPLE}, _partings, is_replayed=True)
STATISTIC = Statistic("partings", 10.6, (TABLE,))
