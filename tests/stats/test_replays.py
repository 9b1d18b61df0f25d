"""Games played again, to be looked at: for whom events fired, where other rules made others win, what a usual game is like."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from simlab.engine.events import Event
from simlab.experiment.plan import Cell, Plan
from simlab.stats import replays
from simlab.stats.intervals import Intervals
from simlab.stats.replays import LEAST_IMAGINED, MOMENTS, FlippedDeal, SideBySide, clearest, flipped_deals, typical, who_fired
from simlab.table.batches import table_at
from tests.stats.played import EIGHTS, play

DEALS = 40

FIRED: dict[str, Callable[[Event], int]] = {  # how often a counter's event fired, of an event of a trace
    "swaps": lambda event: event["event"] == "swap",
    "plays": lambda event: event["event"] == "play",
    "sets": lambda event: event["event"] == "play" and event["count"] > 1,
    "wilds_played": lambda event: event["count"] if event["event"] == "play" and event["wild"] else 0,
    "draws": lambda event: len(event["cards"]) if event["event"] == "draw" else 0,
    "piles_taken_mean": lambda event: event["event"] == "take" and event["reason"] == "mean",
}


@pytest.fixture(scope="module")
def eights():
    return play(scenarios=EIGHTS, games=12_000)


def trace(plan: Plan, s: int, seating: tuple[int, ...], deal: int) -> list[Event]:
    return table_at(plan, plan.groups[0], Cell(s, 0, seating)).trace(deal)


@pytest.mark.parametrize("event", FIRED)
def test_for_whom_an_event_fired_is_what_the_traces_say(eights, event):
    """One seating after the other; of a strategy in several seats the number of one of them."""
    plan, analysis = eights
    found = who_fired(plan, analysis, deals=DEALS).filter(scenario="an Eight swaps", event=event)
    lineup, times, seated = plan.groups[0].lineups[0], np.zeros((DEALS, 4)), []
    for deal in range(DEALS):
        seating = lineup.seatings[deal % 4]
        seated.append(lineup.labels_at(seating))
        for told in trace(plan, 2, seating, deal):
            if "player" in told:
                times[deal, told["player"]] += FIRED[event](told)
    assert times.sum() > 0
    expected = {str(seat): times[:, seat] for seat in range(4)}
    for name in lineup.labels:
        sits = np.array([[label == name for label in labels] for labels in seated])
        expected[name] = (times * sits).sum(axis=1) / sits.sum(axis=1)
    assert found.select("kind", "who").rows() == [*(("strategy", name) for name in lineup.labels), *(("seat", str(s)) for s in range(4))]
    for row in found.to_dicts():
        per_deal = expected[row["who"]]
        reach = Intervals().reach(DEALS) * per_deal.std(ddof=1) / np.sqrt(DEALS)
        assert row["games"] == DEALS
        reach = np.inf if np.count_nonzero(per_deal) < 30 else reach
        assert [row["per_game"], row["low"], row["high"]] == pytest.approx(
            [per_deal.mean(), per_deal.mean() - reach, per_deal.mean() + reach]
        )


def test_what_nobody_sets_off_or_no_trace_tells_is_left_out(eights):
    plan, analysis = eights
    found = set(who_fired(plan, analysis, deals=DEALS)["event"])
    assert {*FIRED, "clears"} <= found
    assert not {"replenishes", "lead_changes"} & found


def test_one_deal_says_for_whom_but_not_how_surely():
    plan, analysis = play(games=4)
    found = who_fired(plan, analysis)
    assert set(found["games"]) == {1}
    assert found["high"].is_infinite().all()
    assert found.filter(event="plays")["per_game"].min() >= 0


def clarity(pair: SideBySide) -> tuple:
    """Nobody wins both times, no game without a winner, and little to read; the earliest deal first."""
    before, after = (set(events[-1]["winners"]) for events in (pair.before, pair.after))
    return not (before and after), bool(before & after), sum(len(e) - pair.first for e in (pair.before, pair.after)), pair.flipped.deal


def test_flipped_games_side_by_side(eights):
    plan, analysis = eights
    flipped = flipped_deals(analysis)
    assert len(flipped) == 2 * 24
    for place in analysis.places[1:]:
        of_scenario = [f for f in flipped if f.where == place.where]
        assert of_scenario[0].deal == min(f.deal for f in of_scenario)
        pair = clearest(plan, analysis, of_scenario)
        every = [replays._side_by_side(plan, replace(place, s=place.group.baseline), place, f) for f in of_scenario]
        assert clarity(pair) == min(map(clarity, every))
        assert pair.before[1 : pair.first] == pair.after[1 : pair.first]
        assert pair.before[pair.first] != pair.after[pair.first]
        assert pair.before[-1]["winners"] != pair.after[-1]["winners"]
        assert pair.before[0]["strategies"] == list(pair.flipped.strategies)
        assert pair.baseline == "as printed"
        assert f"--deals {pair.flipped.deal} " in pair.commands[1]
        assert "--set eight_last=" in pair.commands[1]
        assert "--set" not in pair.commands[0]


def test_both_tell_their_chances_where_so_many_games_can_be_imagined(eights):
    """And the commands that replay them as well; the games stay what they were."""
    plan, analysis = eights
    flipped = [f for f in flipped_deals(analysis) if f.where == analysis.places[1].where]
    told, enough = clearest(plan, analysis, flipped), 2 * 96 * 48
    for imagined, tells in ((enough - 2, False), (enough, True)):
        pair = clearest(plan, analysis, flipped, imagined)
        assert all(
            ("imagined" in events[-1], "--curve 96" in command) == (tells, tells)
            for events, command in zip((pair.before, pair.after), pair.commands, strict=True)
        )
        assert [event["event"] for event in pair.after] == [event["event"] for event in told.after]


def pair_of(deal: int, before: list[int], after: list[int], *, length: int = 6, first: int = 4) -> SideBySide:
    """Two games of this length, with these winners, that differ from this event on."""
    games = [[{"event": "pass"}] * (length - 1) + [{"event": "end", "winners": winners}] for winners in (before, after)]
    flipped = FlippedDeal(2, "one", "other", deal, (0, 1), ("crab", "owl"))
    return SideBySide(flipped, "as printed", *games, first, ("", ""))


def test_what_is_clear():
    in_order = [
        pair_of(5, [0], [1], first=5),  # little to read
        pair_of(2, [0], [1]),
        pair_of(3, [0], [1]),  # as much, and a later deal
        pair_of(1, [0], [1], length=9),
        pair_of(0, [0], [0, 1], first=5),  # one wins both times
        pair_of(0, [], [1]),
        pair_of(1, [1], []),  # nobody wins
    ]
    assert all(replays._clarity(one) < replays._clarity(other) for one, other in pairwise(in_order))


def test_a_typical_game_is_the_first_that_is_as_long_as_the_median(eights):
    plan, analysis = eights
    places = analysis.places
    games = [typical(plan, place) for place in places]
    assert [game.turns for game in games] == analysis.table("lengths")["q50"].to_list()
    for game, place in zip(games, places, strict=True):
        assert game.events[-1]["turns"] == game.turns
        assert (game.players, game.lineup, game.scenario) == tuple(place.where.values())
        seating = place.lineup.seatings[0]
        assert game.events == trace(plan, place.s, seating, game.deal)
        assert all(trace(plan, place.s, seating, deal)[-1]["turns"] != game.turns for deal in range(game.deal))
        assert f"--deals {game.deal} " in game.command


@pytest.mark.slow
def test_the_first_usual_game_of_the_baseline_tells_chances_where_enough_games_may_be_imagined(eights):
    plan, analysis = eights
    game, plain = (typical(plan, analysis.places[0], MOMENTS * each) for each in (LEAST_IMAGINED, LEAST_IMAGINED - 1))
    assert plain == typical(plan, analysis.places[0])
    assert game.command == f"{plain.command} --curve {LEAST_IMAGINED}"
    assert [{**event, "chances": None} for event in game.events[:-1]] == [{**event, "chances": None} for event in plain.events[:-1]]
    told = [event for event in game.events if "chances" in event]
    assert 2 < len(told) <= MOMENTS + 1
    assert game.events[-1]["imagined"] >= LEAST_IMAGINED
