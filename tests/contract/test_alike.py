"""No game is played twice by candidates that would play it alike: those that are copied are played here, and must be the same."""

from dataclasses import replace

import numpy as np
import pytest

from simlab import games
from simlab.base.faults import RunFailure
from simlab.experiment import load
from simlab.experiment.plan import Chunk, Lineup, make_plan, seatings
from simlab.experiment.tuning import ranges
from simlab.players import strategies
from simlab.players.imagining import unthinking
from simlab.table.alike import played_alike
from simlab.table.batches import played
from tests.thinned import one_in, slowly

TUNABLE = [(game, one.name) for game in map(games.find, games.names()) for one in unthinking(game) if ranges(one.declared)]
CANDIDATES, PLACE = 7, 1


def candidates(game, name, params, *, seating="rotate", deals=30, copies=True, others="random"):
    """A plan in which a seat has each of these parameters in turn, and the chunk that it plays."""
    players = min(3, game.players[-1])
    asked = {"question": "?", "game": game.name, "players": players, "games": 1, "seed": 4, "seating": seating}
    plan = make_plan(load(asked | {"lineup": [others, name, others][:players]}), copies=copies)
    group, seats = plan.groups[0], list(plan.groups[0].lineups[0].seats)
    lineups = []
    for number, of in enumerate(params):
        tuned = (*seats[:PLACE], replace(seats[PLACE], params=of, label="tuned"), *seats[PLACE + 1 :])
        lots = 4 if seating == "sample" else None
        lineups.append(Lineup(str(number), tuned, seatings(tuned, seating), lots))
    group = replace(group, lineups=tuple(lineups), deals=deals)
    return replace(plan, groups=(group,)), Chunk((0,), players, 0, 0, deals)


def steps(game, name, number):
    """Parameters of a strategy: as they are, a little and very different, and once more as they are."""
    dice, found = np.random.default_rng([number, len(name)]), strategies.find(game.name, name)
    sizes = [0.0, 0.003, 0.01, 0.03, 0.1, 1.0]
    over = ranges(found.declared)
    middle = {name: low + (high - low) * dice.random() if number else found.params[name] for name, (low, high) in over.items()}
    moved = [{n: at + size * dice.uniform(low - at, over[n][1] - at) for n, at in middle.items() for low in over[n][:1]} for size in sizes]
    return [*moved, middle]


def as_bytes(batch):
    return batch.rows.tobytes()


@pytest.mark.parametrize(("game", "name"), one_in(4, TUNABLE), ids=lambda of: getattr(of, "name", of))
@pytest.mark.parametrize("number", [0, *map(slowly, range(1, 4))])
def test_what_is_copied_is_what_would_be_played(game, name, number):
    plan, chunk = candidates(game, name, steps(game, name, number), seating=("rotate", "sample")[number % 2])
    found = played_alike(plan, chunk, PLACE)
    assert as_bytes(found) == as_bytes(played(plan, chunk))
    assert found.copied >= chunk.deals, "at least of the candidate that is there twice"


def test_who_plays_as_the_others_do_has_another_chance():
    """The seats' own chance depends on who is like whom: with the others' parameters it is another than with the next best."""
    params = [{"daring": daring} for daring in (0.05, 0.0501, 0.0502)]
    plan, chunk = candidates(games.find("mean"), "planner", params, others="planner")
    found = played_alike(plan, chunk, PLACE)
    assert as_bytes(found) == as_bytes(played(plan, chunk))
    assert chunk.deals < found.copied <= 3 * chunk.deals, "of the last what the one before it has played"


@pytest.mark.slow
def test_nothing_is_copied_where_somebody_thinks_of_these_parameters():
    plan, chunk = candidates(games.find("what_the_heck"), "mixer", [{"spread": 1}, {"spread": 1}], deals=1, others="thinker")
    assert played_alike(plan, chunk, PLACE).copied == 0


DRAWS = '''"""Draws as often from its chance as it is told, and goes by the first; it cannot be told 5."""

from simlab.games.mean import uniform

PARAMS = {"times": 1}


def play(view, my):
    first = uniform(view) + 0 / (my.times - 5)
    for _ in range(int(my.times)):
        uniform(view)
    return int(first * view.options)
'''


def test_nothing_else_notices_that_others_were_asked(tmp_path):
    (tmp_path / "draws.py").write_text(DRAWS)
    params = [{"times": times} for times in (1, 1.2, 3, 8, 1)]
    plan, chunk = candidates(games.find("mean"), str(tmp_path / "draws.py"), params)
    found = played_alike(plan, chunk, PLACE)
    assert as_bytes(found) == as_bytes(played(plan, chunk)), "who draws more often has parted, though it may answer the same"
    assert found.copied == 2 * 3 * chunk.deals, "1.2 is 1, and 1 is 1"
    params[2] = {"times": 5}
    with pytest.raises(RunFailure, match=r"ZeroDivisionError(.|\n)*draws.py:times=5"):
        played_alike(*candidates(games.find("mean"), str(tmp_path / "draws.py"), params), PLACE)


def test_where_every_game_is_played_as_many_count_as_copies():
    game = games.find("mean")
    params = [{"near": near} for near in (0, 1, 2, 3)]
    (copying, chunk), (playing, _) = (candidates(game, "planner", params, copies=copies) for copies in (True, False))
    one, other = played_alike(copying, chunk, PLACE), played_alike(playing, chunk, PLACE)
    assert one.copied == other.copied > 0
    assert as_bytes(one) == as_bytes(other)
