"""Stacked bars: parts as wide as they are large, told apart by their hatches."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.report.charts import stacked
from tests.report.seen import SIZES, Seen, Shape, colliding, look, outside

ROWS = [
    ("as printed", [("out of cards", 62.5), ("an Eight", 25.0), ("turn limit", 9.0), ("draw", 3.5)]),
    ("an Eight wins", [("out of cards", 40.0), ("an Eight", 60.0)]),
]
NAMES = [name for name, _ in ROWS[0][1]]


@pytest.fixture(scope="module")
def both():
    return look(stacked(ROWS, "% of games"))


@pytest.fixture(params=SIZES)
def seen(request, both) -> Seen:
    return both[request.param]


def parts(seen: Seen, high: float = 26) -> list[Shape]:
    """The outlines of all parts, in the order of reading."""
    found = [
        shape for shape in seen.shapes if shape.stroke.startswith("series") and shape.box[3] - shape.box[1] == pytest.approx(high, abs=0.2)
    ]
    return sorted(found, key=lambda shape: (shape.box[1], shape.box[0]))


def samples(seen: Seen) -> list[Shape]:
    """Those in the legend."""
    return parts(seen, 13)


def test_parts_are_as_wide_as_they_are_large_and_follow_one_another(seen):
    found = iter(parts(seen))
    for _, shares in ROWS:
        at = 0.0
        for _, share in shares:
            part = next(found)
            assert (part.box[0], part.box[2]) == pytest.approx((seen.axes[0].at(at), seen.axes[0].at(at + share)), abs=0.5)
            at += share
        assert at == 100
    assert next(found, None) is None


def test_the_axis_goes_from_0_to_100(seen):
    (axis,) = seen.axes
    assert (axis.labels, axis.unit) == (["0", "20", "40", "60", "80", "100"], "% of games")
    (line,) = seen.lines("muted", 0.8)
    assert (line.box[0], line.box[2]) == (axis.places[0], axis.places[-1]) == (8, seen.width - 14)
    assert seen.lines("grid", 0.8) == []


def test_each_part_looks_as_its_name_does_in_the_legend(seen):
    looks = {name: (sample.stroke, sample.hatch) for name, sample in zip(NAMES, samples(seen), strict=True)}
    assert len(set(looks.values())) == 4
    wanted = [looks[name] for _, shares in ROWS for name, _ in shares]
    assert [(part.stroke, part.hatch) for part in parts(seen)] == wanted
    assert [stroke for stroke, _ in looks.values()] == ["series-1", "series-2", "series-3", "series-4"]


def test_hatches_tell_parts_apart():
    seen = look(stacked([("all", [(f"part {i}", 12.5) for i in range(8)])], "%"))["wide"]
    assert len({sample.hatch for sample in samples(seen)}) == 7, "the first is shaded, the fourth is empty"
    (bar, sample) = (area for area in seen.areas("series-1", 0.3))
    assert {bar.box, sample.box} == {parts(seen)[0].box, samples(seen)[0].box}
    assert [shape.hatch != "" for shape in parts(seen)] == [False, True, True, False, True, True, True, True]


def test_names_stand_beside_their_samples_in_order(seen):
    names = [words for words in seen.words if words.text in NAMES]
    assert [words.text for words in names] == NAMES
    for words, sample in zip(names, samples(seen), strict=True):
        assert words.x == pytest.approx(sample.box[2] + 6, abs=0.1)
        assert words.y == pytest.approx((sample.box[1] + sample.box[3]) / 2, abs=0.5)
        assert sample.box[2] - sample.box[0] == pytest.approx(22, abs=0.1)
        assert words.size == 11.5


def test_percentages_are_written_where_there_is_room(both):
    assert both["wide"].texts(anchor="middle", size=13) == ["62%", "25%", "9%", "40%", "60%"]
    assert both["narrow"].texts(anchor="middle", size=13) == ["62%", "25%", "40%", "60%"]
    for seen in both.values():
        for words in (words for words in seen.words if words.text.endswith("%") and words.size == 13):
            (inside,) = (part for part in parts(seen) if part.box[0] < words.x < part.box[2] and part.box[1] < words.y < part.box[3])
            assert words.x == pytest.approx((inside.box[0] + inside.box[2]) / 2, abs=0.5)
            assert words.y == pytest.approx((inside.box[1] + inside.box[3]) / 2, abs=0.5)
    assert len(both["wide"].areas("paper", 1)) == 5


@pytest.mark.parametrize(("share", "is_written"), [(13.0, False), (13.2, True)])
def test_room_is_44_pixels(share, is_written):
    seen = look(stacked([("all", [("one", share), ("two", 100 - share)])], "%"))["narrow"]
    assert ("13%" in seen.texts()) is is_written


def test_each_bar_is_named_above_it(seen):
    bars = sorted({part.box[1] for part in parts(seen)})
    for (label, _), top in zip(ROWS, bars, strict=True):
        words = seen.said(label)
        assert (words.x, words.anchor, words.size) == (0, "start", 13)
        assert words.y == pytest.approx(top - 11.5, abs=0.5)
    assert bars[1] - bars[0] == 55
    assert seen.axes[0].y == pytest.approx(bars[1] + 33, abs=0.1)


def test_a_long_legend_goes_on_below():
    shares = [(f"an ending with a long name {i}", 12.5) for i in range(8)]
    for seen in look(stacked([("all", shares)], "%")).values():
        assert outside(seen) == colliding(seen) == []
        rows = sorted({sample.box[1] for sample in samples(seen)})
        assert [b - a for a, b in pairwise(rows)] == [21] * (7 if seen.width < 400 else 2)
        assert [words.text for words in seen.words if words.text.startswith("an ending")] == [name for name, _ in shares]
        first = next(sample.box[0] for sample in samples(seen) if sample.box[1] == rows[1])
        assert first == 1


def test_a_row_of_the_legend_is_as_full_as_it_can_be():
    for letters, is_one in ((48, True), (49, False)):  # 97 letters and two samples are 721 pixels wide
        seen = look(stacked([("all", [("a" * 48, 50.0), ("b" * letters, 50.0)])], "%"))["wide"]
        assert (samples(seen)[0].box[1] == samples(seen)[1].box[1]) is is_one


def test_a_part_of_no_number_is_left_out():
    for seen in look(stacked([("all", [("one", 40.0), ("none", float("nan")), ("two", 60.0)])], "%")).values():
        assert [part.box[2] for part in parts(seen)] == pytest.approx([seen.axes[0].at(40), seen.axes[0].at(100)], abs=0.5)
        assert len(samples(seen)) == 2


def test_names_too_long_are_cut():
    for seen in look(stacked([("label " * 40, [("name " * 40, 100.0)])], "%")).values():
        assert outside(seen) == colliding(seen) == []
        assert len([text for text in seen.texts() if text.endswith(" …")]) == 2


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(1, 100), min_size=1, max_size=8))
def test_widths_sum_to_a_hundred(weights):
    shares = [(f"part {i}", 100 * weight / sum(weights)) for i, weight in enumerate(weights)]
    for seen in look(stacked([("all", shares)], "%")).values():
        found = parts(seen)
        assert found[0].box[0] == 8
        assert found[-1].box[2] == pytest.approx(seen.width - 14, abs=0.1)
        assert [part.box[0] for part in found[1:]] == [part.box[2] for part in found[:-1]]
        assert outside(seen) == colliding(seen) == []
