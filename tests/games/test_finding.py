"""A game of the user's own is found where strategies are, named where it is broken, and takes nothing else down."""

import importlib
import json
import sys

import pytest

import simlab as toolkit
from simlab import games
from simlab.base.faults import BadInput
from simlab.commands import benching
from simlab.experiment import schema
from simlab.players import strategies
from tests.cli.in_process import simlab_here
from tests.games.one_file import HIGH_CARD, changed, line_of, python, simlab, write


def fault(name: str = "high_card") -> str:
    """What is wrong with a game, in one line."""
    with pytest.raises(BadInput) as refused:
        games.find(name)
    assert len(refused.value.faults) == 1
    return str(refused.value)


def test_it_stands_among_the_others(workspace):
    assert set(games.shipped()) < set(games.names())
    game = games.find("high_card")
    assert (game.name, game.title) == ("high_card", "High card")
    assert games.find("high_card") is game
    assert "high_card" not in games.shipped()
    assert next(one for one in games.playable() if one.name == "high_card") is game


def test_elsewhere_there_is_none(workspace, monkeypatch):
    monkeypatch.chdir("/")
    assert games.names() == games.shipped()
    with pytest.raises(KeyError):
        games.find("high_card")


def test_an_edited_file_is_read_anew(workspace):
    before = games.find("high_card")
    write(workspace, changed(("BONUS = 0", "BONUS = 1"), ("High card: each seat", "High card, again: each seat")))
    after = games.find("high_card")
    assert after is not before
    assert (before.module.BONUS, after.module.BONUS) == (0, 1)
    assert after.about.startswith("High card, again")
    write(workspace, HIGH_CARD)
    assert games.find("high_card") is before


def test_while_it_is_held_it_stays_as_it_was(workspace):
    before = games.find("high_card")
    with games.held(before):
        write(workspace, "not a game")
        assert games.find("high_card") is before
    assert "not Python" in fault()


def test_it_is_a_module_of_the_package(workspace):
    module = importlib.import_module("simlab.games.high_card")
    try:
        assert games.find("high_card") is module.GAME
        assert module.GAME.Rules.__module__ == "simlab.games.high_card"
    finally:
        del sys.modules["simlab.games.high_card"], games.high_card


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("def refusal(", "def refusal)", ":12: not Python: "),
        ("PACK = 52", "PACK = fifty_two", ": raises NameError when it is read: name 'fifty_two' is not defined"),
        ("    card                the", "    card[  the", ": not a field: 'card[  the card in hand'"),
        ("    swaps               cards", "    swaps: i9    cards", ": not a field: 'swaps: i9    cards swapped'"),
        ("    seat                the", "    size                the", ": a method of numpy's records is called so"),
        ("whole(0, 0, 9,", "whole(10, 0, 9,", ": raises TypeError when it is read: Rules.lowest: the default is not allowed"),
        ("range(2, 4)", "range(2, 12)", ": players=range(2, 12): a game has 1 to 8 seats"),
    ],
)
def test_what_is_wrong_with_a_file_is_one_fault_in_its_line(workspace, before, after, told):
    text = changed((before, after))
    write(workspace, text)
    line = line_of("class Rules" if "whole" in after else after, text)  # a house rule is looked at when all of them are known
    assert fault().startswith(f"games/high_card.py:{line}{told}")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HIGH_CARD.partition("GAME = Game(")[0], f"{line_of('GAME = Game(') - 1}: declares no game"),
        (changed(("    hand: u1[8] ", "    pack: u1[8] ")), f"{line_of('pack: u1[52]')}: a field of this name is there already: 'pack'"),
        (changed(("about=__doc__", "about=''")), "1: no docstring"),
        ("import helpers\n\n" + HIGH_CARD, "1:1: imports helpers; a game is one file"),
        (changed(("import shuffle", "import shuffle\nfrom simlab.games.other import card")), "5:1: imports simlab.games.other"),
        ("import sys\n\nsys.exit(3)\n", "3: raises SystemExit when it is read: 3"),
        ("name = 'Zoë'\n".encode("latin-1"), "1:11: the byte 0xeb is not UTF-8; save the file as UTF-8"),
        ("\0", "1"),
    ],
    ids=["no game", "twice", "no docstring", "another file", "another game", "exit", "bytes", "null"],
)
def test_so_is_what_is_wrong_with_a_whole_file(workspace, text, told):
    write(workspace, text)
    assert fault().startswith(f"games/high_card.py:{told}")


def test_a_computed_line_of_a_table_is_found(workspace):
    write(workspace, changed(('VIEW = """', 'SIZE = "x"\nVIEW = f"""'), ("    card                the card", "    card[{SIZE}]  the card")))
    assert fault() == f"games/high_card.py:{line_of('the card in hand') + 1}: not a field: 'card[x]  the card in hand'"


def test_what_cannot_be_read_is_said(workspace):
    (workspace / "games" / "folder.py").mkdir()
    assert fault("folder").startswith("games/folder.py:1: cannot be read: ")


