"""Lines along the number of players: points with their intervals, told apart without colour, each with its name at its end."""

from itertools import pairwise
from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.report.charts import Level, Series, lines
from tests.report.seen import SIZES, Seen, Shape, colliding, look, outside

FALLING = Series("falling", [(2, 52.5, 50.0, 55.0), (3, 35.0, 33.0, 37.0), (5, 20.0, 19.0, 21.0)])
RISING = Series("rising", [(2, 47.5, 45.0, 50.0), (3, 49.0, 48.0, 51.0), (5, 60.0, 57.0, 62.0)])
EVEN = Level("equal shares", [(2, 50.0), (5, 20.0)], 2.0)


@pytest.fixture(scope="module")
def both():
    return look(lines([FALLING, RISING], "players", "win share of a seat (%)", EVEN))


@pytest.fixture(params=SIZES)
def seen(request, both) -> Seen:
    return both[request.param]


def height_of(seen: Seen, number: float) -> float:
    """The pixel where a number stands on the vertical axis, by the labels at its faint lines."""
    heights = sorted(line.box[1] for line in seen.lines("grid", 0.8))
    labels = sorted((words for words in seen.words if words.anchor == "end"), key=lambda words: words.y)
    assert [label.y for label in labels] == pytest.approx(heights, abs=0.5)
    numbers = [float(label.text.replace("−", "-").replace(",", "")) for label in labels]
    assert all(b < a for a, b in pairwise(numbers))
    return heights[0] + (number - numbers[0]) * (heights[-1] - heights[0]) / (numbers[-1] - numbers[0])


def points_of(seen: Seen, color: str) -> list[Shape]:
    """The signs of a line from the left, without the one before its name."""
    return sorted((sign for sign in seen.signs if sign.stroke == color), key=lambda sign: sign.at[0])[:-1]


def end_of(seen: Seen, color: str) -> Shape:
    """The sign before the name of a line."""
    return max((sign for sign in seen.signs if sign.stroke == color), key=lambda sign: sign.at[0])


def test_points_stand_at_their_numbers(seen):
    for one, color, side in ((FALLING, "series-1", -1), (RISING, "series-2", 1)):
        for (x, mean, *_), sign in zip(one.points, points_of(seen, color), strict=True):
            assert sign.at == pytest.approx((seen.axes[0].at(x + side * 0.035), height_of(seen, mean)), abs=0.5)


def test_intervals_reach_from_end_to_end(seen):
    for one, color in ((FALLING, "series-1"), (RISING, "series-2")):
        bars = sorted((line for line in seen.lines(color, 2)), key=lambda line: line.box[0])
        for (_, _, low, high), bar, sign in zip(one.points, bars, points_of(seen, color), strict=True):
            assert bar.box == pytest.approx((sign.at[0], height_of(seen, high), sign.at[0], height_of(seen, low)), abs=0.5)


def test_lines_go_through_their_points(seen):
    for color in ("series-1", "series-2"):
        (line,) = seen.lines(color, 1.6)
        assert line.points == tuple(sign.at for sign in points_of(seen, color))


def test_the_level_and_its_band(seen):
    (level,) = (line for line in seen.lines("muted", 1) if line.dashes == "1,2")
    at = seen.axes[0].at
    assert level.points == (pytest.approx((at(2), height_of(seen, 50)), abs=0.5), pytest.approx((at(5), height_of(seen, 20)), abs=0.5))
    (band,) = seen.areas("grid", 0.55)
    assert band.box == pytest.approx((at(2), height_of(seen, 52), at(5), height_of(seen, 18)), abs=0.5)


def test_each_name_stands_at_the_end_of_its_line(seen):
    for one, color in ((FALLING, "series-1"), (RISING, "series-2")):
        name, sign, last = seen.said(one.label), end_of(seen, color), points_of(seen, color)[-1]
        assert sign.outline != last.outline, "a little smaller"
        assert [x > 0 for x, _ in shifted(sign)] == [x > 0 for x, _ in shifted(last)], "of the same shape"
        assert name.y == pytest.approx(sign.at[1], abs=0.5)
        assert name.x == pytest.approx(sign.at[0] + 10, abs=0.1)
        assert last.at[0] < sign.at[0]
    assert seen.said("rising").y == pytest.approx(height_of(seen, 60), abs=0.5)
    falling, level = seen.said("falling"), seen.said("equal shares")
    assert abs(falling.y - height_of(seen, 20)) < 1
    assert level.y == pytest.approx(falling.y + 17, abs=0.5), "moved apart"


