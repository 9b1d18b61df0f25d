"""Histograms: steps as high as they are frequent, and the middle of the games below."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.report.charts import Spread, spreads
from tests.report.seen import SIZES, Seen, Shape, colliding, look, outside

FIRST = Spread("as printed", "median 2 turns, 90% of games take 1 to 4", np.array([0, 30, 90, 20, 40, 0, 10]), 1, 2, 4)
SECOND = Spread("an Eight wins", "median 3 turns, 90% of games take 2 to 6", np.array([0, 0, 25, 50, 10, 10, 5]), 2, 3, 6)
HIGH = 56.0  # pixels of the highest step


@pytest.fixture(scope="module")
def of_one():
    return look(spreads([FIRST, SECOND], "turns"))


@pytest.fixture(scope="module")
def of_two():
    return look(spreads([FIRST, SECOND], "times a game", of_one=False))


@pytest.fixture(params=SIZES)
def seen(request, of_one) -> Seen:
    return of_one[request.param]


def outlines(seen: Seen) -> list[Shape]:
    """Of the distributions, from above."""
    return sorted((shape for shape in seen.lines("series-1", 1.2)), key=lambda shape: shape.box[3])


def heights(outline: Shape, seen: Seen, numbers: range, base: float | None = None) -> list[float]:
    """How high the outline stands in the middle of each number, in pixels."""
    base = outline.box[3] if base is None else base
    found = []
    for number in numbers:
        x = seen.axes[0].at(number)
        tops = [a[1] for a, b in pairwise(outline.points) if a[1] == b[1] and a[0] < x < b[0]]
        found.append(base - tops[0])
    return found


@pytest.mark.parametrize("row", [0, 1])
def test_steps_are_as_high_as_their_numbers_are_frequent(seen, row):
    counts = (FIRST, SECOND)[row].counts
    outline = outlines(seen)[row]
    shares = counts / counts.sum()
    assert heights(outline, seen, range(7)) == pytest.approx(list(shares / 0.5 * HIGH), abs=0.15), "on the scale of the highest of all"


def test_each_step_is_as_wide_as_its_number(seen):
    half = (seen.axes[0].at(1) - seen.axes[0].at(0)) / 2
    for outline in outlines(seen):
        assert sorted({x for x, _ in outline.points}) == pytest.approx(
            [seen.axes[0].at(0) - half + 2 * half * k for k in range(8)], abs=0.5
        )


def test_rows_of_different_kinds_are_each_as_high_as_they_can_be(of_two):
    for seen in of_two.values():
        assert [max(heights(outline, seen, range(7))) for outline in outlines(seen)] == pytest.approx([HIGH, HIGH], abs=0.2)
        assert not [shape for shape in seen.shapes if shape.dashes]


def test_a_row_of_a_single_game_is_as_high_as_one_of_many_that_are_alike():
    rows = [Spread("one", "", np.array([0, 1]), 1, 1, 1), Spread("many", "", np.array([20, 20]), 0, 0, 1)]
    for seen in look(spreads(rows, "turns")).values():
        assert [max(heights(outline, seen, range(2))) for outline in outlines(seen)] == pytest.approx([HIGH, HIGH / 2], abs=0.15)


def test_they_are_filled(seen):
    for outline, area in zip(outlines(seen), seen.areas("series-1", 0.35), strict=True):
        assert area.points == outline.points


def test_the_first_rows_outline_is_repeated_in_the_second(seen):
    (dashed,) = seen.lines("ink", 1.1)
    assert dashed.dashes == "3.3,2.2"
    first, second = outlines(seen)
    again = heights(dashed, seen, range(7), base=second.box[3])
    assert again == pytest.approx(heights(first, seen, range(7)), abs=0.15)


def test_the_bar_spans_the_middle_and_its_tick_is_the_median(seen):
    bars, ticks = seen.lines("ink", 2.2), seen.signs
    for row, outline, bar, tick in zip((FIRST, SECOND), outlines(seen), bars, ticks, strict=True):
        at = seen.axes[0].at
        assert (bar.box[0], bar.box[2]) == pytest.approx((at(row.low), at(row.high)), abs=0.5)
        assert tick.at == pytest.approx((at(row.middle), bar.box[1]), abs=0.5)
        assert bar.box[1] == pytest.approx(outline.box[3] + 7, abs=0.1)
        assert (tick.stroke, tick.width) == ("ink", 2.4)
        assert (tick.box[0], tick.box[2], tick.box[3] - tick.box[1]) == (tick.at[0], tick.at[0], 10)


def test_only_the_last_row_has_an_axis_of_whole_numbers(seen):
    (axis,) = seen.axes
    assert axis.labels == ["0", "1", "2", "3", "4", "5", "6"] if seen.width > 400 else ["0", "2", "4", "6"]
    assert axis.unit == "turns"
    assert axis.y == pytest.approx(outlines(seen)[1].box[3] + 12, abs=0.1)
    assert len(seen.lines("muted", 0.8)) == 1
    assert sorted(line.box[0] for line in seen.lines("grid", 0.8)) == axis.places


def test_each_row_is_named_above_and_says_its_numbers(seen):
    for row, outline in zip((FIRST, SECOND), outlines(seen), strict=True):
        name, said = seen.said(row.label), seen.said(row.value)
        assert name.bold
        assert (name.x, said.x, said.color, said.size) == (0, 0, "muted", 11.5)
        assert name.y < said.y < outline.box[3] - HIGH
        assert said.y - name.y == pytest.approx(17, abs=0.5)


def test_long_words_are_folded_and_long_names_cut():
    row = Spread(
        "a scenario " * 20, "median 12 turns, 90% of games take 5 to 30; 0.056% of the games reach the turn limit", FIRST.counts, 1, 2, 4
    )
    seen = look(spreads([row, row], "turns"))
    for size in SIZES:
        assert outside(seen[size]) == colliding(seen[size]) == []
        assert all(text.endswith(" …") for text in seen[size].texts(bold=True))
    assert row.value in seen["wide"].texts()
    lines = [words for words in seen["narrow"].words if words.text in row.value and words.color == "muted" and " " in words.text]
    assert " ".join(words.text for words in lines[:2]) == row.value
    assert lines[1].y - lines[0].y == pytest.approx(17, abs=0.1)


def test_a_tail_of_two_in_a_thousand_is_cut():
    counts = np.zeros(101)
    counts[[10, 20, 100]] = 900, 98, 2
    for seen in look(spreads([Spread("", "", counts, 10, 10, 20)], "turns")).values():
        at = seen.axes[0].at
        assert outlines(seen)[0].box[2] == pytest.approx(at(20.5), abs=0.5)
        assert heights(outlines(seen)[0], seen, range(10, 21, 10)) == pytest.approx([HIGH, HIGH * 98 / 900], abs=0.2)
    counts[[20, 100]] = 97, 3
    assert max(look(spreads([Spread("", "", counts, 10, 10, 20)], "turns"))["wide"].axes[0].numbers) == 100


def test_many_numbers_share_steps():
    counts = np.arange(1, 501)
    seen = look(spreads([Spread("", "", counts, 50, 300, 490)], "turns"))
    for size, step in (("wide", 5), ("narrow", 10)):
        xs = sorted({x for x, _ in outlines(seen[size])[0].points})
        at = seen[size].axes[0].at
        assert xs[1] - xs[0] == pytest.approx(at(step) - at(0), abs=0.2)
        wanted = [counts[k : k + step].sum() for k in range(0, 500, step)]
        tops = heights(outlines(seen[size])[0], seen[size], range(step // 2, 500, step))
        assert tops == pytest.approx([HIGH * count / max(wanted) for count in wanted], abs=0.2)


@pytest.mark.parametrize("counts", [np.zeros(4), np.zeros(0), np.array([7])], ids=["none", "empty", "constant"])
@pytest.mark.parametrize("middle", [0.0, float("nan")])
def test_a_row_of_nothing_or_of_one_number(counts, middle):
    for seen in look(spreads([Spread("a", "b", counts, middle, middle, middle)] * 2, "turns")).values():
        assert seen.texts(bold=True) == ["a", "a"]
        assert outside(seen) == []


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(0, 1000), min_size=1, max_size=60))
def test_areas_are_as_large_as_shares(counts):
    seen = look(spreads([Spread("a", "b", np.array(counts), 0, 0, 0)], "turns"))["wide"]
    (area,) = seen.areas("series-1", 0.35)
    tops = [area.box[3] - y for (x, y), (after, _) in pairwise(area.points) if after - x > 1]
    shown = np.array(counts[: len(tops)], dtype=float)
    assert tops == pytest.approx(list(shown / (shown.max() or 1) * HIGH), abs=0.2)
    assert sum(counts) - shown.sum() <= 0.002 * sum(counts)
