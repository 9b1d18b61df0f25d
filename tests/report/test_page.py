"""The page of a run: a valid, safe, self-contained document that says what the analysis says."""

import csv
import io
import json
import re
import shutil
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import html5lib
import polars as pl
import pytest

from simlab import report
from simlab.base.faults import BadInput
from simlab.report.tables import LONGEST
from simlab.storage.folder import Folder
from simlab.storage.parts import key_of
from simlab.words.numbers import percent
from tests.report.conftest import NASTY

OURS = ("answer", "who-wins", "how-long", "what-happens", "how-it-feels", "one-game", "how-sure", "run-again")  # in this order
ALONE = {
    "league": ("answer", "who-wins", "how-sure", "run-again"),
    "decisions": ("answer", "worth-deciding", "how-it-feels", "how-sure", "run-again"),
    "vary": ("answer", "explorer", *OURS[1:5], "responsible", *OURS[5:]),
    "search": ("answer", "found", "explorer", *OURS[1:]),
    "tuned": ("answer", "who-wins", "how-sure", "run-again"),
}
XHTML = "{http://www.w3.org/1999/xhtml}"


@pytest.fixture
def page(run_dir: Path) -> Element:
    return parsed(run_dir)


def parsed(run_dir: Path) -> Element:
    """The page of a run as a browser reads it."""
    return read((run_dir / "index.html").read_text(encoding="utf-8"))


@cache
def read(text: str) -> Element:
    """Anything that is not HTML as it should be is an error."""
    root = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False).parse(text)
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]  # svg has a namespace of its own
    return root


def all_of(root: Element, tag: str, **attributes: str) -> list[Element]:
    return [element for element in root.iter(tag) if all(element.get(name) == value for name, value in attributes.items())]


