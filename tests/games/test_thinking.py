"""A game of one file has players who think without a line more, and they know no more than they can see."""

from dataclasses import replace

import pytest

from simlab import games
from simlab.base.faults import RunFailure
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.table import Table
from simlab.table.curve import with_chances

GUESS = '''"""Guess: what lies on top of the pack, and what will lie there after it is shuffled?"""

from simlab.kit import HouseRules, card_game, cards, choice_of, choose, ending, event, gather, goes_on, mix_up, most_wins, scores, tell, top

CARDS = cards(["apple", "pear", "plum", "fig"], copies=[5, 1, 1, 1])
TABLE = """
    deck: pile, seen by nobody
"""
GUESSED = event("{player@} guesses {card^}.")
GUESS = choice_of("which card it is")
DONE = ending("both have guessed")


class Rules(HouseRules):
    """None."""


def play_game(g):
    gather(g, g.deck)
    for seat in range(g.seen.players):
        goes_on(g)
        for _ in range(2):
            guess = choose(g, seat, GUESS, 4)
            tell(g, GUESSED, seat, guess)
            scores(g, seat, int(guess == top(g.deck)))
            mix_up(g, g.deck)
    most_wins(g, g.row.score, DONE)


GAME = card_game(globals(), players=range(2, 4), scored=True)
'''
DEALS, GAMES = 300, 2000


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    for file, text in {
        "games/guess.py": GUESS,
        "strategies/guess/random.py": '"""By chance."""\n',
        "strategies/guess/wrong.py": '"""Answers too much."""\n\n\ndef guess(view):\n    return 4\n',
        "strategies/guess/raises.py": '"""Counts too far."""\n\n\ndef guess(view):\n    return 0 * (60 // (view.seat - 1))\n',
        "strategies/guess/sometimes.py": '"""Thinks about it."""\n\nfrom simlab.players.imagining import imagine\n\n\n'
        "def guess(view, my):\n    return imagine(view, my, 400, 0)\n",
    }.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def table(*seats):
    """A table at which strategies sit by name; one that is called thinker imagines much and believes all of it."""
    game, found = games.find("guess"), [strategies.find("guess", name) for name in seats]
    params = [{"rollouts": 400, "doubt": 0} if name == "thinker" else {} for name in seats]
    return Table(game, list(zip(found, params, strict=True)), game.resolve(game.Rules(), len(seats)), seed=1)


@pytest.mark.parametrize("name", ["thinker", "sometimes"])
def test_it_guesses_what_is_likely_and_knows_nothing_of_what_is_hidden_or_to_come(workspace, name):
    """Five of eight cards are apples: that is what a guess is worth. Who peeked would be right each time, after the shuffle too."""
    right = table(name, "random").rows(0, DEALS)["score"][:, :2].mean(axis=0) / UNIT / 2
    for found, expected in zip(right, (5 / 8, 1 / 4), strict=True):
        assert abs(found - expected) < 4 * (expected * (1 - expected) / (2 * DEALS)) ** 0.5


@pytest.mark.parametrize(
    ("imagined", "told", "seat"),
    [
        ("wrong", "strategies/guess/wrong.py: guess answered 4, and there are 4 options (0 to 3)", "seat 0 (wrong)"),
        ("raises", "strategies/guess/raises.py:5: guess raised ZeroDivisionError: ", "seat 1 (raises)"),
    ],
)
def test_what_goes_wrong_in_an_imagined_game_is_told_with_its_file_its_deal_and_its_decision(workspace, imagined, told, seat):
    thinker = replace(strategies.find("guess", "thinker"), imagined=(strategies.find("guess", imagined),))
    game = games.find("guess")
    with pytest.raises(RunFailure) as failure:
        Table(game, [(thinker, {}), (strategies.find("guess", "random"), {})], game.Rules(), seed=1).rows(0, 1)
    assert told in str(failure.value)
    assert f"game guess, deal 0, {seat} as seat 0 (thinker) imagines it in decision 1, seed 1" in str(failure.value)
    assert f"--lineup thinker:imagines={imagined},random" in str(failure.value)


CHANCE = (9 / 32, 3 / 4, 31 / 32)  # against someone who guesses at random twice, with so many right


def test_chances_before_each_turn_are_what_they_must_be(workspace):
    """Who looked at the deck, or at what chance will bring, would know the winner from the start. The second turn decides."""
    told = with_chances(table("random", "random"), 3, GAMES)
    chances = [event["chances"] for event in told if "chances" in event]
    assert [number for number, event in enumerate(told) if "chances" in event] == [0, 2, 5]
    right = told[-1]["scores"][0]
    for found, expected in zip(chances[:2], (1 / 2, CHANCE[right]), strict=True):
        assert abs(found[0] - expected) < 4 * (expected * (1 - expected) / GAMES) ** 0.5
        assert sum(found) == pytest.approx(1, abs=1e-3)
    assert chances[2] == [float(seat in told[-1]["winners"]) / len(told[-1]["winners"]) for seat in range(2)]
