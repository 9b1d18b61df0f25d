"""Who is alone in front: the first one is no change, and whoever shares the lead leaves it where it was."""

import pytest
from numba import njit

from simlab.engine.compiled.leading import NOBODY, watch_lead
from simlab.engine.records import blank, fields, record
from tests.compiling import compiled_only

KIND = record("leader\nhave[4]", seen=record("players"), row=record(fields("lead_changes", "i4")))


@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=compiled_only)])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_change_of_leader_is_counted(is_compiled, sign):
    watch = njit(lambda g, sign: watch_lead(g, g.have, sign))
    g = blank(KIND)[0]
    g.seen.players, g.leader = 3, NOBODY
    told = []
    for have in ([5, 5, 1], [5, 4, 1], [5, 5, 1], [6, 5, 1], [-3, -2, -9], [-3, -2, -2], [-3, -2, -1]):
        g.have[:3] = [sign * number for number in have]
        g.have[3] = sign * 99  # no such player
        (watch if is_compiled else getattr(watch, "py_func", watch))(g, sign)
        told.append((int(g.leader), int(g.row.lead_changes)))
    assert told == [(NOBODY, 0), (0, 0), (0, 0), (0, 0), (1, 1), (1, 1), (2, 2)]
