"""What a run without a comparison says: who wins most, whether the seats are fair, how long it takes."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from simlab.engine.metric import PERCENT
from simlab.stats.comparisons import SeatEdge
from simlab.stats.cutoffs import FEW
from simlab.stats.places import Place
from simlab.stats.statistics.lengths import capped, length_quantiles
from simlab.words.changes import MATTERS, NO_DIFFERENCE
from simlab.words.numbers import decimals, listed, number, small_percent
from simlab.words.spoken import counted, cut

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis
    from simlab.stats.answers import Detail

MOST_LEADERS = 3
MOST_PLACES = 3  # that are named one by one


class Standing:
    """The sentences of a run without a comparison."""

    def __init__(self, analysis: "Analysis", detail: "Detail") -> None:
        self.analysis, self.detail, self.places = analysis, detail, analysis.places

    def sentences(self) -> list[str]:
        """All that is told."""
        if len(self.places) == 1:
            return [self._winner(self.places[0]), self._seats(), self._length(self.places[0])]
        return [self._winners(), self._seats(), self._lengths()]

    def _rows(self, place: Place) -> list[dict[str, Any]]:
        """The strategies at a place, the best first; none where there is only one."""
        rows = [row for row in self.analysis.lines("shares") if all(row[key] == value for key, value in place.where.items())]
        return sorted(rows, key=lambda row: row["rank"]) if len(rows) > 1 else []

    def _where(self, place: Place) -> str:
        parts = [f"with {place.players} players"] if len(self.analysis.groups) > 1 else []
        parts += [f"at “{cut(place.lineup.name, self.detail.letters)}”"] if len(self.analysis.experiment.lineups) > 1 else []
        return f" {' '.join(parts)}" if parts else ""

    def _winner(self, place: Place) -> str:
        rows = self._rows(place)
        if not rows:
            return ""
        leaders = [row for row in rows if row["rank_low"] == 1]
        even = f"an even share is {number(PERCENT / place.players, 0)}%"
        first, last = self._wins(place, rows[0]), self._who(place, rows[-1]) + " " + _share(rows[-1])
        if len(leaders) == len(rows) or len(leaders) > MOST_LEADERS:
            return f"no strategy is clearly ahead: {first}, {last}; {even}."
        if len(leaders) > 1:
            who = listed([self._who(place, row) for row in leaders])
            return f"{who} win most, too close to tell who is first: {first}, {last}; {even}."
        middle = [f"{self._who(place, row)} {_share(row)}" for row in rows[1:-1]]
        shown = middle if self.detail.others and len(middle) < MOST_PLACES else []
        return f"{first}, {listed([*shown, last])}; {even}."

    def _who(self, place: Place, row: dict[str, Any]) -> str:
        name = cut(row["strategy"], self.detail.letters)
        return f"each {name}" if sum(seat.label == row["strategy"] for seat in place.lineup.seats) > 1 else name

    def _wins(self, place: Place, row: dict[str, Any]) -> str:
        return f"{self._who(place, row)} wins {_share(row)} of games"

    def _winners(self) -> str:
        """Who wins most at each place: by strategy, the places where it does."""
        found: dict[str, list[str]] = {}
        for place in self.places:
            if rows := self._rows(place):
                is_clear = sum(row["rank_low"] == 1 for row in rows) == 1
                name = cut(rows[0]["strategy"], self.detail.letters) if is_clear else ""
                found.setdefault(name, []).append(self._where(place).strip() + (f" ({_share(rows[0])})" if name else ""))
        if not found:
            return ""
        tables = sum(map(len, found.values()))
        if tables <= MOST_PLACES and self.detail.changes > 1:
            parts = [
                f"{name} wins most {listed(where)}" if name else f"no strategy is clearly ahead {listed(where)}"
                for name, where in found.items()
            ]
            return f"{'; '.join(parts)}."
        nobody = len(found.pop("", []))
        most = sorted(found.items(), key=lambda item: -len(item[1]))[: self.detail.shares]
        parts = [f"{name} {'wins most at ' if not i else ''}{len(where)}" for i, (name, where) in enumerate(most)]
        parts += [f"nobody is clearly ahead at {nobody}"] if nobody else []
        return f"of {tables} tables, {listed(parts)}."

    def _seats(self) -> str:
        """The largest advantage of a seat, anywhere, and its verdict."""
        seats, places = self.analysis.seats, self.places
        if self.analysis.experiment.seating == "fixed" and any(map(self._rows, places)):
            return "whether the seats are fair can't be told: everybody keeps their seat, so that seats and strategies go together."
        matter = [each for each in seats if each.word == MATTERS]
        most = max(matter or seats, key=lambda each: abs(each.edge.mean))
        where = self._where(most.place)
        if matter:
            tables = Counter((each.place.players, each.place.lineup.name) for each in matter)
            rest = f" (seats matter at {counted(len(tables), len(places), 'table')})" if len(places) > 1 else ""
            return f"seat {most.seat}{where} wins {_edge(most)} of games rather than an even {_even(most)}{rest}."
        if all(each.word == NO_DIFFERENCE for each in seats):
            return f"where one sits makes no practical difference{' at any table' if len(places) > 1 else ''}."
        return (
            f"whether the seats are fair is undecided: seat {most.seat}{where} is off most, with {_edge(most)} rather than {_even(most)}."
        )

    def _length(self, place: Place) -> str:
        low, middle, high = (quantile.value for quantile in length_quantiles(place, (5, 50, 95)))
        cut_off = capped(place)
        mean = place.mean("turns")
        text = f"games last {number(mean.mean, min(1, decimals(mean.half_width)))} turns on average"
        if cut_off > FEW:
            text = f"half of the games end within {middle} turns, and {small_percent(cut_off)} were cut off at a limit"
        return f"{text}; nine in ten take {low} to {high}."

    def _lengths(self) -> str:
        ordered = sorted(self.places, key=lambda place: place.mean("turns").mean)
        short, long = ordered[0], ordered[-1]
        texts = [number(place.mean("turns").mean, min(1, decimals(place.mean("turns").half_width))) for place in (short, long)]
        if texts[0] == texts[1]:
            return f"games last {texts[0]} turns on average at every table."
        return f"games last from {texts[0]} turns{self._where(short)} to {texts[1]}{self._where(long)}, on average."


def _share(row: dict[str, Any]) -> str:
    half = (row["high"] - row["low"]) / 2
    return f"{number(row['share'] * PERCENT, min(1, decimals(half * PERCENT)))}%"


def _edge(seat: SeatEdge) -> str:
    return f"{number((1 / seat.place.players + seat.edge.mean) * PERCENT, min(1, decimals(seat.edge.half_width * PERCENT)))}%"


def _even(seat: SeatEdge) -> str:
    return f"{number(PERCENT / seat.place.players, 0 if PERCENT % seat.place.players == 0 else 1)}%"
