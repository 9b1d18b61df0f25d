"""What goes wrong in a game of the user's own while it is played is told of the game, in its line, and never of a strategy."""

import os
import subprocess
import sys

import pytest

from tests.games.one_file import HIGH_CARD, ROOT, changed, line_of, simlab, write
from tests.thinned import one_in

TURNS = "    g.row.turns = g.seen.players\n"
RAISES = changed((TURNS, TURNS + "    if g.deal == 3:\n        raise ValueError('no card')\n"))
HELPS = "\n\n@compiled\ndef worth(view):\n    return PACK // LENGTHS[view.card * 0]\n\n\nLENGTHS = (0, 0)\n"
SWAP = '"""Helped."""\n\nfrom simlab.games.high_card import worth\n\n\ndef swap(view):\n    return worth(view) > 5\n'


@pytest.mark.parametrize("plain", ["0", "1"], ids=["compiled", "plain"])
def test_what_the_game_raises_is_told_of_the_game(workspace, plain):
    write(workspace, RAISES)
    done = simlab("trace", "high_card", "--lineup", "half,random", "--deals", "0:9", cwd=workspace, NUMBA_DISABLE_JIT=plain)
    assert done.returncode == 3
    assert done.stderr.splitlines() == [
        f"games/high_card.py:{line_of('no card', RAISES)}: play_game raised ValueError: no card",
        "  game high_card, deal 3, 2 players, seed 1",
        "  replay: simlab trace high_card --players 2 --lineup half,random --deals 3 --seed 1",
    ]


def test_what_a_helper_of_the_game_raises_is_told_of_the_game(workspace):
    text = HIGH_CARD.replace(
        "\n\n@compiled\ndef standing", HELPS.replace("PACK // LENGTHS[view.card * 0]", "(0, 0)[PACK]") + "\n\n@compiled\ndef standing"
    )
    write(workspace, text)
    (workspace / "strategies" / "high_card" / "helped.py").write_text(SWAP)
    done = simlab("trace", "high_card", "--lineup", "half,helped", cwd=workspace)
    assert done.returncode == 3
    where = f"games/high_card.py:{line_of('(0, 0)[PACK]', text)}: worth raised IndexError"
    assert done.stderr.startswith(where)
    assert "strategies/high_card/helped.py:7)" in done.stderr.splitlines()[0]


def test_what_a_strategy_raises_is_told_of_the_strategy(workspace):
    file = workspace / "strategies" / "high_card" / "careless.py"
    file.write_text('"""Careless."""\n\n\ndef swap(view):\n    return (0, 1)[view.card + 2]\n')
    done = simlab("trace", "high_card", "--lineup", "half,careless", cwd=workspace)
    assert done.returncode == 3
    assert done.stderr.startswith(f"{file}:5: swap raised IndexError")
    assert "seat 1 (careless)" in done.stderr


def test_an_answer_that_is_none_is_told_of_the_strategy(workspace):
    file = workspace / "strategies" / "high_card" / "careless.py"
    file.write_text('"""Careless."""\n\n\ndef swap(view):\n    return 2\n')
    done = simlab("trace", "high_card", "--lineup", "half,careless", cwd=workspace)
    assert done.stderr.startswith(f"{file}: swap answered 2, and there are 2 options")


SOONER = """
import simlab.table.locate, simlab.table.watch
from simlab.cli import main
simlab.table.locate.LOOKS_AFTER = simlab.table.watch.PATIENCE = 1.0
main()
"""
WHILE = "while g.deal == 2"
NO_DECISION = changed((TURNS, f"    {WHILE} and g.row.won[0] < 2:\n        g.row.turns += 1\n"))
DECISIONS = changed(("        swap(g, seat)\n", f"        swap(g, seat)\n        {WHILE}:\n            swap(g, seat)\n"))


@pytest.mark.parametrize(
    ("text", "told"),
    [(NO_DECISION, "play_game has come to no decision and to no end for 1 s"), (DECISIONS, "a game has not ended after")],
    ids=["without a decision", "with decisions"],
)
def test_a_game_that_never_ends_is_noticed(workspace, text, told):
    write(workspace, text)
    command = [sys.executable, "-c", SOONER, "trace", "high_card", "--lineup", "half,random", "--deals", "0:9"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "0"}  # plain Python would not get there in years
    process = subprocess.Popen(command, cwd=workspace, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        said = [process.stderr.readline() for _ in range(4)]
    finally:
        process.kill()
        process.wait()
    places = [""] if text == DECISIONS else [f":{line_of(WHILE, text) + more}" for more in (0, 1)]
    assert said[0].startswith(tuple(f"games/high_card.py{place}: {told}" for place in places))
    assert said[1] == "  game high_card, deal 2, 2 players, seed 1\n"
    assert "strategies/" not in "".join(said)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    one_in(
        4,
        [
            ("g.row.swaps += 1", "g.row.swapped += 1", "there is no field 'swapped'"),
            ("best = max(best, ", "best = max(best, missing + ", "NameError: name 'missing' is not defined"),
            (
                "g.pack[card] = card + low",
                "g.pack[card] = 'x'",
                "No implementation of function Function(<built-in function setitem>) found",
            ),
            ("g.row.ending = OUT", "g.row.ending = [1, 'a']", "Cannot cast"),
        ],
    ),
)
def test_what_the_compiler_refuses_is_one_sentence_with_its_line(workspace, before, after, told):
    text = changed((before, after))
    write(workspace, text)
    done = simlab("trace", "high_card", "--lineup", "first,first", cwd=workspace, NUMBA_DISABLE_JIT="0")
    assert done.returncode == 2
    line = line_of(after, text)
    assert done.stderr.startswith(f"games/high_card.py:{line}: cannot be compiled: {told}")
    assert done.stderr.endswith(f": {text.splitlines()[line - 1].strip()}\n")
    assert done.stderr.count("\n") == 1
    assert "Record(" not in done.stderr


def test_a_helper_that_cannot_be_compiled_is_told_of_the_game(workspace):
    text = HIGH_CARD.replace(
        "\n\n@compiled\ndef standing", HELPS.replace("PACK // LENGTHS[view.card * 0]", "view.card + 'x'") + "\n\n@compiled\ndef standing"
    )
    write(workspace, text)
    (workspace / "strategies" / "high_card" / "helped.py").write_text(SWAP)
    done = simlab("trace", "high_card", "--lineup", "helped,helped", cwd=workspace, NUMBA_DISABLE_JIT="0")
    assert done.returncode == 2
    where = f"games/high_card.py:{line_of(chr(39) + 'x' + chr(39), text)}"
    assert done.stderr.startswith(f"{where}: cannot be compiled as strategies/high_card/helped.py calls it: ")
