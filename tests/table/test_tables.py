"""A table: what its traces and its rows say of a game, how one plays it again, and what is said where a strategy fails at it."""

import random
import shlex
import time
from dataclasses import replace

import numpy as np
import pytest

from simlab import games
from simlab.base.faults import RunFailure
from simlab.commands import tracing
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.inspection.draws import drawn
from simlab.players import strategies
from simlab.table import Table, watch
from simlab.table.batches import rows_of, single
from simlab.table.rows import frame, win_shares
from simlab.table.telling import Trace, lines_of
from tests.compiling import compiled_only
from tests.run.harness import wait_until
from tests.stats.played import experiment

MEAN, MEOW = games.find("mean"), games.find("meow")


def table(*names: str, game=MEAN, changed=None, **house_rules) -> Table:
    seats = [(strategies.find(game.name, name), changed or {}) for name in names]
    return Table(game, seats, game.resolve(game.Rules(**house_rules), len(names)), 5)


# How one plays it again


@pytest.mark.parametrize(
    ("lineup", "changed", "said"),
    [
        ("random,first", {}, ""),
        ("hoarder:keep=2.0,hoarder:keep=2.0", {"changed": {"keep": 2.0}}, ""),
        (
            "random,first",
            {"must_play": False, "piles": 5, "eight_last": "wins"},
            " --set piles=5 --set eight_last=wins --set must_play=false",
        ),
        ("random,first,random", {"game": MEOW, "bonus": (9, 0, -9)}, " --set 'bonus=[9.0,0.0,-9.0]'"),
    ],
)
def test_the_command_that_plays_a_deal_again(lineup, changed, said):
    names = [name.split(":")[0] for name in lineup.split(",")]
    game = "meow" if "game" in changed else "mean"
    assert table(*names, **changed).replay_command(7) == (
        f"simlab trace {game} --players {len(names)} --lineup {lineup} --deals 7 --seed 5{said}"
    )


@pytest.mark.parametrize("mark", [":", ","])
def test_a_path_that_could_be_misread_is_written_as_in_an_experiment(tmp_path, mark):
    file = tmp_path / f"a{mark}b.py"
    file.write_text('"""Takes the first."""\n\n\ndef play(view):\n    return 0\n')
    at = Table(MEAN, [(strategies.find("mean", str(file)), {}), (strategies.find("mean", "hoarder"), {"keep": 2.0})], MEAN.Rules(), 5)
    assert f"""--set 'lineup=["{file}", {{"strategy": "hoarder", "keep": 2.0}}]' --deals 7""" in at.replay_command(7)


def test_what_is_taken_at_random_is_part_of_who_plays(capsys):
    """Of the header, of the command that plays the deal again, which plays the same, and of who sits where."""
    planner = strategies.find("mean", "planner")
    swaps = replace(planner, at_random=("swap", "pile"))
    at = Table(MEAN, [(planner, {}), (swaps, {"near": 3.0})], MEAN.resolve(MEAN.Rules(), 2), 5)
    assert at.trace(7)[0]["strategies"] == ["planner", "planner(near=3, swap and pile at random)"]
    command = shlex.split(at.replay_command(7))
    assert command[command.index("--lineup") + 1] == "planner,planner:near=3.0:at_random=swap+pile"
    lineup = command[command.index("--lineup") + 1]
    tracing.trace("mean", players=2, lineup=lineup, deals="7", seed=5, changes=[], scenario=None, form="text", curve=0)
    assert capsys.readouterr().out == f"{Trace(MEAN, tuple(at.trace(7)))}\n"
    assert len({one.digest for one in (planner, swaps, replace(planner, at_random=("swap",)), replace(planner, at_random=("pile",)))}) == 4
    assert replace(planner, at_random=()).digest == planner.digest


# What its traces say


