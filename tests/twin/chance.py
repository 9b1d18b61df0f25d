"""Chance for the twins: the project's streams in plain whole numbers, without a look at the engine's code.

A test asserts that the engine draws the same words.
"""

WORD = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
SHUFFLE, STRATEGY, TABLE = range(3)  # kinds of streams


def mix(word):
    """The SplitMix64 finaliser of a 64-bit word. The i-th word of a stream is `mix(start + i * STEP)`."""
    word &= WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


def game_key(seed, players, deal):
    """The key of one game."""
    return mix(mix(seed + STEP * players) + 0xD1B54A32D192ED03 * deal)


def stream(key, kind, number):
    """Where a stream of the game begins."""
    return mix(mix(key + 0xA0761D6478BD642F * (kind + 1)) + STEP * number)


def scaled(word, n):
    """A whole number from 0 to n-1 out of one word."""
    return ((word >> 32) * n) >> 32


def shuffled(cards, key, number):
    """The cards as shuffle `number` of the game leaves them: each place in turn draws from those not yet placed."""
    cards = list(cards)
    start = stream(key, SHUFFLE, number)
    for i in range(len(cards) - 1):
        j = i + scaled(mix(start + i * STEP), len(cards) - i)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def unit(word):
    """A number from 0 (included) to 1 (excluded) out of the upper 53 bits of a word."""
    return (word >> 11) / 2**53
