"""What is wrong is told in its line, and in words that help; and what is right beside it goes on."""

import re

import pytest

from tests.cli.in_process import simlab_here
from tests.games.of_the_kit import small_game
from tests.games.one_file import line_of, simlab


def test_too_many_players_are_told_where_they_are_declared(tmp_path):
    text = small_game(tmp_path, "large", "{hands**}", "g.hand", stop=11)
    done = simlab("trace", "large", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"games/large.py:{line_of('players=range', text)}: players=range(2, 11): a game has 1 to 8 seats")


@pytest.mark.parametrize("plain", ["0", "1"], ids=["compiled", "plain"])
def test_a_card_that_is_not_there_is_told_as_what_happened(plain, tmp_path):
    text = small_game(tmp_path, "short", "{hands**}", "g.hand", copies=4)
    done = simlab("trace", "short", cwd=tmp_path, NUMBA_DISABLE_JIT=plain)
    where = f"games/short.py:{line_of('deal(g, g.deck', text)}"
    assert done.stderr.splitlines()[0] == f"{where}: play_game raised CardFault: more cards are dealt than lie in the pile"


def test_a_word_of_a_house_rule_has_a_name_and_is_no_number(tmp_path):
    text = small_game(tmp_path, "worded", "{hands**}", "g.hand if g.seen.rules.last == DRAWS else g.hand")
    rules = '"""As printed."""\n\n    last: Literal["wins", "draws"] = choice("draws", "what the last card does")'
    text = text.replace('"""As printed."""', rules).replace("cards, ending", "cards, choice, ending")
    file = tmp_path / "games" / "worded.py"
    file.write_text(text := text.replace("\n\nfrom", "\n\nfrom typing import Literal\n\nfrom", 1))
    assert simlab("trace", "worded", cwd=tmp_path, NUMBA_DISABLE_JIT="1").returncode == 0
    where = f"games/worded.py:{line_of('g.seen.rules.last', text)}"
    file.write_text(text.replace("== DRAWS", '== "draws"'))
    told = f'{where}: g.seen.rules.last is a number, and never "draws"; write DRAWS, of WINS, DRAWS\n'
    assert simlab("trace", "worded", cwd=tmp_path).stderr == told
    written = '    rules = g.seen.rules\n    tell(g, TOLD, g.hand if rules.last == "draws" else g.hand)\n'
    file.write_text(re.sub(r"    tell\(g, TOLD.*\n", written, text))
    where = where.replace("27", "28")  # and where only the compiler knows what is compared
    told = f'{where}: rules.last is a number, and never "draws"; write DRAWS, of WINS, DRAWS\n'
    assert simlab("trace", "worded", cwd=tmp_path, NUMBA_DISABLE_JIT="0").stderr == told


def test_all_hands_where_one_is_meant_are_told(tmp_path):
    text = small_game(tmp_path, "many", "{hands**}", "g.hand")
    text = text.replace("tell(g, TOLD, g.hand)", "tell(g, TOLD, g.hand)\n    move(0, g.hand, g.deck)").replace(
        "most_wins, tell", "most_wins, move, tell"
    )
    (tmp_path / "games" / "many.py").write_text(text)
    done = simlab("trace", "many", cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    assert done.stderr.startswith(f"games/many.py:{line_of('move(0', text)}: ")
    assert (
        "what lies before all seats is given where that of one seat is meant; write g.hand[seat] and not g.hand"
        in done.stderr.splitlines()[0]
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("from simlab.games.high_card import below, total", 'simlab.games.high_card has no "total"; from simlab.kit import total'),
        ("from simlab.games.high_card import below, PCK", 'simlab.games.high_card has no "PCK"; did you mean "PACK"?'),
        ("from simlab.kit import below, totl", 'simlab.kit has no "totl"; did you mean "total"?'),
    ],
)
def test_what_a_strategy_cannot_import_is_told_with_its_line(line, said, workspace):
    text = f'"""Imports."""\n\n{line}\n\n\ndef swap(view):\n    return below(view, 2)\n'
    (workspace / "strategies" / "high_card" / "imports.py").write_text(text)
    done = simlab_here("check", "strategies/high_card/imports.py")
    assert done.returncode == 2
    assert done.stderr == f"strategies/high_card/imports.py:3: {said}\n"
    done = simlab_here("trace", "high_card", "--lineup", "imports,random")
    assert done.stderr == f"lineup.0.strategy: strategies/high_card/imports.py:3: {said}\n"


def test_a_broken_strategy_is_named_and_the_others_are_listed(workspace):
    (workspace / "strategies" / "high_card" / "broken.py").write_text('"""Broken."""\n\ndef swap(view)\n')
    done = simlab_here("strategies", "high_card")
    assert done.returncode == 0
    assert done.stderr.startswith("strategies/high_card/broken.py:3:")
    assert all(name in done.stdout for name in ("first", "half", "random"))
