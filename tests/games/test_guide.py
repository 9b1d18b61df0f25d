"""docs/games.md: its blocks, put together, are the starter; what it says of the kit is so."""

import ast
import re

import numpy as np
import pytest

from simlab import games, kit
from simlab.base import paths
from simlab.engine.records import fields
from simlab.kit.cards import cards
from simlab.kit.zones import split
from simlab.players import strategies
from simlab.table import Table
from tests.games.one_file import ROOT

GUIDE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
PYTHON = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
LAST = next(number for number, block in enumerate(PYTHON) if block.startswith("GAME = "))
PIECES = PYTHON[: LAST + 1]
ROWS = re.findall(r"^\| `(\w+: (?:pile|hand)[^`]*)` \|.*\| ([^|]*) \|$", GUIDE, re.MULTILINE)


def test_the_blocks_put_together_are_the_starter():
    starter = (paths.STARTER / "games" / "sevens.py").read_text(encoding="utf-8")
    assert ast.dump(ast.parse("\n\n".join(PIECES))) == ast.dump(ast.parse(starter))


@pytest.mark.parametrize("number", range(1, len(PIECES)))
def test_each_block_runs_after_those_before_it(number):
    exec("\n\n".join(PIECES[:number]), {"__name__": "simlab.games.shown"})


@pytest.mark.parametrize(("line", "seen"), ROWS, ids=[line for line, _ in ROWS])
def test_a_strategy_sees_of_a_zone_what_the_guide_says(line, seen):
    (zone,), _ = split(line)
    assert [field.name for field in fields(zone.shown(cards("abc")))] == re.findall(r"`(\w+)`", seen)


def test_the_guide_shows_every_form_of_a_zone():
    shown = {(zone.is_pile, zone.of_each_seat, zone.seen_by, zone.remembered) for line, _ in ROWS for zone in split(line)[0]}
    alike = {"only top": "top"}
    possible = set()
    for kind in ("pile", "hand"):
        for each in ("", " of each seat"):
            for seen in ("seen by nobody", "seen by all", "seen by its owner", "seen by its owner, remembered", "its top seen by all"):
                try:
                    (zone,), _ = split(f"zone: {kind}{each}, {seen}")
                except ValueError:
                    continue
                possible.add((zone.is_pile, zone.of_each_seat, zone.seen_by, zone.remembered))
    known = {(pile, each, alike.get(seen, seen), remembered) for pile, each, seen, remembered in shown}
    assert possible - known <= {(False, True, "nobody", False)}, "a hand of each seat that nobody sees, not even its owner, is rare"


@pytest.mark.parametrize("name", kit.__all__)
def test_the_guide_names_all_that_the_kit_offers(name):
    assert re.search(rf"\b{name}\b", GUIDE)


def test_the_lines_of_go_fish_are_its_own():
    lines = re.search(r"```text\n(if known.*?)```", GUIDE, re.DOTALL)[1].splitlines()
    game = (paths.EXAMPLES / "games" / "go_fish.py").read_text(encoding="utf-8")
    assert all(line.strip() in game for line in lines)


PEEKING = '''"""Peek: the next player has looked at the top card of the deck."""

from simlab.kit import HouseRules, card_choice, card_game, cards, choose_card, deal, ending, event, gather, goes_on, nobody_wins, tell
{shown}

CARDS = cards(f"{{number}}" for number in range(20))
LOOKED = event("{{player@}} looks at the top card.")
PLAY = card_choice("which")
OUT = ending("the end")


class Rules(HouseRules):
    """As printed."""


def play_game(g):
    gather(g, g.deck)
    deal(g, g.deck, g.hand, 4)
    g.peeked[1] = 1
    tell(g, LOOKED, 1)
    while goes_on(g):
        choose_card(g, 0, PLAY, 3)
        nobody_wins(g, OUT)


GAME = card_game(globals(), players=range(3, 4))
'''


def test_a_redeal_of_ones_own_keeps_what_a_player_knows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    shown = next(block for block in PYTHON if "def redeal" in block)
    (tmp_path / "games" / "peek.py").write_text(PEEKING.format(shown=shown))
    (tmp_path / "strategies" / "peek").mkdir(parents=True)
    (tmp_path / "strategies" / "peek" / "random.py").write_text('"""The first."""\n\n\ndef play(view):\n    return 0\n')
    game, random = games.find("peek"), strategies.find("peek", "random")
    table = Table(game, [(random, {})] * 3, game.Rules(), seed=1)
    table.rows(0, 1)
    g = table._g

    def dealt(seat):
        """The top of the deck, and the hands, as this seat may imagine them in fifty ways."""
        tops, hands = set(), set()
        for number in range(50):
            game.redeal(g, seat, number)
            tops.add(kit.top(g.deck))
            hands.add(tuple(np.flatnonzero(g.hand[2].of)))
            assert kit.size(g.aside) == 0
        return tops, hands

    on_top = kit.top(g.deck)
    tops, hands = dealt(1)
    assert tops == {on_top}
    assert len(hands) > 10
    assert len(dealt(0)[0]) > 5
