"""The only randomness in simlab: words drawn from counter-keyed streams.

Every random number is a function of (seed, players, deal, stream, how often that stream was used). Nothing else enters: not the rules, not
the batch a game is played in. That is what makes two rule sets comparable deal by deal. What strategies draw depends on who sits where,
besides, so that their dice are never the same in two seatings of a deal: what is the same there are the cards.

A stream is a 64-bit position that moves on by `STEP` with each use; the word at a position is its SplitMix64 finaliser
(Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators").
"""

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.memory import SOME, some_numbers

STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_DEAL = np.uint64(0xD1B54A32D192ED03)
_KIND = np.uint64(0xA0761D6478BD642F)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

# The kinds of streams. Each has a number beside it: which shuffle, which seat at which table.
SHUFFLE = 0
STRATEGY = 1
TABLE = 2
SEATING = 3  # in which order the deals of a stretch are played in all seatings, each in one: outside any game
THINKING = 4

CONCEALED = 1 << 40  # the number of the first stream of what a player cannot know, beyond all that a game uses


@compiled
def mix(word):
    """The SplitMix64 finaliser: every bit of the result depends on every bit of `word`."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@compiled
def game_key(seed, players, deal):
    """The key of one game. Deals of different player counts are independent, so `players` belongs to it."""
    table = mix(np.uint64(seed) + STEP * np.uint64(players))
    return mix(table + _DEAL * np.uint64(deal))


@compiled
def stream(key, kind, number):
    """Where the stream (`kind`, `number`) of the game `key` begins."""
    return mix(mix(key + _KIND * np.uint64(kind + 1)) + STEP * np.uint64(number))


@compiled
def scaled(word, n):
    """A whole number from 0 to n-1 out of one word. Its bias, n/2^32, is far below what any run can measure."""
    return np.int64(((word >> _32) * np.uint64(n)) >> _32)


@compiled
def unit(word):
    """A number from 0 (included) to 1 (excluded) out of the upper 53 bits of a word."""
    return np.float64(word >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def shuffle(cards, count, key, number):
    """Shuffle the first `count` of `cards` in place: shuffle `number` of the game `key`.

    The card at position i is chosen from those not yet placed with the i-th word of the stream (Fisher-Yates, from the top). Chosen is for
    some positions at once, which a processor does for several in one instruction.
    """
    at = stream(key, SHUFFLE, number)
    chosen = some_numbers()
    for start in range(0, count - 1, SOME):
        some = min(SOME, count - 1 - start)
        for i in range(some):
            chosen[i] = start + i + scaled(mix(at + STEP * np.uint64(start + i)), count - start - i)
        for i in range(np.uint64(some)):  # without a sign, so that no index is looked at for counting from the end
            place = np.uint64(start) + i
            cards[place], cards[chosen[i]] = cards[chosen[i]], cards[place]


def orders(seed: int, players: int, stretches: np.ndarray, count: int) -> np.ndarray:
    """For each stretch of `count` deals the numbers below `count` in an order of its own, [stretch, deal]: by the words of its stream.

    The same arithmetic as above, on whole arrays, so that who only plans waits for no compiler.
    """
    mixed = getattr(mix, "py_func", mix)
    with np.errstate(over="ignore"):
        keys = mixed(mixed(np.uint64(seed) + STEP * np.uint64(players)) + _DEAL * stretches.astype(np.uint64))
        at = mixed(mixed(keys + _KIND * np.uint64(SEATING + 1)))[:, None]
        return np.argsort(mixed(at + STEP * np.arange(count, dtype=np.uint64)), axis=1, kind="stable")


@apart
def shuffle_counted(counts, cards, key, number):
    """Lay cards that are counted into `cards`, sorted, and shuffle them: for a redeal, in which where they lay has no say. How many."""
    size = 0
    for card in range(len(counts)):
        for _ in range(counts[card]):
            cards[size] = card
            size += 1
    shuffle(cards, size, key, CONCEALED + number)
    return size
