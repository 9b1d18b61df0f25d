"""Where CPU time goes: each second counts for the innermost part, and nothing is counted where nobody measures."""

import pytest

from simlab.base import clock
from simlab.base.clock import REST, measured, timed


@pytest.fixture
def passes(monkeypatch):
    """Lets so many seconds of CPU time pass."""
    now = [100.0]
    monkeypatch.setattr(clock.time, "process_time", lambda: now[0])

    def passing(seconds: float) -> None:
        now[0] += seconds

    return passing


def test_each_second_counts_for_the_innermost_part(passes):
    with measured() as seconds:
        passes(1)
        with timed("outer"):
            passes(2)
            with timed("inner"):
                passes(4)
            passes(8)
        with timed("inner"):
            passes(16)
        passes(32)
    assert seconds == {REST: 33, "outer": 10, "inner": 20}


def test_a_function_counts_whenever_it_is_called(passes):
    @timed("work")
    def work(depth: int) -> int:
        passes(1)
        return depth and work(depth - 1)

    with measured() as seconds:
        work(2)
        work(0)
    assert seconds["work"] == 4


def test_what_fails_has_taken_its_time(passes):
    @timed("fails")
    def fail():
        passes(3)
        raise ZeroDivisionError

    with measured() as seconds:
        with pytest.raises(ZeroDivisionError):
            fail()
        passes(1)
    assert seconds == {"fails": 3, REST: 1}


def test_nothing_is_counted_where_nobody_measures(passes):
    with measured() as seconds:
        passes(1)
    with timed("later"):
        passes(1)
    assert seconds == {REST: 1}


def test_who_measures_within_measures_that_alone(passes):
    with measured() as outer:
        with timed("part"):
            passes(1)
        with measured() as inner, timed("part"):
            passes(2)
    assert (outer["part"], inner["part"]) == (1, 2)
