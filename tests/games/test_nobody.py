"""An event of a game of one file may tell of nobody and of no card."""

from simlab import games
from simlab.players import strategies
from simlab.table import Table
from simlab.table.telling import Trace
from tests.games.one_file import simlab

GAME = '''"""Nobody: whoever has the only card wins, and often nobody has."""

from simlab.kit import NO_CARD, HouseRules, card_choice, card_game, cards, choose_card, ending, event, gather, goes_on, nobody_wins, tell

CARDS = cards(["this", "that"])
TABLE = """
    deck: pile, seen by nobody
    hand: hand of each seat, seen by its owner
"""
HAS = event("{player@~} has {card^~}.")
PLAY = card_choice("which")
OUT = ending("the end")


class Rules(HouseRules):
    """As printed."""


def play_game(g):
    gather(g, g.deck)
    while goes_on(g):
        choose_card(g, 0, PLAY, 0b11)
        tell(g, HAS, 1, 0)
        tell(g, HAS, -1, NO_CARD)
        nobody_wins(g, OUT)


GAME = card_game(globals(), players=range(2, 3))
'''


def test_none_is_told_as_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "nobody.py").write_text(GAME)
    (tmp_path / "strategies" / "nobody").mkdir(parents=True)
    (tmp_path / "strategies" / "nobody" / "random.py").write_text('"""The first."""\n\n\ndef play(view):\n    return 0\n')
    game, random = games.find("nobody"), strategies.find("nobody", "random")
    events = Table(game, [(random, {})] * 2, game.Rules(), seed=1).trace(0)
    assert events[1:3] == [{"event": "has", "player": 1, "card": 0}, {"event": "has", "player": None, "card": None}]
    told = str(Trace(game, tuple(events)))
    assert "Seat 1 (random) has this." in told
    assert "nobody has none." in told
    assert simlab("trace", "nobody", cwd=tmp_path).stdout.strip() == told
