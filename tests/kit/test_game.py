"""A file becomes a game: what it declares, what a player sees of it, and what it need not say."""

import numpy as np
import pytest

from simlab.engine.metric import UNIT
from simlab.engine.rules import describe
from simlab.kit import HouseRules, card_choice, card_game, cards, ending, event, own
from simlab.kit.cards import NO_CARD
from tests.kit.game import GAME, VIEW
from tests.kit.table import Table


def test_what_a_file_says_is_what_the_game_declares():
    assert GAME.about.startswith("A game with every kind of zone")
    assert GAME.title == "A game with every kind of zone, for tests of the kit; nobody plays it by its rules, for it has none."
    assert (GAME.version, GAME.players, GAME.scored, GAME.rulings, GAME.measures, GAME.columns) == (1, range(2, 7), False, {}, "", "")
    assert GAME.card(3) == "four"
    assert GAME.sights["named"] == "what was named"
    assert VIEW in GAME.view


def test_every_game_has_a_turn_limit():
    limit = next(rule for rule in describe(GAME.Rules) if rule.name == "turn_limit")
    assert (limit.default, limit.allowed) == (5000, "10-100000")
    assert "without a winner" in limit.meaning


@pytest.fixture
def looked() -> Table:
    """Seat 1 of three looks; cards lie everywhere."""
    table = Table()
    table.do("deal", 2)
    for call, seat in (("draw_deck_stack", 2), ("draw_deck_line", 0), ("draw_deck_line", 1), ("draw_deck_line", 1), ("draw_deck_trick", 0)):
        table.do(call, seat=seat)
    table.do("draw_deck_trick")
    table.do("show", table.cards("hand", 0)[1], 0)
    table.do("move_hand_books", table.cards("hand", 2)[0], seat=2)
    table.do("look", 1)
    return table


def counts(cards_there: list[int]) -> list[int]:
    return [cards_there.count(card) for card in range(6)]


def test_a_player_sees_what_the_zones_say(looked):
    seen, cards_of = looked.g["seen"], looked.cards
    assert seen["seat"] == 1
    assert (seen["deck_size"], seen["discard_size"], seen["discard_top"], seen["box_size"]) == (1, 0, NO_CARD, 0)
    assert (seen["trick_size"], seen["trick"][:2].tolist()) == (2, cards_of("trick")[::-1])
    assert (seen["hand_size"], seen["hand"].tolist()) == (2, counts(cards_of("hand", 1)))
    assert seen["hand_set"] == sum(1 << card for card in set(cards_of("hand", 1)))
    assert (seen["line_size"], seen["line"][:2].tolist()) == (2, cards_of("line", 1)[::-1])
    assert (seen["books_size"], seen["books_set"], seen["stack_size"], seen["stack_top"]) == (0, 0, 0, NO_CARD)


def test_others_are_seen_clockwise_from_the_next(looked):
    seen, cards_of = looked.g["seen"], looked.cards
    assert seen["other_hand_size"][:2].tolist() == [1, 2]
    assert seen["other_hand_known"][:2].tolist() == [[0] * 6, counts(cards_of("hand", 0)[1:])]
    assert seen["other_books"][:2].tolist() == [counts(cards_of("books", 2)), [0] * 6]
    assert seen["other_books_size"][:2].tolist() == [1, 0]
    assert seen["other_stack_size"][:2].tolist() == [1, 0]
    assert seen["other_stack_top"][:2].tolist() == [cards_of("stack", 2)[0], NO_CARD]
    assert seen["other_line_size"][:2].tolist() == [0, 1]
    assert seen["other_line"][1, :1].tolist() == cards_of("line", 0)
    looked.do("look", 2)
    assert looked.g["seen"]["other_line_size"][:2].tolist() == [1, 2]


