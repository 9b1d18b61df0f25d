"""What a run leaves to be talked about: where its facts pull in two directions, and what it did not decide. Questions, from its tables."""

from collections.abc import Iterator, Sequence
from itertools import islice

from simlab.engine.metric import PERCENT
from simlab.engine.rules import ENDING
from simlab.metrics.lengths import TURNS
from simlab.report.lines import bounded, effect_of, grouped, percent_of, rounded, strength, strongest, strongest_first
from simlab.report.material import LEAGUE, RULES, Material
from simlab.report.sections.proof import WHO_WINS, leading
from simlab.stats.cutoffs import FEW
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED, more_deals
from simlab.words.numbers import sentence, small_percent
from simlab.words.spoken import as_much_as, counted, cut, of_games, pair, told

MOST = 3
LETTERS = 36  # of a name
SELDOM, OFTEN = 0.005, 0.5  # of games: an ending that is worth a question
FLIPPING = 0.01  # of games with other winners


def to_discuss(run: Material) -> list[str]:
    """At most three questions; what is open is the last of them."""
    if not run.headline:
        of = {LEAGUE: _of_league, RULES: _of_table}.get(run.about)
        return list(islice(of(run), MOST)) if of else []
    open_ = _undecided(run)
    found = [*_who(run), *_ending(run), *_others_win(run), *_at_once(run), *_places(run), *_cut_off(run)]
    return [*found[: MOST - len(open_)], *open_]


def _here(run: Material) -> list[Line]:
    """The comparisons at the place where they are the strongest."""
    top = strongest(leading(run.headline))
    return [row for row in run.headline if (row["players"], row["lineup"]) == (top["players"], top["lineup"])]


def _changes(run: Material) -> list[tuple[str, list[Line]]]:
    """Those by each change, the strongest first."""
    return sorted(grouped(_here(run), "said"), key=lambda item: max(map(strongest_first, item[1])), reverse=True)


def _of_winning(rows: Sequence[Line]) -> list[Line]:
    """Whose share moves, in the order of who wins most."""
    return sorted((row for row in rows if row["metric"].key == WHO_WINS), key=lambda row: -row["baseline_mean"])


def _named(name: str) -> str:
    return f"“{cut(name, LETTERS)}”"


def _points(row: Line) -> str:
    return f"{rounded({**row, 'moved': abs(row['mean'])}, 'moved', PERCENT)} points"


def _who(run: Material) -> Iterator[str]:
    """A change that moves the strongest player and the weakest against each other; and whether the rule catches the strongest."""
    for name, rows in _changes(run):
        players = _of_winning(rows)
        if len(players) < 2 or any(row["verdict"] != MATTERS for row in (players[0], players[-1])):
            continue
        first, last = players[0], players[-1]
        if first["mean"] * last["mean"] < 0:
            gives = f"{_named(name)} {'gives' if first['mean'] > 0 else 'takes'} {_points(first)} {'to' if first['mean'] > 0 else 'from'}"
            other = f"{'takes' if first['mean'] > 0 else 'gives'} {_points(last)} {'from' if first['mean'] > 0 else 'to'}"
            both = f"{gives} {first['metric'].label}, who wins most, and {other} {last['metric'].label}, who wins least"
            yield f"{both}. Should the game be {'less' if first['mean'] > 0 else 'more'} even?{_caught(run, first)}"
            return


def _caught(run: Material, first: Line) -> str:
    """Who sets the rule off as it is, where that is the player who wins most."""
    found = [
        row
        for row in run.analysis.lines("set_off")
        if row["scenario"] == run.baseline and row["shown_by"] in run.showers and row["shown_by"].startswith(ENDING)
    ]
    found = [row for row in found if (row["players"], row["lineup"]) == (first["players"], first["lineup"]) and row["count"]]
    top = max(found, key=lambda row: row["share"], default=None)
    return f" {sentence(top['strategy'])} sets the rule off most." if top and top["strategy"] == first["metric"].label else ""


def _ending(run: Material) -> Iterator[str]:
    """An ending that the compared rules make, or take away."""
    rows = [row for row in run.analysis.lines("endings") if f"{ENDING}{row['ending']}" in run.showers]
    for (_, _, ending), of in grouped(rows, "players", "lineup", "ending"):
        shares = {row["scenario"]: row["share"] for row in of}
        gone = [name for name, share in shares.items() if not share and name != run.baseline]
        if SELDOM <= shares.get(run.baseline, 0.0) <= OFTEN and gone:
            often = sentence(of_games(shares[run.baseline]))
            yield f"{often} end with {run.noun(f'{ENDING}{ending}')}; none with {_named(run.named(gone[0]))}. Is that the ending you want?"
            return


