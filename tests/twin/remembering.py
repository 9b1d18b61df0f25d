"""What a redeal moves in whole games, against what the twin has seen to be where.

The twin plays the same game, and beside it somebody remembers the simplest way: each pile as a list in which a card that was not seen is
None, and of each hand the cards that were seen to go there. Nothing of that may ever be moved by a redeal, and all else is.
"""

from collections import Counter
from typing import Any

from simlab.engine.game import Game
from simlab.players import strategies
from tests.rules.harness import watch
from tests.rules.known import Table, is_hand
from tests.rules.redealing import redealt

ROOM, DECISIONS, TIMES = 4000, 80, 25


def redeals_move_what_was_not_seen(game: Game, table: Table, rules: Any, players: int, watcher: type, number: int) -> None:
    """In some decisions of a game that strategies play at random. `watcher` is the twin, with `remembered`: its zones as in `table`."""
    rules = game.resolve(rules, players)
    watched = watch(game, [strategies.find(game.name, "random")] * players, rules, seed=number, deals=range(7, 8), room=ROOM)
    assert len(watched.positions) < ROOM
    told = enumerate(zip(watched.positions, watched.answers, strict=True))

    def decide(seat, kind, options):
        i, (position, answer) = next(told)
        assert position.asked == seat
        if i % (len(watched.positions) // DECISIONS + 1) == 0:
            check(position, seat)
        return answer

    def check(position, seat):
        tables = [table(redealt(game, position, seat, way)) for way in range(TIMES)]
        for zone, lie in twin.remembered.items():
            dealt = [one[zone] for one in tables]
            if not is_hand(zone):
                moved.update(check_places(lie, dealt))
            elif zone != f"hand of {seat}":
                check_hand(lie, dealt, is_all=twin.is_all_that_is_known)

    moved: Counter[bool] = Counter()
    twin = watcher(players, rules.model_dump(), decide, number, 7)
    twin.play_game()
    assert moved[True] > 20 * moved[False], "only now and then does it follow from all the others what a card must be"


def check_places(lie, dealt):
    """A card that was seen is not moved; is each of the others?"""
    assert {len(cards) for cards in dealt} == {len(lie)}
    for card, *found in zip(lie, *dealt, strict=True):
        if card is None:
            yield len(set(found)) > 1
        else:
            assert set(found) == {card}, (lie, dealt)


def check_hand(lie, dealt, *, is_all):
    """At least these cards are always there; and no others, where there `is_all` that can be known."""
    always = Counter(dealt[0])
    for cards in dealt:
        always &= Counter(cards)
    assert always >= Counter(lie), (lie, dealt)
    assert always == Counter(lie) or not is_all, (lie, dealt)
