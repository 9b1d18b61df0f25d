"""What holds for every kind of chart: its plan, its edges, and what it does with no data at all."""

import numpy as np
import pytest

from simlab.report.charts import Mark, Panel, Series, Spread, grid, intervals, lines, spreads, stacked
from simlab.report.charts.sheet import cut, folded, reach, room_for, round_numbers
from simlab.words.numbers import signed
from tests.report import test_charts_curves, test_charts_forest, test_charts_histograms, test_charts_maps, test_charts_stacks
from tests.report.seen import PLANS, colliding, look, outside

CHARTS = {
    "forest": intervals(test_charts_forest.PANELS),
    "histograms": spreads([test_charts_histograms.FIRST, test_charts_histograms.SECOND], "turns"),
    "curves": lines([test_charts_curves.FALLING, test_charts_curves.RISING], "players", "win share of a seat (%)", test_charts_curves.EVEN),
    "stacks": stacked(test_charts_stacks.ROWS, "% of games"),
    "maps": grid(test_charts_maps.ROWS, test_charts_maps.COLUMNS, test_charts_maps.CELLS),
}
LONG = "a name that goes on and on, longer than anybody would wish " * 3
WORD = "Donaudampfschifffahrtsgesellschaft" * 6


@pytest.fixture(scope="module", params=CHARTS)
def seen(request):
    return request.param, look(CHARTS[request.param])


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_it_is_drawn_as_planned(seen, size):
    """Every word, shape and sign of a small picture, in pixels. Whoever means to draw it otherwise writes the new plan here."""
    name, found = seen
    assert found[size].plan() == (PLANS / f"{name}-{size}.txt").read_text(encoding="utf-8")


def test_nothing_is_cut_off_or_written_over_something_else(seen):
    for found in seen[1].values():
        assert outside(found) == colliding(found) == []


CROWDED = {
    "forest": lambda name: intervals([Panel([Mark(name, (1, 0, 2), "+1.0 pp", "plain", name)] * 12, "pp", "title", 0.0, "no change")] * 2),
    "histograms": lambda name: spreads([Spread(name, "median 2", np.array([1, 2, 3]), 0, 1, 2)] * 5, "turns"),
    "curves": lambda name: lines([Series(name, [(2, 1, 0, 2), (5, i, 0, 2)]) for i in range(8)], "players", name),
    "stacks": lambda name: stacked([(name, [(f"{i} {name}", 12.5) for i in range(8)])] * 5, "%"),
    "maps": lambda name: grid([name] * 8, [name] * 8, [[(1.0, "+10.0 ●")] * 8] * 8),
}


@pytest.mark.parametrize("name", [LONG, WORD], ids=["words", "a word"])
@pytest.mark.parametrize("kind", CROWDED)
def test_many_with_long_names_fit_as_well(kind, name):
    for found in look(CROWDED[kind](name)).values():
        assert outside(found) == colliding(found) == []
        cut_off = [text for text in found.texts() if text.endswith(" …")]
        assert cut_off
        assert all(text.removesuffix(" …").split()[-1] in name for text in cut_off)


@pytest.mark.parametrize(
    "chart",
    [
        *(intervals([]), intervals([Panel([], "pp", "title", 0.0, "no change")]), spreads([], "turns")),
        *(lines([], "players", "%"), lines([Series("a", [])], "players", "%"), stacked([], "%"), grid([], [], []), grid(["a"], [], [[]])),
    ],
)
def test_of_no_data_it_says_so(chart):
    for found in look(chart).values():
        assert found.texts(color="muted", size=11.5) == ["nothing to show"]
        assert outside(found) == found.shapes == []
        assert found.height == 17


def test_a_panel_without_marks_is_left_out():
    full = Panel([Mark("a", (1, 0, 2), "1")], "pp")
    both, alone = look(intervals([Panel([], "%", "empty"), full])), look(intervals([full]))
    assert [both[size].plan() for size in both] == [alone[size].plan() for size in alone]


def test_stacks_without_parts_have_their_names():
    for found in look(stacked([("all", [])], "%")).values():
        assert "all" in found.texts()
        assert outside(found) == []


def test_a_text_takes_about_half_its_size_a_letter():
    assert room_for("abcd", 10) == pytest.approx(22.4)
    assert room_for("abcd") == room_for("abcd", 13.0)


