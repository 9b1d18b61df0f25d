"""What is measured of the course of a game, for any game: from how near each seat was to winning after each turn (`Table.course`)."""

import numpy as np

NOBODY = -1


def leaders(course: np.ndarray) -> np.ndarray:
    """The seat that alone is nearest to winning after each turn; where several are, -1."""
    nearest = course == course.max(axis=1, keepdims=True)
    return np.where(nearest.sum(axis=1) == 1, nearest.argmax(axis=1), NOBODY)


def lead_changes(course: np.ndarray) -> int:
    """How often the sole leader was another than the sole leader before. The first one is no change, and a tie is forgotten."""
    alone = leaders(course)
    alone = alone[alone != NOBODY]
    return int((alone[1:] != alone[:-1]).sum())


def at_half_time(course: np.ndarray) -> int:
    """Who leads alone after half of the turns, of an odd number the smaller half; -1: nobody, or there was no turn by then."""
    turns = len(course) // 2
    return int(leaders(course)[turns - 1]) if turns else NOBODY


def half_time_leader_wins(course: np.ndarray, won: np.ndarray) -> bool | None:
    """Does who leads at half-time win, alone or with others? None where nobody leads. `won`: 1 for each seat that has won."""
    leader = at_half_time(course)
    return None if leader == NOBODY else bool(won[leader])


def comeback(course: np.ndarray, won: np.ndarray) -> float:
    """The largest deficit from which a winner came back, behind the nearest of all seats; of several winners the one that was farthest
    behind; 0 where nobody has won.
    """
    behind = course.max(axis=1, keepdims=True) - course
    return float(behind[:, np.flatnonzero(won[: course.shape[1]])].max(initial=0.0))
