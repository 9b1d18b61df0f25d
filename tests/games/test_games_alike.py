"""Games that differ in nothing but their numbers of cards are games of their own: side by side, and before and after an edit."""

from tests.games.of_the_kit import small_game
from tests.games.one_file import python

TELL = """
from pathlib import Path
from simlab import games
from simlab.commands import tracing

def tell(name):
    tracing.trace(name, players=2, lineup=None, deals="0", seed=1, changes=[], scenario=None, form="text", curve=0)

games.find("few"), games.find("many")
tell("few")
tell("many")
file = Path("games/few.py")
file.write_text(file.read_text().replace("[9, 1]", "[7, 3]"))
tell("few")
"""


def test_each_is_dealt_its_own_cards(tmp_path):
    for name, copies in {"few": [9, 1], "many": [1, 9]}.items():
        small_game(tmp_path, name, "{hands**}", "g.hand", copies=copies)
    done = python("-c", TELL, cwd=tmp_path, NUMBA_DISABLE_JIT="0")
    assert done.returncode == 0, done.stderr
    dealt = [line for line in done.stdout.splitlines() if line.startswith("   1")]
    assert [line.count("high") for line in dealt] == [1, 9, 3]