def test_a_header_says_what_is_played_and_an_end_what_the_row_says():
    at = table("random", "first", "random", game=MEOW, rounds=2)
    for deal in range(5):
        row, (header, *_, end) = at.rows(deal, 1)[0], at.trace(deal)
        assert {key: value for key, value in header.items() if key != "rules"} == {
            **{"event": "header", "game": "meow", "players": 3, "seed": 5, "deal": deal},
            "strategies": ["random", "first", "random"],
        }
        assert (header["rules"]["rounds"], header["rules"]["bonus"]) == (2, [6, 0, -6])
        assert end == {
            "event": "end",
            "ending": MEOW.endings[row["ending"]],
            "winners": np.flatnonzero(row["won"]).tolist(),
            "losers": np.flatnonzero(row["lost"]).tolist(),
            "places": row["place"][:3].tolist(),
            "scores": (row["score"][:3] / 840).tolist(),
            "turns": row["turns"],
        }
    assert table("random", "first").trace(0)[-1]["scores"] == [], "this game is not scored"


HEADER = {"event": "header", "deal": 3, "seed": 5, "players": 2, "strategies": ["crab", "owl"]}
END = {"event": "end", "turns": 8, "ending": "out", "scores": []}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "as printed"),
        ({"must_play": False, "piles": 5}, "piles = 5, must_play = false"),
        ({"eight_last": "wins"}, "eight_last = wins"),
    ],
)
def test_a_game_begins_with_its_house_rules(changed, said):
    rules = MEAN.resolve(MEAN.Rules(**changed), 2).model_dump(mode="json")
    told = lines_of(MEAN, [{**HEADER, "rules": rules}])
    assert told == ["MEAN!, deal 3 of seed 5", "Seats: 0 crab, 1 owl", f"House rules: {said}", ""]


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ({"winners": [1]}, "Winner: Seat 1 (owl)."),
        ({"winners": [0, 1], "scores": [3, -4]}, "Seat 0 (crab) and Seat 1 (owl) share the win. Scores: 3, -4."),
        ({"winners": []}, "Winner: nobody."),
    ],
)
def test_a_game_ends_with_who_has_won(end, said):
    rules = MEAN.resolve(MEAN.Rules(), 2).model_dump(mode="json")
    assert lines_of(MEAN, [{**HEADER, "rules": rules}, {**END, **end}])[4:] == ["", f"End after 8 turns (out). {said}"]
    assert lines_of(MEAN, [{**END, "winners": [1]}])[1] == "End after 8 turns (out). Winner: Seat 1.", "without a header nobody has a name"


def test_events_are_numbered_as_in_the_data():
    at = table("random", "first")
    trace = Trace(MEAN, tuple(at.trace(0)))
    numbers = [line[:4].strip() for line in str(trace).split("\n")[4:] if line[:4].strip().isdecimal()]
    assert numbers == [str(number) for number in range(1, len(trace) - 1)]
    assert trace.jsonl().split("\n")[1].startswith('{"event":"')


# What its rows say


def test_a_win_is_split_exactly():
    rows = np.zeros(3, dtype=MEAN.row)
    rows["won"][1, [0, 2]] = 1
    rows["won"][2, :7] = 1
    assert win_shares(rows, 7).tolist() == [[0] * 7, [420, 0, 420, 0, 0, 0, 0], [120] * 7]


def test_every_game_is_a_row_of_a_table():
    plan = make_plan(experiment(lineup=["first", "random"], players=[2, 3], scenarios={"one": {}, "two": {"piles": 5}}, games=24))
    chunk = plan.chunk((0,), 0)
    rows = rows_of(plan, chunk)
    games, cells = frame(plan, chunk, rows).to_dicts(), plan.groups[0].cells
    assert list(games[0])[:7] == ["scenario", "table", "deal", "players", "turns", "decisions", "ending"]
    for number, game in enumerate(games):
        deal, column = divmod(number, len(cells))
        row, cell = rows[deal, column], cells[column]
        assert (game["scenario"], game["table"], game["deal"], game["players"]) == (["one", "two"][cell.scenario], "lineup", deal, 2)
        assert [game["turns"], game["decisions"], game["swaps"]] == [row["turns"], row["decisions"], row["swaps"]]
        assert game["ending"] == MEAN.endings[row["ending"]]
        assert [game[f"strategy_{seat}"] for seat in range(2)] == [["first", "random"][seat] for seat in cell.seating]
        assert [game[f"won_{seat}"] for seat in range(2)] == row["won"][:2].tolist()
        assert [game[f"share_{seat}"] for seat in range(2)] == row["won"][:2].tolist(), "with one winner a win is a share"
        assert (game["strategy_2"], game["won_2"], game["share_2"]) == (None, None, None), "a seat that is not there"