def test_a_broken_game_takes_no_other_down(workspace):
    write(workspace, "nothing = ", name="broken")
    for words in (["games"], ["strategies"], ["schema"]):
        done = simlab_here(*words)
        assert done.returncode == 0, done.stderr
        assert "high_card" in done.stdout
        assert "what_the_heck" in done.stdout
        assert '"broken"' not in done.stdout
        assert done.stderr.splitlines() == ["games/broken.py:1:11: not Python: invalid syntax"]
    for words in (["rules", "mean"], ["rules", "high_card"]):
        assert simlab_here(*words).returncode == 0
    for words in (["rules", "broken"], ["trace", "broken"], ["strategies", "broken"], ["new", "strategy", "broken", "mine"]):
        done = simlab_here(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines() == ["games/broken.py:1:11: not Python: invalid syntax"]


def test_an_experiment_with_a_broken_game_names_the_games_line_and_its_own_faults(workspace):
    write(workspace, HIGH_CARD.replace("PACK = 52", "PACK = "))
    experiment = workspace / "experiments" / "cards.yaml"
    experiment.write_text(experiment.read_text().replace("games: 2_000", "games: many"))
    done = simlab_here("run", "cards", "--set", "lowest=3")
    assert done.returncode == 2
    assert f"games/high_card.py:{line_of('PACK = 52')}:8: not Python: invalid syntax" in done.stderr.splitlines()
    assert 'cards.yaml:4:8: games: "many"' in done.stderr


def test_bench_goes_on_with_the_others(workspace, monkeypatch, capsys):
    write(workspace, HIGH_CARD, name="alone")  # without strategies
    write(workspace, "nothing = ", name="broken")

    def seated(game, label, seats, seconds):
        return {"game": game.name, "seats": [strategies.find(game.name, seat).name for seat in seats]}

    monkeypatch.setattr(benching, "_of_lineup", seated)
    benching.bench(None, seconds=0, as_json=True)
    told = capsys.readouterr()
    seats = {row["game"]: len(row["seats"]) for row in json.loads(told.out)["measured"]}
    assert seats == dict.fromkeys(games.shipped(), 4) | {"high_card": 3}, "it has no fourth seat"
    assert told.err.splitlines() == [
        'alone is left out: no strategy for alone "random". There are none',
        "games/broken.py:1:11: not Python: invalid syntax",
    ]


@pytest.mark.parametrize("name", ["My-Game", "2players", "Snap", "class", "find"])
def test_a_name_that_is_none_is_told(workspace, name):
    write(workspace, HIGH_CARD, name=name)
    done = simlab_here("games")
    assert done.returncode == 0
    assert "high_card" in done.stdout
    assert done.stderr.startswith(f'games/{name}.py: "{name}" is ')
    assert done.stderr.endswith("; choose another name\n")
    assert simlab_here("trace", "mean").returncode == 0, "least of all `find`"


def test_a_folder_is_no_game_and_what_is_private_is_none(workspace):
    (workspace / "games" / "snap").mkdir()
    (workspace / "games" / "snap" / "__init__.py").write_text(HIGH_CARD)
    write(workspace, "", name="_draft")
    assert simlab_here("games").stderr == "games/snap: a game of your own is one file: games/snap.py\n"


def test_the_name_of_a_game_that_comes_with_simlab_is_refused_and_changes_nothing(workspace):
    write(workspace, HIGH_CARD, name="mean")
    for words in (["games"], ["rules", "mean"], ["trace", "mean"]):
        done = simlab(*words, cwd=workspace)
        assert done.returncode == 0, done.stderr
        assert "MEAN!" in done.stdout
        assert (
            done.stderr
            == 'games/mean.py: a game "mean" comes with simlab, and is the one that is played; choose another name for your own\n'
        )


def test_what_only_tells_imports_no_compiler(workspace):
    at_the_end = "print({'numba', 'matplotlib'} & sys.modules.keys(), file=sys.stderr)"
    for command in ("games", "strategies", "schema"):
        code = f"import sys; from simlab.cli import app\ntry:\n    app(['{command}'])\nfinally:\n    {at_the_end}"
        done = python("-c", code, cwd=workspace, NUMBA_DISABLE_JIT="0")
        assert "high_card" in done.stdout
        assert done.stderr.strip() == "set()"


def test_editors_are_offered_its_rules_and_strategies(workspace):
    offered = schema()
    assert "high_card" in offered["properties"]["game"]["enum"]
    assert offered["definitions"]["high_card rules"]["properties"]["lowest"]["maximum"] == 9
    assert "half" in json.dumps(offered["allOf"])


def test_a_strategy_is_started_and_a_new_workspace_knows_only_what_it_has(workspace):
    done = simlab("new", "strategy", "high_card", "mine", cwd=workspace)
    assert done.returncode == 0, done.stderr
    assert simlab("trace", "high_card", "--lineup", "mine,half", cwd=workspace).returncode == 0
    assert "none for high_card" in simlab("solve", "high_card", cwd=workspace).stderr
    assert simlab("init", "new", cwd=workspace).returncode == 0
    assert "high_card" not in (workspace / "new" / "experiments" / "experiment.schema.json").read_text()


def test_from_python(workspace):
    code = """
import simlab
print(simlab.trace("high_card", ["half", "random"], deal=3))
rows = simlab.simulate("high_card", ["half", "random"], games=50, rules={"lowest": 9})
assert rows.height == 50 and rows["swaps"].sum() > 0
assert simlab.evaluate("experiments/cards.yaml", deals=range(50), jobs=2).game.title == "High card"
"""
    done = python("-c", code, cwd=workspace)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("High card, deal 3 of seed 1")
    assert toolkit.BadInput is BadInput