def shifted(sign: Shape) -> list[tuple[float, float]]:
    return [(round(x - sign.at[0], 1), round(y - sign.at[1], 1)) for x, y in sign.points]


def test_the_axes_are_named_and_numbered(seen):
    (axis,) = seen.axes
    assert (axis.labels, axis.unit) == (["2", "3", "5"], "players")
    name = seen.said("win share of a seat (%)")
    assert (name.x, name.color, name.size, name.anchor) == (0, "muted", 11.5, "start")
    assert name.y < min(line.box[1] for line in seen.lines("grid", 0.8))
    (line,) = (line for line in seen.lines("muted", 0.8))
    assert (axis.at(2) - line.box[0], line.box[2] - axis.at(5)) == pytest.approx(((axis.at(3) - axis.at(2)) * 0.3,) * 2, abs=0.5)
    assert [words.text for words in seen.words if words.anchor == "end"] == ["20", "30", "40", "50", "60"]


def test_there_is_a_little_room_above_and_below(both):
    for size, high in (("wide", 320), ("narrow", 250)):
        seen = both[size]
        assert seen.height == high + 44
        beyond = (high - 24) * 0.08 / 1.16
        assert (height_of(seen, 62), height_of(seen, 18)) == pytest.approx((24 + beyond, high - beyond), abs=0.5)


def test_there_is_room_for_the_band():
    flat = Series("flat", [(2, 1.0, 1.0, 1.0), (5, 1.0, 1.0, 1.0)])
    for seen in look(lines([flat], "players", "%", Level("none", [(2, 0.0), (5, 0.0)], 5.0))).values():
        (band,) = seen.areas("grid", 0.55)
        beyond = (seen.height - 44 - 24) * 0.08 / 1.16
        assert (band.box[1], band.box[3]) == pytest.approx((24 + beyond, seen.height - 44 - beyond), abs=0.5)


def test_a_level_without_a_band_has_none():
    level = Level("even", [(2, 50.0), (5, 20.0)])
    for seen in look(lines([FALLING], "players", "%", level)).values():
        assert seen.areas("grid", 0.55) == []
        assert seen.said("even")


def many(count: int, last: float = 1.0, label: str = "line") -> list[Series]:
    return [Series(f"{label} {i}", [(x, i * (5 - x) + last, i - 1.0, i + 1.0) for x in (2, 3, 5)]) for i in range(count)]


def test_lines_differ_without_their_colour():
    for seen in look(lines(many(12), "players", "%")).values():
        drawn = [line for line in seen.shapes if line.width == 1.6 and not line.at and line.stroke.startswith("series")]
        signs = {tuple(shape.points[0]): shape for shape in seen.signs}
        looks = {(line.dashes, tuple(shifted(signs[line.points[0]])) if line.points[0] in signs else i) for i, line in enumerate(drawn)}
        assert len(drawn) == len(looks) == 12
        dashes = ["", "8,3.2", "2.4,2.4", "11.2,3.2,2.4,3.2", "4.8,1.6", "14.4,4.8", "1.6,4.8"]
        assert [line.dashes for line in drawn] == [*dashes, *dashes[:5]]
        assert len({line.stroke for line in drawn}) == 8


def test_no_interval_hides_another():
    for seen in look(lines(many(8), "players", "%")).values():
        bars = sorted(shape.box[0] for shape in seen.shapes if shape.width == 2 and shape.stroke.startswith("series"))[:8]
        step = (seen.axes[0].at(3) - seen.axes[0].at(2)) * 0.05
        assert [b - a for a, b in pairwise(bars)] == pytest.approx([step] * 7, abs=0.3)
        assert sum(bars) / 8 == pytest.approx(seen.axes[0].at(2), abs=0.5)


