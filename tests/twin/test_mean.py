"""The engine and the plain twin play MEAN! alike: event by event, column by column, over all house rules and their extremes."""

import numpy as np
import pytest

from simlab.engine.compiled import chance
from simlab.engine.compiled.play import uniform
from simlab.engine.records import blank
from simlab.games.mean import GAME
from tests.twin import chance as plain
from tests.twin import mean as twin
from tests.twin.comparing import Alike, Comparison


def any_rules(dice, players):
    """House rules picked from all there are: mostly as printed, else anything, extremes as likely as what lies between."""

    def whole(printed, *values):
        return printed if dice.random() < 0.4 else dice.choice(values)

    return GAME.Rules(
        decks=whole(0, 0, 1, 2, 3, 4),
        sixes=whole(6, 0, 1, 3, 9, 12),
        wilds=whole(4, 0, 1, 9, 12),
        deal_size=whole(4, 1, 2, 7, 12),
        hand_size=whole(5, 1, 2, 3, 12),
        piles=whole(4, 1, 2, 8),
        pile_size=whole(3, 1, 2, 6),
        clear_at=whole(4, 2, 3, 5, 8),
        eight_last=dice.choice(["loses", "wins", "swaps"]),
        eight_swap=dice.choice(["must", "may", "never"]),
        going_out_on_mean=dice.choice(["pending", "immediate"]),
        must_play=dice.random() < 0.6,
        must_pass_mean=dice.random() < 0.6,
        play_on=dice.random() < 0.5,
        turn_limit=dice.choice([10, 50, 300, 1000]),
    )


class TestAlike(Alike):
    both = Comparison(GAME, twin, any_rules)
    printed, references, at_length = 15, 60, 16
    house_rules, each_strategy, uncompiled = (120, 3), (8, 2), (8, 2)
    slips = (("draw", {"cards": [13]}, "expected"), ("play", {"count": 9}, "to decide"))


# Chance


@pytest.mark.parametrize(("seed", "players", "deal"), [(0, 2, 0), (7, 4, 17), (2**40 + 5, 8, 123456), (2**62 + 11, 5, 2**33)])
def test_the_twins_draw_the_engines_words(seed, players, deal):
    """tests/twin/chance.py and simlab/engine/compiled/chance.py say the same in other words."""
    with np.errstate(over="ignore"):
        key = plain.game_key(seed, players, deal)
        assert int(chance.game_key(np.uint64(seed), players, np.uint64(deal))) & plain.WORD == key
        for kind, number in [(0, 0), (0, 3), (1, 0), (1, 7), (2, 1), (2, 70_000)]:
            start = plain.stream(key, kind, number)
            assert int(chance.stream(np.uint64(key), kind, number)) & plain.WORD == start
            word = plain.mix(start + 3 * plain.STEP)
            assert int(chance.mix(np.uint64((start + 3 * plain.STEP) & plain.WORD))) & plain.WORD == word
            assert [int(chance.scaled(np.uint64(word), n)) for n in (1, 2, 7, 108)] == [plain.scaled(word, n) for n in (1, 2, 7, 108)]
            assert float(chance.unit(np.uint64(word))) == plain.unit(word)
            view = blank(GAME.seen)
            view[0]._luck = start
            drawn = [float(uniform(view[0])) for _ in range(3)]
            assert drawn == [plain.unit(plain.mix(start + i * plain.STEP)) for i in range(3)]
        for number, count in [(0, 54), (1, 1), (2, 13)]:
            for kind in (np.int64, np.uint8):
                cards = np.arange(count, dtype=kind)
                chance.shuffle(cards, count, np.uint64(key), number)
                assert cards.tolist() == plain.shuffled(range(count), key, number)
