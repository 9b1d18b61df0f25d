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

TIMES = 25


def redeals_move_what_was_not_seen(game: Game, table: Table, rules: Any, players: int, watcher: type, number: int, *, room: int) -> None:
    """In the decisions of a game of strategies that choose at random. `watcher` is the twin, with `remembered`: its zones as in `table`."""
    rules = game.resolve(rules, players)
    watched = watch(game, [strategies.find(game.name, "random")] * players, rules, seed=number, deals=range(7, 8), room=room)
    told = iter(zip(watched.positions, watched.answers, strict=True))

    class OutOfRoom(Exception):
        pass

    def decide(seat, kind, options):
        position, answer = next(told, (None, None))
        if position is None:
            raise OutOfRoom
        assert position.asked == seat
        tables = [table(redealt(game, position, seat, way)) for way in range(TIMES)]
        for zone, lie in twin.remembered.items():
            dealt = [one[zone] for one in tables]
            if not is_hand(zone):
                check_places(lie, dealt)
            elif zone != f"hand of {seat}":
                check_hand(lie, dealt, twin.is_all_that_is_known(seat, zone))
        return answer

    twin = watcher(players, rules.model_dump(), decide, number, 7)
    try:
        twin.play_game()
    except OutOfRoom:
        pass


def check_places(lie, dealt):
    """Card by card; a card that was not seen may stay where it is if all that can lie there are equal."""
    assert {len(cards) for cards in dealt} == {len(lie)}
    found = [set(cards) for cards in zip(*dealt, strict=True)]
    unseen = set().union(*(cards for cards, card in zip(found, lie, strict=True) if card is None))
    for cards, card in zip(found, lie, strict=True):
        if card is not None:
            assert cards == {card}, (lie, dealt)
        else:
            assert len(cards) > 1 or len(unseen) == 1, (lie, dealt)


def check_hand(lie, dealt, is_all):
    """At least these cards are always there; and no others, where there `is_all` that can be known."""
    always = Counter(dealt[0])
    for cards in dealt:
        always &= Counter(cards)
    assert always >= Counter(lie), (lie, dealt)
    assert always == Counter(lie) or not is_all, (lie, dealt)
