"""Random words, beside the published ones of SplitMix64, and what is made of them."""

import numpy as np
import pytest

from simlab.engine.compiled.chance import STEP, mix, scaled, shuffle, stream, unit


def test_words_are_those_of_splitmix64():
    """Its first five from the seed 1234567, as the authors' C program prints them."""
    words, at = [], np.uint64(1234567)
    for _ in range(5):
        with np.errstate(over="ignore"):
            at = np.uint64(at + STEP)
            words.append(int(mix(at)))
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]


@pytest.mark.parametrize(("word", "n", "number"), [(0, 6, 0), (2**64 - 1, 6, 5), (2**63, 6, 3), (2**63 - 1, 6, 2), (2**62, 52, 13)])
def test_a_word_is_scaled_to_a_number(word, n, number):
    assert scaled(np.uint64(word), n) == number


def test_a_word_is_a_number_below_one():
    assert (unit(np.uint64(0)), unit(np.uint64(2**63))) == (0.0, 0.5)
    assert unit(np.uint64(2**64 - 1)) == 1 - 2.0**-53


def test_a_shuffle_places_each_card_with_a_word_of_its_own():
    """Fisher-Yates from the top, by hand: of the words of the stream only the first four are used, each on what is not yet placed."""
    key, cards = np.uint64(99), np.arange(7)
    shuffle(cards, 5, key, 2)
    by_hand, rest, at = [], list(range(5)), int(stream(key, 0, 2))
    for _ in range(4):
        j = (int(mix(np.uint64(at))) >> 32) * len(rest) >> 32
        at = (at + int(STEP)) % 2**64
        by_hand.append(rest[j])
        rest[j] = rest[0]  # what lay on top takes the place of the card that was chosen
        rest = rest[1:]
    assert list(cards) == [*by_hand, *rest, 5, 6]