@pytest.mark.parametrize("last", [-1e6, 0.0])
@pytest.mark.parametrize("label", ["line", "a strategy with a rather long name"])
def test_names_never_overlap_and_stay_inside(last, label):
    series = [*many(11, last, label), Series("top", [(2, 1e6, 0, 1e6), (5, 1e6, 0, 1e6)])]
    for seen in look(lines(series, "players", "%", Level("none", [(2, last), (5, last)]))).values():
        assert outside(seen) == colliding(seen) == []
        names = [words for words in seen.words if words.size == 11.5 and words.color == "ink"]
        assert max(words.base for words in names) <= seen.height - 40
        ends = sorted((sign for sign in seen.signs if sign.at[0] > seen.lines("muted", 0.8)[0].box[2]), key=lambda sign: sign.at[1])
        assert len(ends) == 12
        assert min(words.y for words in names) >= seen.said("%").y + 17
        assert seen.height == 44 + 17 * 27


def test_names_keep_the_order_of_their_ends():
    ends = {"a": 3.0, "b": 2.9, "c": -5.0, "d": 2.95, "e": -5.0}
    series = [Series(name, [(2, 0.0, 0.0, 0.0), (5, end, end, end)]) for name, end in ends.items()]
    for seen in look(lines(series, "players", "%")).values():
        names = sorted((words for words in seen.words if words.text in ends), key=lambda words: words.y)
        assert [words.text for words in names] == ["a", "d", "b", "c", "e"]


def test_names_go_down_to_the_axis():
    series = [Series(name, [(2, 1.0, 1.0, 1.0), (5, end, end, end)]) for name, end in (("up", 1.0), ("low", 0.0), ("under it", 0.0))]
    for seen in look(lines(series, "players", "%")).values():
        assert seen.said("under it").y == pytest.approx(seen.height - 44 + 4 - 8.5, abs=0.2)
        assert seen.said("low").y == pytest.approx(seen.said("under it").y - 17, abs=0.2)


def test_numbers_on_the_vertical_axis_have_room():
    series = [Series("a", [(2, -123_456.0, -123_500.0, -123_400.0), (3, 10.0, 10.0, 10.0)])]
    for seen in look(lines(series, "players", "turns")).values():
        assert outside(seen) == []
        assert "−100,000" in seen.texts()


def test_what_is_no_number_is_left_out():
    series = [
        Series("none", []),
        Series("no number", [(2, nan, nan, nan)]),
        Series("one", [(2, 1.0, -inf, inf), (3, nan, nan, nan), (5, 3.0, nan, nan)]),
    ]
    for seen in look(lines(series, "players", "%")).values():
        assert [text for text in seen.texts(color="ink") if text] == ["one"]
        assert len(points_of(seen, "series-1")) == 2
        bar = seen.lines("series-1", 2)[0]
        (bottom,) = (line.box[1] for line in seen.lines("muted", 0.8))
        assert (bar.box[1], bar.box[3]) == pytest.approx((24, bottom), abs=0.5), "to the edges"
        assert outside(seen) == []


def test_a_constant_line_is_in_the_middle():
    for seen in look(lines([Series("a", [(2, 0.0, 0.0, 0.0), (3, 0.0, 0.0, 0.0)])], "players", "%")).values():
        assert points_of(seen, "series-1")[0].at[1] == pytest.approx((24 + seen.height - 44) / 2, abs=0.5)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.lists(st.integers(-(10**6), 10**6), min_size=3, max_size=3), min_size=1, max_size=3))
def test_any_numbers_stand_where_they_belong(numbers):
    series = [
        Series(f"line {i}", [(x, y / 100, y / 100, y / 100) for x, y in zip((2, 3, 8), ys, strict=True)]) for i, ys in enumerate(numbers)
    ]
    for seen in look(lines(series, "players", "%")).values():
        for i, one in enumerate(series):
            found = [sign.at[1] for sign in points_of(seen, f"series-{i + 1}")]
            assert found == pytest.approx([height_of(seen, point[1]) for point in one.points], abs=0.5)
        assert outside(seen) == colliding(seen) == []
