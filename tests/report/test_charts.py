"""Charts: each mark at its number, nothing cut off or written over something else on the narrowest phone, no extreme scales an axis."""

import re
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.report.charts import Graph, Level, Mark, Panel, Row, Series, Spread, grid, intervals, lines, spreads, stacked, winning
from simlab.report.charts.axis import Axis, reach, round_numbers
from simlab.report.svg import NARROWEST
from simlab.words.numbers import signed
from tests.report.seen import Seen, number_of

LONG = "a name that goes on and on, longer than anybody would wish " * 3
WORD = "Donaudampfschifffahrtsgesellschaft" * 6

SHARES = Panel(
    [
        Row("spoiler", [Mark((3.1, 2.2, 4.0), "+3.1", "matters"), Mark((0.4, -0.3, 1.1), "+0.4", "undecided", 1)], "41.7% before"),
        Row("random", [Mark((-1.7, -2.4, -1.0), "−1.7", "matters"), Mark((-0.2, -0.6, 0.2), "−0.2", "nothing", 1)], "9.6% before"),
    ],
    "points",
    "Win shares",
    0.0,
    "no change",
    (-1.0, 1.0),
)  # fmt: skip
LENGTHS = Panel([Row("as printed", [Mark((25.5, 24.75, 26.25), "25.5 turns")])], "turns", zero=24.0, differences=False)
ROWS = [row for panel in (SHARES, LENGTHS) for row in panel.rows]
OWL = Series("owl", [(3, 30, 29, 31), (8, 25, 24, 26)])
GRAPHS = [
    Graph("Win share", [Series("crab", [(3, 40, 39, 41), (5, 44, 43, 45), (8, 50, 49, 51)]), OWL]),
    Graph("Length", [Series("turns", [(3, 20.0, 19.0, 21.0), (5, 25.0, 24.0, 26.0)])], Level("even", [(3, 22.0), (5, 22.0)], 0.5)),
]  # fmt: skip
COUNTS = np.array([0, 3, 9, 2, 0, 1])
CHARTS = {
    "forest": intervals([SHARES, LENGTHS], ["an Eight wins", "an Eight swaps"]),
    "histograms": spreads(
        [Spread("as printed", "median 2", COUNTS, 1, 2, 5), Spread("longer", "median 3", COUNTS[::-1], 1, 3, 5)], "turns"
    ),
    "curves": lines(GRAPHS, "stack size"),
    "chances": winning(["Seat 0 (crab)", "Seat 1 (owl)"], [{1: 0.5, 4: 0.2, 9: 0.0}, {1: 0.5, 4: 0.8, 9: 1.0}], (1, 4)),
    "stacks": stacked([("as printed", [("out", 80.0), ("last Eight", 20.0)]), ("an Eight wins", [("out", 100.0)])], "% of games"),
    "maps": grid(["crab", "owl"], ["crab", "owl"], [[None, (0.5, "+0.5")], [(-0.5, "−0.5"), None]]),
}
THREE = [Mark((1, 0, 2), "+1.0", "plain", i) for i in range(3)]
CROWDED = {
    "forest": lambda name: intervals([Panel([Row(name, THREE, "9.6% before")] * 6, "pp", "title", 0.0)] * 2, [name] * 3),
    "histograms": lambda name: spreads([Spread(name, "median 2", np.array([1, 2, 3]), 0, 1, 2)] * 5, "turns"),
    "chances": lambda name: winning([name] * 8, [{1: 0.125, 2_000: 0.125}] * 8, (1, 2)),
    "curves": lambda name: lines([Graph(name, [Series(f"{i} {name}", [(2, 1, 0, 2), (5, i, 0, 2)]) for i in range(8)])] * 3, name),
    "stacks": lambda name: stacked([(name, [(f"{i} {name}", 12.5) for i in range(8)])] * 5, "%"),
    "maps": lambda name: grid([name] * 8, [f"{name} {i}" for i in range(8)], [[(1.0, "+10.0 ●")] * 8] * 8),
}  # fmt: skip
EMPTY = {
    "forest": [intervals([]), intervals([Panel([], "pp", "title", 0.0, "no change")]), intervals([Panel([Row("a")], "pp")])],
    "histograms": [spreads([], "turns")],
    "curves": [lines([], "players"), *(lines([Graph("t", [Series("a", points)])], "") for points in ([], [(1, nan, nan, nan)]))],
    "stacks": [stacked([], "%")],
    "maps": [grid([], [], []), grid(["a"], [], [[]])],
}  # fmt: skip
CONSTANT = {
    "forest": intervals([Panel([Row("a", [Mark((0.0, 0.0, 0.0), "0", "nothing")])], "pp", zero=0.0, band=(0.0, 0.0))]),
    "histograms": spreads([Spread("a", "", np.zeros(3), 0, 0, 0), Spread("b", "", np.array([7]), 0, 0, 0)], "turns"),
    "curves": lines([Graph("t", [Series("a", [(4, 0.0, 0.0, 0.0)]), Series("b", [(4, 0.0, 0.0, 0.0)])], Level("even", [(4, 0.0)]))], "x"),
    "chances": winning(["a"], [{5: 1.0}], None),
    "stacks": stacked([("a", []), ("b", [("x", 0.0), ("y", nan)])], "%"),
    "maps": grid(["a"], ["b"], [[(0.0, "0")]]),
}


