"""Bids that were worked out before and stand in a strategy file as a text: how they are packed, laid out and looked up.

`simlab solve` makes them. A strategy is one text that is compiled by itself and remembers nothing, so the bids are part of it. `unpacked`
lays them out once; `table_bid` finds the bids of a position among them:

    DECKS  [deck, field]   which games are solved: see `deck_row`
    KEYS   [row]           positions in ascending order: see `position_key`
    START  [row + 1]       where a position's bids begin in OPTION and UPTO
    OPTION [bid]           the option to bid ...
    UPTO   [bid]           ... for a random number below this, if it is not below the one before
"""

import base64
import json
import warnings
import zlib
from typing import Any

import numpy as np

from simlab.engine.compiled import apart, compiled
from simlab.engine.compiled.play import uniform
from simlab.games.what_the_heck.components import CANCEL

HAND, POINTS = 8, 11  # bits of a hand or of the Point Cards to come, and of a pot or a lead
OFFSET = 1 << POINTS - 1  # makes pots and leads positive; both are smaller
MOST_POINT_CARDS = HAND
ORDERS = ("shuffled", "ascending", "descending")
PLAYER_CARDS, ROUNDS, ORDER, CARRIES, FOR_SHARE, POINT_CARDS = range(6)  # the fields of a deck
UPTO_UNITS = 1 << 32
NOT_SOLVED = -1

_LARGE = 'Cannot cache compiled function "_entry" as it uses dynamic globals'  # tables of more than a megabyte: compiled in 2 s each time


# --- Packing ------------------------------------------------------------------------------------------------------------------------


def packed(header: dict[str, Any], keys: np.ndarray, counts: np.ndarray, options: np.ndarray, upto: np.ndarray) -> str:
    """The bids of a solved game as a text of printable characters: positions by ascending key, how many bids each has, and those."""
    header = {**header, "rows": len(keys), "bids": len(options)}
    parts = (np.diff(keys, prepend=0).astype("<i8"), counts.astype("u1"), options.astype("u1"), upto.astype("<u4"))
    told = json.dumps(header).encode() + b"\n" + b"".join(part.tobytes() for part in parts)
    return base64.b85encode(zlib.compress(told, 9)).decode()


def header_of(text: str) -> dict[str, Any]:
    """Which game a packed text has solved."""
    return _read(text)[0]


def _read(text: str) -> tuple[dict[str, Any], bytes]:
    """The header of a packed text, and what follows it."""
    header, _, data = zlib.decompress(base64.b85decode(text)).partition(b"\n")
    return json.loads(header), data


def unpacked(solved: dict[str, str]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Packed texts as the arrays that are described above."""
    warnings.filterwarnings("ignore", message=_LARGE)
    decks, keys, counts, options, upto = [], [], [], [], []
    for deck, (header, data) in enumerate(map(_read, solved.values())):
        rows, bids = header["rows"], header["bids"]
        decks.append(deck_row(header))
        keys.append(np.cumsum(np.frombuffer(data, "<i8", rows)) + (deck << 3 * HAND + 2 * POINTS))
        counts.append(np.frombuffer(data, "u1", rows, 8 * rows).astype(np.int64))
        options.append(np.frombuffer(data, "u1", bids, 9 * rows))
        upto.append(np.frombuffer(data, "<u4", bids, 9 * rows + bids) / UPTO_UNITS)
    start = np.concatenate([[0], np.cumsum(np.concatenate(counts))])
    limits = np.concatenate(upto)
    limits[start[1:] - 1] = 1.0
    return np.array(decks, dtype=np.int64), np.concatenate(keys), start.astype(np.int32), np.concatenate(options), limits


def deck_row(header: dict[str, Any]) -> list[int]:
    """A deck in whole numbers: how many Player Cards, how many Point Cards, their order, whether ties carry, whether it is played for the
    win share; then the Point Cards, ascending."""
    points = header["point_cards"]
    fields = [header["player_cards"], len(points), ORDERS.index(header["order"]), header["carries"], header["objective"] == "share"]
    return [int(field) for field in fields] + list(points) + [0] * (MOST_POINT_CARDS - len(points))


# --- Looking up ---------------------------------------------------------------------------------------------------------------------


@compiled
def position_key(deck, own, other, to_come, pot, lead):
    """A position of a deck as one whole number: both hands, the Point Cards to come, the pot, and the lead in points."""
    hands = (deck << HAND | own >> 1) << HAND | other >> 1
    return ((hands << HAND | to_come) << POINTS | pot + OFFSET) << POINTS | lead + OFFSET


@apart
def table_bid(view, decks, keys, start, option, upto, share):
    """The bid for a position by the tables of its game; `NOT_SOLVED` where they have none. Where the winner is certain, the lowest card.
    Of a game that was solved twice the bids for the win share are made where `share` is 1, else those for the points."""
    deck = _deck_of(view, decks, share)
    if deck == NOT_SOLVED:
        return NOT_SOLVED
    lead = 0
    if decks[deck, FOR_SHARE]:
        lead = int(view.scores[view.seat] - view.scores[1 - view.seat])
    key = position_key(deck, view.hand, view.hands[1 - view.seat], view.to_come, view.pot, lead)
    row = np.searchsorted(keys, key)
    if row == len(keys) or keys[row] != key:
        return 0
    bid = start[row]
    if start[row + 1] - bid > 1:
        luck = uniform(view)
        while luck >= upto[bid]:
            bid += 1
    return int(option[bid])


@apart
def _deck_of(view, decks, share):
    """The solved game that is played here."""
    found = NOT_SOLVED
    if view.players == 2:
        for deck in range(len(decks)):
            if _is_played(view, decks[deck]) and (found == NOT_SOLVED or decks[deck, FOR_SHARE] == share):
                found = deck
    return found


@apart
def _is_played(view, deck):
    """Are these the cards, their order, and what comes of a tie?"""
    rules = view.rules
    carries = int(rules.ties == CANCEL and rules.carry == 1)
    if deck[PLAYER_CARDS] != rules.player_cards or deck[ROUNDS] != view.rounds or deck[ORDER] != rules.order or deck[CARRIES] != carries:
        return False
    different = 0
    for i in range(view.rounds):
        different += deck[POINT_CARDS + i] != view.prize[i]
    return different == 0
