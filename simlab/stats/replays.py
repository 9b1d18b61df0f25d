"""Games played again, to be looked at: who set off an event, where a change of the rules changed the winner, what a usual game is like.

A game is a function of its seed, deal, rules and seating, so that any game of a run can be played again, move by move.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import inf, sqrt
from typing import Any

import numpy as np
import polars as pl

from simlab.engine.events import Event
from simlab.experiment.plan import Cell, Plan
from simlab.stats.analysis import Analysis
from simlab.stats.estimates import FIXED
from simlab.stats.places import Place
from simlab.stats.silence import ENOUGH
from simlab.stats.statistic import REAL, WHERE, WHOLE, WORD, Line
from simlab.stats.statistics.lengths import length_quantiles
from simlab.table import Table
from simlab.table.batches import table_at, tables_at
from simlab.table.curve import with_chances
from simlab.table.replay import Replay, replay_of

SAMPLE = 400  # deals
MOMENTS, LEAST_IMAGINED = 48, 96  # of a game at which chances are told, and from how many imagined games at least
_WHO = {**WHERE, **dict.fromkeys(("event", "kind", "who"), WORD), **dict.fromkeys(("per_game", "low", "high"), REAL), "games": WHOLE}

_Key = tuple[str, ...]  # a kind of trace event, what it is narrowed to, and what of it is added up


# For whom an event fired


def who_fired(plan: Plan, analysis: Analysis, deals: int = SAMPLE) -> pl.DataFrame:
    """How often each strategy and each seat sets off a rule event, in a game, from the traces of the first deals, one seating of each.

    The rows of a run have an event's number only for the whole game. In the traces each event names its player: a counter belongs to
    that trace event whose number is the counter's in every game of the sample. Counters without one, and events that no player sets
    off, are left out. `games`: the size of the sample; a strategy's number is that of one of its seats.
    """
    found = ({**place.where, **row} for place in analysis.places for row in _sampled(plan, place, min(deals, place.group.deals)))
    return pl.DataFrame(list(found), schema=_WHO)


def _table(plan: Plan, place: Place, seating: tuple[int, ...]) -> Table:
    return table_at(plan, place.group, Cell(place.s, place.t, seating))


def _sampled(plan: Plan, place: Place, deals: int) -> Iterator[dict[str, Any]]:
    lineup, players = place.lineup, place.players
    seated = lineup.seated(0, deals)
    numbers = [int(seated[deal % len(seated), deal]) for deal in range(deals)]
    tables = {number: _table(plan, place, lineup.seatings[number]) for number in set(numbers)}
    counters = np.zeros((len(plan.game.counted), deals), dtype=np.int64)
    alike: dict[tuple[Any, ...], tuple[Event, list[int]]] = {}  # events that look alike: one of them, and how many each player set off
    for deal in range(deals):
        events, row = tables[numbers[deal]].traced(deal)
        counters[:, deal] = [row[name] for name in plan.game.counted]
        for event in events:
            if (player := event.pop("player", None)) is None:
                continue
            look = tuple([len(value) if type(value) is list else value for value in event.values()])
            if look not in alike:
                alike[look] = event, [0] * (deals * players)
            alike[look][1][deal * players + player] += 1
    told: dict[_Key, np.ndarray] = defaultdict(lambda: np.zeros((deals, players), dtype=np.int64))
    for event, counts in alike.values():
        often = np.array(counts).reshape(deals, players)
        for key, weight in _ways(event):
            told[key] += weight * often
    by_key = {key: told[key] for key in sorted(told, key=len)}  # the simplest first
    labels = [lineup.labels_at(lineup.seatings[number]) for number in numbers]
    for counter, totals in zip(plan.game.counted, counters, strict=True):
        times = next((each for each in by_key.values() if totals.any() and (each.sum(axis=1) == totals).all()), None)
        if times is None:
            continue
        for label in lineup.labels:
            sits = np.array([[name == label for name in seated] for seated in labels])
            yield {"event": counter, "kind": "strategy", "who": label, **_rate((times * sits).sum(axis=1) / sits.sum(axis=1))}
        for seat in range(players):
            yield {"event": counter, "kind": "seat", "who": str(seat), **_rate(times[:, seat])}


def _ways(event: Event) -> list[tuple[_Key, int]]:
    """All ways in which a counter might count an event: narrowed by one of its fields or not, once or as many as a field says."""
    kind, *fields = event.items()
    narrowed: list[_Key] = [(kind[1],)]
    weights: list[tuple[_Key, int]] = [((), 1)]
    for name, value in fields:
        if isinstance(value, list):
            weights.append(((f"cards of {name}",), len(value)))
            continue
        narrowed.append((kind[1], f"{name}={value}"))
        if isinstance(value, int) and not isinstance(value, bool):
            weights.append(((f"as many as {name}",), value))
            if value > 1:
                narrowed.append((kind[1], f"{name}>1"))
    return [((*key, *more), weight) for key in narrowed for more, weight in weights]


def _rate(per_deal: np.ndarray) -> dict[str, Any]:
    """A mean over deals; its interval is unknown where the event fired in few of them."""
    games, rate = len(per_deal), float(per_deal.mean())
    is_rare = np.count_nonzero(per_deal) < ENOUGH
    width = inf if is_rare else FIXED.reach(games) * float(per_deal.std(ddof=1)) / sqrt(games)
    return {"per_game": rate, "low": rate - width, "high": rate + width, "games": games}


# Flipped deals, side by side


@dataclass(frozen=True)
class FlippedDeal:
    """A game whose winners are others in this scenario than in the baseline; `strategies`: who sits where."""

    players: int
    lineup: str
    scenario: str
    deal: int
    seating: tuple[int, ...]
    strategies: tuple[str, ...]

    @property
    def where(self) -> Line:
        """The place at which it was played."""
        return {"players": self.players, "lineup": self.lineup, "scenario": self.scenario}


def flipped_deals(analysis: Analysis) -> list[FlippedDeal]:
    """The first games, by deal, whose winners a scenario changes."""
    found = []
    lineups = {(place.players, place.lineup.name): place.lineup for place in analysis.places}
    for line in analysis.lines("flipped_deals"):
        lineup = lineups[line["players"], line["lineup"]]
        seating = lineup.seatings[line["seating"]]
        found.append(FlippedDeal(**{**line, "seating": seating}, strategies=lineup.labels_at(seating)))
    return found


@dataclass(frozen=True)
class SideBySide:
    """A game by the rules of the baseline and by those of another, in which others win.

    `before`, `after`: both games as events, from their headers; `first`: the number of the first event in which they differ;
    where they are to be shown, `commands`: what replays them; `tables`: both as they are on a table, of a game that says what lies where.
    """

    flipped: FlippedDeal
    baseline: str
    before: list[Event]
    after: list[Event]
    first: int
    commands: tuple[str, str] = ("", "")
    tables: tuple[Replay, ...] = ()


def clearest(plan: Plan, analysis: Analysis, flipped: Sequence[FlippedDeal], imagined: int = 0) -> SideBySide:
    """Of the flipped games of a scenario at a line-up the one that shows best what the change did.

    Nobody wins both times, no game is cut off, and there is little to read from the first differing move to the two ends. Both tell the
    chances to win, if so many imagined games are enough for that.
    """
    after = next(place for place in analysis.places if place.where == flipped[0].where)
    before = replace(after, s=after.group.baseline)
    best = min((_side_by_side(plan, before, after, f) for f in flipped), key=_clarity)
    tables = [_table(plan, place, best.flipped.seating) for place in (before, after)]
    (one, command), (other, other_command) = (_with_its_chances(table, best.flipped.deal, imagined // 2) for table in tables)
    on_table = tuple(replay_of(table, best.flipped.deal) for table in tables if plan.game.places)
    return replace(best, before=one, after=other, commands=(command, other_command), tables=on_table)


def _side_by_side(plan: Plan, earlier: Place, later: Place, flipped: FlippedDeal) -> SideBySide:
    before, after = (_table(plan, place, flipped.seating).trace(flipped.deal) for place in (earlier, later))
    pairs = enumerate(zip_longest(before[1:], after[1:]), 1)  # the headers differ in the rules
    first = next(number for number, (one, other) in pairs if one != other)
    return SideBySide(flipped, earlier.scenario, before, after, first)


def _clarity(pair: SideBySide) -> tuple[bool, bool, int, int]:
    ends = pair.before[-1], pair.after[-1]
    share_a_winner = bool(set(ends[0]["winners"]) & set(ends[1]["winners"]))
    nobody_wins = not (ends[0]["winners"] and ends[1]["winners"])
    return nobody_wins, share_a_winner, len(pair.before) + len(pair.after) - 2 * pair.first, pair.flipped.deal


def _with_its_chances(table: Table, deal: int, imagined: int) -> tuple[list[Event], str]:
    """A game, with the chances to win if so many imagined games are enough for that; and the command that replays it."""
    each = imagined // MOMENTS if table.game.redeal else 0
    if each < LEAST_IMAGINED:
        return table.trace(deal), table.replay_command(deal)
    return with_chances(table, deal, each, MOMENTS), f"{table.replay_command(deal)} --curve {each}"


# A usual game


@dataclass(frozen=True)
class TypicalGame:
    """A game of median length."""

    players: int
    lineup: str
    scenario: str
    deal: int
    turns: int
    events: list[Event]
    command: str
    table: Replay | None = None  # if the game says what lies where


def typical(plan: Plan, place: Place, imagined: int = 0) -> TypicalGame:
    """Of a scenario at a line-up the first deal, in the first game on it, that is as long as the median, or nearly. It tells the chances to
    win, if so many imagined games are enough for that.
    """
    rows = np.zeros(min(SAMPLE, place.group.deals), dtype=plan.game.row)
    cell = next(cell for cell in place.group.cells if (cell.scenario, cell.lineup) == (place.s, place.t))
    for table, deals in tables_at(plan, place.group, cell, 0, np.arange(len(rows))):
        table.play(0, rows, deals)
    turns = rows["turns"]
    deal = int(np.abs(turns - length_quantiles(place, (50,))[0].value).argmin())
    table = _table(plan, place, place.lineup.seatings[place.lineup.seated(deal, 1)[0, 0]])
    events, command = _with_its_chances(table, deal, imagined)
    on_table = replay_of(table, deal) if plan.game.places else None
    return TypicalGame(**place.where, deal=deal, turns=int(turns[deal]), events=events, command=command, table=on_table)