@pytest.mark.parametrize("name", CHARTS)
def test_nothing_is_cut_off_or_written_over_something_else(name):
    seen = Seen(CHARTS[name])
    for width in (NARROWEST, 358, 740):
        assert seen.outside(width) == []
        assert seen.colliding(width) == []


@pytest.mark.parametrize("of", [LONG, WORD], ids=["words", "a word"])
@pytest.mark.parametrize("kind", CROWDED)
def test_many_with_long_names_fit_as_well(kind, of):
    seen = Seen(CROWDED[kind](of))
    assert seen.outside() == []
    assert seen.colliding() == []
    assert any(text.endswith("…") for text in seen.texts())


@pytest.mark.parametrize("kind", EMPTY)
def test_of_no_data_it_says_so(kind):
    for chart in EMPTY[kind]:
        seen = Seen(chart)
        assert seen.texts() == ["nothing to show"]
        assert seen.height == 20


@pytest.mark.parametrize("kind", CONSTANT)
def test_what_never_changes_can_be_drawn(kind):
    seen = Seen(CONSTANT[kind])
    assert seen.outside() == []
    assert "nan" not in seen.drawn


# Forest plots


def test_each_mark_stands_at_its_number_and_its_interval_reaches_from_end_to_end():
    seen = Seen(CHARTS["forest"])
    marks = [mark for row in ROWS for mark in row.marks]
    signs = seen.signs[2:]  # after the legend's
    assert [sign.style for sign in signs] == [mark.style for mark in marks]
    bars = [line for line in seen.lines if line.width == 2.4]
    points, turns = (seen.ruler(_axis(seen, panel.unit)) for panel in (SHARES, LENGTHS))
    for mark, sign, bar in zip(marks, signs, bars, strict=True):
        at = turns if mark.value == "25.5 turns" else points
        assert sign.x == pytest.approx(at(mark.ends[0]), abs=0.02)
        assert (bar.x1, bar.x2) == pytest.approx((at(mark.ends[1]), at(mark.ends[2])), abs=0.02)
        assert bar.y1 == bar.y2 == sign.y
        value = seen.said(mark.value)
        assert abs(value.y - 4.5 - sign.y) < 1
        is_at_the_edge = bar.x2 > 80 if mark.ends[0] >= 0 else bar.x1 < 20
        assert (value.anchor == "start") == ((mark.ends[0] >= 0) != is_at_the_edge), "away from the zero"


def _axis(seen: Seen, unit: str) -> float:
    return seen.said(unit).y - 17


def test_the_band_is_exactly_what_is_too_little_to_matter():
    seen = Seen(CHARTS["forest"])
    at = seen.ruler(_axis(seen, "points"))
    (band,) = [box for box in seen.boxes if box.color == "band"]
    assert (band.x, band.x + band.wide) == pytest.approx((at(-1), at(1)), abs=0.05)
    assert seen.said("too small to matter").x == pytest.approx(at(0), abs=0.05)
    assert "no change" in Seen(intervals([Panel(SHARES.rows, "points", zero=0.0, zero_label="no change")])).texts()


