"""The page of a league: the ladder on the first screen, who beats whom below it."""

import re
from io import StringIO

import polars as pl
import pytest
from rich.console import Console

from simlab import report
from simlab.commands import listing
from simlab.commands.ratings import known_ratings
from simlab.report.sections import league
from simlab.words.numbers import percent, sentence


@pytest.fixture(scope="module")
def run(runs):
    return report.read(runs["league"])


@pytest.fixture(scope="module")
def ratings(runs):
    return pl.read_parquet(runs["league"] / "ratings.parquet")


def test_the_ladder_has_everybody_the_best_above(run, ratings):
    drawn = str(league.ladder(run).drawn)
    names = re.findall(r">(\d)  (\w+)<", drawn)
    assert names == [(str(rank), name) for rank, name in ratings.select("rank", "strategy").iter_rows()]
    assert all(f"wins {share * 100:.0f}" in drawn for share in ratings["share"])


def test_its_title_says_by_how_much_the_best_leads(run, ratings):
    first, second = ratings["rating"][:2]
    found = re.fullmatch(r"(\w+) leads by (\d+) points", league.ladder(run).title)
    assert found[1] == sentence(ratings["strategy"][0])
    assert abs(int(found[2]) - (first - second)) <= 5, "rounded as its interval allows"


def test_the_card_names_the_rungs_in_order(run, ratings):
    card = league.card(run)
    rungs = ratings.drop_nulls("rung").sort("rung")["strategy"].to_list()
    assert card.title == "A league of 5 strategies"
    assert card.lead == "10 tables of 3: everybody sits equally often in each seat, and as often as can be with each other."
    said = "".join(card.terms[0].parts)
    assert said.startswith(f"{len(rungs)}: {rungs[0]}")
    assert [said.index(name) for name in rungs] == sorted(said.index(name) for name in rungs)
    assert dict(card.terms[1].bars) == dict(ratings.select("strategy", "share").head(4).iter_rows())


def test_who_beats_whom_is_a_map_of_both_ways(run, runs):
    pairs = pl.read_parquet(runs["league"] / "pairs.parquet")
    (picture,) = [block for block in league.section(run).blocks if hasattr(block, "drawn")]
    assert picture.title == f"3 players, “as printed”: of 10 pairs {pairs['is_ahead'].sum()} have a sure winner"
    assert len(pairs) == 20
    sums = pairs.join(pairs, left_on=["strategy", "opponent"], right_on=["opponent", "strategy"])
    assert ((sums["share"] + sums["share_right"]) - 1).abs().max() < 1e-9


def test_a_page_of_another_run_has_no_ladder(runs):
    assert "leads by" not in (runs["one"] / "index.html").read_text(encoding="utf-8")
    assert "leads by" in (runs["league"] / "index.html").read_text(encoding="utf-8")


def test_the_terminal_says_shares_with_the_digits_of_their_own_intervals(runs, run, ratings):
    console = Console(width=100, file=StringIO())
    console.print(report.terminal(runs["league"], run))
    told = console.file.getvalue().splitlines()
    for line in ratings.iter_rows(named=True):
        wins = percent(line["share"], (line["share_high"] - line["share_low"]) / 2)
        assert any(text.startswith(line["strategy"]) and text.rstrip().endswith(wins) for text in told), wins


def test_strategies_are_listed_with_their_last_ratings(runs, ratings, tmp_path, monkeypatch, capsys):
    (tmp_path / "reports").mkdir()
    for name in ("one", "league"):
        (tmp_path / "reports" / name).symlink_to(runs[name])
    monkeypatch.chdir(tmp_path)
    found, where = known_ratings("mean")
    assert where == "reports/league"
    assert {name for name, _ in found} == set(ratings["strategy"])
    assert known_ratings("meow") == ({}, "")
    listing.strategies("mean")
    told = capsys.readouterr().out
    best = ratings["strategy"][0]
    assert next(rating for (name, _), rating in found.items() if name == best) in told
    assert "of the league in reports/league" in told


def test_the_card_says_who_is_dominated(run, runs):
    replies = pl.read_parquet(runs["league"] / "replies.parquet")
    dominated = replies.drop_nulls("dominated_by")["strategy"].to_list()
    terms = {term.name: "".join(term.parts) for term in league.card(run).terms}
    assert dominated
    assert all(f"{name} (by " in terms["Dominated"] for name in dominated[:4])
    assert "A mix nobody beats" not in terms, "that is for two players"
