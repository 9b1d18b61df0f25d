"""What the commands print, to the word, of things that are small or written by hand."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from simlab import games
from simlab.base.faults import BadInput
from simlab.commands import benching, checking, listing, running, starting, tracing
from simlab.experiment import load
from simlab.stats.trial import Trial

ASKED = {"question": "Why?", "game": "mean", "players": [2, 3], "games": 12_000, "seed": 5, "lineup": ["random", "first"]}
SCENARIOS = {"scenarios": {"as printed": {}, "an Eight wins": {"eight_last": "wins", "piles": 5}}}


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")


# Plans

WORTHS = ["; for win shares these 2 games are worth about 1.0 on deals of their own (tried on 100 deals)"]
WORTHS += ["; for win shares these 3 games are worth about 2.2 on deals of their own (tried on 100 deals)"]


def tried(copied, *worth):
    """A trial with two players, and with three."""
    return Trial(copied, {2: 100, 3: 100}, {(players, "lineup"): ratio for players, ratio in enumerate(worth, 2)})


@pytest.mark.parametrize(
    ("copied", "worths", "told"),
    [
        (None, ["", ""], []),
        (0.0, WORTHS, []),
        (0.256, WORTHS, ["expected: 26% of the games are copied, not played, because they look at no house rule that differs"]),
    ],
)
def test_a_plan_in_words(capsys, monkeypatch, copied, worths, told):
    monkeypatch.setattr(running, "trial_of", lambda plan: copied if copied is None else tried(copied, 0.5, 0.75))
    running.show_plan(load({**ASKED, **SCENARIOS}), as_json=False)
    assert capsys.readouterr().out.splitlines() == [
        "Why?",
        "2 players: 2 scenarios on 6,000 deals, 24,000 games",
        f"  lineup: random, first; 2 seatings a deal{worths[0]}",
        "3 players: 2 scenarios on 4,000 deals, 24,000 games",
        f"  lineup: random, first, random; 3 seatings a deal{worths[1]}",
        "  as printed: as printed",
        "  an Eight wins: eight_last = wins, piles = 5",
        "in all 48,000 games in 2 parts, seed 5",
        *told,
    ]


def test_a_plan_as_data(capsys, monkeypatch):
    monkeypatch.setattr(running, "trial_of", lambda plan: tried(0.5, 0.75))
    running.show_plan(load({**ASKED, **SCENARIOS, "players": 2, "rules": {"must_play": False}}), as_json=True)
    lineup = {"seats": ["random", "first"], "seatings": 2, "games": 2, "worth": 0.75, "tried": 100}
    assert json.loads(capsys.readouterr().out) == {
        "question": "Why?",
        "seed": 5,
        "scenarios": {"as printed": {"must_play": False}, "an Eight wins": {"must_play": False, "eight_last": "wins", "piles": 5}},
        "groups": [{"players": 2, "deals": 6_000, "games": 24_000, "lineups": {"lineup": lineup}}],
        "games": 24_000,
        "parts": 1,
        "copied": 0.5,
    }


@pytest.mark.parametrize("seating", ["fixed", "sample"])
def test_a_plan_of_one_game_a_deal_has_nothing_to_say_of_what_games_are_worth(capsys, seating):
    running.show_plan(load({**ASKED, "players": 2, "games": 40, "seating": seating}), as_json=False)
    told = {"fixed": "1 seating a deal", "sample": "each deal in one of 2 seatings, drawn by lot"}[seating]
    assert capsys.readouterr().out.splitlines()[2] == f"  lineup: random, first; {told}"


def test_where_too_few_deals_were_tried_nobody_knows_what_games_are_worth(capsys, monkeypatch):
    monkeypatch.setattr(running, "trial_of", lambda plan: tried(0.0))
    running.show_plan(load({**ASKED, "players": 2}), as_json=False)
    assert capsys.readouterr().out.splitlines()[2] == "  lineup: random, first; 2 seatings a deal"


def test_the_command_that_goes_on_does_not_start_afresh(monkeypatch):
    monkeypatch.setattr("sys.argv", ["/bin/simlab", "run", "my file.yaml", "--fresh", "--seed", "3"])
    assert running.again() == "simlab run 'my file.yaml' --seed 3"


@pytest.mark.parametrize(
    ("name", "where", "told"),
    [
        ("mean_eigth", "", 'no experiment "mean_eigth"; did you mean "mean_eight"? There are: '),
        ("no/mean_eigth.yaml", "no/mean_eigth.yaml", 'there is no such file; did you mean "mean_eight"?'),
    ],
)
def test_an_experiment_that_is_not_there(name, where, told):
    with pytest.raises(BadInput) as refused:
        running.read(name, [], None, None)
    (fault,) = refused.value.faults
    assert (fault.where, fault.what[: len(told)]) == (where, told)


def test_an_experiment_is_found_by_its_name_and_by_its_file(tmp_path):
    assert running.read("mean_eight", [], 400, 9).games == 400
    (tmp_path / "mine.yaml").write_text(json.dumps(ASKED))
    assert running.read(str(tmp_path / "mine.yaml"), ["seed=8"], None, None).seed == 8


# Traces


@pytest.mark.parametrize(
    ("deals", "told"),
    [
        ("x", '"x" is not a deal\'s number, such as 17, or a range, such as 0:1000'),
        ("3:", '"3:" is not a deal\'s number, such as 17, or a range, such as 0:1000'),
        (":3", '":3" is not a deal\'s number, such as 17, or a range, such as 0:1000'),
        ("3:3", '"3:3" must go upwards, over at most 10,000,000 deals'),
        ("4:3", '"4:3" must go upwards, over at most 10,000,000 deals'),
        ("7:10000008", '"7:10000008" must go upwards, over at most 10,000,000 deals'),
        (str(2**62), f'"{2**62}" must go upwards, over at most 10,000,000 deals'),
    ],
)
def test_deals_that_are_none(deals, told):
    with pytest.raises(BadInput) as refused:
        traced(deals=deals)
    assert str(refused.value) == f"--deals: {told}"


def traced(what="mean", **given):
    usual = {"players": None, "lineup": None, "deals": "0", "seed": None, "changes": [], "scenario": None, "form": "jsonl", "curve": 0}
    tracing.trace(what, **{**usual, **given})


@pytest.mark.parametrize(
    ("given", "deals", "strategies"),
    [
        ({}, [0], ["random"] * 2),
        ({"players": 3}, [0], ["random"] * 3),
        ({"lineup": "first,random"}, [0], ["first", "random"]),
        ({"deals": "4:6", "players": 2}, [4, 5], ["random"] * 2),
        ({"deals": str(2**62 - 1)}, [2**62 - 1], ["random"] * 2),
    ],
)
def test_who_sits_at_a_traced_table(capsys, given, deals, strategies):
    traced(**given)
    heads = [event for event in map(json.loads, capsys.readouterr().out.splitlines()) if event["event"] == "header"]
    assert [head["deal"] for head in heads] == deals
    assert {tuple(head["strategies"]) for head in heads} == {tuple(strategies)}


def test_games_as_text_stand_apart(capsys):
    traced(deals="0:2", form="text")
    told = capsys.readouterr().out
    assert len(re.findall("\n\n.*deal 1", told)) == 1
    assert not told.startswith("\n")
    assert not told.endswith("\n\n")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"what": "meen"}, 'no game "meen"; did you mean "mean"?'),
        ({"what": "mean_eight", "scenario": "an Eight"}, '--scenario: no scenario "an Eight"'),
        ({"what": "mean_eight", "players": 7}, "--players: 7 is not among the experiment's 4"),
        ({"what": "mean_eight", "lineup": "first,random"}, '--lineup: "first,random" is for 2 players; allowed: 4'),
        (
            {"what": "mean_eight", "lineup": "first,random,first,random", "players": 3},
            '--lineup: "first,random,first,random" is for 4 players; allowed: 3',
        ),
    ],
)
def test_what_cannot_be_traced(given, told):
    with pytest.raises(BadInput) as refused:
        traced(**given)
    assert str(refused.value).startswith(told)


# Lists


def test_every_game_has_its_line(capsys):
    listing.games()
    head, *rows = [re.split("  +", line.strip()) for line in capsys.readouterr().out.splitlines()]
    assert head == ["game", "title", "players", "house rules", "strategies", "version"]
    mean = games.find("mean")
    (row,) = [row for row in rows if row[0] == "mean"]
    assert row[:4] == ["mean", "MEAN!", "2-8", str(len(mean.Rules.model_fields))]
    assert row[5] == str(mean.version)


def test_the_rules_of_a_game(capsys):
    listing.rules("mean")
    told = capsys.readouterr().out
    assert told.startswith("MEAN!, 2-8 players\n")
    for line in (
        "House rules: every default is the rulebook as printed",
        "Rulings: what the rulebook leaves open",
        "Assumptions: what only the cards say",
    ):
        assert line in told
    table = cells(told)
    assert table[0] == ["name", "default", "allowed", "meaning", "shown by", ""]
    (eight,) = [row for row in table if row[0] == "eight_last"]
    assert eight[:4] == ["eight_last", "loses", "loses | wins | swaps", "what playing an Eight as the last card in hand does"]
    rulings, assumptions = told.split("Rulings:")[1].split("Assumptions:")
    assert {line.split()[0][0] for line in rulings.splitlines()[1:] if line} == {"R"}
    assert {line.split()[0][0] for line in assumptions.splitlines()[1:] if line} == {"A"}


def test_what_a_game_says_of_itself_is_folded_once(monkeypatch, capsys):
    about = "Snap: the quickest wins.\n\n2-4 players, in\nturn.\n\nA turn:\n- draw\n  a card\n- play\n1. or not\n"
    monkeypatch.setattr(listing, "found", lambda name: replace(games.find(name), title="Snap", about=about))
    listing.rules("mean")
    told = capsys.readouterr().out
    assert told.startswith(
        "Snap, 2-8 players\n\nThe quickest wins.\n\n2-4 players, in turn.\n\nA turn:\n- draw\n  a card\n- play\n1. or not\n\n"
    )


# Strategies of one's own


def test_a_new_strategy_says_how_to_try_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    starting.new_strategy("mean", "a2")
    assert capsys.readouterr().out == "strategies/mean/a2.py\ntry it: simlab check strategies/mean/a2.py\n"
    for name, told in (
        ("a2", "strategies/mean/a2.py: is already there; choose another name"),
        ("2a", '"2a" is no name for a strategy: small letters, digits and _, beginning with a letter'),
        ("a" * 42, f'"{"a" * 42}" is no name for a strategy: small letters, digits and _, beginning with a letter'),
    ):
        with pytest.raises(BadInput) as refused:
            starting.new_strategy("mean", name)
        assert str(refused.value) == told
    starting.new_strategy("mean", "a" * 41)


def test_a_starter_explains_all_that_is_in_reach():
    """`play` has lists to look through, `swap_target` has none."""
    text = starting.starter(games.find("mean"), "mine")
    assert "strategy: mine, boldness: 2" in text
    assert "Numbers that an experiment may change" in text
    assert re.search(r"^PARAMS = dict\(boldness=Param\(1.0, 0, 10, ", text, re.MULTILINE)
    for name, meaning in games.find("mean").sights.items():
        assert re.search(f"^#   {name} +{re.escape(meaning)}$", text, re.MULTILINE), name
    assert all(re.search(rf"[ ,]{name}[ ,\n]", text) for name in games.find("mean").Rules.model_fields)
    assert "eight_last (LOSES, WINS, SWAPS)" in text
    assert "Answer with the number of an option, from 0 to view.options - 1, in the documented order." in text


def test_a_workspace_is_made_in_an_empty_directory(tmp_path, capsys):
    starting.init(tmp_path / "mine")
    first = min(path.name for path in (tmp_path / "mine" / "experiments").glob("*.yaml"))
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path / 'mine'}",
        f"try it: cd {tmp_path / 'mine'} && simlab run experiments/{first}",
        f"your own: simlab new strategy {games.names()[0]} mine, simlab new game mine",
    ]
    assert not list((tmp_path / "mine").rglob("__pycache__"))
    assert json.loads((tmp_path / "mine" / "experiments" / "experiment.schema.json").read_text())["properties"]
    with pytest.raises(BadInput, match="is not empty; choose a new directory"):
        starting.init(tmp_path / "mine")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written: "):
        starting.init(tmp_path / "file" / "mine")


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("mean", '"mean" is neither a .py file nor GAME/NAME'),
        ("a/b/c", '"a/b/c" is neither a .py file nor GAME/NAME'),
        ("nowhere/mine.py", "nowhere/mine.py: lies in no folder named after a game; say which with --game: "),
        ("meen/first", 'no game "meen"'),
    ],
)
def test_what_cannot_be_checked(what, told):
    with pytest.raises(BadInput) as refused:
        checking.check(what, None)
    assert str(refused.value).startswith(told)


def test_what_is_found_of_a_strategy(capsys):
    assert checking.check("mean/first", None) == 0
    head, *found = capsys.readouterr().out.splitlines()
    assert head.startswith("first for MEAN!: ")
    patterns = (
        "legal: 4,000 games with each of 2-8 players",
        "deterministic: the same deals twice give the same games",
        r"sees no hidden card: [\d,]+ answers came from the view alone",
        "compiled and as plain Python it plays the same games",
        r"speed: [\d,]+ games/s with 4 players, `random` [\d,]+ \(\d+\.\d\dx\)",
        r"against 3 x `random`: win share \d+\.\d% ± \d\.\d% \(an equal player: 25.0%\)",
    )
    for line, pattern in zip(found, patterns, strict=True):
        assert re.fullmatch(f"  holds  {pattern}", line), line


# Measuring


def test_the_figures_of_a_game(monkeypatch):
    monkeypatch.setattr(benching, "_cpu_seconds", lambda work: (work(), 0.5)[1])
    monkeypatch.setattr(benching, "_gain", lambda work, seconds: (work(1), 1.9)[1])
    random, heuristics = benching._of_game(games.find("mean"), 0.01)
    assert (random["lineup"], random["seats"], heuristics["lineup"]) == ("random", ["random"] * 4, "heuristics")
    assert len(set(heuristics["seats"]) - {"random", "first"}) == 4
    assert random["games_per_second"] == 10_000
    assert 40 < random["turns"] < 80
    assert random["ns_per_turn"] == pytest.approx(1e5 / random["turns"])
    assert random["games_per_million_words"] == 5_000
    assert random["two_threads"] == random["two_threads_calibration"] == 1.9
    assert 100 < random["imagined_per_second"] < 100_000, "of ten deals in half a second"


def test_bench_as_a_table(monkeypatch, capsys):
    figures = {
        "game": "mean",
        "lineup": "random",
        "games_per_second": 12_345.6,
        "turns": 57.46,
        "ns_per_turn": 41.96,
        "imagined_per_second": 9_876.5,
    }
    figures |= {"games_per_million_words": 1_234.5, "two_threads": 1.924, "two_threads_calibration": 1.03}
    monkeypatch.setattr(benching, "_of_game", lambda game, seconds: [figures])
    benching.bench("mean", seconds=1, as_json=False)
    told = capsys.readouterr().out
    assert told.startswith("one core, 4 players, CPU time; medians")
    assert cells(told) == [
        ["game", "line-up", "games/s", "turns a game", "ns a turn", "imagined games/s", "games per 10^6 words", "two threads (words)"],
        ["mean", "random", "12,346", "57.5", "42.0", "9,876", "1,234", "1.92x (1.03x)"],
    ]
    assert told.rstrip().endswith("Words: the calibration loop, which draws random words.")


def test_scale_as_a_table(monkeypatch, capsys):
    """A run of so many chunks takes half a second to start, and then a second a chunk, two of CPU, and 3 bytes a game that is kept. A
    million games are 16.7 chunks.
    """

    def cost(game, chunks, size, keep, backend):
        return np.array([0.5 + chunks, 0.5 + 2 * chunks, 3.0 * chunks * size * (keep == "games")])

    monkeypatch.setattr(benching, "_cost", cost)
    monkeypatch.setattr(benching, "BACKENDS", ("threading",))
    monkeypatch.setattr(benching, "at_once", lambda: 2)
    benching.scale("mean", as_json=False)
    told = capsys.readouterr().out
    assert "a million games, 4 x random" in told
    assert "overhead of a chunk, 2 at once" in told
    assert cells(told) == [
        ["game", "CPU s, rows kept", "CPU s, summary only", "MB of rows"],
        ["mean", "33.33", "33.33", "3.0"],
        ["backend", "CPU ms", "ms between two"],
        ["threading", "2000.0", "1000.0"],
    ]


def cells(told):
    return [[cell.strip() for cell in re.split("[│┃]", line)[1:-1]] for line in told.splitlines() if line[:1] in ("│", "┃")]


# Answers as data


def test_what_is_no_number_is_null_in_json():
    assert running.without_nan({"a": [1.5, float("nan"), {"b": float("inf")}], "c": "nan"}) == {"a": [1.5, None, {"b": None}], "c": "nan"}


def test_an_answer_as_data(tmp_path):
    tables = {name: SimpleNamespace(to_dicts=lambda: [{"mean": 1}]) for name in ("effects", "games")}
    frames = {"effects": SimpleNamespace(is_long=False), "games": SimpleNamespace(is_long=True)}
    check = SimpleNamespace(text="x < 1", status="held")
    analysis = SimpleNamespace(experiment=SimpleNamespace(question="Why?"), answer=["So."], frames=frames, table=tables.get, checks=[check])
    assert running.answer_of(analysis, tmp_path) == {
        "question": "Why?",
        "answer": ["So."],
        "report": f"{tmp_path}/index.html",
        "games": f"{tmp_path}/games",
        "effects": [{"mean": 1}],
        "checks": [{"text": "x < 1", "status": "held"}],
    }


def test_editors_learn_of_what_is_new_in_a_workspace(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    starting.new_strategy("mean", "first_of_mine")
    assert not (tmp_path / "experiments").exists(), "who has no schema gets none"
    (tmp_path / "experiments").mkdir()
    starting.SCHEMA.write_text("{}")
    starting.new_strategy("mean", "second_of_mine")
    offered = json.loads(starting.SCHEMA.read_text())
    assert {"first_of_mine", "second_of_mine"} <= set(offered["definitions"]["mean seat"]["anyOf"][0]["enum"])
    starting.new_game("lucky")
    assert "lucky" in json.loads(starting.SCHEMA.read_text())["properties"]["game"]["enum"]


def test_a_solution_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """The disk is full: what was there stays, and nothing is left behind."""
    from simlab.commands import solving

    file = tmp_path / "solved.py"
    for name, value in (("text_of", "x"), ("title", "t"), ("strategy_source", "SOLVED = {}\n" * 2000)):
        monkeypatch.setattr(solving.tables, name, lambda *_, value=value: value)
    solving._write(None, file)
    before = file.read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    monkeypatch.setattr(solving.strategies, "find", lambda *_: SimpleNamespace(module=SimpleNamespace(SOLVED={})))
    monkeypatch.setattr(solving.tables, "strategy_source", lambda _: "another")
    with pytest.raises(OSError, match="No space left"):
        solving._write(None, file)
    assert file.read_text() == before
    assert [path.name for path in tmp_path.iterdir()] == ["solved.py"]