def test_an_extreme_stands_at_the_edge_with_its_number():
    marks = [Row(str(i), [Mark((i, i - 0.1, i + 0.1), f"+{i}")]) for i in (1, 2, 3)]
    far = Row("far", [Mark((41_900.0, 41_000.0, 42_000.0), "+41,900%")])
    seen = Seen(intervals([Panel([*marks, far], "percent", zero=0.0)]))
    at = seen.ruler(_axis(seen, "percent"))
    assert at(3) - at(1) > 10, "the others are told apart"
    assert seen.signs[3].x == pytest.approx(97.5)
    assert seen.said("+41,900%").anchor == "end"


def test_an_interval_without_an_end_goes_on_to_the_edge():
    seen = Seen(intervals([Panel([Row("a", [Mark((1.0, -inf, inf), "+1")])], "points", zero=0.0)]))
    bar = next(line for line in seen.lines if line.width == 2.4)
    assert (bar.x1, bar.x2) == (2.5, 97.5)


@pytest.mark.usefixtures("always_the_same_cases")
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6))
def test_any_numbers_stand_where_they_belong(numbers):
    seen = Seen(intervals([Panel([Row(str(i), [Mark((x, x, x), "v")]) for i, x in enumerate(numbers)], "unit", zero=0.0)]))
    assert all(2.49 <= sign.x <= 97.51 for sign in seen.signs)
    order = [sign.x for sign in seen.signs]
    assert all((a <= b + 0.02) for (a, x), (b, y) in zip(zip(order, numbers), zip(order[1:], numbers[1:])) if x <= y)  # noqa: B905


# Curves


def test_points_stand_at_their_numbers_on_a_numeric_axis():
    seen = Seen(CHARTS["curves"])
    bottom = seen.said("8").y
    xs = {words.text: words.x for words in seen.words if words.y == bottom and words.x < 50}
    assert (xs["5"] - xs["3"]) / (xs["8"] - xs["3"]) == pytest.approx(2 / 5, abs=0.01), "a rule's numbers lie as far apart as they are"
    ticks = [(number_of(words.text), words.y + 3) for words in seen.words if words.x == 0 and number_of(words.text) is not None]
    (low, below), (high, above) = ticks[0], ticks[-1]
    crab = [sign for sign in seen.signs if sign.color == "series-1"][1:]
    assert low is not None
    assert high is not None
    for sign, value in zip(crab, (40, 44, 50), strict=True):
        assert sign.y == pytest.approx(below + (value - low) / (high - low) * (above - below), abs=0.5)


def test_numbers_of_players_between_which_nothing_was_played_are_not_joined():
    series = [Series("a", [(2, 1, 0, 2), (4, 2, 1, 3), (5, 3, 2, 4)])]
    counts = [
        len([line for line in Seen(lines([Graph("t", series)], "players", is_joined=joined)).lines if line.width == 1.6])
        for joined in (True, False)
    ]
    assert counts == [2, 1]


def test_lines_differ_without_their_colour():
    series = [Series(str(i), [(2, i, i, i), (3, i, i, i)]) for i in range(8)]
    seen = Seen(lines([Graph("t", series)], "x"))
    dashes = {line.dashes for line in seen.lines if line.width == 1.6}
    assert len(dashes) == 8


# Distributions, stacks, maps


def test_a_distribution_has_its_steps_its_median_and_the_outline_of_the_first():
    seen = Seen(CHARTS["histograms"])
    assert seen.drawn.count('class="steps"') == 2
    assert seen.drawn.count("stroke-dasharray") == 1, "only the second has the first one's outline"
    at = seen.ruler(seen.said("turns").y - 17)
    middles = [line for line in seen.lines if line.x1 == line.x2 and line.width == 2.4]
    assert [line.x1 for line in middles] == pytest.approx([at(2), at(3)], abs=0.05)
    spans = [line for line in seen.lines if line.width == 2.2]
    assert [(line.x1, line.x2) for line in spans] == [pytest.approx((at(1), at(5)), abs=0.05)] * 2
    assert Seen(CHARTS["histograms"]).drawn == seen.drawn, "the same bytes every time"


def test_a_long_tail_is_cut():
    seen = Seen(spreads([Spread("a", "", np.array([1000] + [0] * 900 + [1]), 0, 0, 0)], "turns"))
    assert max(number for text in seen.texts() if (number := number_of(text)) is not None) < 10


