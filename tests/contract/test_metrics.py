"""Every metric of every game keeps what a metric promises; and no code takes a metric's name apart."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from simlab import games
from simlab.engine.game import Game
from simlab.engine.metric import UNIT
from simlab.stats.estimates import GroupStats
from simlab.stats.evaluating import evaluate
from simlab.stats.measures import Measures
from simlab.stats.places import Place
from simlab.stats.played import Played
from tests.stats.process import anything, group, tally_of

ROOT = Path(__file__).parents[2]
DEALS = 12


@pytest.fixture(scope="module", params=games.names())
def game(request) -> Game:
    return games.find(request.param)


@pytest.fixture(scope="module")
def played(game) -> tuple[Played, np.ndarray]:
    """Games drawn by lot, of two line-ups, in which one strategy has several seats."""
    of = group("aab", "bcb", game=game)
    rows = anything(of, DEALS, game=game)
    return Played(Measures(game, of), rows), rows


def test_it_has_all_its_words(played):
    metrics = played[0].measures.metrics
    names = [metric.name for metric in metrics]
    assert len(set(names)) == len(names)
    for metric in metrics:
        family, unit = metric.family, metric.family.difference
        for words in (metric.label, metric.subject, metric.title, family.title, family.unit, unit.one, unit.more, unit.short):
            assert words.strip(), metric.name
            assert words == words.strip(), metric.name
        for text in (metric.label, metric.subject):
            assert "_" not in text, f"{metric.name}: a name from a program"
        assert family.margin.value > 0
        assert metric.scale >= 1
    for pair in {(metric.family.name, metric.family) for metric in metrics}:
        assert [family for name, family in {(m.family.name, m.family) for m in metrics} if name == pair[0]] == [pair[1]]


def test_what_can_be_is_between_its_bounds(game):
    """Numbers of real games, by the printed rules: what silence is worth depends on it."""
    players = game.players[0]
    asked = {"question": "?", "game": game.name, "players": players, "games": 200, "lineup": ["random"] * players, "seating": "fixed"}
    (stats,) = evaluate(asked).stats
    (rules,) = stats.measures.group.rules
    for m, metric in enumerate(stats.measures.metrics):
        low, high = metric.bounds(rules)
        moments = stats.mean(m, 0, 0).moments
        assert low <= moments.low <= moments.high <= high, metric.name
        assert not metric.family.is_share or (low, high) == (0, 1), metric.name
    limit = getattr(rules, "turn_limit", np.inf) if "turn_limit" in game.endings else np.inf
    assert stats.measures.metrics[stats.measures.index["turns"]].bounds(rules) == (0, limit)


def test_beside_others_of_its_family_its_label_says_which(played):
    labels = [(metric.family.name, metric.label) for metric in played[0].measures.metrics]
    assert len(set(labels)) == len(labels)


def test_whole_numbers_are_read_off_the_rows(played):
    of_chunk = played[0]
    shape = (2, sum(of_chunk.measures.seatings), DEALS)
    for metric in of_chunk.measures.metrics:
        numbers = metric.read(of_chunk)
        assert numbers.shape == shape, metric.name
        assert numbers.dtype.kind in "iub", metric.name
        if metric.family.is_share:
            seats = 1 if metric.strategy is None else 2
            assert 0 <= numbers.min() <= numbers.max() <= metric.scale * seats, metric.name


def naive(played: Played, rows: np.ndarray, t: int, s: int) -> dict[str, Fraction]:
    """The means of all metrics by name, game by game, with none of the code that is tested."""
    game, of = played.measures.game, played.measures.group
    found: dict[str, Fraction] = defaultdict(Fraction)
    columns = [c for c, cell in enumerate(of.cells) if (cell.lineup, cell.scenario) == (t, s)]
    first = [c for c, cell in enumerate(of.cells) if (cell.lineup, cell.scenario) == (t, 0)]
    for deal in range(DEALS):
        for column, before in zip(columns, first, strict=True):
            row, labels = rows[deal, column], of.lineups[t].labels_at(of.cells[column].seating)
            winners = [seat for seat in range(3) if row["won"][seat]]
            for seat, label in enumerate(labels):
                share = Fraction(seat in winners, max(1, len(winners)))
                found[f"seat.{seat}"] += share
                found[f"share.{label}"] += share / labels.count(label)
                if game.scored:
                    found[f"score.{label}"] += Fraction(int(row["score"][seat]), UNIT * labels.count(label))
            for name in ("turns", "decisions", *game.measured):
                found[name] += Fraction(int(row[name]), UNIT if name in game.fractions else 1)
            for name in game.counted:
                found[f"fired.{name}"] += row[name] > 0
            for code, ending in enumerate(game.endings):
                found[f"ending.{ending}"] += int(row["ending"]) == code
            found["flipped"] += winners != [seat for seat in range(3) if rows[deal, before]["won"][seat]]
    return {name: total / (DEALS * len(columns)) for name, total in found.items()}


@pytest.mark.parametrize(("t", "s"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_its_mean_is_what_a_loop_over_the_games_finds(played, t, s):
    of_chunk, rows = played
    place = Place(GroupStats(of_chunk.measures, tally_of(of_chunk.measures, rows)), t, s)
    expected = naive(of_chunk, rows, t, s)
    assert set(place.named) == set(expected)
    for name, mean in expected.items():
        assert place.mean(name).mean == pytest.approx(float(mean), rel=1e-12, abs=1e-12), name


# Nobody takes a name apart


def pieces_of(code: str) -> Iterator[tuple[int, str]]:
    """Where code cuts a text at a dot, or asks how it begins, ends or what a table of families says of it; with its line."""
    kinds = {"share", "seat", "score", "ending", "fired", "turns", "flipped"}
    beginnings = {f"{kind}." for kind in kinds}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = {c.value for arg in node.args for c in ast.walk(arg) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
            if node.func.attr in ("startswith", "removeprefix", "split", "partition", "rpartition", "rsplit") and (
                given & beginnings or ("." in given and node.func.attr not in ("startswith", "removeprefix"))
            ):
                yield node.lineno, ast.unparse(node)
        if isinstance(node, ast.Dict):
            keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
            if len(keys & kinds) >= 2 and all(isinstance(value, ast.Constant | ast.JoinedStr | ast.Tuple) for value in node.values):
                yield node.lineno, ast.unparse(node)[:80]


# Dots that are no metric's: of modules, of paths for --set, of numbers in YAML.
ROOMS = ("engine/compiled/fingerprint", "engine/game", "engine/own", "engine/sources", "experiment/asked", "experiment/nodes")
OF_PYTHON = ("base/names", "games/__init__", "games/_reading", "inspection/kinds/names", "players/python", "players/reading")
ELSEWHERE = {f"simlab/{file}.py" for file in (*ROOMS, *OF_PYTHON)}


def test_no_code_takes_a_metrics_name_apart():
    found = [
        f"{path}:{line}: {code}"
        for folder in ("simlab", "strategies")
        for file in sorted((ROOT / folder).rglob("*.py"))
        if (path := file.relative_to(ROOT).as_posix()) not in ELSEWHERE
        for line, code in pieces_of(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'metric.startswith("share.")',
        'name.startswith(("share.", "seat."))',
        'kind, _, rest = metric.partition(".")',
        'metric.split(".")[0]',
        'metric.rsplit(".", 1)',
        'name.removeprefix("ending.")',
        'UNITS = {"share": "%", "turns": "turns"}',
    ],
)
def test_what_is_looked_for_is_found(code):
    assert list(pieces_of(code))
