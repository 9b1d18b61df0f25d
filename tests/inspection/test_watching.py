"""A strategy that is watched: what it answers twice, what it leaves as it was, and when it was asked often enough."""

from types import SimpleNamespace

import numpy as np
import pytest

from simlab.inspection.watching import Enough, Watch, Wrong

VIEW = np.dtype([("_luck", np.int64), ("kind", np.int64), ("options", np.int64), ("hand", np.int64, 2), ("option", np.int64, 2)])
GAME = SimpleNamespace(decisions=[SimpleNamespace(name="swap", fills=()), SimpleNamespace(name="play", fills=("option",))])
STRATEGY = SimpleNamespace(game=GAME, path="mine.py", source="\n\ndef play(view):\n    return 0\n")


def listing_then(answer):
    """A strategy that makes its list before it answers."""

    def play(view):
        view["option"] = [view["hand"][1], 3]
        return answer(view)

    return play


def with_luck(view):
    view["_luck"] += 1
    return 0


def cheating(view):
    view["hand"][0] = 9
    return 0


def touching(view):
    hand = view["hand"].view()
    hand.flags.writeable = False
    hand[0] = 9


counted = iter(range(10))
TWICE = "asked twice with the same view and the same luck, it answered differently"
UNCHANGED = "a strategy sees the table and must not change it"


@pytest.fixture
def view():
    view = np.zeros(1, VIEW)[0]
    view["hand"], view["options"], view["kind"] = [4, 5], 10, 1
    return view


@pytest.mark.parametrize("answer", [listing_then(lambda view: view["option"][0]), with_luck])
def test_one_that_answers_by_its_view_alone(answer, view):
    watch = Watch(STRATEGY, 2.0, 3)
    watched = watch.over(answer)
    assert [watched(view), watched(view)] == [answer(view)] * 2
    assert watch.asked == 2
    with pytest.raises(Enough):
        watched(view)


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        (lambda view: view["option"][0], TWICE),
        (lambda view: next(counted), TWICE),
        (cheating, f"{UNCHANGED}: view.hand was another after it had answered"),
        (touching, UNCHANGED),
        (lambda view: -(2**63), "a number of 64 bits is no option; they go from 0 to view.options - 1"),
    ],
)
def test_one_that_does_not(answer, wrong, view):
    watched = Watch(STRATEGY, 2.0, 9).over(answer)
    with pytest.raises(Wrong) as told:
        watched(view)
    assert told.value.what == wrong
    assert told.value.line == (3 if "answered" in wrong else 0), "that of the decision"


def test_any_other_error_is_the_tables_to_tell(view):
    def failing(_):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Watch(STRATEGY, 2.0, 9).over(failing)(view)
