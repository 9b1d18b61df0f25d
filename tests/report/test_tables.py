"""Tables of lines written by hand: their cells, what is left out of long ones, and the CSV."""

import csv
import io
from urllib.parse import unquote

import polars as pl
import pytest

from simlab.report.tables import LONGEST, LONGEST_CSV, TableBlock, changed, estimated, measured, plain, verdict, where_columns, words
from tests.report.telling import OF, lines


def csv_of(table: TableBlock) -> list[list[str]]:
    return list(csv.reader(io.StringIO(unquote(table.csv.partition(",")[2]))))


def texts(table: TableBlock) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.shown]


def test_cells_are_rounded_and_the_csv_is_not():
    row = {"name": "a, b", "mean": 1234.56789, "low": 1204.56789, "high": 1264.56789, "games": 1234567}
    columns = [
        words("Who is it", "name"),
        plain("Games", "games"),
        *estimated("Mean", "turns", "mean"),
        measured("In %", "", "mean", 100.0),
    ]
    table = TableBlock("t", "A table", columns, [row])
    assert texts(table) == [["a, b", "1,234,567", "1,230", "1,200 to 1,260", "123,000"]]
    assert csv_of(table) == [
        ["who_is_it", "games", "mean", "low", "high", "mean"],
        ["a, b", "1234567", "1234.56789", "1204.56789", "1264.56789", "1234.56789"],
    ]
    assert [column.numeric for column in columns] == [False, True, True, True, True]


def test_a_csv_has_twelve_digits():
    table = TableBlock("t", "", [measured("x", "", "x")], [{"x": 0.1 + 0.2, "low": 0, "high": 1}, {"x": 2 / 3, "low": 0, "high": 1}])
    assert csv_of(table)[1:] == [["0.3"], ["0.666666666667"]]


def test_a_change_has_the_unit_of_its_metric():
    rows = lines("metric | mean | low | high\nshare.crab | 0.03 | 0.02 | 0.04\nturns | 0.5 | 0.3 | 0.7")
    assert texts(TableBlock("t", "", changed("of it"), rows)) == [["+3.0", "+2.0 to +4.0"], ["+0.5", "+0.3 to +0.7"]]
    assert [column.unit for column in changed("of it")] == ["of it"] * 2
    (number, _) = estimated("Share", "%", "mean", 100.0)
    assert number.cell(rows[0]).text == "3.0", "no sign unless it is a change"
    assert OF["share.crab"].family.factor == 100


def test_a_verdict_says_what_would_decide_it():
    cells = [verdict().cell({"verdict": word, "more_deals": more}) for word, more in (("matters", 0), ("undecided", 70))]
    assert [cell.text for cell in cells] == ["● matters", "◐ undecided (70 more deals)"]
    assert [cell.values for cell in cells] == [("matters", 0), ("undecided", 70)]


def test_where_a_line_is_stands_only_where_they_differ():
    rows = lines("players | lineup | scenario\n2 | one | x\n3 | one | y")
    assert [column.title for column in where_columns(rows)] == ["Players"]
    assert [column.title for column in where_columns(rows, scenario=True)] == ["Players", "Scenario"]
    assert [column.title for column in where_columns([rows[0], {**rows[0], "lineup": "two"}], scenario=True)] == ["Line-up"]


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (LONGEST, ""),
        (LONGEST + 1, "The first 100 of 101 rows; the CSV has them all."),
        (LONGEST_CSV, "The first 100 of 500 rows; the CSV has them all."),
        (LONGEST_CSV + 1, "The first 100 of 501 rows; the CSV has 500."),
    ],
)
def test_long_tables_say_what_is_left_out(count, told):
    table = TableBlock("t", "", [plain("N", "n")], [{"n": i} for i in range(count)])
    assert table.left_out == told
    assert len(table.shown) == min(count, 100)
    assert len(csv_of(table)) == 1 + min(count, 500)


def test_a_table_as_it_is():
    table = TableBlock.whole("t", "All", pl.DataFrame({"lead_changes": [1.25, None], "who": ["a", "b"]}))
    assert [(column.title, column.numeric) for column in table.columns] == [("Lead changes", True), ("Who", False)]
    assert texts(table) == [["1.25", "a"], ["None", "b"]]
    assert csv_of(table) == [["lead_changes", "who"], ["1.25", "a"], ["", "b"]]


def test_words_that_a_spreadsheet_would_run_stay_words():
    """A scenario may be called anything; numbers are what they are."""
    names = ["=1+1", "+1", "-x", "@SUM(A1)", "\tx", "plain", "a=b"]
    table = TableBlock.whole("t", "T", pl.DataFrame({"scenario": names, "value": [-0.5] * len(names)}))
    cells = [row[0] for row in csv_of(table)[1:]]
    assert cells == ["'=1+1", "'+1", "'-x", "'@SUM(A1)", "'\tx", "plain", "a=b"]
    assert {row[1] for row in csv_of(table)[1:]} == {"-0.5"}
