"""Every mark of every picture, read back from where a browser has drawn it: it stands where the run's tables say."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from simlab.report.charts.stacks import SHADES
from simlab.words.numbers import plainly
from simlab.words.spoken import plain_value
from tests.report.browser import Browser
from tests.report.conftest import play
from tests.report.pictured import CLOSE, Pictured, Read, is_close, pictures
from tests.report.seen import number_of

pytestmark = pytest.mark.browser

Triple = tuple[float, float, float]
Numbers = dict[tuple[str, str], Triple]
POINTS = 100.0


def table(run: Path, name: str) -> list[dict[str, Any]]:
    return pl.read_parquet(run / f"{name}.parquet").to_dicts()


def at_baseline(run: Path, name: str) -> list[dict[str, Any]]:
    """The lines of the scenario that others are told against."""
    rows = table(run, name)
    found = table(run, "effects")
    base = found[0]["baseline"] if found else rows[0]["scenario"]
    return [row for row in rows if row["scenario"] == base]


def places(rows: list[dict[str, Any]]) -> list[str]:
    return [key for key in ("players", "lineup") if len({row[key] for row in rows}) > 1]


def placed(label: str, row: dict[str, Any], differs: list[str]) -> str:
    told = {"players": f"{row['players']} players", "lineup": row["lineup"]}
    return ", ".join([label, *(told[key] for key in differs)])


def label_of(metric: str) -> str:
    kind, _, of = metric.partition(".")
    return (of if kind == "share" else f"seat {of}") if of and kind in ("share", "seat") else plainly(metric)


def triple(row: dict[str, Any], name: str, factor: float = 1.0) -> Triple:
    ends = ("low", "high") if "low" in row and name != "edge" else ("edge_low", "edge_high")
    return row[name] * factor, row[ends[0]] * factor, row[ends[1]] * factor


# Forest plots


def compared(run: Path) -> list[dict[str, Any]]:
    """What changes, and what each change is called."""
    if (run / "factors.parquet").exists():
        return [{**row, "said": f"{plainly(row['rule'])} {plain_value(row['value'])}"} for row in table(run, "factors")]
    return [{**row, "said": row["scenario"]} for row in table(run, "effects")]


def changes(run: Path, unit: str) -> Numbers:
    """Of the picture on the first screen: by row and change."""
    found, rows = {}, compared(run)
    for row in rows:
        factor = POINTS if unit.startswith("points") else POINTS / abs(row["baseline_mean"] or 1) if unit.startswith("percent") else 1.0
        found[placed(label_of(row["metric"]), row, places(rows)), row["said"]] = triple(row, "mean", factor)
    return found


def shares(run: Path, _unit: str) -> Numbers:
    return {(row["strategy"], ""): triple(row, "share", POINTS) for row in at_baseline(run, "shares")}


def edges(run: Path, _unit: str) -> Numbers:
    return {(f"seat {row['seat']}", ""): triple(row, "edge", POINTS) for row in table(run, "seats")}


def ratings(run: Path, _unit: str) -> Numbers:
    return {(f"{row['rank']}  {row['strategy']}", ""): triple(row, "rating") for row in table(run, "ratings")}


def check_forest(run: Path, picture: Pictured, numbers: Callable[[Path, str], Numbers]) -> int:
    ((down, left, right),) = picture.axes
    (unit,) = [text for text, _, y, _ in picture.words if abs(y - down - 33) < 0.1]
    scale, expected, marks = picture.across(down, left, right), numbers(run, unit), picture.rows()
    for mark in marks:
        middle, low, high = found(expected, mark)
        assert is_close(mark.at, scale.at, middle), (picture.name, mark, middle)
        if mark.ends[1] - mark.ends[0] > 2:
            bars = [scale.at(end) for end in (low, high)]
            assert max(abs(a - b) for a, b in zip(mark.ends, bars, strict=True)) < CLOSE + 0.6 * (mark.at in scale.ends), (mark, low, high)
    return len(marks)


def found(expected: Numbers, mark: Read) -> Triple:
    """The number of a mark."""
    (number,) = {number for (row, series), number in expected.items() if reads(mark.row, row) and reads(mark.series, series)}
    return number


def reads(told: str, name: str) -> bool:
    """Is a name told so? One that is too long for its line was folded or cut."""
    begins, told_whole, name = told.split(" …")[0], " ".join(told.split()), " ".join(name.split())
    return name.startswith(begins) if begins != told else told_whole == name


def check_styles(run: Path, picture: Pictured) -> None:
    """Full, hollow or half full: as the verdict says."""
    styles = {"matters": "matters", "makes no practical difference": "nothing", "undecided": "undecided"}
    rows = compared(run)
    for mark in picture.rows():
        told = [
            row for row in rows if reads(mark.row, placed(label_of(row["metric"]), row, places(rows))) and reads(mark.series, row["said"])
        ]
        assert [styles[row["verdict"]] for row in told] == [mark.style], mark


# Curves


def points(run: Path, name: str, title: str) -> Iterator[tuple[str, float, float]]:
    """What a panel is drawn from: series, place along, value."""
    if name.startswith("shares"):
        yield from ((row["strategy"], row["players"], row["share"] * POINTS) for row in at_baseline(run, "shares"))
    elif name.startswith("lengths"):
        rows = table(run, "lengths")
        several = len({row["scenario"] for row in rows}) > 1
        yield from ((row["scenario"] if several else "mean length", row["players"], row["mean"]) for row in rows)
    else:
        for row in table(run, "factors"):
            is_share, is_length = row["metric"].startswith("share."), row["metric"] == "turns"
            if title.startswith("Win share") * is_share or title.startswith("Length") * is_length:
                factor = POINTS if is_share else 1.0
                yield (
                    label_of(row["metric"]),
                    float(row["value"]) if number_of(row["value"]) is not None else -1,
                    factor * (row["baseline_mean"] + row["mean"]),
                )
                if number_of(row["baseline"]) is not None:
                    yield label_of(row["metric"]), float(row["baseline"]), factor * row["baseline_mean"]


def check_curves(run: Path, picture: Pictured) -> int:
    marks, legend, tops = 0, picture.legend(), 0.0
    for down, left, right in picture.axes:
        title = " ".join(text for text, x, y, bold in picture.words if bold and abs(x - left) < 1 and down - 190 < y < down)
        top = max(y for _, x, y, bold in picture.words if bold and abs(x - left) < 1 and y < down)
        up = sorted(
            (number_of(text), y + 3)
            for text, x, y, _ in picture.words
            if abs(x - left) < 0.1 and top < y < down and number_of(text) is not None
        )
        (low, bottom), (high, highest) = up[0], up[-1]
        along = picture.across(down, left, right)
        drawn = list(points(run, picture.name, title))
        for x, y, _, color in picture.signs:
            if left <= x <= right and top < y <= down:
                value = low + (y - bottom) / (highest - bottom) * (high - low)
                near = [
                    one for one in drawn if abs(along.at(one[1]) - x) < 40 and (not legend or one[0].startswith(legend.get(color, one[0])))
                ]
                off = min(abs(one[2] - value) for one in near)
                assert off * abs((highest - bottom) / (high - low)) <= CLOSE, (picture.name, title, x, y, value)
                marks += 1
        tops = top
    assert tops
    return marks


# Maps, distributions, stacks


def check_map(run: Path, picture: Pictured) -> int:
    """What stands in the cells is what the tables say, and the larger the darker."""
    cells = []
    for x, y, wide, high, _, shade in picture.boxes:
        inside = [
            text.removesuffix(" ●").removesuffix("%") for text, at, down, _ in picture.words if x < at < x + wide and y < down < y + high
        ]
        cells += [(text, shade) for text in inside if number_of(text) is not None]
    told = CELLS[picture.name.rstrip("-0123456789")](run)
    for text, _ in cells:
        rounding = 0.501 * 10.0 ** -len(text.partition(".")[2])
        assert min(abs(number_of(text) - value) for value in told) <= rounding, (picture.name, text)
    shades = sorted((abs(number_of(text)), shade) for text, shade in cells)
    assert [shade for _, shade in shades] == sorted(shade for _, shade in cells)
    return len(cells)


CELLS = {
    "seat-map": lambda run: [row["edge"] * POINTS for row in at_baseline(run, "seats")],
    "league": lambda run: [(row["share"] - 0.5) * POINTS for row in table(run, "pairs")],
    "shapley-map": lambda run: [row["share"] * POINTS for row in table(run, "shapley")],
    "interactions": lambda run: [row["mean"] * factor for row in table(run, "interactions") for factor in (1, POINTS)],
    "matchups": lambda run: [row["difference"] * POINTS for row in at_baseline(run, "pairs")],
}


def check_spreads(run: Path, picture: Pictured) -> int:
    """The tick below a distribution is its median, the bar its middle 90%."""
    down, left, right = picture.axes[-1]
    scale = picture.across(down, left, right)
    names = picture.names()
    for i, (top, name) in enumerate(names):
        end = names[i + 1][0] if i + 1 < len(names) else down
        rows = [row for row in table(run, "lengths") if reads(name, said(row["scenario"])) or name == "all games"]
        bars = [line for line in picture.lines if top < line[1] < end and line[5] == 2.2]
        ticks = [line for line in picture.lines if top < line[1] < end and line[5] == 2.4]
        fits = [
            is_close(bars[0][0], scale.at, row["q5"])
            and is_close(bars[0][2], scale.at, row["q95"])
            and is_close(ticks[0][0], scale.at, row["q50"])
            for row in rows
        ]
        assert any(fits), (picture.name, name)
    return len(names)


def said(scenario: str) -> str:
    """A combination of rules as it is told; any other name stays as it is."""
    return plainly(scenario).replace("=true", " on").replace("=false", " off").replace("=", " ") if "=" in scenario else scenario


def check_stacks(run: Path, picture: Pictured) -> int:
    """A bar's parts are as wide as their shares."""
    _, left, right = picture.axes[-1]
    parts = [box for box in picture.boxes if box[5] in SHADES]
    found = sorted(round(wide / (right - left), 3) for _, _, wide, _, _, _ in parts)
    told = [row["share"] for row in table(run, "endings") if row["share"]]
    for share in found:
        assert min(abs(share - value) for value in told) < 0.002, (picture.name, share)
    return len(parts)