@pytest.mark.parametrize(
    ("words", "width", "lines", "wanted"),
    [
        ("one two three", 60, 3, ["one two", "three"]),
        ("one two three four", 60, 2, ["one two", "three …"]),
        ("one two three", 60, 1, ["one tw …"]),
        ("abcdefghijklmnop", 60, 3, ["abcdefgh", "ijklmnop"]),
        ("abcdefghijklmnop", 60, 1, ["abcdef …"]),
        ("one  two", 60, 1, ["one  two"]),
        ("one two", 0, 3, ["one", "two"]),
        ("abcdefg", 0, 1, ["abcd …"]),
        ("", 60, 3, [""]),
    ],
)
def test_texts_are_folded_and_cut(words, width, lines, wanted):
    assert folded(words, width, lines) == wanted
    if lines == 1:
        assert [cut(words, width)] == wanted
    assert max(map(len, folded(words, width, lines, size=26.0))) <= 6


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([1.0, 3.0], (0.8, 3.2)),
        ([3.0, float("nan"), 1.0, float("inf")], (0.8, 3.2)),
        ([20.0], (18.0, 22.0)),
        ([-20.0], (-22.0, -18.0)),
        ([0.0], (-0.5, 0.5)),
        ([], (-0.1, 1.1)),
    ],
)
def test_an_axis_reaches_a_little_beyond_all_numbers(values, wanted):
    assert reach(values, 0.1) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("ends", "most", "wanted"),
    [
        ((0.0, 1.0), 6, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ((0.0, 1.0), 4, ["0.00", "0.25", "0.50", "0.75", "1.00"]),
        ((0.01, 0.99), 4, ["0.25", "0.50", "0.75"]),
        ((-1200.0, 900.0), 5, ["−1,000", "−500", "0", "500"]),
        ((0.9e-4, 4.1e-4), 4, ["0.0001", "0.0002", "0.0003", "0.0004"]),
        ((24.59, 25.41), 6, ["24.6", "24.8", "25.0", "25.2", "25.4"]),
    ],
)
def test_numbers_along_an_axis_are_round_and_have_as_many_decimals_as_they_need(ends, most, wanted):
    ticks, labels = round_numbers(ends, most)
    assert labels == wanted
    assert len(ticks) == len(labels)
    assert ticks == pytest.approx([float(label.replace("−", "-").replace(",", "")) for label in labels])


def test_what_is_counted_has_whole_numbers():
    assert round_numbers((-0.5, 2.5), 9, whole=True) == ([0.0, 1.0, 2.0], ["0", "1", "2"])
    assert round_numbers((-0.5, 12.5), 5, whole=True)[1] == ["0", "5", "10"]
    assert round_numbers((-0.5, 0.5), 5, whole=True)[1] == ["0"]


@pytest.mark.parametrize(
    ("chart", "wide", "narrow"),
    [
        (intervals([Panel([Mark("", (0.0, 0.0, 3.0), "")], "")]), 4, 4),
        (intervals([Panel([Mark("", (0.0, 0.0, 1.0), "")], "")]), 6, 3),
        (spreads([Spread("", "", np.ones(10), 0, 0, 0)], ""), 5, 5),
        (spreads([Spread("", "", np.ones(6), 0, 0, 0)], ""), 6, 3),
        (stacked([("", [("", 100.0)])], ""), 6, 6),
    ],
)
def test_there_are_as_many_numbers_as_can_be_read(chart, wide, narrow):
    found = look(chart)
    assert (len(found["wide"].axes[0].labels), len(found["narrow"].axes[0].labels)) == (wide, narrow)


def test_there_are_as_many_numbers_beside_lines():
    for found in look(lines([Series("", [(2, 0.0, 0.0, 3.0), (3, 0.0, 0.0, 0.0)])], "", "")).values():
        assert found.texts(anchor="end") == ["0", "1", "2", "3"]


def test_differences_have_a_sign():
    assert round_numbers((-1.0, 1.0), 4, signed)[1] == ["−1.0", "−0.5", "0.0", "+0.5", "+1.0"]


def test_a_number_at_the_edge_stands_beside_its_tick():
    marks = [Mark("a", (0.0, -1_000_000.0, 1_060_000.0), "0")]
    found = look(intervals([Panel(marks, "a game")]))["narrow"]
    assert outside(found) == []
