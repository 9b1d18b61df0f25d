"""The answer to an experiment's question in one to three sentences: numbers, their uncertainty, and the words of the verdicts."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simlab.engine.metric import PERCENT
from simlab.metrics.lengths import TURNS
from simlab.stats.comparisons import Comparison, strength
from simlab.stats.estimates import Estimate
from simlab.stats.league import answer as league
from simlab.stats.places import Place
from simlab.stats.statistic import Line
from simlab.stats.statistics.league import is_league, ladders
from simlab.stats.statistics.lengths import capped, length_quantiles
from simlab.words.changes import (
    MATTERS,
    NO_DIFFERENCE,
    UNDECIDED,
    more_deals,
    no_deal_changed,
    points,
    spoken_amount,
    spoken_change,
    verdict_on,
)
from simlab.words.numbers import give_or_take, listed, many, percent, rounded, sentence, small_percent

if TYPE_CHECKING:
    from simlab.stats.analysis import Analysis

MOST = 3  # sentences
WHO_WINS = "share"  # as experiments ask for it


def answer(analysis: "Analysis") -> list[str]:
    """What the run says."""
    deals = min((stats.deals for stats in analysis.stats), default=0)
    if deals < 2:
        return [f"{'One deal says' if deals else 'No deals say'} nothing yet: play more games."]
    if is_league(analysis):
        return league.answer([(_of_ladder(analysis, where), names, ladder) for where, names, ladder in ladders(analysis)])
    if not analysis.headline:
        return _one_scenario(analysis)
    if all(c.verdict.word == UNDECIDED for c in analysis.headline):
        return [_nothing_decided(analysis)]
    return _varied(analysis) if analysis.experiment.vary else _scenarios(analysis)


def _of_ladder(analysis: "Analysis", where: Line) -> str:
    """Where a ladder stands, where there are several: ` with 4 players under “as printed”`."""
    parts = [f"with {where['players']} players"] if len(analysis.groups) > 1 else []
    parts += [f"under “{where['scenario']}”"] if len(analysis.experiment.scenarios) > 1 else []
    return f" {' '.join(parts)}" if parts else ""


def _where(analysis: "Analysis", of: Place | Comparison) -> str:
    """The place of a number, where there are several: ` with 4 players`."""
    lineup = of.lineup.name if isinstance(of, Place) else of.lineup
    parts = [f"with {of.players} players"] if len(analysis.groups) > 1 else []
    parts += [f"at “{lineup}”"] if len(analysis.experiment.lineups) > 1 else []
    return f" {' '.join(parts)}" if parts else ""


def _told(analysis: "Analysis", c: Comparison) -> str:
    return verdict_on(c.metric, c.effect, c.verdict.word, c.verdict.more_deals, _where(analysis, c))


def _nothing_decided(analysis: "Analysis") -> str:
    top = max(analysis.headline, key=strength)
    most = max(c.verdict.more_deals for c in analysis.headline)
    all_of_them = "it" if len(analysis.headline) == 1 else "all"
    needed = more_deals(most).removesuffix("it") + all_of_them
    where = f"with “{top.scenario}”{_where(analysis, top)}"
    if top.effect.most_changed is not None:
        is_silent = len(analysis.headline) > 1 and all(c.effect.most_changed is not None for c in analysis.headline)
        what = "anything" if is_silent else f"{top.metric.subject} {where}"
        return f"Undecided: {no_deal_changed(top.effect, what)}; {needed}."
    what = f"{top.metric.subject} {where} ({spoken_change(top.metric, top.effect)})"
    return f"Undecided: the largest change so far is of {what}; {needed}."


# Several scenarios


def _scenarios(analysis: "Analysis") -> list[str]:
    """A sentence for each scenario; of many only the strongest, then how many of the others matter."""
    by_scenario: dict[str, list[Comparison]] = {}
    for c in analysis.headline:
        by_scenario.setdefault(c.scenario, []).append(c)
    if len(by_scenario) <= MOST:
        return [_of_scenario(analysis, scenario, found) for scenario, found in by_scenario.items()]
    ordered = sorted(by_scenario, key=lambda scenario: -max(map(strength, by_scenario[scenario])))
    shown, others = ordered[: MOST - 1], ordered[MOST - 1 :]
    return [*(_of_scenario(analysis, scenario, by_scenario[scenario]) for scenario in shown), _of_others([by_scenario[s] for s in others])]


def _of_scenario(analysis: "Analysis", scenario: str, found: Sequence[Comparison]) -> str:
    """Who wins, how long it takes, and what else was asked for, with this change of the rules."""
    by_metric: dict[str, list[Comparison]] = {}
    for c in sorted(found, key=lambda c: not _is_who_wins(c)):
        by_metric.setdefault(WHO_WINS if _is_who_wins(c) else c.metric.name, []).append(c)
    parts = [_of_metric(analysis, each) for each in by_metric.values()]
    return f"With “{scenario}”, {'; '.join(parts)}."


def _is_who_wins(c: Comparison) -> bool:
    return c.metric.key == WHO_WINS


def _of_metric(analysis: "Analysis", found: Sequence[Comparison]) -> str:
    """What happens to who wins (the shares of all strategies) or to one other metric, at all places."""
    matters, undecided = ([c for c in found if c.verdict.word == word] for word in (MATTERS, UNDECIDED))
    top = max(matters or undecided or found, key=strength)
    is_who_wins = _is_who_wins(top)
    if is_who_wins and not matters and not undecided:
        if all(c.effect.most_changed is not None for c in found):
            return f"{no_deal_changed(found[0].effect, 'who wins')}: that makes no practical difference"
        most = f"{top.metric.subject}{_where(analysis, top)}: {spoken_change(top.metric, top.effect)}"
        return f"the change in who wins makes no practical difference (at most {most})"
    text = _told(analysis, top)
    others = [c for c in matters if c is not top]
    if is_who_wins and len(others) == 1:
        text += f", as does {others[0].metric.subject}{_where(analysis, others[0])} ({spoken_change(others[0].metric, others[0].effect)})"
    elif is_who_wins and others:
        text += f", as do {len(others)} other win shares"
    elif others:
        text += f", as it does at {many(len(others), 'other place')}"
    rest = len(undecided) - (top in undecided)
    return f"{text}; {rest} {'other is' if rest == 1 else 'others are'} undecided" if rest else text


def _of_others(found: Sequence[Sequence[Comparison]]) -> str:
    """How many of the scenarios that have no sentence of their own matter."""
    words = [{c.verdict.word for c in each} for each in found]
    matters = sum(MATTERS in each for each in words)
    undecided = sum(MATTERS not in each and UNDECIDED in each for each in words)
    nothing = len(words) - matters - undecided
    parts = [f"{matters} {'matters' if matters == 1 else 'matter'}"] if matters else []
    parts += [f"{nothing} {'makes' if nothing == 1 else 'make'} no practical difference"] if nothing else []
    parts += [f"{undecided} {'is' if undecided == 1 else 'are'} undecided"] if undecided else []
    return f"Of the other {len(words)} changes {listed(parts)}."


# Rules that are varied


def _varied(analysis: "Analysis") -> list[str]:
    """The strongest main effects, how many of all matter, and the strongest interaction, where one matters."""
    strongest: dict[str, Comparison] = {}
    for c in sorted(analysis.headline, key=strength, reverse=True):
        strongest.setdefault(c.scenario, c)
    ordered = list(strongest.values())
    if not any(c.verdict.word == MATTERS for c in ordered):
        top = ordered[0]
        undecided = sum(c.verdict.word == UNDECIDED for c in analysis.headline)
        rest = f"; {undecided} of {len(analysis.headline)} effects {'is' if undecided == 1 else 'are'} undecided" if undecided else ""
        return [sentence(f"no rule that was varied is known to matter: the strongest is “{top.scenario}” ({_told(analysis, top)}){rest}.")]
    shown = [c for c in ordered if c.verdict.word == MATTERS][: MOST - 1]
    said = [f"“{c.scenario}” instead of “{c.baseline}”: {_told(analysis, c)}." for c in shown]
    return [*said, _rest_of_factors(analysis)]


def _rest_of_factors(analysis: "Analysis") -> str:
    matters = sum(c.verdict.word == MATTERS for c in analysis.headline)
    text = f"In all {matters} of {len(analysis.headline)} effects of single rules {'matters' if matters == 1 else 'matter'}"
    metrics = {c.metric.name for c in analysis.headline}
    found = [f for f in analysis.two_way_interactions if f.metric.name in metrics and f.verdict.word == MATTERS]
    if not found:
        return f"{text}."
    top = max(found, key=strength)
    less = "more" if top.effect.mean > 0 else "less"
    both = listed([f"“{rule}={value}”" for rule, value, _ in top.levels])
    what = f"{both} change {top.metric.subject} by {spoken_amount(top.metric, top.effect)}"
    return f"{text}; together{_where(analysis, top)} {what} {less} than the sum of both, and that matters."


# One scenario


def _one_scenario(analysis: "Analysis") -> list[str]:
    """Who wins most, whether the seats are fair, how long it takes."""
    here = analysis.places
    if len(here) == 1:
        return [text for text in (_winner(analysis, here[0]), _seats(analysis, here), _length(here[0])) if text]
    return [text for text in (_winners(analysis, here), _seats(analysis, here), _lengths(analysis, here)) if text]


def _rows(analysis: "Analysis", place: Place) -> list[dict[str, Any]]:
    """The strategies at a place, the best first."""
    rows = [row for row in analysis.lines("shares") if all(row[key] == value for key, value in place.where.items())]
    return sorted(rows, key=lambda row: row["rank"])


def _half(row: dict[str, Any]) -> float:
    return (float(row["high"]) - float(row["low"])) / 2


def _leaders(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those who may be first."""
    return [row for row in rows if row["rank_low"] == 1]


