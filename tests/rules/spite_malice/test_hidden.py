"""hidden.py and position.py themselves: what is spoiled, and that the harness goes the way of real games."""

import numpy as np
import pytest

from simlab.games.spite_malice import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import Recorder, but_for_its_course, traced
from tests.rules.spite_malice import hidden
from tests.rules.spite_malice.position import Position, decision, engine, play, written
from tests.twin.chance import STRATEGY, game_key, stream

POSITION = """
    stacks: 9 10 11 | 8 3
    hands: W0 5 6 | W1 4
    builds: 1 2 3
    draw: 7 7 12
    stores: 9, 8 | 10 9
"""


def test_what_the_view_tells_is_not_spoiled():
    asked = decision(POSITION, spite=True, hand_size=3, stores=2)
    state = np.array([asked.position], dtype=GAME.state).view(np.recarray)
    hidden.spoil(state[0].seen, np.random.default_rng(0))
    before, after = asked.position.seen, state[0].seen
    for name in ("hand", "cover", "piles", "draw_size", "discard_size", "discard", "on_turn", "me", "options", "_tops"):
        assert np.array(before[name]).tolist() == np.array(after[name]).tolist(), name
    for name in ("up", "stack", "held", "skips"):
        assert before[name][:2].tolist() == after[name][:2].tolist()
    assert before.store_top[:2, :2].tolist() == after.store_top[:2, :2].tolist()
    assert before._stored[1, 0, :2].tolist() == after._stored[1, 0, :2].tolist() == [10, 9]
    assert (after.pile_top[0], after.spite_text[0]) == (3, 0)
    assert state.tobytes() != np.array([asked.position]).tobytes()


FULL = """
    stacks: 9 W 4 | 8
    hands: 3 W W | -
    stores: 9 8, -, 4 | -
    builds: 1 2 W=3 | 1
    draw: 7 1 8
    discard: 4 W
    turns: 6
"""


def test_a_position_is_read_as_it_is_written():
    after = play(FULL, turns=0)
    assert (after.stacks, after.hands, after.stores) == (["9 W 4", "8"], ["3 W W", "-"], ["9 8, -, 4", "-"])
    assert (after.builds, after.draw, after.discard) == (["1 2 W=3", "1"], "7 1 8", "4 W")
    assert (after.row.turns, after.story, after.turn) == (6, [], 0)


@pytest.mark.parametrize(
    "wrong", ["hands: 3 | 4", "stacks: 3 | 4\nhands: 3", "stacks: 3 | 4\nhands: 3 | 4\nbuilds: 1 3", "stacks: 3\nhands: 4"]
)
def test_a_slip_in_a_position_is_noticed(wrong):
    with pytest.raises((AssertionError, ValueError)):
        Position.of(wrong)


@pytest.mark.parametrize("spite", [False, True])
@pytest.mark.parametrize("deal", range(4))
def test_the_harness_goes_the_way_of_real_games(deal, spite):
    """From the position after a real deal, with the same strategies and random streams: the same events and the same row."""
    names = ["random", "first", "random"]
    seats = [(strategies.find("spite_malice", name), {}) for name in names]
    table = Table(GAME, seats, GAME.Rules(spite=spite, turn_limit=100), 5)
    header, dealing, *events, end = table.trace(deal)
    key = game_key(5, 3, deal)
    lines = [f"{part}: {' | '.join(written(cards) for cards in dealing[part])}" for part in ("stacks", "hands")]
    position = Position.of("\n".join([*lines, f"draw: {written(dealing['draw'])}"]))
    rules = {name: tuple(value) if isinstance(value, list) else value for name, value in header["rules"].items()}
    state = position.state(key=key, **rules)
    state[0].row.first = dealing["first"]
    recorder = Recorder(GAME, state, room=1)
    recorder.seat([strategy for strategy, _ in seats])
    sits = 0o101 ^ 0o110  # first, of which there is one, ranks before random; seat 0 is the last digit
    state[0].luck[: len(seats)] = [stream(key, STRATEGY, 8 * sits + seat) for seat in range(len(seats))]
    assert traced(GAME, state, lambda g: engine.play_turns(g, dealing["first"], 1000)) == events
    assert but_for_its_course(state[0].row) == but_for_its_course(table.rows(deal, 1)[0])
    assert end["turns"] == state[0].row.turns
