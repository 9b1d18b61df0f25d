"""The verdict on each change of the rules, in a word and what it is about; without a comparison on who plays and where one sits."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simlab.metrics.lengths import TURNS
from simlab.stats import deciding, seeking
from simlab.stats.comparisons import Comparison
from simlab.stats.league.answer import Told
from simlab.stats.verdicts import Ruling, together
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import listed, plainly
from simlab.words.spoken import counted, plain_value

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST_NAMED = 2  # metrics beside who wins and how long


def rulings(analysis: "Analysis") -> list[Ruling]:
    """One for each change, finalist of a search, or kind of decision; where nothing is compared, on who plays and where one sits."""
    if analysis.is_search:
        return seeking.rulings(analysis)
    if analysis.is_league:
        return _of_league(analysis)
    if analysis.experiment.decisions:
        return deciding.rulings(analysis)
    if analysis.tuned:
        return [analysis.tuned.ruling]
    if analysis.adapted:
        return analysis.adapted.rulings
    if not analysis.headline:
        return _of_one(analysis)
    by_change: dict[str, list[Comparison]] = {}
    for c in analysis.headline:
        by_change.setdefault(c.scenario, []).append(c)
    return [_of_change(found) for found in by_change.values()]


def _of_change(found: Sequence[Comparison]) -> Ruling:
    matters = [c for c in found if c.verdict.word == MATTERS]
    levels = found[0].levels
    on = " and ".join(f"{plainly(level.rule)} {plain_value(level.value)}" for level in levels) if levels else found[0].scenario
    if matters:
        tables, of = ({(c.players, c.lineup) for c in each} for each in (matters, found))
        where = f", at {counted(len(tables), len(of), 'table')}" if len(of) > 1 else ""
        return Ruling(MATTERS, on, f"matters for {listed(_about(matters))}{where}")
    if all(c.verdict.word == NO_DIFFERENCE for c in found):
        return Ruling(NO_DIFFERENCE, on, "no practical difference")
    return Ruling(UNDECIDED, on, "undecided")


def _about(matters: Sequence[Comparison]) -> list[str]:
    """What a change matters for: who wins first, then how long, then the rest, counted where it is much."""
    who = ["who wins"] if any(c.metric.key == "share" for c in matters) else []
    length = ["the length"] if any(c.metric.family is TURNS for c in matters) else []
    rest = list(dict.fromkeys(c.metric.label for c in matters if c.metric.key != "share" and c.metric.family is not TURNS))
    named = rest if len(rest) <= MOST_NAMED else [f"{len(rest)} more"]
    return [*who, *length, *named]


def _of_league(analysis: "Analysis") -> list[Ruling]:
    """On who plays best, and on the best seat, by the first ladder."""
    (_, names, ladder), *_ = analysis.ladders
    leaders = Told(names, ladder).leaders
    best = f"{leaders[0]} plays best" if len(leaders) == 1 else f"{len(leaders)} are too close to tell who plays best"
    seats = [row for row in analysis.lines("seat_ratings") if row["low"] > 0]
    top = max(seats, key=lambda row: row["rating"], default=None)
    where = (
        Ruling(MATTERS, "where one sits", f"seat {top['seat']} is the best") if top else Ruling(UNDECIDED, "where one sits", "undecided")
    )
    return [Ruling(MATTERS if len(leaders) == 1 else UNDECIDED, "who plays", best), where]


def _of_one(analysis: "Analysis") -> list[Ruling]:
    shares = analysis.lines("shares")
    firsts = [row["strategy"] for row in shares if row["rank_low"] == row["rank_high"] == 1]
    found = []
    if len({row["strategy"] for row in shares}) > 1:
        tables = len(analysis.places)
        if len(set(firsts)) == 1 and len(firsts) == tables:
            found.append(Ruling(MATTERS, "who plays", f"{firsts[0]} wins most{' at every table' if tables > 1 else ''}"))
        elif firsts:
            found.append(Ruling(MATTERS, "who plays", f"somebody is clearly ahead at {counted(len(firsts), tables, 'table')}"))
        else:
            found.append(Ruling(UNDECIDED, "who plays", "nobody is clearly ahead"))
    words = {seat.word for seat in analysis.seats}
    word = together(words)
    is_told = analysis.experiment.seating != "fixed" or not found
    return [*found, Ruling(word, "where one sits", word.removeprefix("makes "))] if is_told and words else found
