"""The harness itself: positions are read as they are written, the script is checked, and the engine's way is the real one."""

import pytest

from simlab.games.mean import GAME
from simlab.players import strategies
from simlab.table import Table
from tests.rules.harness import Recorder, but_for_its_course, traced
from tests.rules.mean.position import Position, cards, decision, engine, play, written
from tests.rules.paragraphs import rule
from tests.twin.chance import STRATEGY, game_key, stream

FULL = """
    hands: 3 5 W W | 6 8 | - | out
    piles: 2 9 4 | 7 7 1
    deck: 7 1 8
    area: 12 9 W=9 down
    gone: 4 W
    turns: 6
"""


def test_a_position_is_read_as_it_is_written():
    after = play(FULL, turns=0, play_on=True)
    assert after.hands == ["3 5 W W", "6 8", "-", "out"]
    assert after.piles == {0: "2 9 4", 1: "7 7 1"}
    assert (after.deck, after.gone) == ("7 1 8", "4 W")
    assert after.area == "9 12 W: top 9, run 2, down"
    assert (after.row.turns, after.story, after.turn) == (6, [], 0)
    assert written(cards("3 W 12")) == "3 W 12"


@pytest.mark.parametrize("wrong", ["hands: 3 | 4\nface: 5", "hands: 3 | 4\narea: 9 9", "hands: 3 | 4\narea: W up", "hands: 3"])
def test_a_slip_in_a_position_is_noticed(wrong):
    with pytest.raises((AssertionError, ValueError)):
        Position.of(wrong)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (["0: 8"], "'8' is not legal; seat 0 may: 9 | 10"),
        (["1: 9"], "seat 0 is asked: 9 | 10"),
        ([], "the script ends, but seat 0 is asked: 9 | 10"),
        (["0: 9", "1: 4"], "nobody is asked for"),
    ],
)
def test_a_slip_in_a_script_is_noticed(script, message):
    with pytest.raises(AssertionError, match=message.replace("|", r"\|")):
        play("hands: 9 10 | 9 4\narea: 8 up", *script)


def test_a_decision_has_to_come_up():
    with pytest.raises(AssertionError, match="nobody is asked any more"):
        decision("hands: 9 | 4\narea: 8 up")


@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("deal", range(6))
@rule("2.3")
def test_the_harness_goes_the_way_of_real_games(deal, play_on):
    """From the position after a real deal, with the same strategies and random streams: the same events and the same row."""
    names = ["random", "first", "random", "random"]
    seats = [(strategies.find("mean", name), {}) for name in names]
    rules = GAME.resolve(GAME.Rules(play_on=play_on, turn_limit=150), 4)
    table = Table(GAME, seats, rules, 5)
    header, dealing, *events, end = table.trace(deal)
    key = game_key(5, 4, deal)
    lines = [f"{part}: {' | '.join(written(cards) for cards in dealing[part])}" for part in ("hands", "piles")]
    position = Position.of("\n".join([*lines, f"deck: {written(dealing['deck'])}"]))
    state = position.state(key=key, **header["rules"])
    recorder = Recorder(GAME, state, room=1)
    recorder.seat([strategy for strategy, _ in seats])
    sits = 0o1101 ^ 0o1110  # first, of which there is one, ranks before random; seat 0 is the last digit
    state[0].luck[: len(seats)] = [stream(key, STRATEGY, 8 * sits + seat) for seat in range(len(seats))]
    assert traced(GAME, state, lambda g: engine.play_turns(g, 0, 1000)) == events
    assert but_for_its_course(state[0].row) == but_for_its_course(table.rows(deal, 1)[0])
    assert end["turns"] == state[0].row.turns
