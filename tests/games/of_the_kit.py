"""The smallest game of the kit: cards are dealt, one event is told, and the game is over."""

from pathlib import Path

TEXT = '''"""{name}: all have won."""

from simlab.kit import NO_CARD, HouseRules, card_choice, card_game, cards, ending, event
from simlab.kit import choose_card, deal, gather, goes_on, most_wins, tell

CARDS = cards(["low", "high"], copies={copies})
TABLE = """
    deck: pile, seen by nobody
    hand: hand of each seat, seen by its owner
"""
TOLD = event("{words}")
PLAY = card_choice("which")
OUT = ending("the end")


class Rules(HouseRules):
    """As printed."""


def play_game(g):
    gather(g, g.deck)
    deal(g, g.deck, g.hand, 5)
{told}
    while goes_on(g):
        choose_card(g, 0, PLAY, 0b11)
        most_wins(g, g.row.score, OUT)


GAME = card_game(globals(), players=range(2, {stop}))
'''


def small_game(folder: Path, name: str, words: str, *told: str, copies: object = 5, stop: int = 3) -> str:
    """Write such a game, which tells these words with each of these values, and a strategy for it; what its file says."""
    text = TEXT.format(name=name, words=words, told="\n".join(f"    tell(g, TOLD, {one})" for one in told), copies=copies, stop=stop)
    (folder / "games").mkdir(exist_ok=True)
    (folder / "games" / f"{name}.py").write_text(text)
    (folder / "strategies" / name).mkdir(parents=True)
    (folder / "strategies" / name / "random.py").write_text('"""Any, by chance."""\n')
    return text
