"""Forest plots: each mark at its number, its interval as long as it is, and all that is written beside it."""

from math import inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.report.charts import Mark, Panel, intervals
from tests.report.seen import SIZES, Seen, Shape, colliding, look, outside

COLORS = {"matters": "series-1", "nothing": "muted", "undecided": "series-2", "plain": "ink"}

SHARES = Panel(
    [
        Mark("spoiler", (3.1, 2.2, 4.0), "+3.1 pp", "matters", "an Eight wins"),
        Mark("random", (-0.2, -0.6, 0.2), "−0.2 pp", "nothing", "an Eight wins"),
        Mark("first", (-1.1, -2.4, 0.2), "−1.1 pp", "undecided", "an Eight swaps"),
        Mark("greedy", (0.5, -0.1, 1.1), "+0.5 pp", "plain", "an Eight swaps"),
    ],
    "change in percentage points",
    "Win shares",
    0.0,
    "no change",
    (-1.0, 1.0),
)
LENGTHS = Panel([Mark("as printed", (25.5, 24.75, 26.25), "25.5 turns")], "turns", zero=24.0, differences=False)
PANELS = [SHARES, LENGTHS]
MARKS = [mark for panel in PANELS for mark in panel.marks]


@pytest.fixture(scope="module")
def both():
    return look(intervals(PANELS))


@pytest.fixture(params=SIZES)
def seen(request, both) -> Seen:
    return both[request.param]


def intervals_in(seen: Seen) -> list[Shape]:
    """The bars, from above."""
    found = [shape for shape in seen.shapes if shape.width == 2.4 and not shape.at]
    return sorted(found, key=lambda shape: shape.box[1])


def marks_in(seen: Seen) -> list[list[Shape]]:
    """The signs from above; one that is half full consists of two."""
    found: dict[float, list[Shape]] = {}
    for sign in seen.signs:
        assert sign.at
        found.setdefault(sign.at[1], []).append(sign)
    return [signs for _, signs in sorted(found.items())]


def test_each_mark_stands_at_its_number(seen):
    shares, lengths = seen.axes
    for mark, (sign, *_) in zip(MARKS, marks_in(seen), strict=True):
        axis = shares if mark in SHARES.marks else lengths
        assert sign.at[0] == pytest.approx(axis.at(mark.ends[0]), abs=0.5)


def test_each_interval_reaches_from_end_to_end(seen):
    shares, lengths = seen.axes
    for mark, bar, (sign, *_) in zip(MARKS, intervals_in(seen), marks_in(seen), strict=True):
        axis = shares if mark in SHARES.marks else lengths
        left, top, right, bottom = bar.box
        assert (left, right) == pytest.approx((axis.at(mark.ends[1]), axis.at(mark.ends[2])), abs=0.5)
        assert top == bottom == sign.at[1]


def test_a_verdict_has_its_colour_and_its_sign(seen):
    for mark, bar, signs in zip(MARKS, intervals_in(seen), marks_in(seen), strict=True):
        color = COLORS[mark.style]
        assert bar.stroke == color
        assert all(sign.stroke == color and sign.width == 1.6 for sign in signs)
        filled = {"nothing": ["paper"], "undecided": [color, "paper"]}.get(mark.style, [color])
        assert [sign.fill for sign in signs] == filled


def test_half_a_sign_is_full_on_the_left(seen):
    full, empty = marks_in(seen)[2]
    assert (full.box[0], full.box[2]) == pytest.approx((full.at[0] - 4, full.at[0]), abs=0.1)
    assert (empty.box[0], empty.box[2]) == pytest.approx((full.at[0], full.at[0] + 4), abs=0.1)


def test_signs_lie_upon_their_intervals(seen):
    assert seen.shapes.index(intervals_in(seen)[0]) < seen.shapes.index(marks_in(seen)[0][0])


def test_the_band_is_exactly_what_is_too_little_to_matter(seen):
    (band,) = seen.areas("grid", 0.55)
    axis = seen.axes[0]
    assert (band.box[0], band.box[2]) == pytest.approx((axis.at(-1.0), axis.at(1.0)), abs=0.5)
    assert band.box[3] == axis.y
    assert band.box[1] < marks_in(seen)[0][0].at[1]


