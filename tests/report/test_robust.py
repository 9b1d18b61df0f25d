"""The page of tables drawn from a field: how far a verdict holds on the first screen, all numbers below it."""

import re
from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from simlab import report
from simlab.report.sections import robust


@pytest.fixture(scope="module")
def run(runs):
    return report.read(runs["tables"])


@pytest.fixture(scope="module")
def effects(runs):
    return pl.read_parquet(runs["tables"] / "effects.parquet").filter(pl.col("metric").str.starts_with("share."))


def test_the_picture_has_a_tick_for_each_table(run, effects):
    picture = robust.tables(run)
    rows = robust._panel(run.analysis.holdings[0]).rows
    assert rows[0].label == "eight_dodger", "whom it moves most"
    for row in rows:
        of = effects.filter(metric=f"share.{row.label}")
        (mark,) = row.marks
        assert sorted(mark.singly) == pytest.approx(sorted((of["mean"] * 100).to_list()))
        assert mark.ends[0] == pytest.approx(of["mean"].mean() * 100)
        assert row.more == f"matters at {(of['verdict'] == 'matters').sum()} of {len(of)}"
    assert str(picture.drawn).count('stroke-width="1.4"') == sum(len(row.marks[0].singly) for row in rows)


def test_the_card_says_whom_it_hangs_on(run):
    card = robust.card(run)
    (held,) = run.analysis.holdings
    assert card.title == "Tables drawn from 5 strategies"
    assert card.lead.startswith("10 tables of 3:")
    assert sum(share for _, share in card.terms[0].bars) == pytest.approx(1)
    assert dict(card.terms[0].bars)["matters"] == held.count("matters") / 10
    assert card.terms[1].parts[1] == "eight_dodger"
    assert re.search(r": matters at \d of 6 tables with it, at \d of 4 without", card.terms[1].parts[2])


def test_its_page_has_the_tables_and_others_do_not(run, runs):
    section = robust.section(run)
    assert [block.id for block in section.blocks] == ["robust", "company"]
    tables, one = ((runs[name] / "index.html").read_text(encoding="utf-8") for name in ("tables", "one"))
    assert 'id="robust"' in tables
    assert 'id="robust"' not in one


def test_the_terminal_has_each_number_with_its_tables(runs, run):
    console = Console(width=100, file=StringIO())
    console.print(report.terminal(runs["tables"], run))
    told = console.file.getvalue()
    assert re.search(r"eight_dodger +\d of 6 +−\d", told)
    assert re.search(r"turns +\d+ of 10 ", told)
