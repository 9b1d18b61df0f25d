"""The win curve of a game that is written by hand: what it says, and where its lines run; and the page of a few games."""

import re
from dataclasses import replace

import pytest

from simlab import games
from simlab.report.charts.chances import HIGH, LEFT, RIGHT
from simlab.report.sections import events
from simlab.report.told import html_of
from simlab.report.winning import parting_curve, win_curve
from simlab.stats.replays import FlippedDeal, SideBySide, TypicalGame
from simlab.table.telling import Trace
from tests.report.seen import Seen
from tests.report.telling import run_of, told

MEAN = games.find("mean")
HEADER = {"event": "header", "game": "mean", "players": 3, "seed": 1, "deal": 7, "strategies": ["crab", "owl", "crab"]}
CHANCES = {1: [0.5, 0.25, 0.25], 3: [0.4, 0.6, 0.0], 4: [0.0, 1.0, 0.0]}
TURN = {"first": 2, "last": 3, "seat": 1, "before": 0.25, "after": 0.6}


def game(turn=TURN, chances=CHANCES):
    """Header, three passes and the end."""
    told_of = [{"chances": chances[number]} if number in chances else {} for number in range(5)]
    passes = [{"event": "pass", "player": number - 1, **told_of[number]} for number in (1, 2, 3)]
    end = {"event": "end", "ending": "out", "winners": [1], "losers": [0, 2], "places": [2, 1, 2], "scores": [], "turns": 3}
    header = {**HEADER, "rules": MEAN.resolve(MEAN.Rules(), 3).model_dump(mode="json")}
    return [header, *passes, {**end, **told_of[4], "turning_point": turn, "imagined": 300}]


def test_its_title_is_the_turning_point_and_its_note_says_what_happened():
    found = win_curve(MEAN, game(), "win-curve", "deal 7")
    assert found.title == "Deal 7: the chance of Seat 1 (owl) to win goes from 25% to 60% at events 2 to 3"
    assert found.note == (
        "Turning point, at 2: Seat 1 (owl) would be punished, but there is no card left to take. "
        "Seat 2 (crab) would be punished, but there is no card left to take. "
        "The chance of Seat 1 (owl) to win goes from 25% to 60%. Each time from 300 imagined games, in which all go on as at this table."
    )
    assert "Seat 0 (crab): 50% at first, 50% at most, 0% at least and 0% in the end." in found.alt
    alone = win_curve(MEAN, game({**TURN, "first": 3}), "win-curve", "deal 7")
    assert alone.title.endswith("to 60% at event 3")
    even = win_curve(MEAN, game(None), "win-curve", "deal 7")
    assert even.title == "Deal 7: no turn moved a chance to win by more than it would by chance alone"
    assert even.note.startswith("Each time from 300")
    assert win_curve(MEAN, game(None), "win-curve").title == "No turn moved a chance to win by more than it would by chance alone"


@pytest.mark.parametrize("turn", [TURN, None])
def test_each_line_runs_through_its_chances(turn):
    """Events across, from the first that tells chances to the end; chances up. The turning point is shaded."""
    seen = Seen(win_curve(MEAN, game(turn), "win-curve", "deal 7").draw)
    wide = (RIGHT - LEFT) / 3
    bottom = max(line.y1 for line in seen.lines)
    paths = re.findall(r'd="M([^"]*)" fill="none"', seen.drawn)
    assert len(paths) == 3
    for seat, path in enumerate(paths):
        points = [tuple(map(float, point.split())) for point in path.split("L")]
        expected = [(10 * (LEFT + (event - 1) * wide), bottom - of[seat] * HIGH) for event, of in CHANCES.items()]
        assert points == [(pytest.approx(x, abs=0.6), pytest.approx(y, abs=0.01)) for x, y in expected]
        sign = seen.signs[3 + seat]  # behind those of the legend
        assert any(abs(10 * sign.x - x) < 1 and abs(sign.y - y) < 0.01 for x, y in points)
    assert [(box.x, box.wide, box.high) for box in seen.boxes] == (
        [(pytest.approx(LEFT, abs=0.01), pytest.approx(2 * wide, abs=0.01), HIGH)] if turn else []
    )


def test_a_game_that_tells_no_chances_has_none():
    assert win_curve(MEAN, game(chances={}), "win-curve", "deal 7") is None
    assert win_curve(MEAN, game(chances={4: [0, 1, 0]}), "win-curve", "deal 7") is None


OTHER = {1: [0.25, 0.5, 0.25], 4: [1.0, 0.0, 0.0]}