def test_what_marks_are_compared_with_is_a_line_and_named(seen):
    zero, other = seen.lines("ink", 1)
    assert (zero.box[0], zero.box[2]) == pytest.approx((seen.axes[0].at(0.0),) * 2, abs=0.5)
    assert (other.box[0], other.box[2]) == pytest.approx((seen.axes[1].at(24.0),) * 2, abs=0.5)
    name = seen.said("no change")
    assert (name.x, name.color, name.size) == (pytest.approx(zero.box[0], abs=0.1), "muted", 11.5)
    assert seen.said("Win shares").y < name.y < zero.box[1]
    assert zero.box[3] == seen.axes[0].y


@pytest.mark.parametrize(("numbers", "anchor"), [((1.0, 8.0), "start"), ((-8.0, -1.0), "end"), ((-8.0, 8.0), "middle")])
def test_its_name_stays_inside(numbers, anchor):
    marks = [Mark("", (number, number, number), "") for number in numbers]
    for seen in look(intervals([Panel(marks, "", zero=0.0, zero_label="no change")])).values():
        assert seen.said("no change").anchor == anchor


def test_the_unit_and_round_numbers_stand_below(seen):
    shares, lengths = seen.axes
    assert (shares.unit, lengths.unit) == ("change in percentage points", "turns")
    left = min(shape.box[0] for shape in seen.lines("muted", 0.8))
    for axis in seen.axes:
        unit = seen.said(axis.unit)
        assert (unit.x, unit.anchor, unit.color, unit.size) == (left, "start", "muted", 11.5)
    assert shares.labels in (["−2", "−1", "0", "+1", "+2", "+3", "+4"], ["−2", "0", "+2", "+4"])
    assert lengths.labels in (["24.0", "24.5", "25.0", "25.5", "26.0"], ["24", "25", "26"])


def test_faint_lines_rise_from_the_numbers(seen):
    lines = sorted(line.box[0] for line in seen.lines("grid", 0.8))
    assert lines == sorted(place for axis in seen.axes for place in axis.places)


def test_only_differences_from_zero_have_a_sign():
    def labels(**how: object) -> list[str]:
        return look(intervals([Panel([Mark("", (1.0, 1.0, 3.0), "")], "", **how)]))["wide"].axes[0].labels

    assert any("+" in text for text in labels(zero=0.0))
    assert not any("+" in text for how in ({"zero": 0.0, "differences": False}, {"zero": 1.0}, {}) for text in labels(**how))


def test_all_in_the_order_of_the_data(seen):
    order = ["Win shares", "no change"]
    order += ["an Eight wins", "spoiler", "random", "an Eight swaps", "first", "greedy", "as printed"]
    assert [text for text in in_reading_order(seen) if text in order] == order
    values = [mark.value for mark in MARKS]
    assert [text for text in in_reading_order(seen) if text in values] == values


def in_reading_order(seen: Seen) -> list[str]:
    return [words.text for words in sorted(seen.words, key=lambda words: words.y)]


def test_titles_and_groups_are_bold_and_members_indented(seen):
    assert seen.texts(bold=True) == ["Win shares", "an Eight wins", "an Eight swaps"]
    assert all(seen.said(text).x == 0 for text in ("Win shares", "an Eight wins", "as printed"))
    assert all(seen.said(mark.label).x == 10 for mark in SHARES.marks)


def test_a_group_that_comes_again_is_named_again():
    marks = [Mark(label, (1.0, 0.5, 1.5), "1", group=group) for label, group in (("a", "one"), ("b", "two"), ("c", "one"), ("d", ""))]
    for seen in look(intervals([Panel(marks, "x")])).values():
        assert [text for text in in_reading_order(seen) if text.isalpha()] == ["one", "a", "two", "b", "one", "c", "d", "x"]


def test_label_value_and_mark_share_a_line_where_there_is_room(both):
    for mark, (sign, *_) in zip(MARKS, marks_in(both["wide"]), strict=True):
        label, value = both["wide"].said(mark.label), both["wide"].said(mark.value)
        assert (label.y, value.y) == pytest.approx((sign.at[1], sign.at[1]), abs=0.5)
        assert label.box[2] < both["wide"].axes[0].places[0] - 10
        assert (value.x, value.anchor) == (719, "end")


def test_on_a_phone_the_mark_lies_below_its_label_and_value(both):
    seen = both["narrow"]
    for mark, (sign, *_) in zip(MARKS, marks_in(seen), strict=True):
        label, value = seen.said(mark.label), seen.said(mark.value)
        assert label.y == value.y == pytest.approx(sign.at[1] - 15.5, abs=0.5)
        assert (value.x, value.anchor) == (357, "end")