# A strategy that fails


@pytest.mark.parametrize(("answer", "said"), [("view.options", "answered {n}"), ("view.top * 0 - 1", "answered -1")])
def test_an_answer_that_is_none_of_the_options(tmp_path, answer, said):
    file = tmp_path / "wrong.py"
    file.write_text(f'"""Answers what nobody asked."""\n\n\ndef play(view):\n    return {answer}\n')
    wrong = strategies.from_source(MEAN, "wrong", file.read_text(), file)  # untried
    at = Table(MEAN, [(wrong, {})] * 2, MEAN.resolve(MEAN.Rules(), 2), 5)
    with pytest.raises(RunFailure) as failure:
        at.rows(9, 1)
    first, second, third = str(failure.value).split("\n")
    options = int(first.split(" options")[0].split()[-1])
    assert first == f"{file}: play {said.format(n=options)}, and there are {options} options (0 to {options - 1})"
    assert second == f"  game mean, deal 9, seat {at._g.asked} ({at.seats[0][0].name}), seed 5"
    assert third == f"  replay: {at.replay_command(9)}"


class Played:
    """A table at which a strategy is stuck, or answers all the time."""

    def __init__(self, name: str, *, is_stuck: bool) -> None:
        self.name, self.is_stuck = name, is_stuck

    @property
    def progress(self) -> tuple[int, int]:
        return (7, 3) if self.is_stuck else (0, time.monotonic_ns())

    def unanswered(self, seconds: float) -> str:
        return f"{self.name}: no answer for {seconds} s"

    def unended(self, seconds: float) -> str:
        return f"{self.name}: no end for {seconds} s"


STOPS = "\n  Ctrl-C stops it; what was finished is kept\n"


def test_a_strategy_that_does_not_answer_and_a_game_that_does_not_end_are_told_of_once(monkeypatch, capsys, no_strategy_plays_for_ever):
    told: list[str] = []
    for name, value in (("COMPILES", True), ("_teller", no_strategy_plays_for_ever), ("PATIENCE", 0.1), ("LOOKS", 0.05)):
        monkeypatch.setattr(watch, name, value)
    with watch.watched(Played("stuck", is_stuck=True)), watch.watched(Played("busy", is_stuck=False)):
        wait_until(lambda: (told.append(capsys.readouterr().err), len("".join(told).split(STOPS)) > 2)[1])
        time.sleep(0.3)  # some looks more
    told.append(capsys.readouterr().err)
    assert sorted("".join(told).split(STOPS)) == ["", "busy: no end for 0.1 s", "stuck: no answer for 0.1 s"]


@pytest.mark.parametrize("name", games.shipped())
def test_the_command_that_plays_a_deal_again_is_read_as_it_is_printed(name):
    game, dice = games.find(name), random.Random(5)
    for number in range(30):
        players = dice.choice(game.players)
        rules = drawn(game, players, dice) if number else game.resolve(game.Rules(), players)
        table = Table(game, [(strategies.find(name, "random"), {})] * players, rules, seed=4)
        words = shlex.split(table.replay_command(7))
        changes = [words[i + 1] for i, word in enumerate(words) if word == "--set"]
        lineup = words[words.index("--lineup") + 1].split(",")
        asked = {"question": "?", "game": name, "players": players, "games": 1, "lineup": lineup, "seating": "fixed"}
        assert single(load(asked, changes=changes)).rules == rules


@compiled_only  # only compiled games are watched
def test_while_games_stray_from_the_real_one_their_decisions_are_seen_to_be_made():
    """Else one that never ends would be taken for a strategy that never answers."""
    at = table("random", "random", "random")
    onlooker = at.look_on()
    onlooker.before(2, 3)
    (row,) = at.rows(0, 1)
    assert (onlooker.shares.sum(axis=1) > 0).all()
    assert at.progress[1] > row["decisions"] > 0