FORESTS = {"shares": shares, "seats": edges}
OF_THEIR_OWN = ("decisions", "tables", "search", "tuned", "adapting")  # runs whose pages have pictures that nothing here reads back


def check(run: Path, picture: Pictured) -> int:
    """How many marks a picture has, all of which stand where they belong."""
    kind = picture.name.rstrip("-0123456789")
    if kind in CELLS:
        return check_map(run, picture)
    if kind == "endings":
        return check_stacks(run, picture)
    if not picture.signs:
        return check_spreads(run, picture)
    if is_curve(picture):
        return check_curves(run, picture)
    if kind != "proof":
        return check_forest(run, picture, FORESTS[kind])
    if (run / "ratings.parquet").exists():
        return check_forest(run, picture, ratings)
    if not compared(run):
        return check_forest(run, picture, shares)
    check_styles(run, picture)
    return check_forest(run, picture, changes)


def is_curve(picture: Pictured) -> bool:
    """Only along numbers there are lines that go up and down."""
    return any(x1 != x2 and y1 != y2 for x1, y1, x2, y2, *_ in picture.lines) or any(x1 == 0 for _, x1, _ in picture.axes)


@pytest.fixture(scope="module")
def along(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rule's numbers are varied."""
    return play("vary", tmp_path_factory.mktemp("along") / "run", games=400, vary={"hand_size": [3, 4, 5, 7], "piles": [3, 4]})


@pytest.mark.parametrize("width", [390, 1280])
def test_along_a_rule_as_well(browser: Browser, along: Path, width: int):
    browser.look(along / "index.html", width)
    found = pictures(browser)
    assert is_curve(found["proof"])
    assert check_curves(along, found["proof"]) == 4 * (3 + 1), "of three strategies and the length"


@pytest.mark.parametrize("width", [390, 1280])
def test_every_mark_stands_where_its_number_belongs(browser: Browser, run_dir: Path, width: int):
    if run_dir.name in OF_THEIR_OWN:
        pytest.skip("it has pictures of its own, which are not read back")
    browser.look(run_dir / "index.html", width)
    found = {name: check(run_dir, picture) for name, picture in pictures(browser).items()}
    assert found["proof"] > 0
    assert all(found.values()), found