def test_on_a_phone_the_axis_takes_the_whole_width(both):
    (left, _, right, _) = both["narrow"].lines("muted", 0.8)[0].box
    assert (left, right) == (8, 350)


@pytest.mark.parametrize(("label", "group", "wanted"), [("a" * 20, "g", 165.6), ("a", "g" * 20, 170.2), ("a" * 40, "g", 244.8)])
def test_the_axis_begins_beside_the_longest_label_but_takes_two_thirds(label, group, wanted):
    seen = look(intervals([Panel([Mark("b", (1.0, 0.5, 1.5), "+1.0 pp"), Mark(label, (1.0, 0.5, 1.5), "1", group=group)], "x")]))["wide"]
    (left, _, right, _) = seen.lines("muted", 0.8)[0].box
    assert (left, right) == pytest.approx((wanted, 720 - 7 * 7.28 - 14), abs=0.1)


def test_long_labels_are_folded_and_the_mark_stands_beside_their_middle():
    label = "a strategy with a name that says everything that it does and much more " * 2
    for seen in look(intervals([Panel([Mark(label, (1.0, 0.5, 1.5), "+1.0 pp")], "x")])).values():
        lines = [words for words in seen.words if words.color == "ink" and words.anchor == "start"]
        assert 1 < len(lines) <= 3
        assert " ".join(words.text for words in lines).removesuffix(" …") in label
        ((sign,),) = marks_in(seen)
        if seen.width > 400:
            assert len(lines) == 3
            assert lines[-1].text.endswith(" …")
            assert sign.at[1] == pytest.approx(lines[1].y, abs=0.5)
        assert all(words.box[2] < (245 if seen.width > 400 else 300) for words in lines)


def test_on_a_phone_a_label_leaves_room_for_its_value():
    for letters, count in ((37, 1), (38, 2)):  # of 358 pixels 8 letters of value take 58, and 26 are kept free
        label = "a" * letters
        seen = look(intervals([Panel([Mark(label, (1.0, 0.5, 1.5), "+1.00 pp")], "x")]))["narrow"]
        assert len([text for text in seen.texts() if set(text) == {"a"}]) == count


def test_an_interval_without_an_end_goes_on_to_the_edge():
    marks = [
        Mark("a", (1.0, -inf, 2.0), "1"),
        Mark("b", (3.0, 2.0, inf), "3"),
        Mark("c", (2.0, nan, nan), "2"),
        Mark("d", (nan, nan, nan), "–"),
    ]
    for seen in look(intervals([Panel(marks, "x")])).values():
        first, second = intervals_in(seen)
        left, _, right, _ = seen.lines("muted", 0.8)[0].box
        axis = seen.axes[0]
        assert (first.box[0], first.box[2]) == pytest.approx((left, axis.at(2)), abs=0.5)
        assert (second.box[0], second.box[2]) == pytest.approx((axis.at(2), right), abs=0.5)
        assert [sign.at[0] for (sign,) in marks_in(seen)] == pytest.approx([axis.at(x) for x in (1, 3, 2)], abs=0.5)
        assert seen.said("–")


def test_the_axis_is_wide_enough_for_the_zero_and_the_band():
    panel = Panel([Mark("a", (1.0, 0.9, 1.1), "1")], "x", zero=0.0, band=(-5.0, 5.0))
    for seen in look(intervals([panel])).values():
        left, _, right, _ = seen.lines("muted", 0.8)[0].box
        (band,) = seen.areas("grid", 0.55)
        beyond = (right - left) * 0.06 / 1.12
        assert (band.box[0] - left, right - band.box[2]) == pytest.approx((beyond, beyond), abs=0.5)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(*[st.integers(-(10**9), 10**9)] * 3).map(sorted), min_size=1, max_size=3), st.sampled_from([None, 0.0, 1.0]))
def test_any_numbers_stand_where_they_belong(numbers, zero):
    marks = [Mark(f"mark {i}", (mean / 1e3, low / 1e3, high / 1e3), "x") for i, (low, mean, high) in enumerate(numbers)]
    for seen in look(intervals([Panel(marks, "unit", zero=zero)])).values():
        (axis,) = seen.axes
        for mark, (sign,) in zip(marks, marks_in(seen), strict=True):
            assert sign.at[0] == pytest.approx(axis.at(mark.ends[0]), abs=0.5)
        assert outside(seen) == colliding(seen) == []