def _others_win(run: Material) -> Iterator[str]:
    """A change by which many games have other winners, and yet nobody wins more."""
    for name, rows in _changes(run):
        players = _of_winning(rows)
        if not players or any(row["verdict"] != NO_DIFFERENCE for row in players):
            continue
        of = [row for row in run.analysis.lines("courses") if row["scenario"] == players[0]["scenario"]]
        of = [row for row in of if (row["players"], row["lineup"]) == (players[0]["players"], players[0]["lineup"])]
        share = of[0]["touched"] * of[0]["flipped"] if of and of[0]["touched"] and of[0]["flipped"] is not None else 0.0
        if share >= FLIPPING:
            moves = f"moves nobody's share by {as_much_as(max(row['margin'] for row in players))}"
            yield f"With {_named(name)} others win in {of_games(share)}, and yet it {moves}. Who is it that wins then, and is it deserved?"
            return


def _at_once(run: Material) -> Iterator[str]:
    """A change that matters for who wins and for the length, or only for the length."""
    for name, rows in _changes(run):
        length = next((row for row in rows if row["metric"].family is TURNS and row["verdict"] == MATTERS), None)
        players = _of_winning(rows)
        if length is None or not players or _cut_off(run):
            continue
        before, after = pair(length["metric"], effect_of(length))
        if any(row["verdict"] == MATTERS for row in players):
            yield f"{_named(name)} changes who wins and, at once, the length: {after} turns rather than {before}. Do you want both?"
            return
        is_known = all(row["verdict"] == NO_DIFFERENCE for row in players)
        rest = "and not who wins" if is_known else "and perhaps who wins"
        yield f"{_named(name)} changes the length, {after} turns rather than {before}, {rest}. Which length do you want?"
        return


def _places(run: Material) -> Iterator[str]:
    """A change that matters at some tables only."""
    for name, rows in sorted(grouped(run.headline, "said"), key=lambda item: max(map(strongest_first, item[1])), reverse=True):
        places = grouped(rows, "players", "lineup")
        matters = [place for place, of in places if any(row["verdict"] == MATTERS for row in of)]
        if 0 < len(matters) < len(places):
            yield f"{_named(name)} matters at {counted(len(matters), len(places), 'table')} only. At which do your players sit?"
            return


def _cut_off(run: Material) -> list[str]:
    """Games that only a limit ended: what their mean length is, the limit says."""
    top = max(run.analysis.lines("lengths"), key=lambda row: row["capped"], default=None)
    if top is None or top["capped"] <= FEW:
        return []
    where = f"With {_named(run.named(top['scenario']))} " if run.has_scenarios else ""
    return [f"{where}{small_percent(top['capped'])} of games go on until they are cut off. When would people stop?"]


def _undecided(run: Material) -> list[str]:
    """What is open of who wins, or else of anything, and what would decide it."""
    rows = [row for row in _here(run) if row["verdict"] == UNDECIDED]
    if not rows:
        return []
    top = max([row for row in rows if row["metric"].key == WHO_WINS] or rows, key=strength)
    so_far = f"Open: with {_named(top['said'])} {told(top['metric'], effect_of(top))}, so far"
    return [f"{so_far}; {more_deals(top['more_deals'], top['likely_deals'], sits_on_margin=top['sits_on_margin'])}."]


def _of_table(run: Material) -> Iterator[str]:
    """Of a table by itself: where one sits, what a strategy is worth, and games without an end."""
    seats = [row for row in run.analysis.lines("seats") if row["verdict"] == MATTERS]
    if seats:
        top = max(seats, key=lambda row: abs(row["edge"]))
        points = rounded({**bounded(top, "edge"), "edge": abs(top["edge"])}, "edge", PERCENT)
        way, end = ("more", "make up for it") if top["edge"] > 0 else ("less", "help whoever sits there")
        yield f"Seat {top['seat']} wins {points} points {way} than an even share. Should the rules {end}?"
    for _, shares in grouped(run.analysis.lines("shares"), "players", "lineup", "scenario")[:1]:
        first, last = (choose(shares, key=lambda row: row["share"]) for choose in (max, min))
        if first["rank_low"] == first["rank_high"] and first is not last:
            both = f"{first['strategy']} wins {percent_of(first)} of games, {last['strategy']} {percent_of(last)}"
            yield f"{sentence(both)}. Is that what playing well should be worth?"
    yield from _cut_off(run)


def _of_league(run: Material) -> Iterator[str]:
    """Of a league: who does better against somebody than ratings tell."""
    rows = [row for row in run.analysis.lines("pairs") if row["is_misfit"] and row["share"] > row["told"]]
    for row in sorted(rows, key=lambda row: row["told"] - row["share"]):
        often = f"{row['share'] * PERCENT:.0f} of 100 games that one of the two wins, where the ratings tell {row['told'] * PERCENT:.0f}"
        yield f"{sentence(row['strategy'])} takes {often}, against {row['opponent']}. What does it do there?"
