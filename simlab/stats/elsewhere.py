"""How far what a search has found holds: at how many other tables it meets all goals, and which goal fails there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from simlab.stats.sought import MEETS, MISSES, OPEN, all_goals
from simlab.stats.statistic import Line
from simlab.words.numbers import many

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis


@dataclass(frozen=True)
class Elsewhere:
    """What a rule set reaches at other tables: a line for each goal at each of them."""

    lines: Sequence[Line]

    @cached_property
    def tables(self) -> dict[tuple[int, str], list[Line]]:
        """The lines of each table."""
        found: dict[tuple[int, str], list[Line]] = {}
        for line in self.lines:
            found.setdefault((line["players"], line["lineup"]), []).append(line)
        return found

    @cached_property
    def words(self) -> list[str]:
        """Of each table whether all goals are met there."""
        return [all_goals(line["verdict"] for line in lines) for lines in self.tables.values()]

    @property
    def met(self) -> str:
        """`5 of 11`: at how many tables all goals are met."""
        return f"{self.words.count(MEETS)} of {len(self.words)}"

    @property
    def undecided(self) -> int:
        """At how many tables that is not known."""
        return self.words.count(OPEN)

    @property
    def failing(self) -> str:
        """The goal that is missed most often; nothing where none is."""
        missed = Counter(f"{line['goal']} {line['wanted']}" for line in self.lines if line["verdict"] == MISSES)
        return missed.most_common(1)[0][0] if missed else ""

    def said(self, *, is_brief: bool = False) -> str:
        """In a sentence."""
        count, tables = self.words.count(MEETS), len(self.words)
        if count == tables:
            return f"it meets them {'at one other table' if tables == 1 else f'at all of {tables} other tables'}, too."
        doubt = f" (undecided at {self.undecided})" if self.undecided else ""
        why = f"; {self.failing} fails most often" if self.failing and not is_brief else ""
        return f"of {many(tables, 'other table')} it meets them at {count or 'none'}{doubt}{why}."


def elsewhere(analysis: "Analysis") -> dict[str, Elsewhere]:
    """Of each rule set that was played at other tables what it reaches there."""
    found: dict[str, list[Line]] = {}
    for line in analysis.table("elsewhere").to_dicts():
        found.setdefault(line["candidate"], []).append(line)
    return {name: Elsewhere(lines) for name, lines in found.items()}