def test_parts_are_as_wide_as_their_shares():
    seen = Seen(CHARTS["stacks"])
    at = seen.ruler(seen.said("% of games").y - 17)
    assert [(box.x, box.wide) for box in seen.boxes] == [
        pytest.approx(pair, abs=0.05) for pair in ((at(0), at(80) - at(0)), (at(80), at(20) - at(0)), (at(0), at(100) - at(0)))
    ]
    assert {"80%", "20%", "100%"} <= set(seen.texts())


def test_cells_are_darker_the_further_they_are_from_nothing():
    seen = Seen(grid(["a", "b"], ["c", "d"], [[(1.0, "+1"), (-4.0, "−4")], [None, (nan, "–")]]))
    shades = [float(shade) for shade in re.findall(r'fill-opacity="([\d.]+)"', seen.drawn)]
    assert shades[1] > shades[0] > shades[2]
    assert [box.color for box in seen.boxes[:2]] == ["series-1", "series-2"]
    assert {"+1", "−4", "a", "b"} <= set(seen.texts())


# Axes


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([1.0, 3.0], (0.8, 3.2)),
        ([3.0, nan, 1.0, inf], (0.8, 3.2)),
        ([20.0], (18.0, 22.0)),
        ([0.0], (-0.5, 0.5)),
        ([], (-0.1, 1.1)),
        ([1.0, 2.0, 3.0, 2.0, 100.0], (0.3, 8.7)),
        ([1.0, 2.0, 3.0, 2.0, 21.0], (-1.0, 23.0)),
    ],
)
def test_an_axis_reaches_a_little_beyond_all_numbers_but_extremes(values, wanted):
    assert reach(values, room=0.1) == pytest.approx(wanted)


def test_what_has_to_be_on_an_axis_is():
    assert reach([1.0], [0.0, -5.0], 0.1) == pytest.approx((-5.6, 1.6))


@pytest.mark.parametrize(
    ("ends", "most", "wanted"),
    [
        ((0.0, 1.0), 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ((0.0, 1.0), 4, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        ((-1200.0, 900.0), 5, ["−1,000", "−500", "0", "500"]),
        ((0.9e-4, 4.1e-4), 4, ["0.0001", "0.0002", "0.0003", "0.0004"]),
        ((24.59, 25.41), 6, ["24.6", "24.8", "25.0", "25.2", "25.4"]),
    ],
)
def test_numbers_along_an_axis_are_round_and_have_as_many_decimals_as_they_need(ends, most, wanted):
    ticks, labels = round_numbers(ends, most)
    assert labels == wanted
    assert ticks == pytest.approx([float(label.replace("−", "-").replace(",", "")) for label in labels])


def test_differences_have_a_sign():
    assert round_numbers((-1.0, 1.0), 4, signed)[1] == ["−1.0", "−0.5", "0.0", "+0.5", "+1.0"]


def test_a_number_beyond_an_axis_stands_at_its_end():
    axis = Axis(0, 10, 0, 100)
    assert [axis.at(value) for value in (-1, 0, 5, 11)] == [0, 0, 50, 100]
    assert [axis.is_beyond(value) for value in (-1, 5, 11)] == [True, False, True]


def test_a_distribution_has_a_step_for_each_number_as_high_as_its_share():
    drawn = Seen(spreads([Spread("a", "", np.array([1, 3]), 0, 0, 1), Spread("b", "", np.array([3, 1]), 0, 0, 1)], "turns")).drawn
    rises, falls = "M 0 56 L 0 37.7 L 360 37.7 L 360 1.1 L 720 1.1 L 720 56", "M 0 56 L 0 1.1 L 360 1.1 L 360 37.7 L 720 37.7 L 720 56"
    dashed = "M 0 37.7 L 0 37.7 L 360 37.7 L 360 1.1 L 720 1.1 L 720 1.1"  # the first one's outline, which does not end on the line below
    assert re.findall(r'<path d="([^"]*)" style="(fill: [^;]*)', drawn) == [
        *((rises, fill) for fill in ("fill: var(--series-1)", "fill: none")),
        *((falls, fill) for fill in ("fill: var(--series-1)", "fill: none")),
        (dashed, "fill: none"),
    ]