def _winner(analysis: "Analysis", place: Place) -> str:
    rows = _rows(analysis, place)
    if len(rows) < 2:
        return ""
    best, worst, leaders = rows[0], rows[-1], _leaders(rows)
    even = f"an even share is {percent(1 / place.players, 0)}"
    if len(leaders) == len(rows) or len(leaders) > MOST:
        return f"No strategy is clearly ahead: {_of(best)} and {_of(worst)} are too close to tell apart ({even})."
    if len(leaders) > 1:
        return f"{listed([_of(row) for row in leaders])} win most, too close to tell who is first; least wins {_of(worst)} ({even})."
    return f"{_of(best)} wins most, least {_of(worst)} ({even})."


def _of(row: dict[str, Any]) -> str:
    half = _half(row)
    return f"{row['strategy']} with {percent(row['share'], half)} {give_or_take(half, PERCENT)}"


def _winners(analysis: "Analysis", here: Sequence[Place]) -> str:
    """Who wins most at each place: by strategy, the places where it does."""
    found: dict[str, list[str]] = {}
    for place in here:
        rows = _rows(analysis, place)
        if len(rows) < 2:
            continue
        leaders = _leaders(rows)
        name = rows[0]["strategy"] if len(leaders) == 1 else ""
        share = f" ({percent(rows[0]['share'], _half(rows[0]))})" if name else ""
        found.setdefault(name, []).append(f"{_where(analysis, place).strip()}{share}")
    parts = [
        f"{name} wins most {listed(where)}" if name else f"no strategy is clearly ahead {listed(where)}" for name, where in found.items()
    ]
    text = f"{'; '.join(parts)}." if parts else ""
    return sentence(text) if next(iter(found), None) == "" else text  # a name at the beginning stays as it is written


