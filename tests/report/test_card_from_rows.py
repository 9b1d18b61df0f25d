"""The numbers of the first screen, counted anew in the rows of games by polars alone, and found in what a browser shows."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.report.browser import Browser
from tests.report.conftest import SCENARIOS, play

pytestmark = pytest.mark.browser

BASE = "as printed"
EIGHTS = list(SCENARIOS)[1:]
TERMS = """
    return Object.fromEntries([...document.querySelectorAll('.card dl > div')].map((it) => [
      it.querySelector('dt').textContent, it.querySelector('dd').innerText.replace(/\\s+/g, ' ')]));
"""


@pytest.fixture(scope="module")
def eights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The question about Eights, with four different players."""
    lineup = ["shedder", "hoarder", "spoiler", "random"]
    return play("scenarios", tmp_path_factory.mktemp("eights") / "run", lineup=lineup, games=6_000)


@pytest.fixture(scope="module", params=["eights", "scenarios", "precise"])
def run(request: pytest.FixtureRequest, runs: dict[str, Path]) -> Path:
    """Runs that compare scenarios."""
    return request.getfixturevalue("eights") if request.param == "eights" else runs[request.param]


@pytest.fixture(scope="module")
def rows(run: Path) -> pl.DataFrame:
    """Every game, with the players of each seat as its seating, and who won."""
    found = pl.read_parquet(run / "games" / "*.parquet")
    seated = pl.concat_str([pl.col(f"strategy_{seat}").cast(str) for seat in seats(found)], separator=" ").alias("seating")
    who = pl.concat_str([pl.col(f"won_{seat}").cast(int) for seat in seats(found)]).alias("winners")
    return found.with_columns(pl.col("scenario").cast(str), pl.col("ending").cast(str), seated, who)


@pytest.fixture(scope="module")
def shown(browser: Browser, run: Path) -> dict[str, Any]:
    """What the first screen says."""
    browser.look(run / "index.html", 1280)
    answer = browser.run("return [...document.querySelectorAll('.answer p')].map((it) => it.textContent).join(' ')")
    return {"answer": answer, **browser.run(TERMS)}


def seats(rows: pl.DataFrame) -> range:
    return range(sum(column.startswith("strategy_") for column in rows.columns))


def of(rows: pl.DataFrame, scenario: str) -> pl.DataFrame:
    return rows.filter(pl.col("scenario") == scenario)


def beside(rows: pl.DataFrame, scenario: str) -> pl.DataFrame:
    """Each game beside that of the baseline with the same deal and the same seating."""
    return of(rows, BASE).join(of(rows, scenario), on=["deal", "seating"], suffix="_now")


def share(rows: pl.DataFrame, scenario: str, strategy: str) -> float:
    """What a seat with this strategy wins."""
    here = of(rows, scenario)
    won = [here.filter(pl.col(f"strategy_{seat}").cast(str) == strategy)[f"share_{seat}"] for seat in seats(rows)]
    return pl.concat(won).mean()


def is_told(number: str, value: float) -> bool:
    """Is a number what a text makes of it?"""
    return abs(float(number) - value) <= 0.5001 * 10.0 ** -len(number.partition(".")[2])


def test_of_how_many_games_the_course_changes(rows, shown):
    text = shown["Changes the course of"]
    told = re.findall(r"(?:(an Eight \w+(?: first)?): )?(\d+) of 100 games; others win in (all|\d+)(?: of 100)?", text)
    assert len(told) == len({*rows["scenario"]}) - 1
    for name, touched, flipped in told:
        both = beside(rows, name or EIGHTS[0])
        parted = both.filter(pl.col("course") != pl.col("course_now"))
        assert is_told(touched, 100 * len(parted) / len(both))
        others = 100 * (parted["winners"] != parted["winners_now"]).mean()
        assert others >= 99.5 if flipped == "all" else is_told(flipped, others)
        assert not both.filter((pl.col("course") == pl.col("course_now")) & (pl.col("winners") != pl.col("winners_now"))).height


def test_how_many_unrelated_deals_have_other_winners(rows, shown):
    (told,) = re.findall(r"Of unrelated deals: in (\d+) of 100", shown["Changes the course of"])
    found = []
    for (_,), games in of(rows, BASE).group_by("seating"):
        counts = games["winners"].value_counts()["count"].to_list()
        pairs = len(games) * (len(games) - 1) / 2
        found.append(sum(a * b for a, b in combinations(counts, 2)) / pairs)
    assert is_told(told, 100 * sum(found) / len(found))


def test_who_sets_the_rule_off(rows, shown):
    lost = of(rows, BASE).filter(pl.col("ending") == "eight_last")
    by = pl.concat([lost.filter(pl.col("last") == seat)[f"strategy_{seat}"].cast(str) for seat in seats(rows)]).value_counts()
    told = dict(re.findall(r"(\w+) (\d+)%", shown.get("Set off by", "")))
    if not told:
        shares = (by["count"] / by["count"].sum()).to_list()
        assert max(shares) - min(shares) < 0.03, "nobody's more than another's"
        return
    assert sum(map(int, told.values())) in range(98, 103)
    for name, count in by.iter_rows():
        assert is_told(told[name], 100 * count / by["count"].sum())


def test_who_gains_and_who_loses(rows, shown):
    text = shown["Who gains, who loses, in points"]
    scenario = text.partition(": ")[0]
    told = re.findall(r"(\w+) (gains|loses) ([\d.]+)", text.rstrip("."))
    assert told or text.endswith("nobody.")
    for name, way, points in told:
        moved = 100 * (share(rows, scenario, name) - share(rows, BASE, name))
        assert is_told(points.rstrip("."), abs(moved))
        assert (way == "gains") == (moved > 0)


def test_what_the_answer_says_of_shares_and_lengths(rows, shown):
    for part in shown["answer"].split("With ")[1:]:
        scenario = part.split("”")[0].removeprefix("“")
        for name, after, before in re.findall(r"(\w+)(?: wins)? ([\d.]+)%(?: of games)? rather than ([\d.]+)%", part):
            assert is_told(after, 100 * share(rows, scenario, name))
            assert is_told(before.rstrip("."), 100 * share(rows, BASE, name))
        for after, before in re.findall(r"games last ([\d.]+) turns rather than ([\d.]+)", part):
            assert is_told(after, of(rows, scenario)["turns"].mean())
            assert is_told(before.rstrip("."), of(rows, BASE)["turns"].mean())
    for turns in re.findall(r"Games last ([\d.]+) turns (?:either way|under all)", shown["answer"]):
        assert all(is_told(turns, games["turns"].mean()) for _, games in rows.group_by("scenario"))


def test_something_was_read(eights, browser):
    """Of the question about Eights each of the numbers is there."""
    browser.look(eights / "index.html", 1280)
    card = browser.run(TERMS)
    assert set(card) == {"Changes the course of", "Set off by", "Who gains, who loses, in points", "Instead", "Example"}
    assert re.search(
        r"spoiler wins [\d.]+% of games rather than [\d.]+%", browser.run("return document.querySelector('.answer').textContent")
    )
