"""The answer of a league in at most four sentences: who plays best, who follows, who is last, the rungs, what one number does not tell."""

from collections.abc import Sequence

from simlab.stats.league.ladder import RUNG, Ladder
from simlab.words.numbers import listed, many, percent

MOST = 3  # names in a row


class Told:
    """A ladder in words."""

    def __init__(self, names: Sequence[str], ladder: Ladder, where: str = "") -> None:
        self.ladder, self.where = ladder, where
        self.names = [names[i] for i in ladder.order]
        self.wins = [percent(line["share"], (line["share_high"] - line["share_low"]) / 2) for line in ladder.lines(names)]
        self.leaders = self._equals(0)

    def _equals(self, place: int) -> list[str]:
        """Who can't be told from who stands at a place."""
        fit, order = self.ladder.fit, self.ladder.order
        i = order[place]
        near = [j for j in order if abs(fit.strengths[j] - fit.strengths[i]) <= fit.half_width(i, j)]
        return [self.names[order.index(j)] for j in near]

    def sentences(self) -> list[str]:
        """At most four."""
        if len(self.names) == 1:
            return [f"{self.names[0]} is alone in the field: there is nobody to be compared with."]
        return [text for text in (self.best(), self.others(), self.rungs(), self.misfits()) if text]

    def best(self) -> str:
        """Who plays best."""
        even = f"an even share is {percent(1 / self.ladder.results.seated.shape[1], 0.02)}"
        if len(self.leaders) == len(self.names):
            return f"No strategy plays better than another{self.where}: {listed(self.names[:MOST])} are too close to tell apart ({even})."
        field = f"the best of {len(self.names)} strategies{self.where}"
        if len(self.leaders) == 1:
            return f"{self.leaders[0]} is {field}: it wins {self.wins[0]} of its games ({even})."
        others = [*self.leaders[1:MOST], *([many(len(self.leaders) - MOST, "other")] if len(self.leaders) > MOST else [])]
        return f"{listed([self.leaders[0], *others])} are {field}, too close to tell apart: {self.names[0]} wins {self.wins[0]} ({even})."

    def others(self) -> str:
        """Who follows, and who is last."""
        rest = [(name, wins) for name, wins in zip(self.names, self.wins, strict=True) if name not in self.leaders]
        if not rest:
            return ""
        last = f"{rest[-1][0]} is last with {rest[-1][1]}"
        if len(rest) == 1:
            return f"{last}."
        return f"{rest[0][0]} follows with {rest[0][1]}; {last}."

    def rungs(self) -> str:
        """How deep the game is, as this field plays it."""
        rungs = [self.names[self.ladder.order.index(i)] for i in self.ladder.rungs]
        if len(rungs) < 2:
            return f"Nobody wins {RUNG * 100:.0f} of 100 games against anybody."
        shown = listed(rungs) if len(rungs) <= MOST + 1 else f"from {rungs[0]} down to {rungs[-1]}"
        return f"The ladder has {len(rungs)} rungs, {shown}: each wins at least {RUNG * 100:.0f} of 100 against the next."

    def misfits(self) -> str:
        """Circles, else whom the ratings misjudge most."""
        named = dict(zip(self.ladder.order, self.names, strict=True))
        if cycles := self.ladder.cycles:
            circle = [named[i] for i in cycles[0]]
            pairs = zip(circle, [*circle[1:], circle[0]], strict=True)
            more = f" ({many(len(cycles) - 1, 'more circle')})" if len(cycles) > 1 else ""
            return f"They run in a circle: {listed([f'{a} beats {b}' for a, b in pairs])}{more}."
        if not (misfits := self.ladder.misfits):
            return ""
        top = misfits[0]
        shares = f"{top.share:.0%} rather than {top.told:.0%}"
        return f"Nobody runs in a circle, but {named[top.a]} does better against {named[top.b]} than its rating tells: {shares}."


def answer(ladders: Sequence[tuple[str, Sequence[str], Ladder]]) -> list[str]:
    """The answer from the ladders of all places, each with where it is in words: of one place all of it, of several who is best at each."""
    told = [Told(names, ladder, where) for where, names, ladder in ladders]
    if len(told) == 1:
        return told[0].sentences()
    best: dict[str, list[str]] = {}
    for each in told:
        best.setdefault(listed(each.leaders) if len(each.leaders) <= MOST else "no one strategy", []).append(each.where.strip())
    parts = [f"{name} {'plays' if ' and ' not in name else 'play'} best {listed(where)}" for name, where in list(best.items())[:MOST]]
    rest = f"; others {many(len(best) - MOST, 'more place')}" if len(best) > MOST else ""
    return [f"{'; '.join(parts)}{rest}."]
