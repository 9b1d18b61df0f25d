"""What is worth deciding, in at most four sentences: what is worth most, what else matters, what is a rule without play, what is open."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.engine.metric import PERCENT
from simlab.stats.statistic import Line
from simlab.stats.verdicts import Ruling, together
from simlab.words.changes import MATTERS, NO_DIFFERENCE, POINT, UNDECIDED
from simlab.words.numbers import decimals, listed, many, number
from simlab.words.spoken import counted, cut

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST_NAMED = 3
LONGEST = 60  # letters of what a decision is about
QUESTIONS = ("wh", "how")  # what a meaning begins with that can stand in a sentence


class Decided:
    """One kind of decision at all tables: the first two players and rules that it was looked at."""

    def __init__(self, lines: Sequence[Line], meaning: str, *, is_brief: bool) -> None:
        self.lines = lines
        name = f"“{cut(str(lines[0]['decision']), LONGEST // 3)}”"
        self.what = f"choosing {cut(meaning, LONGEST) if meaning and not is_brief else name}"
        self.words = [line["verdict"] for line in lines]
        self.word = together(self.words)
        self.never = all(line["often"] == 0 for line in lines)
        self.top = max(lines, key=lambda line: (line["verdict"] == MATTERS, abs(line["mean"])))

    @property
    def worth(self) -> str:
        """`is worth 3.1 points`, at how many tables where there are several; of what is better taken at random, what it costs."""
        verb = "is worth" if self.top["mean"] > 0 else "costs"
        where = f" (it matters at {counted(self.words.count(MATTERS), len(self.words), 'table')})" if len(self.words) > 1 else ""
        return f"{verb} {POINT.of(points(self.top))}{where}"


def points(line: Line) -> str:
    """What a decision is worth, without its sign."""
    return number(abs(line["mean"]) * PERCENT, max(0, min(1, decimals((line["high"] - line["low"]) / 2 * PERCENT))))


def _decided(analysis: "Analysis", *, is_brief: bool) -> list[Decided]:
    meanings = {decision.name: re.split("[:;,]", decision.meaning)[0] for decision in analysis.game.decisions}
    by_kind: dict[str, list[Line]] = {}
    for line in analysis.lines("decisions"):
        by_kind.setdefault(line["decision"], []).append(line)
    spoken = {name: meaning if meaning.startswith(QUESTIONS) else "" for name, meaning in meanings.items()}
    found = [Decided(lines, spoken[name], is_brief=is_brief) for name, lines in by_kind.items()]
    return sorted(found, key=lambda one: -one.top["mean"])


def sentences(analysis: "Analysis", *, is_brief: bool = False) -> list[str]:
    """All that is told; `is_brief`: decisions by their names."""
    found = _decided(analysis, is_brief=is_brief)
    matters = [one for one in found if one.word == MATTERS]
    said = [_most(matters[0]), _rest(matters[1:])] if matters else ["nothing is known to be worth deciding."]
    return [*said, _without_play(found), _open(found)]


def _most(top: Decided) -> str:
    line = top.top
    complete, half = line["share"] + line["mean"], (line["high"] - line["low"]) / 2 * PERCENT
    restricted, whole = (f"{number(share * PERCENT, max(0, min(1, decimals(half))))}%" for share in (line["share"], complete))
    who = cut(line["strategy"], LONGEST // 2)
    return f"{top.what} {top.worth}: {who} wins {restricted} of games where it does so at random, rather than {whole}."


def _rest(others: Sequence[Decided]) -> str:
    if not others:
        return ""
    told = [f"{one.what} {one.worth}" for one in others[:MOST_NAMED]]
    left = len(others) - len(told)
    return f"{listed([*told, *([many(left, 'other decision') + (' matters' if left == 1 else ' matter')] if left else [])])}."


def _without_play(found: Sequence[Decided]) -> str:
    """What makes no difference wherever it was looked at, and what never came up there."""
    never = [one.what for one in found if one.word == NO_DIFFERENCE and one.never]
    nothing = [one.what for one in found if one.word == NO_DIFFERENCE and not one.never]
    absent = f"{listed(never[:MOST_NAMED])} never came up" if never else ""
    if not nothing:
        return absent and f"{absent}."
    shown = nothing if len(nothing) <= MOST_NAMED else [*nothing[: MOST_NAMED - 1], f"{len(nothing) - MOST_NAMED + 1} other decisions"]
    verb, rule = ("make", "rules") if len(nothing) > 1 else ("makes", "a rule")
    return f"{listed(shown)} {verb} no practical difference: {rule} without play{absent and f'; {absent}'}."


def _open(found: Sequence[Decided]) -> str:
    undecided = [one for one in found if one.word == UNDECIDED]
    if not undecided:
        return ""
    first, others = undecided[0], len(undecided) - 1
    so_far = f"{'' if first.top['mean'] >= 0 else 'minus '}{POINT.of(points(first.top))} so far"
    more = f", as {'is' if others == 1 else 'are'} {many(others, 'other')}" if others else ""
    return f"whether {first.what} matters is undecided ({so_far}){more}."


def _ruled(one: Decided) -> str:
    if one.never:
        return "never came up"
    return one.worth if one.word == MATTERS else one.word.removeprefix("makes ")


def rulings(analysis: "Analysis") -> list[Ruling]:
    """The verdict on each kind of decision."""
    found = _decided(analysis, is_brief=True)
    return [Ruling(one.word, one.what, _ruled(one)) for one in found]
