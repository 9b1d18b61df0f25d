"""A game of one file has players who think without a line more, and they know no more than they can see."""

import re
from dataclasses import replace

import numpy as np
import pytest

from simlab import games
from simlab.base.faults import BadInput, RunFailure
from simlab.engine.compiled import thinking
from simlab.engine.metric import UNIT
from simlab.players import strategies
from simlab.players.imagining import joined
from simlab.table import Table
from simlab.table.curve import _turning_point, with_chances
from simlab.table.telling import Trace
from tests.games.one_file import make_workspace

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
SAY = '''"""Say: the others say which card they have, or don't, and the first seat guesses what the next one has."""

from simlab.kit import HouseRules, card_game, cards, choice_of, choose, draw, ending, event, gather, goes_on, held, most_wins, scores, tell

CARDS = cards(["apple", "pear"], copies=[9, 9])
TABLE = """
    deck: pile, seen by nobody
    hand: hand of each seat, seen by its owner
"""
VIEW = """
    said    what the next seat said
"""
SAID = event("{player@} says {card^}.")
SAY = choice_of("which card to name")
GUESS = choice_of("which card the next seat has")
DONE = ending("a guess was made")


class Rules(HouseRules):
    """None."""


def play_game(g):
    gather(g, g.deck)
    for seat in range(g.seen.players):
        draw(g.deck, g.hand[seat])
    goes_on(g)
    g.seen.said = choose(g, 1, SAY, 2)
    tell(g, SAID, 1, g.seen.said)
    goes_on(g)
    guess = choose(g, 0, GUESS, 2)
    scores(g, 0, int(held(g.hand[1]) == 1 << guess))
    most_wins(g, g.row.score, DONE)


GAME = card_game(globals(), players=range(2, 4), scored=True, ways=8)
'''
GUESSED = "    guess = choose(g, 0, GUESS, 2)\n"
GUESSED_FIRST = SAY.replace(GUESSED, "").replace("    goes_on(g)\n", f"{GUESSED}    goes_on(g)\n", 1)
CARDS = ("apple", "pear", "plum", "fig")
DEALS, GAMES = 300, 2000


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    for file, text in {
        "games/guess.py": GUESS,
        "games/say.py": SAY,
        "games/say_first.py": GUESSED_FIRST,
        "strategies/say/honest.py": '"Says what it has."\n\n\ndef say(view):\n    return view.hand[1]\n',
        "strategies/say_first/honest.py": '"Says what it has."\n\n\ndef say(view):\n    return view.hand[1]\n',
        "strategies/say/silent.py": '"Says the same whatever it has."\n\n\ndef say(view):\n    return 1\n',
        "strategies/guess/random.py": '"""By chance."""\n',
        "strategies/guess/wrong.py": '"""Answers too much."""\n\n\ndef guess(view):\n    return 4\n',
        "strategies/guess/raises.py": '"""Counts too far."""\n\n\ndef guess(view):\n    return 0 * (60 // (view.seat - 1))\n',
        "strategies/guess/rarely.py": '"""Hardly ever answers too much."""\n\nfrom simlab.kit import below\n\n\n'
        "def guess(view):\n    return 4 if below(view, 50) == 7 else 0\n",
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
def test_what_goes_wrong_in_an_imagined_game_is_told_with_its_file_its_deal_and_its_decision(workspace, monkeypatch, imagined, told, seat):
    """As far as it was not told when the strategy was tried out."""
    monkeypatch.setattr(strategies, "tried", lambda strategy: None)
    thinker = replace(strategies.find("guess", "thinker"), imagined=(strategies.find("guess", imagined),))
    game = games.find("guess")
    with pytest.raises(RunFailure) as failure:
        Table(game, [(thinker, {}), (strategies.find("guess", "random"), {})], game.Rules(), seed=1).rows(0, 1)
    assert told in str(failure.value)
    assert f"game guess, deal 0, {seat} as seat 0 (thinker) imagines it in decision 1, seed 1" in str(failure.value)
    assert f"--lineup thinker:imagines={imagined},random" in str(failure.value)


def test_what_goes_wrong_in_a_game_that_might_have_been_is_told_with_who_is_asked_and_whose_view_it_is(workspace, monkeypatch):
    """The game itself goes well, and is not told of as one in which something went wrong."""
    monkeypatch.setattr(strategies, "tried", lambda strategy: None)
    with pytest.raises(RunFailure) as failure:
        with_chances(table("random", "rarely"), 0, 400)
    assert "strategies/guess/rarely.py: guess answered 4, and there are 4 options (0 to 3)" in str(failure.value)
    assert re.search(r"game guess, deal 0, seat 1 \(rarely\) as seat [01] \(r.*\) imagines it in decision 1, seed 1", str(failure.value))


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
    assert told[-1]["imagined"] == GAMES
    fewer = with_chances(table("random", "random"), 3, 3, most=1)
    assert [number for number, event in enumerate(fewer) if "chances" in event] == [0, 5], "of two turns the first, and the end"
    assert fewer[-1]["imagined"] == 4, "as many from the view of each seat"
    check_text(told)


def check_text(told):
    """Chances stand below the last event of a turn; and in the end which turn moved one most, with all that happened in it."""
    text, found = str(Trace(games.find("guess"), tuple(told))).splitlines(), told[-1]["turning_point"]
    assert [line.strip() for line in text if "chances" in line] == [
        f"chances to win: {', '.join(f'{chance:.0%}' for chance in told[2]['chances'])}"
    ]
    assert (found["first"], found["last"]) in ((1, 2), (3, 5))
    before, after = (told[number]["chances"][found["seat"]] for number in (found["first"] - 1, found["last"]))
    assert (found["before"], found["after"]) == (before, after)
    turn = [f"Seat {event['player']} (random) guesses {CARDS[event['card']]}." for event in told[found["first"] : found["first"] + 2]]
    assert text[-1] == (
        f"Turning point, at {found['first']}: {' '.join(turn)} "
        f"The chance of Seat {found['seat']} (random) to win goes from {before:.0%} to {after:.0%}."
    )


def test_where_chances_hardly_move_no_turn_is_a_turning_point():
    even = np.full((4, 2), 0.5)
    even[1] += (0.05, -0.05)
    assert _turning_point([0, 1, 2, 3], even, 100) is None
    assert _turning_point([0, 1, 2, 3], even, 10_000) == {"first": 1, "last": 1, "seat": 0, "before": 0.5, "after": 0.55}
    assert _turning_point([0], even[:1], 100) is None, "a game without turns"


def test_in_a_game_that_does_not_say_what_is_hidden_there_are_no_chances(tmp_path, monkeypatch):
    monkeypatch.chdir(make_workspace(tmp_path))
    game = games.find("high_card")
    seats = [(strategies.find("high_card", "random"), {})] * 2
    with pytest.raises(BadInput, match="no game can be imagined in High card: it does not say how to deal anew"):
        with_chances(Table(game, seats, game.Rules(), seed=1), 0, 10)


def right_guesses(other, ways=8):
    """The share of deals in which one who thinks guesses the card of another, who says something about it."""
    game, thinker = games.find("say"), strategies.find("say", "thinker")
    table = Table(game, [(thinker, {"rollouts": 64, "doubt": 0}), (strategies.find("say", other), {})], game.Rules(), seed=2)
    for mind in table.minds.minds.values():
        mind.ways = ways
    return table.rows(0, DEALS)["score"][:, 0].mean() / UNIT


def test_hands_are_weighed_by_what_their_players_were_seen_to_do(workspace):
    """Who would have named another card has not that one; of whom nothing can be learned, nothing is."""
    chance = 4 * (0.25 / DEALS) ** 0.5
    assert right_guesses("honest") > 0.99
    assert abs(right_guesses("honest", ways=1) - 0.5) < chance
    assert abs(right_guesses("silent") - 0.5) < chance


def test_before_the_first_turn_nothing_was_seen_yet_whatever_was_played_before(workspace):
    """What was said in another deal has no say in a guess."""
    game, seats = games.find("say_first"), [(strategies.find("say_first", "thinker"), {"rollouts": 64, "doubt": 0})]
    seats.append((strategies.find("say_first", "honest"), {}))
    rows = Table(game, seats, game.Rules(), seed=2).rows(0, 40)
    table = Table(game, seats, game.Rules(), seed=2)
    backwards = [table.rows(deal, 1) for deal in reversed(range(40))]
    assert (np.concatenate(backwards[::-1]) == rows).all()


def parted(monkeypatch):
    """The game in which hands are weighed, with a view in too many parts, and who sits there."""
    game = games.find("say")
    monkeypatch.setitem(game.__dict__, "visible", [(8 * at, 4) for at in range(thinking.MOST_PARTS + 1)])
    return game, [(strategies.find("say", "thinker"), {"rollouts": 4}), (strategies.find("say", "honest"), {})]


def test_where_hands_are_weighed_a_view_in_too_many_parts_is_refused_in_words(workspace, monkeypatch):
    game, seats = parted(monkeypatch)
    with pytest.raises(BadInput, match=r"ways: what is listed parts the view into 9 stretches; .* allowed: at most 8"):
        Table(game, seats, game.Rules(), seed=2)


def test_a_record_that_changes_in_many_places_is_copied_in_few(workspace, monkeypatch):
    """Where there are more than a mind has room for, the smallest gaps between them are copied as well: the games are the same."""
    seats = ("thinker", "random")
    rows, game = table(*seats).rows(0, 20), games.find("guess")
    size = game.state.itemsize
    monkeypatch.setitem(game.__dict__, "changes", [(8 * at, 8) for at in range(size // 8)])
    assert (table(*seats).rows(0, 20) == rows).all()


def test_of_too_many_stretches_those_that_lie_nearest_are_joined():
    stretches = [(0, 4), (8, 8), (17, 3), (40, 8), (50, 2)]
    assert joined(stretches, 5) == stretches
    assert joined(stretches, 3) == [(0, 4), (8, 12), (40, 12)]
    assert joined(stretches, 1) == [(0, 52)]


def test_where_nobody_looks_back_no_turn_is_kept(workspace, monkeypatch):
    """Nor does it matter in how many parts the view is."""
    monkeypatch.setitem(games.find("say").__dict__, "ways", 1)
    table = Table(*parted(monkeypatch), games.find("say").Rules(), seed=2)
    assert table.rows(0, 3)["decisions"].tolist() == [2, 2, 2]
    assert table._g.between == 0