def words_of(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_it_has_one_heading_a_language_and_a_viewport(page):
    assert page.get("lang") == "en"
    assert len(all_of(page, "h1")) == 1
    assert len(all_of(page, "main")) == 1
    assert "width=device-width" in all_of(page, "meta", name="viewport")[0].get("content", "")
    assert words_of(all_of(page, "h1")[0]) in words_of(all_of(page, "title")[0])


def test_headings_never_skip_a_level(page):
    levels = [int(element.tag[1]) for element in page.iter() if re.fullmatch("h[1-6]", str(element.tag))]
    assert levels[0] == 1
    assert all(lower - upper <= 1 for upper, lower in pairwise(levels))


def test_sections_are_named_and_the_contents_lead_to_them(page, run_dir):
    sections = {section.get("id"): section for section in all_of(page, "section")}
    assert tuple(sections) == ALONE.get(run_dir.name, OURS)
    ids = {element.get("id") for element in page.iter() if element.get("id")}
    assert all(section.get("aria-labelledby") in ids for section in sections.values())
    nav = all_of(page, "nav")[0]
    assert [link.get("href") for link in all_of(nav, "a")] == [f"#{name}" for name in sections]
    assert all_of(page, "a", **{"class": "skip"})[0].get("href") == f"#{all_of(page, 'main')[0].get('id')}"


def test_no_section_is_empty(page):
    for section in all_of(page, "section"):
        assert len(list(section)) > 1, section.get("id")


def test_ids_are_unique(page):
    ids = Counter(element.get("id") for element in page.iter() if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []


def test_links_lead_somewhere_in_the_page(page):
    ids = {element.get("id") for element in page.iter()}
    for element in page.iter():
        for name, value in element.attrib.items():
            if str(name).rpartition("}")[2] in ("href", "src"):
                assert value.startswith("data:") or value.removeprefix("#") in ids, value


def test_nothing_is_fetched(run_dir):
    text = (run_dir / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href|action|url\()\s*=?\s*["'(]?\s*(?:https?:)?//""", text)
    assert "@import" not in text
    assert "default-src 'none'" in text


def test_only_our_script_runs(page):
    scripts = [script for script in all_of(page, "script") if script.get("type") != "application/json"]  # which is data
    assert len(scripts) == 1
    assert words_of(scripts[0]).startswith('"use strict"')
    assert not [name for element in page.iter() for name in element.attrib if str(name).startswith("on")]


def test_its_size(run_dir):
    assert (run_dir / "index.html").stat().st_size < 2_000_000


def test_pictures_tell_their_numbers(page):
    pictures = [svg for svg in all_of(page, "svg") if svg.get("class") in ("chart", "thousand")]
    assert pictures
    for svg in pictures:
        assert svg.get("role") == "img"
        assert len(re.findall(r"\d", svg.get("aria-label", ""))) > 1, svg.get("aria-label")
    for figure in all_of(page, "figure"):
        assert len(all_of(figure, "figcaption")) == len([svg for svg in all_of(figure, "svg") if svg.get("class") == "chart"]) == 1
        assert words_of(all_of(figure, "figcaption")[0])


def test_the_first_screen_has_the_answer_and_its_proof(page):
    answer = next(section for section in all_of(page, "section") if section.get("id") == "answer")
    assert [figure.get("id") for figure in all_of(answer, "figure")] == ["proof"]
    said = next(element for element in all_of(answer, "div") if element.get("class") == "answer")
    assert 1 <= len(all_of(said, "p")) <= 4
    assert len(words_of(said).removesuffix("Copy")) <= 451
    card = next(element for element in all_of(answer, "article"))
    assert len(all_of(card, "dt")) >= 1
    verdicts = next(element for element in all_of(answer, "ul") if element.get("class") == "verdicts")
    assert all(words_of(item)[0] in "●○◐" for item in all_of(verdicts, "li"))


def test_no_picture_stands_twice(page):
    drawn = [svg.get("aria-label") for svg in all_of(page, "svg") if svg.get("class") == "chart"]
    assert len(drawn) == len(set(drawn))
    assert len({words_of(caption) for caption in all_of(page, "figcaption")}) == len(drawn)


def test_tables_have_captions_headers_and_equal_rows(page):
    tables = [table for table in all_of(page, "table") if table.get("class") != "live"]  # the explorer's, which is filled later
    assert len(tables) > 3
    for table in tables:
        assert words_of(all_of(table, "caption")[0])
        head = all_of(all_of(table, "thead")[0], "th")
        assert all(th.get("scope") == "col" and th.get("aria-sort") == "none" for th in head)
        assert all(len(all_of(th, "button")) == 1 for th in head)
        for row in all_of(all_of(table, "tbody")[0], "tr"):
            cells = list(row)
            assert len(cells) == len(head)
            assert (cells[0].tag, cells[0].get("scope")) == ("th", "row")


def test_every_table_has_its_csv(page):
    for box in (element for element in all_of(page, "div") if element.get("class") == "table"):
        link = next(a for a in all_of(box, "a") if a.get("class") == "csv")
        assert link.get("download") == f"{box.get('id')}.csv"
        head, *rows = lines_of(link.get("href", ""))
        shown = len(all_of(all_of(box, "tbody")[0], "tr"))
        assert len(rows) >= shown
        assert len(rows) == shown or shown == LONGEST
        assert len(head) == len(set(head)), head
        assert all(len(row) == len(head) for row in rows)


def lines_of(uri: str) -> list[list[str]]:
    kind, _, data = uri.partition(",")
    assert kind == "data:text/csv;charset=utf-8"
    return list(csv.reader(io.StringIO(unquote(data))))


def table_of(page: Element, name: str) -> list[dict[str, str]]:
    box = next(element for element in all_of(page, "div") if element.get("id") == name)
    head, *rows = lines_of(next(a for a in all_of(box, "a") if a.get("class") == "csv").get("href", ""))
    return [dict(zip(head, row, strict=True)) for row in rows]


@pytest.mark.parametrize("name", ["scenarios", "players"])
def test_the_same_run_gives_the_same_bytes(runs, name):
    page = runs[name] / "index.html"
    before = page.read_bytes()
    assert report.write(runs[name]) == page
    assert page.read_bytes() == before


# What is in which report


def tables_in(run_dir: Path) -> list[str]:
    return [box.get("id", "") for box in all_of(parsed(run_dir), "div") if box.get("class") == "table"]


def test_the_tables_and_which_are_seen_at_once(runs):
    page = parsed(runs["scenarios"])
    folded = [box.get("id") for part in all_of(page, "details") for box in all_of(part, "div") if box.get("class") == "table"]
    seen = [name for name in tables_in(runs["scenarios"]) if name not in folded]
    assert seen == ["times-a-game", "how-it-feels-table", "checks-table", "verdicts"]
    assert {"win-shares", "seat-shares", "pairs", "game-lengths", "ledger-table", "effects", "house-rules"} <= set(folded)
    assert not {"effects", "flipped-games", "checks-table", "main-effects"} & set(tables_in(runs["one"]))
    assert {"main-effects", "interactions"} <= set(tables_in(runs["vary"]))
    assert "pairs" not in tables_in(runs["alike"])


def test_names_are_never_markup(runs):
    page = parsed(runs["lineups"])
    assert NASTY in words_of(all_of(page, "h1")[0])
    assert "<b>mixed" in words_of(page)
    assert "mixed" not in {words_of(bold) for bold in all_of(page, "b")}
    assert "$two$" in " ".join(words_of(text) for text in all_of(page, "text") + all_of(page, "figcaption"))


def test_the_numbers_are_those_of_the_rows(runs):
    """The effect on a strategy's share, once more from the Parquet files: the sum over the seatings of a deal, then over the deals."""
    rows = pl.scan_parquet(runs["scenarios"] / "games" / "*.parquet").collect()
    seats = range(4)
    shares = rows.with_columns(
        pl.sum_horizontal(
            pl.when(pl.col(f"strategy_{seat}") == "shedder").then(pl.col(f"share_{seat}")).otherwise(0.0) for seat in seats
        ).alias("share")
    )
    by_deal = shares.group_by("deal", "scenario").agg(pl.col("share").mean()).pivot("scenario", index="deal", values="share")
    difference = by_deal["an Eight wins"] - by_deal["as printed"]
    half = 1.959963984540054 * difference.std() / len(difference) ** 0.5
    page = parsed(runs["scenarios"])
    told = next(row for row in table_of(page, "effects") if row["of"] == "win share of shedder" and row["change"] == "an Eight wins")
    assert float(told["mean"]) == pytest.approx(difference.mean(), abs=1e-12)
    assert float(told["high"]) - float(told["low"]) == pytest.approx(2 * half, rel=0.05)
    assert percent(difference.mean(), (float(told["high"]) - float(told["low"])) / 2, sign=True).removesuffix("%") in words_of(page)


def test_a_rule_that_changed_nothing_shows_zero_and_what_that_is_worth(runs):
    page = parsed(runs["exactly nothing"])
    rows = table_of(page, "effects")
    assert {row["verdict"] for row in rows if row["of"].startswith("win share")} == {"makes no practical difference"}
    assert "undecided" in {row["verdict"] for row in rows if row["of"] in ("game length", "swaps")}
    for row in rows:
        assert float(row["mean"]) == 0
        assert float(row["low"]) < 0 < float(row["high"])
    assert "deals changed who wins, so at most" in words_of(page)


def test_flipped_deals_come_with_their_replay(runs):
    page = parsed(runs["scenarios"])
    commands = [words_of(code) for code in all_of(page, "code")]
    assert any(
        re.fullmatch(r"simlab trace mean --players 4 --lineup [\w,]+ --deals \d+ --seed 7 --set eight_last=wins", text) for text in commands
    )


def test_scores_are_shown_where_a_game_has_them(runs):
    assert [row["strategy"] for row in table_of(parsed(runs["scored"]), "scores")] == ["random", "first"]
    assert "Scores by strategy" not in words_of(parsed(runs["one"]))


def test_a_run_that_may_stop_early_says_so(runs):
    assert "its intervals hold whenever it stops" in words_of(parsed(runs["precise"]))
    assert "could stop early" not in words_of(parsed(runs["one"]))


def test_broken_checks_are_told(runs):
    rows = table_of(parsed(runs["scenarios"]), "checks-table")
    assert [row["result"].split()[-1] for row in rows] == ["held", "broken"]


def test_a_game_is_not_told_by_changed_strategies(runs, tmp_path):
    copy = tmp_path / "changed"
    copy.mkdir()
    for name in ("manifest.json", "tally.json"):
        (copy / name).write_bytes((runs["scenarios"] / name).read_bytes())
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest["identity"]["strategies"]["shedder"] = "0" * 64
    refile(copy, manifest)
    report.write(copy)
    assert "simlab trace" not in words_of(parsed(copy))
    assert "effects" in tables_in(copy)


def refile(run_dir: Path, manifest: dict) -> None:
    """Write a manifest, and the tally under its identity."""
    state = Folder(run_dir, key_of(json.loads((run_dir / "manifest.json").read_text())["identity"])).state()
    (run_dir / "manifest.json").write_text(json.dumps(manifest))
    Folder(run_dir, key_of(manifest["identity"])).merge(state)


def test_it_is_the_same_again(run_dir, tmp_path):
    """From what was stored, with as few deals as there are."""
    again = shutil.copytree(run_dir, tmp_path / "again")
    (again / "index.html").unlink()
    report.write(again)
    assert (again / "index.html").read_bytes() == (run_dir / "index.html").read_bytes()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("tally.json", '"deals": ', '"deals": 1', "its tally.json is missing or damaged; make it again with"),
        ("manifest.json", '"means": 2', '"means": 1', "counted otherwise; play it again with"),
        ("manifest.json", '"experiment": ', '"experiment": 7, "was": ', "its manifest is damaged"),
        ("manifest.json", '"status"', '"stutus"', "holds no run of simlab"),
    ],
)
def test_what_cannot_be_read_is_refused(runs, tmp_path, file, old, new, told):
    copy = shutil.copytree(runs["one"], tmp_path / "copy")
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    with pytest.raises(BadInput, match=told):
        report.write(copy)


def test_what_is_no_finished_run_is_refused(runs, tmp_path):
    with pytest.raises(BadInput, match="holds no run"):
        report.write(tmp_path)
    manifest = json.loads((runs["one"] / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, "status": "running", "again": "simlab run one"}))
    with pytest.raises(BadInput, match="not finished; go on with: simlab run one"):
        report.write(tmp_path)
    assert not (tmp_path / "index.html").exists()
