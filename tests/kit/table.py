"""A table of the kit at which a test moves cards by hand: each function of the kit is entered compiled (or uncompiled, where that is set).

`Table().draw("deck", "hand", seat=1)` and so on; what lies where then is read as names of cards: `table.cards("hand", 1)`.
"""

from typing import Any

import numpy as np

from simlab.engine.compiled import COMPILES
from simlab.engine.compiled.cache import generated
from simlab.engine.records import blank
from simlab.engine.state import write_rules
from tests.kit.game import CARDS, GAME

# Every zone, as the functions below may be given it; `s` is a seat.
ZONES = {name: f"g.{name}[s]" if name in ("stack", "line", "hand", "books", "secret") else f"g.{name}" for name in (
    "deck", "discard", "trick", "stack", "line", "hand", "books", "secret", "box"
)}  # fmt: skip
PILES = ("deck", "discard", "trick", "stack", "line")
DRAWN = (
    ("deck", "hand"),
    ("deck", "discard"),
    ("deck", "stack"),
    ("deck", "secret"),
    ("deck", "trick"),
    ("deck", "line"),
    ("stack", "discard"),
)
MOVED = (("hand", "deck"), ("hand", "discard"), ("hand", "books"), ("discard", "hand"), ("books", "hand"), ("secret", "box"))
CALLS = {
    "prepare": "prepare(g)",
    "start": "layouts.start(g)",
    "gather": "kit.gather(g, g.deck)",
    "deal": "kit.deal(g, g.deck, g.hand, a)",
    "deal_secret": "kit.deal(g, g.deck, g.secret, a)",
    "mix_up": "kit.mix_up(g, g.deck)",
    "reshuffle": "kit.reshuffle(g, g.discard, g.deck, a)",
    "reshuffle_all_but_the_top": "kit.reshuffle(g, g.discard, g.deck)",
    "exchange": "kit.exchange(g.hand[a], g.hand[b])",
    "exchange_secret": "kit.exchange(g.secret[a], g.secret[b])",
    "show": "kit.show(a, g.hand[b])",
    "census": "layouts.census(g)",
    "redeal": "layouts.redeal(g, a, b)",
    "look": "layouts.look(g, a)",
    "after": "return kit.after(g, a, b)",
    "next_seat": "return kit.after(g, a)",
    "next_of": "return kit.next_of(g, a, b)",
    "goes_on": "return int(kit.goes_on(g))",
    "wins": "kit.wins(g, a, OUT)",
    "loses": "kit.loses(g, a, OUT)",
    "most_wins": "kit.most_wins(g, g.row.score, OUT)",
    "fewest_wins": "kit.fewest_wins(g, g.row.score, OUT)",
    "nobody_wins": "kit.nobody_wins(g, STOPPED)",
    "scores": "kit.scores(g, a, b)",
    "draw_or_renew": "return kit.draw_or_renew(g, g.deck, g.hand[s], g.discard, RENEWED)",
    "has": "return int(kit.has(a, b))",
    "tell": "kit.tell(g, TOLD, a, b, g.deck, g.hand)",
    "choose_card": "return kit.choose_card(g, a, PLAY, b)",
    "choose": "return kit.choose(g, a, NAME, b)",
    **{f"draw_{pile}_{to}": f"return kit.draw({ZONES[pile]}, {ZONES[to]})" for pile, to in DRAWN},
    **{f"move_{zone}_{to}": f"kit.move(a, {ZONES[zone]}, {ZONES[to]})" for zone, to in MOVED},
    **{f"put_under_{zone}": f"kit.put_under(a, {ZONES[zone]}, g.deck)" for zone in ("hand", "discard")},
    **{f"move_all_deck_{to}": f"kit.move_all(g.deck, {ZONES[to]})" for to in ("discard", "books")},
    **{f"top_{pile}": f"return kit.top({ZONES[pile]})" for pile in PILES},
    "peek_deck": "return kit.peek(g.deck, a)",
    **{f"size_{zone}": f"return kit.size({ZONES[zone]})" for zone in ZONES},
    **{f"held_{hand}": f"return kit.held({ZONES[hand]})" for hand in ("hand", "books", "secret", "box")},
    **{f"count_{hand}": f"return kit.count({ZONES[hand]}, a)" for hand in ("hand", "books")},
    **{f"holds_{hand}": f"return int(kit.holds({ZONES[hand]}, a))" for hand in ("hand", "books")},
    "known": "return kit.known(g.hand[s], a)",
}  # fmt: skip
_TEXT = '''"""Generated: ways into the kit for its tests."""
from numba import from_dtype, njit, types

from simlab import kit
from simlab.kit import layouts
from tests.kit.game import GAME, NAME, OUT, PLAY, RENEWED, STOPPED, TOLD

prepare = GAME.prepare


@njit(types.int64(from_dtype(GAME.state), types.int64, types.int64, types.int64, types.int64), nogil=True, cache=True)
def do(g, what, s, a, b):
{calls}
    return 0
'''


def _entry() -> Any:
    calls = "\n".join(f"    if what == {i}:\n        {call}" for i, call in enumerate(CALLS.values()))
    text = _TEXT.format(calls=calls)
    if COMPILES:
        return generated("test_kit", text).do
    names: dict[str, Any] = {}
    exec(text.replace("@njit", "# @njit"), names)
    return names["do"]


class Table:
    """A game's record, and what is done with it."""

    def __init__(self, players: int = 3, *, deal: int = 0, copies: int = 2) -> None:
        self.state = blank(GAME.state)
        self.g = self.state[0]
        self.g.seen.players = players
        self.g.key = np.uint64(12345 + deal)
        write_rules(self.g.seen.rules, GAME.Rules(copies=copies))
        for call in ("prepare", "start", "gather"):
            self.do(call)

    def do(self, call: str, a: int = 0, b: int = 0, *, seat: int = 0) -> int:
        """Call a function of the kit, by its name in CALLS."""
        with np.errstate(over="ignore"):
            return int(_entry_cached()(self.g, list(CALLS).index(call), seat, a, b))

    def zone(self, name: str, seat: int = 0) -> Any:
        """The record of a zone."""
        return self.g[name][seat] if name in ("stack", "line", "hand", "books", "secret") else self.g[name]

    def cards(self, name: str, seat: int = 0) -> list[int]:
        """The cards there: of a pile from the top, of a hand sorted."""
        zone = self.zone(name, seat)
        if "card" in zone.dtype.names:
            return zone["card"][: zone["n"]][::-1].tolist()
        return [card for card in range(CARDS.kinds) for _ in range(zone["of"][card])]

    @property
    def all_cards(self) -> list[int]:
        """How many of each card there are, wherever they lie."""
        self.do("census")
        return self.g["tally"].tolist()


_cached: list[Any] = []


def _entry_cached() -> Any:
    if not _cached:
        _cached.append(_entry())
    return _cached[0]
