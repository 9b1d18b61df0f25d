"""Games that differ in nothing but their numbers of cards are games of their own: side by side, and before and after an edit."""

import os
import subprocess
import sys

from tests.games.one_file import ROOT

GAME = '''"""{name}: all cards are dealt, and all have won."""

from simlab.kit import HouseRules, card_choice, card_game, cards, choose_card, deal, ending, event, gather, goes_on, most_wins, tell

CARDS = cards(["low", "high"], copies={copies})
TABLE = """
    deck: pile, seen by nobody
    hand: hand of each seat, seen by its owner
"""
DEALT = event("{{hands**}}")
PLAY = card_choice("which")
OUT = ending("the end")


class Rules(HouseRules):
    """As printed."""


def play_game(g):
    gather(g, g.deck)
    deal(g, g.deck, g.hand, 5)
    tell(g, DEALT, g.hand)
    while goes_on(g):
        choose_card(g, 0, PLAY, 0b11)
        most_wins(g, g.row.score, OUT)


GAME = card_game(globals(), players=range(2, 3))
'''

TELL = """
import sys
from pathlib import Path
from simlab import games
from simlab.commands import tracing

def tell(name):
    tracing.trace(name, players=2, lineup=None, deals="0", seed=1, changes=[], scenario=None, form="text")

games.find("few"), games.find("many")
tell("few")
tell("many")
file = Path("games/few.py")
file.write_text(file.read_text().replace("[9, 1]", "[7, 3]"))
tell("few")
"""


def test_each_is_dealt_its_own_cards(tmp_path):
    for name, copies in {"few": "[9, 1]", "many": "[1, 9]"}.items():
        (tmp_path / "games").mkdir(exist_ok=True)
        (tmp_path / "games" / f"{name}.py").write_text(GAME.format(name=name, copies=copies))
        (tmp_path / "strategies" / name).mkdir(parents=True)
        (tmp_path / "strategies" / name / "random.py").write_text('"""The first."""\n\n\ndef play(view):\n    return 0\n')
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", TELL], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    dealt = [line for line in done.stdout.splitlines() if line.startswith("   1")]
    assert [line.count("high") for line in dealt] == [1, 9, 3]