def pair(before=CHANCES, after=OTHER):
    flipped = FlippedDeal(3, "one", "an Eight wins", 7, (0, 1, 2), ("crab", "owl", "crab"))
    return SideBySide(flipped, "as printed", game(chances=before), game(chances=after), 2)


def test_of_two_games_that_part_it_follows_the_seat_that_profits():
    """By the other rules Seat 0 wins: its chance by both, all along, and shaded from where they part."""
    found = parting_curve(pair(), "both", ("as printed", "an Eight wins"))
    assert found.title == "Seat 0 (crab) wins with “an Eight wins”, not with “as printed”: they part at event 2"
    assert "chance to win with “as printed”: 50% at first, 50% at most, 0% at least and 0% in the end" in found.alt
    assert found.note.startswith("Each time from 300 imagined games")
    seen = Seen(found.draw)
    wide, bottom = (RIGHT - LEFT) / 3, max(line.y1 for line in seen.lines)
    for path, course in zip(re.findall(r'd="M([^"]*)" fill="none"', seen.drawn), (CHANCES, OTHER), strict=True):
        points = [tuple(map(float, point.split())) for point in path.split("L")]
        expected = [(10 * (LEFT + (event - 1) * wide), bottom - of[0] * HIGH) for event, of in course.items()]
        assert points == [(pytest.approx(x, abs=0.6), pytest.approx(y, abs=0.01)) for x, y in expected]
    assert [(box.x, box.wide) for box in seen.boxes] == [(pytest.approx(LEFT + wide, abs=0.01), pytest.approx(2 * wide, abs=0.01))]


def test_a_win_that_is_shared_is_told_as_a_share():
    shared = parting_curve(pair({**CHANCES, 4: [0.25, 0.75, 0]}, {**OTHER, 4: [0.5, 0.5, 0]}), "both", ("as printed", "an Eight wins"))
    assert shared.title.startswith("Seat 0 (crab) has 50% of the win with “an Eight wins”, and 25% of it with “as printed”")
    assert parting_curve(pair(before={}), "both", ("as printed", "an Eight wins")) is None


def test_where_nobody_wins_by_the_other_rules_nobody_profits():
    assert parting_curve(pair(after={**OTHER, 4: [0.0, 0.0, 0.0]}), "both", ("as printed", "an Eight wins")) is None


@pytest.mark.parametrize("chances", [CHANCES, {}])
def test_two_games_on_a_table_stand_below_it(chances):
    """And their scrubber runs along it."""
    replayed = {"places": [], "names": [], "steps": [[0]] * 4, "told": ["a", "b", "c", "d"]}
    beside = replace(pair(before=chances), tables=(replayed, replayed))
    shown = [*events._side_by_side(run_of({}), beside)]
    assert len(shown) == (3 if chances else 2)
    on_table = shown[-2]
    assert (on_table.curve, on_table.moments) == (("win-curve-both", [1, 4, LEFT, RIGHT]) if chances else ("", ()))


@pytest.mark.parametrize("chances", [CHANCES, {}])
def test_it_stands_above_the_usual_game_of_a_page(chances):
    usual = TypicalGame(3, "one", "as printed", 7, 3, game(chances=chances), "simlab trace mean")
    text = told(events.typical(run_of({}, examples=type("Examples", (), {"typical": usual}))))
    curve = "[win-curve] A game of usual length: the chance of Seat 1 (owl) to win goes from 25% to 60% at events 2 to 3"
    assert (curve in text) == bool(chances)
    assert text.index("A game of usual length") < text.index("simlab trace mean")


def test_a_page_of_games_has_each_with_its_curve_and_its_command():
    other = [{**event, "deal": 8} if event["event"] == "header" else event for event in game(chances={})]
    page = html_of([Trace(MEAN, tuple(game())), Trace(MEAN, tuple(other))], ["replay seven", "replay eight"])
    assert "<title>MEAN! with 3 players, deals 7 to 8 – simlab</title>" in page
    assert '<p class="kicker">crab, owl, crab</p>\n<h1>MEAN! with 3 players</h1>' in page
    assert (page.count('id="win-curve-7"'), page.count('id="win-curve-8"')) == (1, 0)
    assert page.index('<h2 id="game-1">Deal 7</h2>') < page.index("replay seven") < page.index("replay eight")
    assert "chances to win: 40%, 60%, 0%" in page
    alone = html_of([Trace(MEAN, tuple(game()))], ["again"])
    assert "<title>MEAN! with 3 players, deal 7 – simlab</title>" in alone
    assert re.findall(r">([^<]*Deal 7[^<]*)<", alone) == ["Deal 7"], "it is said once"
