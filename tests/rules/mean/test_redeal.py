"""What a player of MEAN! knows of cards that they don't see: a redeal deals everything else anew, and nothing more."""

import random
from collections import Counter
from contextlib import suppress

import pytest

from simlab.games.mean import GAME, WILD
from tests.rules.mean.position import decision, play, written
from tests.rules.mean.worlds import Worlds, told
from tests.rules.redealing import agree, enough, found

TAKES = "hands: 5 5 | 3\narea: 5 up\nturn: 1\npiles: 2 11 7 | 12 10\ndeck: 4"
SWAPS = "hands: 8 9 9 | 3 4\narea: 5 up\ndeck: 2 9 7\npiles: 1 10"
THIRD = "hands: 8 9 | 3 | 5 12\narea: 5 up\nturn: 1\npiles: 2 7 | 1 10"
SHUFFLED = "hands: 3 | 9 9\narea: 2 4 5 7 up\npiles: -\ndeck: 10 11"

CASES = {
    "nothing is known of a hand, the Draw Deck and what lies face down": ("hands: 9 W | 3 4 | 5\npiles: 2 9 | 7 1\ndeck: 8", (), 0, {}),
    "the face-up card of a Pile is known in the hand that took it": (TAKES, ("1: pile 0",), 1, {"hand_size": 1}),
    "until it is played": (TAKES, ("1: pile 0", "0: 5", "1: 7"), 3, {"hand_size": 1}),
    "it stays while others are played": (TAKES, ("1: pile 0", "0: 5", "1: 11"), 3, {"hand_size": 1}),
    "a hand that was given away is known": (SWAPS, ("0: 8",), 1, {"hand_size": 1}),
    "and what its holder draws is not": (SWAPS, ("0: 8", "1: 9"), 2, {"hand_size": 3}),
    "it can be played, whatever was drawn": (SWAPS, ("0: 8", "1: 2x9"), 2, {"hand_size": 4}),
    "what is known of a hand goes with it": (THIRD, ("1: pile 0", "2: 5", "0: 8", "0: with 1"), 3, {"hand_size": 1}),
    "cards shuffled into Piles are known to be there": (SHUFFLED, ("0: pile 0",), 1, {"piles": 2, "pile_size": 2, "hand_size": 1}),
    "or to be out of play": (SHUFFLED, (), 1, {"piles": 1, "pile_size": 2, "hand_size": 1}),
    "with cards of the Draw Deck among them": (SHUFFLED, ("0: pile 0",), 1, {"piles": 3, "pile_size": 2, "hand_size": 1}),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "script", "turns", "rules"), CASES.values(), ids=CASES)
def test_every_deal_that_a_player_must_think_possible_comes_up_equally_often(text, script, turns, rules):
    played = play(text, *script, turns=turns, **rules)
    for seat in range(len(played.hands)):
        possible = Worlds(text, seat).see(*played.events)
        assert possible.truth.told == told(played.state)
        agree(found(GAME, played.state, seat, told, enough(possible.told)), possible.told)


# Whatever happens: positions and choices at random, with few enough cards that all deals can be listed


def any_position(dice):
    """A position of a few cards, many of them equal."""
    players, there_are = dice.choice([2, 2, 3]), dice.sample(range(13), 5)

    def some(most, least=0, of=there_are):
        return written(dice.choice(of) for _ in range(dice.randint(least, most)))

    hands = " | ".join(some(3 if players == 2 else 2, 1) for _ in range(players))
    area = some(3, 1, [card for card in there_are if card != WILD])
    return f"hands: {hands}\npiles: {dice.choice(['-', some(2, 2)])}\narea: {area} {dice.choice(['up', 'down'])}\ndeck: {some(2)}"


def played_at_random(dice, text, turns, **rules):
    """Some turns from that position."""
    script = []
    while True:
        asked = None
        with suppress(AssertionError):  # nobody is asked any more
            asked = decision(text, *script, turns=turns, **rules)
        if asked is None:
            return play(text, *script, turns=turns, **rules)
        script.append(f"{asked.seat}: {dice.choice(asked.options)}")


def test_no_deal_that_is_possible_is_ever_left_out_and_hardly_another_comes_up():
    """What is left out of a player's memory (see knowing.py) allows deals that are none, and there are few positions in which it does."""
    compared = Counter()
    for number in range(100, 240):
        dice = random.Random(number)
        text, rules = any_position(dice), {name: dice.choice([1, 2]) for name in ("hand_size", "piles")}
        rules |= {"pile_size": dice.choice([2, 2, 3]), "clear_at": dice.choice([3, 4]), "must_play": dice.choice([True, False])}
        played = played_at_random(dice, text, dice.randint(5, 14), eight_last="swaps", key=number, **rules)
        for seat, hand in enumerate(played.hands):
            possible = Worlds(text, seat, most=3000).see(*played.events)
            if possible.given_up or hand == "out":
                continue
            comes_up = found(GAME, played.state, seat, told, min(20_000, enough(possible.told)))
            assert set(possible.told) <= set(comes_up), (number, seat)
            compared["exact" if set(possible.told) == set(comes_up) else "more"] += 1
    assert compared["exact"] > 150
    assert compared["more"] < 0.03 * compared["exact"]
