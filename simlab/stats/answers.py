"""The answer to an experiment's question as a designer would say it aloud: at most four sentences and 450 letters, whatever the experiment.

Who wins comes first, then how long it takes, then all else, each with both numbers. What does not fit is left out, the least of it first.
What is told as a fact matters, by its verdict; what is undecided is said to be.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simlab.engine.metric import EVENTS
from simlab.experiment.adapting import BEFORE
from simlab.metrics.lengths import TURNS
from simlab.stats import deciding, seeking, standing
from simlab.stats.comparisons import Comparison, strength
from simlab.stats.cutoffs import medians
from simlab.stats.league import answer as league
from simlab.stats.robust import answer as robust
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED, more_deals, no_deal_changed
from simlab.words.numbers import decimals, listed, many, number, plainly, sentence, small_percent
from simlab.words.spoken import as_much_as, counted, cut, either_way, happens, of_games, pair, plain_value, told, told_briefly

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST_SENTENCES, MOST_LETTERS = 4, 450
WHO_WINS = "share"  # as experiments ask for it
WHOLE = 0.9  # of the games: a rule that touches more is no special event
MANY_TURNS = 10  # of which a whole number tells enough, where none is finer that is the same for all


class Detail(NamedTuple):
    """How much is told: of how many changes, how many win shares and other numbers of each; and how long a name may be."""

    changes: int
    shares: int
    others: int
    letters: int


DETAILS = (
    *(Detail(3, shares, others, 60) for shares, others in ((3, 2), (2, 2), (2, 1), (2, 0))),
    *(Detail(changes, 1, 0, 36) for changes in (3, 2)),
    Detail(1, 1, 0, 24),
    Detail(1, 1, 0, 16),
)


def answer(analysis: "Analysis") -> list[str]:
    """What the run says."""
    deals = min((stats.deals for stats in analysis.stats), default=0)
    if deals < 2:
        return [f"{'One deal says' if deals else 'No deals say'} nothing yet: play more games."]
    if analysis.is_league:
        ladders = [(_of_ladder(analysis, where), names, ladder) for where, names, ladder in analysis.ladders]
        return [sentence(text) for text in league.answer(ladders)]
    if analysis.tuned:
        return [sentence(text) for text in analysis.tuned.sentences()]
    said: list[str] = []
    for texts in _told(analysis):
        said = [sentence(text) for text in texts if text]
        if len(said) <= MOST_SENTENCES and len(" ".join(said)) <= MOST_LETTERS:
            return said
    return [cut(text, MOST_LETTERS // MOST_SENTENCES - 1) for text in said[:MOST_SENTENCES]]


def _told(analysis: "Analysis") -> Iterator[list[str]]:
    """The sentences, with less and less detail."""
    if analysis.is_search:
        yield from seeking.sentences(analysis)
        return
    if analysis.experiment.decisions:
        yield from (deciding.sentences(analysis, is_brief=is_brief) for is_brief in (False, True))
        return
    if analysis.adapted:
        rules = [] if analysis.adapted.is_anybody else [c for c in analysis.headline if c.lineup == BEFORE]
        for detail in DETAILS:
            does = _Comparing(analysis, detail, rules).sentences() if rules else []
            yield [*does, *analysis.adapted.sentences(detail.letters)]
        return
    if analysis.holdings:
        yield from (robust.sentences(analysis.holdings, detail.letters) for detail in DETAILS)
        return
    for detail in DETAILS:
        found = analysis.headline
        yield (_Comparing(analysis, detail, found) if found else standing.Standing(analysis, detail)).sentences()


def _of_ladder(analysis: "Analysis", where: Line) -> str:
    """Where a ladder stands, where there are several: ` with 4 players under “as printed”`."""
    parts = [f"with {where['players']} players"] if len(analysis.groups) > 1 else []
    parts += [f"under “{where['scenario']}”"] if len(analysis.experiment.scenarios) > 1 else []
    return f" {' '.join(parts)}" if parts else ""


class _Comparing:
    """What changes of the rules do."""

    def __init__(self, analysis: "Analysis", detail: Detail, found: Sequence[Comparison]) -> None:
        self.analysis, self.detail, self.found = analysis, detail, found
        self.tables = len({(c.players, c.lineup) for c in self.found})
        question = analysis.experiment.question.lower()
        families = {c.metric.family.name: c.metric.family for c in self.found}.values()
        self.asked = {family.name: way for family in families for word, way in family.asks if word in question}
        self.leading = self._leading()

    def _leading(self) -> Callable[[Comparison], bool]:
        """What changes are ordered by: what the question asks for, else who wins, else how long; the first of it that matters."""
        matters = [c for c in self.found if c.verdict.word == MATTERS]
        return next((is_it for is_it in (self._is_asked, _is_who_wins, _is_length) if any(map(is_it, matters))), lambda _: True)

    def _is_asked(self, c: Comparison) -> bool:
        return c.metric.family.name in self.asked

    def sentences(self) -> list[str]:
        """All that is told."""
        by_change: dict[str, list[Comparison]] = {}
        for c in self.found:
            by_change.setdefault(c.scenario, []).append(c)
        if all(c.verdict.word == UNDECIDED for c in self.found):
            return [self._undecided()]
        changes, most = list(by_change.values()), self.detail.changes
        is_varied = bool(self.analysis.experiment.vary)
        if len(changes) > most or is_varied or self.asked:
            changes.sort(key=lambda found: max(map(self._rank, found)), reverse=True)
        shown, others = (changes, []) if len(changes) <= most else (changes[: max(1, most - 1)], changes[max(1, most - 1) :])
        said = [*self._no_way(), *(self._of(found) for found in shown)]
        said += [_count(self.found)] if is_varied else [_of_others(others)] if others else [self._alike(shown)]
        return [*said, self._together()] if self.detail.others else said

    def _rank(self, c: Comparison) -> tuple[bool, bool, bool, float]:
        matters = c.verdict.word == MATTERS
        return self._is_wanted(c), matters and self.leading(c), matters, strength(c)

    def _is_wanted(self, c: Comparison) -> bool:
        return c.verdict.word == MATTERS and self.asked.get(c.metric.family.name, 0) * c.effect.mean > 0

    def _no_way(self) -> list[str]:
        """What the question asks for, and no change does."""
        of = [c for c in self.found if c.metric.family.name in self.asked]
        if not of or any(self._is_wanted(c) for c in of) or any(c.verdict.word == UNDECIDED for c in of):
            return []
        return [f"no change makes games {'longer' if self.asked[of[0].metric.family.name] > 0 else 'shorter'} by enough to matter."]

    # One change of the rules

    def _of(self, found: Sequence[Comparison]) -> str:
        """Who wins, how long it takes, and what else was asked for, with this change of the rules."""
        parts = [(_is_who_wins, self._who_wins), (_is_length, self._length)]
        if self.asked:
            parts.reverse()
        clauses = []
        for is_it, say in parts:
            if of := [c for c in found if is_it(c)]:
                clauses.append(say(of))
        rest = [c for c in found if not _is_who_wins(c) and not _is_length(c)]
        clauses += self._others(rest, is_all=not any(c.verdict.word == MATTERS for c in found if c not in rest), is_silent=not clauses)
        said = [clause for clause in clauses if clause]
        return f"with {self._head(found[0])}, {'; '.join(said) or 'nothing is known to move by enough to matter'}."

    def _head(self, c: Comparison) -> str:
        """A change of the rules, and of how many games it changes the course."""
        if c.levels:
            return " and ".join(_set_to(level.rule, level.value, level.baseline, self.detail.letters) for level in c.levels)
        touched = self._touched(c) if self.detail.others and self.tables == 1 else None
        course = f", which changes the course of {of_games(touched)}" if touched is not None and 0 < touched < WHOLE else ""
        return f"“{cut(c.scenario, self.detail.letters)}”{course}"

    def _touched(self, c: Comparison) -> float | None:
        """The share of games whose course a scenario changes, where that is known."""
        if "courses" not in self.analysis.frames:
            return None
        of = {(line["scenario"], line["players"], line["lineup"]): line["touched"] for line in self.analysis.lines("courses")}
        return of.get((c.scenario, c.players, c.lineup))

    def _where(self, of: Comparison, count: int, *, is_told: bool = True) -> str:
        """The place of a number, where there are several, and at how many it is so."""
        if self.tables == 1:
            return ""
        where = where_of(self.analysis, of.players, of.lineup, self.detail.letters)
        rest = f" (it matters at {counted(count, self.tables, 'table')})" if is_told and self.tables > 1 else ""
        return f" {where}{rest}"

    def _ordered(self, found: Iterable[Comparison], word: str = MATTERS) -> list[Comparison]:
        return sorted((c for c in found if c.verdict.word == word), key=lambda c: (self._is_wanted(c), strength(c)), reverse=True)

    def _who_wins(self, found: Sequence[Comparison]) -> str:
        matters = self._ordered(found)
        if not matters:
            return self._nobody(found)
        count = len({(c.players, c.lineup) for c in matters})
        first = matters[0]
        same = [c for c in matters[1:] if (c.players, c.lineup) == (first.players, first.lineup)][: self.detail.shares - 1]
        parts = [told(first.metric, first.effect, self._who(first))]
        parts += [told_briefly(c.metric, c.effect, self._who(c)) for c in same]
        return listed(parts) + self._where(first, count)

    def _nobody(self, found: Sequence[Comparison]) -> str:
        """Where no share is known to move by enough to matter; `is_else`: something else is."""
        is_else = any(c.verdict.word == MATTERS and c.scenario == found[0].scenario for c in self.found)
        if undecided := self._ordered(found, UNDECIDED):
            return self._open(undecided[0], len(undecided)) if not is_else else "who wins is undecided"
        if all(c.effect.most_changed is not None for c in found):
            return no_deal_changed(found[0].effect, "who wins")
        anywhere = " at any table" if self.tables > 1 else ""
        return f"nobody's share moves by as much as {as_much_as(max(c.verdict.margin for c in found))}{anywhere}"

    def _who(self, c: Comparison) -> str:
        """A strategy, or each of several players of it."""
        name = cut(c.metric.label, self.detail.letters)
        if not c.metric.strategy:
            return name
        group = next(group for group in self.analysis.groups if group.players == c.players)
        seats = next(lineup.seats for lineup in group.lineups if lineup.name == c.lineup)
        return f"each {name}" if sum(seat.label == c.metric.strategy for seat in seats) > 1 else name

    def _length(self, found: Sequence[Comparison]) -> str:
        """How long games take; the medians where games were cut off, which make a mean what the limit makes of it."""
        if matters := self._ordered(found):
            first = matters[0]
            text = told(first.metric, first.effect)
            if first.metric.family is TURNS and (of := medians(self.analysis, first)):
                text = f"half of the games end within {of.after} turns rather than {of.before} ({small_percent(of.cut_off)} were cut off)"
            return text + self._where(first, len({(c.players, c.lineup) for c in matters}))
        undecided = self._ordered(found, UNDECIDED)
        return self._open(undecided[0], len(undecided)) if undecided and len(self.found) == len(found) else ""

    def _others(self, found: Sequence[Comparison], *, is_all: bool, is_silent: bool) -> list[str]:
        """What a change abolishes or creates; then what else it changes most. `is_all`: nothing else matters; `is_silent`: nothing was said
        yet.
        """
        if not found or not (self.detail.others or is_all):
            return []
        matters = self._ordered(found)
        gone = [c for c in matters if _is_event(c) and _after(c) == 0]
        new = [c for c in matters if _is_event(c) and c.effect.baseline == 0]
        clauses = [happens(self._names(of), still=still) for of, still in ((gone, False), (new, True)) if of]
        rest: dict[str, Comparison] = {}
        for c in matters:
            if c not in gone and c not in new:
                rest.setdefault(c.metric.name, c)  # where it is the strongest
        for c in list(rest.values())[: max(self.detail.others - len(clauses), int(is_all and not clauses))]:
            count = len({(other.players, other.lineup) for other in matters if other.metric.name == c.metric.name})
            clauses.append(told(c.metric, c.effect, self._who(c)) + self._where(c, count))
        if not clauses and is_silent and (undecided := self._ordered(found, UNDECIDED)):
            return [self._open(undecided[0], len(undecided))]
        return clauses or ([self._same(found)] if is_silent else [])

    def _same(self, found: Sequence[Comparison]) -> str:
        """Of numbers that move by nothing that matters."""
        named = list(dict.fromkeys(cut(c.metric.subject, 2 * self.detail.letters) for c in found))
        what = listed(named) if len(named) < 3 else f"{named[0]} and {len(named) - 1} other numbers"
        return f"{what} {'move' if len(named) > 1 or found[0].metric.plural else 'moves'} by too little to matter"

    def _names(self, found: Sequence[Comparison]) -> list[str]:
        return list(dict.fromkeys(cut(c.metric.label, self.detail.letters) for c in found))

    def _open(self, c: Comparison, count: int) -> str:
        """What is undecided, with what was seen so far."""
        others = f", as are {many(count - 1, 'other')}" if count > 2 else ""
        where = self._where(c, 0, is_told=False)
        if c.effect.most_changed is not None:
            return f"{no_deal_changed(c.effect, cut(c.metric.subject, self.detail.letters) + where)}, which is too few to tell{others}"
        after, before = reversed(pair(c.metric, c.effect))
        seen = f"{before} became {after} so far" if before != after else f"{after} both times so far"
        what = cut(c.metric.subject, 2 * self.detail.letters)
        return f"whether {what}{where} {'move' if c.metric.plural else 'moves'} by enough to matter is undecided ({seen}){others}"

    # All of them

    def _undecided(self) -> str:
        top = max(self.found, key=self._rank)
        most = max((c.verdict for c in self.found), key=lambda verdict: (not verdict.sits_on_margin, verdict.more_deals))
        what = "it" if len(self.found) == 1 else "all"
        needed = more_deals(most.more_deals, most.likely_deals, what, sits_on_margin=most.sits_on_margin)
        if all(c.effect.most_changed is not None for c in self.found):
            return f"Undecided: {no_deal_changed(top.effect, 'anything')}; {needed}."
        where = f"with {self._head(top)}{self._where(top, 0, is_told=False)}"
        if top.effect.most_changed is not None:
            return f"Undecided: {no_deal_changed(top.effect, top.metric.subject)} {where}; {needed}."
        return f"Undecided: so far {told(top.metric, top.effect, self._who(top))} {where}; {needed}."

    def _alike(self, shown: Sequence[Sequence[Comparison]]) -> str:
        """How long games take, where no change is of any matter to that."""
        of = [c for found in shown for c in found if c.metric.family is TURNS]
        if not of or any(c.verdict.word != NO_DIFFERENCE for c in of):
            return ""
        if self.tables > 1:
            return "how long games last makes no practical difference at any table."
        lengths, known = [of[0].effect.baseline, *map(_after, of)], min(1, *(decimals(c.effect.half_width) for c in of))
        for places in (known, min(known, 0)):  # 43.64 and 43.66 turns are 44 both times
            said = {number(length, places) for length in lengths}
            if len(said) == 1 and (places == known or min(lengths) >= MANY_TURNS):
                return f"games last {said.pop()} turns {either_way(len(lengths))}."
        before, *after = (number(length, known) for length in lengths)
        return f"games last about as long: {before} turns as a start, {listed(list(dict.fromkeys(after)), 'or')} instead."

    def _together(self) -> str:
        """What two values do together beyond the sum of both, where that matters."""
        metrics = {c.metric.name for c in self.found}
        together = [c for c in self.analysis.two_way_interactions if c.metric.name in metrics and c.verdict.word == MATTERS]
        if not together:
            return ""
        top = max(together, key=lambda c: (self.leading(c), strength(c)))
        both = " with ".join(f"{plainly(rule)} {plain_value(value)}" for rule, value, _ in top.levels)
        beyond = number(abs(top.effect.mean) * top.metric.family.factor, max(0, _places(top)))
        unit = " points" if top.metric.family.is_share else f" {top.metric.family.difference.more}"
        way = "more" if top.effect.mean > 0 else "less"
        return f"{both}{self._where(top, 0, is_told=False)}: {top.metric.subject} is {beyond}{unit} {way} than the two add up to."


def _places(c: Comparison) -> int:
    return min(decimals(c.effect.half_width * c.metric.family.factor), 2)


def where_of(analysis: "Analysis", players: int, lineup: str, letters: int) -> str:
    """A table, where there are several: `with 4 players at “mixed”`."""
    parts = [f"with {players} players"] if len(analysis.experiment.players) > 1 else []
    return " ".join([*parts, f"at “{cut(lineup, letters)}”"] if len(analysis.experiment.lineups) > 1 else parts)


def _after(c: Comparison) -> float:
    after = c.effect.baseline + c.effect.mean
    return 0.0 if abs(after) < 1e-12 else after


def _is_who_wins(c: Comparison) -> bool:
    return c.metric.key == WHO_WINS


def _is_length(c: Comparison) -> bool:
    return c.metric.family is TURNS


def _is_event(c: Comparison) -> bool:
    return c.metric.family is EVENTS and c.metric.subject.endswith("a game")


def _set_to(rule: str, value: str, baseline: str, letters: int) -> str:
    """`stack size 5 rather than 8`, `must play off rather than on`."""
    return f"{cut(plainly(rule), letters)} {cut(plain_value(value), letters)} rather than {cut(plain_value(baseline), letters)}"


def _count(found: Sequence[Comparison]) -> str:
    """How many effects of rules that are varied matter; how many are undecided."""
    words = [c.verdict.word for c in found]
    matters, undecided = words.count(MATTERS), words.count(UNDECIDED)
    text = f"{matters or 'none'} of {many(len(found), 'effect')} of single rules {'matters' if matters == 1 else 'matter'}"
    return f"{text}, {undecided} {'is' if undecided == 1 else 'are'} undecided." if undecided else f"{text}."


def _of_others(others: Sequence[Sequence[Comparison]]) -> str:
    """How many of the changes that have no sentence of their own matter."""
    words = [{c.verdict.word for c in found} for found in others]
    matters = sum(MATTERS in each for each in words)
    undecided = sum(MATTERS not in each and UNDECIDED in each for each in words)
    nothing = len(words) - matters - undecided
    parts = [f"{matters} {'matters' if matters == 1 else 'matter'}"] if matters else []
    parts += [f"{nothing} {'makes' if nothing == 1 else 'make'} no practical difference"] if nothing else []
    parts += [f"{undecided} {'is' if undecided == 1 else 'are'} undecided"] if undecided else []
    if len(parts) == 1 and len(words) > 1:
        return f"{'both' if len(words) == 2 else f'all {len(words)}'} other changes {parts[0].split(' ', 1)[1]}."
    return f"of {many(len(words), 'other change')} {listed(parts)}."