def little(**more):
    """The least that is a game, with more in its file."""
    file = {
        "__name__": "tests.kit.test_game",
        "__doc__": "Little: nothing happens.",
        "CARDS": cards(["a", "b"]),
        "TABLE": "deck: pile, seen by nobody\nhand: hand of each seat, seen by its owner\nsecret: hand of each seat, seen by its owner",
        "Rules": HouseRules,
        "play_game": lambda g: None,
        **more,
    }
    return card_game(file, players=range(2, 4), scored=bool(more.get("scored")))


def test_what_a_file_does_not_say_has_a_default():
    game = little()
    rules = HouseRules()
    assert game.title == "Little"
    assert game.resolve(rules, 3) is rules
    assert game.refusal(rules, 3) is None
    assert (game.endings, game.decisions, game.counters.strip()) == (("turn_limit",), (), "")


def standing(game, state):
    function = getattr(game.standing, "py_func", game.standing)
    return [float(function(state[0], seat)) for seat in range(2)]


def test_who_has_the_fewest_cards_or_the_most_points_is_nearest_to_winning():
    game = little()
    state = np.zeros(1, dtype=game.state).view(np.recarray)
    state[0]["hand"]["n"][:2], state[0]["secret"]["n"][:2] = [3, 1], [1, 1]
    assert standing(game, state) == [-4, -2]
    game = little(scored=True)
    state = np.zeros(1, dtype=game.state).view(np.recarray)
    state[0]["row"]["score"][:2] = [2 * UNIT, -UNIT]
    assert standing(game, state) == [2, -1]


def test_a_file_may_say_it_itself():
    own_standing, own_redeal, own_resolve = (lambda g, seat: 7), (lambda g, seat, number: None), (lambda rules, players: "mine")
    refusal = lambda rules, players: "never"  # noqa: E731
    metrics = (own("told", "tellings", "tellings a game"),)
    game = little(
        standing=own_standing,
        redeal=own_redeal,
        resolve=own_resolve,
        refusal=refusal,
        METRICS=metrics,
        TOLD=event("Told.", told="times"),
        COUNTERS="more   counted otherwise",
        MEASURES="long: i8    how long",
        COLUMNS="first    who began",
        KEPT="start[4]   where it began",
        RULINGS={"R1": "so"},
        PLAY=card_choice("which"),
        DONE=ending("over"),
    )
    assert standing(game, np.zeros(1, dtype=game.state).view(np.recarray)) == [7, 7]
    assert (game.resolve(None, 2), game.refusal(None, 2), game.metrics, game.rulings) == ("mine", "never", metrics, {"R1": "so"})
    assert getattr(game.redeal, "py_func", game.redeal) is own_redeal
    assert list(game.measured) == ["long", "told", "more"]
    assert (list(game.counted), list(game.own_columns), game.fractions) == (["told", "more"], ["first"], {"long"})
    assert game.state["start"].shape == (4,)
    assert game.endings == ("turn_limit", "done")
    assert game.decisions[0].meaning == "which: option i is view.option[i]"


def test_what_happens_is_called_what_the_file_says():
    ends = {"ending.turn_limit": "a stop at the turn limit", "ending.done": "an end because the deck is empty"}
    declared = {"TOLD": event("Told.", told="times"), "DONE": ending("the deck is empty")}
    assert little(**declared).nouns == ends
    said = {"told": "a telling", "ending.done": "a good end"}
    assert little(**declared, NOUNS=said).nouns == {**ends, **said}
    with pytest.raises(ValueError, match="nouns: there is no 'tolled'; there are the events and endings told, "):
        little(**declared, NOUNS={"tolled": "a bell"})


@pytest.mark.parametrize("missing", ["CARDS", "TABLE", "Rules", "play_game"])
def test_a_file_says_what_it_must(missing):
    file = {"__name__": "x", "__doc__": "X: x.", "CARDS": cards(["a"]), "TABLE": "", "Rules": HouseRules, "play_game": lambda g: None}
    del file[missing]
    with pytest.raises(KeyError, match=missing):
        card_game(file, players=range(2, 3))


def test_an_event_has_one_counter():
    with pytest.raises(ValueError, match="an event has one counter, not a, b"):
        event("Told.", a="one", b="two")