def _seats(analysis: "Analysis", here: Sequence[Place]) -> str:
    """The largest advantage of a seat, anywhere, and its verdict."""
    if analysis.experiment.seating == "fixed" and any(len(_rows(analysis, place)) > 1 for place in here):
        return "Whether the seats are fair can't be told: everybody keeps their seat, so that seats and strategies go together."
    matter = [each for each in analysis.seats if each.word == MATTERS]
    most = max(matter or analysis.seats, key=lambda each: abs(each.edge.mean))
    seat, edge, where = most.seat, most.edge, _where(analysis, most.place)
    size = f"{points(edge)}, {give_or_take(edge.half_width, PERCENT)}"
    if matter:
        return f"Seat {seat}{where} wins {'more' if edge.mean > 0 else 'less'} than an even share ({size}): that matters."
    if all(each.word == NO_DIFFERENCE for each in analysis.seats):
        return f"The seats are fair: where one sits makes no practical difference (at most seat {seat}{where}, {size})."
    return f"Whether the seats are fair is undecided: seat {seat}{where} is off most ({size})."


def _length(place: Place) -> str:
    e = place.mean("turns")
    low, high = (quantile.value for quantile in length_quantiles(place, (5, 95)))
    text = f"A game takes {_turns(e)} on average ({give_or_take(e.half_width)}), nine in ten from {low} to {high}"
    cut_off = capped(place)
    return f"{text}; {small_percent(cut_off)} are cut off at a limit." if cut_off else f"{text}."


def _turns(e: Estimate) -> str:
    return TURNS.difference.of(rounded(e.mean, e.half_width))


def _lengths(analysis: "Analysis", here: Sequence[Place]) -> str:
    ordered = sorted(here, key=lambda place: place.mean("turns").mean)
    ends = [(place, place.mean("turns")) for place in (ordered[0], ordered[-1])]
    if ends[0][1].mean == ends[1][1].mean:
        return f"A game takes {_turns(ends[0][1])} on average at every table."
    first, last = (f"{_turns(e)}{_where(analysis, place)} ({give_or_take(e.half_width)})" for place, e in ends)
    return f"A game takes on average from {first} to {last}."
