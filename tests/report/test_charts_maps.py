"""Maps of cells: the further from 0, the darker; each says what it is."""

from math import inf, nan

import pytest

from simlab.report.charts import grid
from tests.report.seen import SIZES, Seen, Shape, colliding, look, outside

ROWS = ["spoiler", "greedy", "random"]
COLUMNS = ["against spoiler", "against greedy"]
CELLS = [[None, (10.0, "+10.0")], [(-5.0, "−5.0"), (0.0, "0.0")], [(2.5, "+2.5 ●"), None]]
SHOWN = [(i, k, cell) for i, row in enumerate(CELLS) for k, cell in enumerate(row) if cell]


@pytest.fixture(scope="module")
def both():
    return look(grid(ROWS, COLUMNS, CELLS))


@pytest.fixture(params=SIZES)
def seen(request, both) -> Seen:
    return both[request.param]


def cells_in(seen: Seen) -> list[Shape]:
    """Their outlines, in the order of reading."""
    return sorted((shape for shape in seen.shapes if shape.stroke.startswith("series")), key=lambda shape: (shape.box[1], shape.box[0]))


def shades_in(seen: Seen) -> list[Shape]:
    """Their insides."""
    return sorted((shape for shape in seen.shapes if shape.fill.startswith("series")), key=lambda shape: (shape.box[1], shape.box[0]))


def test_there_is_a_cell_for_each_number_and_none_where_there_is_none(seen):
    assert len(cells_in(seen)) == len(shades_in(seen)) == len(SHOWN) == 4
    for inside, outline in zip(shades_in(seen), cells_in(seen), strict=True):
        assert inside.box == outline.box
        assert inside.box[3] - inside.box[1] == pytest.approx(34, abs=0.1)


def test_the_further_from_0_the_darker(seen):
    assert [cell.shade for cell in shades_in(seen)] == pytest.approx([0.06 + 0.42 * amount for amount in (1, 0.5, 0, 0.25)])


def test_each_side_of_0_has_its_colour(seen):
    colors = ["series-1", "series-2", "series-1", "series-1"]
    assert [cell.fill for cell in shades_in(seen)] == [cell.stroke for cell in cells_in(seen)] == colors
    assert {cell.width for cell in cells_in(seen)} == {1}


def test_each_cell_says_its_number(seen):
    for (_, _, (_, text)), cell in zip(SHOWN, cells_in(seen), strict=True):
        words = seen.said(text)
        assert words.anchor == "middle"
        assert (words.x, words.y) == pytest.approx(((cell.box[0] + cell.box[2]) / 2, (cell.box[1] + cell.box[3]) / 2), abs=0.5)
        assert words.size == 13


def test_columns_are_named_above_and_rows_before_or_above(seen):
    tops = {}
    for (i, k, _), cell in zip(SHOWN, cells_in(seen), strict=True):
        head, name = seen.said(COLUMNS[k]), seen.said(ROWS[i])
        assert (head.x, head.anchor, head.color) == (pytest.approx((cell.box[0] + cell.box[2] + 3) / 2, abs=0.5), "middle", "muted")
        assert (name.x, name.anchor) == (0, "start")
        if seen.width > 400:
            assert name.y == pytest.approx((cell.box[1] + cell.box[3]) / 2, abs=0.5)
            assert (name.size, name.box[2] < cell.box[0]) == (13, True)
        else:
            assert name.y == pytest.approx(cell.box[1] - 10.5, abs=0.5)
            assert name.size == 11.5
        tops[i] = cell.box[1]
    assert head.y < tops[0] - 10
    assert sorted(tops.values()) == list(tops.values())
    assert tops[2] - tops[1] == tops[1] - tops[0] == (38 if seen.width > 400 else 57)


def test_cells_are_as_wide_as_there_is_room(both):
    wide, narrow = (cells_in(both[size]) for size in SIZES)
    assert {round(cell.box[2] - cell.box[0]) for cell in (*wide, *narrow)} == {127}
    for size, count in (("wide", 8), ("narrow", 4)):
        seen = look(grid(["name"], [f"column {k}" for k in range(count)], [[(1.0, "1")] * count]))[size]
        cells = cells_in(seen)
        left = 4 * 13 * 0.56 + 16 if size == "wide" else 0
        step = (seen.width - left - 2) / count
        assert [cell.box[0] for cell in cells] == pytest.approx([left + step * k for k in range(count)], abs=0.2)
        assert cells[0].box[2] - cells[0].box[0] == pytest.approx(step - 3, abs=0.2)


def test_numbers_shrink_to_stay_in_their_cells():
    for seen in look(grid(["a"], [f"c{k}" for k in range(8)], [[(k - 4.0, "−12.3 ●") for k in range(8)]])).values():
        texts = [words for words in seen.words if words.text == "−12.3 ●"]
        assert {words.size for words in texts} == ({13} if seen.width > 400 else {10})
        for words, cell in zip(texts, cells_in(seen), strict=True):
            assert cell.box[0] <= words.box[0]
            assert words.box[2] <= cell.box[2]


def test_long_names_are_folded():
    rows, columns = ["a rule with a name and its value instead of another value of it", "b"], ["against another with a very long name"] * 4
    for seen in look(grid(rows, columns, [[(1.0, "+1.0")] * 4] * 2)).values():
        assert outside(seen) == colliding(seen) == []
        heads = [words for words in seen.words if words.color == "muted"]
        assert len(heads) == 12
        assert sorted({round(words.y) for words in heads}) == [round(words.y) for words in heads[2::-1]]
        lowest = max(words.y for words in heads)
        assert cells_in(seen)[0].box[1] - lowest == pytest.approx(14.5 if seen.width > 400 else 33.5, abs=0.5)
        named = [words for words in seen.words if words.anchor == "start" and words.text != "b"]
        assert len(named) == (2 if seen.width > 400 else 1)
        if seen.width > 400:
            first = cells_in(seen)[0]
            assert sum(words.y for words in named) / 2 == pytest.approx((first.box[1] + first.box[3]) / 2, abs=0.5)
            assert named[1].y - named[0].y == pytest.approx(17, abs=0.1)
            assert first.box[0] == pytest.approx(720 * 0.32, abs=0.1)


def test_the_sheet_ends_below_the_last_row(seen):
    assert seen.height - max(cell.box[3] for cell in cells_in(seen)) == pytest.approx(8, abs=0.5)
    assert outside(seen) == colliding(seen) == []


@pytest.mark.parametrize("value", [nan, inf, -inf, 0.0])
def test_a_cell_of_no_number_is_pale(value):
    for seen in look(grid(["a"], ["b", "c"], [[(value, "–"), (0.0, "0")]])).values():
        assert [cell.shade for cell in shades_in(seen)] == [0.06, 0.06]
        assert seen.said("–")
