"""A workspace with a game of one file, and how to change a line of it.

High card: each seat is dealt a card and may swap it for the next of the pack; the highest card wins.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

HIGH_CARD = '''"""High card: each seat is dealt a card and may swap it once; the highest card wins."""

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.chance import shuffle
from simlab.engine.compiled.play import ask, below, end_turn, tell
from simlab.engine.events import Events
from simlab.engine.game import Decision, Game
from simlab.engine.records import fields
from simlab.engine.rules import HouseRules, whole
from simlab.engine.state import state_record

PACK = 52
OUT = 0
BONUS = 0  # added to every card


class Rules(HouseRules):
    """What may be changed."""

    lowest: int = whole(0, 0, 9, "cards below this are left out")


EVENTS = Events()
SWAPPED = EVENTS.add("swapped", "player@ card^", "{player} swaps for {card}.")
VIEW = """
    card                the card in hand
    seat                the seat asked
"""
COUNTERS = """
    swaps               cards swapped
"""
OWN = """
    pack: u1[52]        the pack, top first
    hand: u1[8]         the card of each seat
"""


@apart
def prepare(g):
    """Nothing is kept."""


@compiled
def swap(g, seat):
    """A seat is asked, and swaps its card."""
    g.seen.card, g.seen.seat = g.hand[seat], seat
    if ask(g, seat, 0, 2):
        g.hand[seat] = g.pack[g.seen.players + seat]
        g.row.swaps += 1
        tell(g, SWAPPED, seat, g.hand[seat])


@compiled
def standing(g, seat):
    """The card."""
    return g.hand[seat]


@compiled
def play_game(g):
    """Deal, swap, compare."""
    low = g.seen.rules.lowest
    for card in range(PACK - low):
        g.pack[card] = card + low
    shuffle(g.pack, PACK - low, g.key, 0)
    best = 0
    for seat in range(g.seen.players):
        g.hand[seat] = g.pack[seat] + BONUS
        swap(g, seat)
        best = max(best, g.hand[seat])
        end_turn(g, seat + 1, standing)
    for seat in range(g.seen.players):
        g.row.won[seat] = g.hand[seat] == best
        g.row.lost[seat] = g.hand[seat] != best
        g.row.place[seat] = 1 + g.row.lost[seat]
    g.row.turns = g.seen.players
    g.row.ending = OUT


def as_they_are(rules, players):
    """Nothing depends on the number of players."""
    return rules


def refusal(rules, players):
    """Any set-up is possible."""
    return None


GAME = Game(
    title="High card",
    about=__doc__,
    version=1,
    players=range(2, 4),
    Rules=Rules,
    rulings={},
    decisions=(Decision("swap", "whether to swap: 1 is yes"),),
    view=VIEW,
    columns="",
    counters=COUNTERS,
    endings=("out",),
    scored=False,
    events=EVENTS,
    state=state_record(Rules, view=VIEW, row=COUNTERS, own=OWN),
    prepare=prepare,
    play=play_game,
    resolve=as_they_are,
    standing=standing,
    refusal=refusal,
    card=str,
)
'''

STRATEGIES = {
    "random": '"""Either, by chance."""\n\nfrom simlab.games.high_card import below\n\n\ndef swap(view):\n    return below(view, 2)\n',
    "first": '"""Never swaps."""\n\n\ndef swap(view):\n    return 0\n',
    "half": '"""Swaps what is below the middle."""\n\nfrom simlab.games.high_card import PACK\n\n\n'
    "def swap(view):\n    return 2 * view.card < PACK\n",
}
EXPERIMENT = """question: Does it matter which cards are left out?
game: high_card
players: 2
games: 2_000
lineup: [half, random]
scenarios:
  as printed: {}
  without the low cards: {lowest: 9}
"""


def changed(*pairs: tuple[str, str]) -> str:
    """The game with other lines."""
    text = HIGH_CARD
    for before, after in pairs:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def line_of(words: str, text: str = HIGH_CARD) -> int:
    """The line in which something stands."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


def make_workspace(folder: Path, text: str | bytes = HIGH_CARD) -> Path:
    """A directory with the game, its strategies and an experiment."""
    for place in ("games", "strategies/high_card", "experiments"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    write(folder, text)
    for name, source in STRATEGIES.items():
        (folder / "strategies" / "high_card" / f"{name}.py").write_text(source)
    (folder / "experiments" / "cards.yaml").write_text(EXPERIMENT)
    return folder


def write(folder: Path, text: str | bytes, name: str = "high_card") -> None:
    """The game's file says this from now on."""
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "games" / f"{name}.py").write_bytes(data)


def simlab(*arguments: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess:
    """The command; as plain Python unless NUMBA_DISABLE_JIT="0" is given."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NUMBA_DISABLE_JIT": "1", **environment}
    return subprocess.run([sys.executable, "-m", "simlab", *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)
