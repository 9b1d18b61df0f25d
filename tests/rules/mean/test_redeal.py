"""What a player of MEAN! knows of cards that they don't see: a redeal deals everything else anew, and nothing more."""

import pytest

from simlab.games.mean import GAME
from tests.rules.mean.position import play
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


@pytest.mark.parametrize(("text", "script", "turns", "rules"), CASES.values(), ids=CASES)
def test_every_deal_that_a_player_must_think_possible_comes_up_equally_often(text, script, turns, rules):
    played = play(text, *script, turns=turns, **rules)
    for seat in range(len(played.hands)):
        possible = Worlds(text, seat).see(*played.events)
        assert possible.truth.told == told(played.state)
        agree(found(GAME, played.state, seat, told, enough(possible.told)), possible.told)
