"""The search finds the smallest change that meets the goals, says where none does, keeps to its budget, and is cheap."""

import numpy as np
import pytest

from simlab.base.faults import BadInput
from simlab.lab.goals import Goal, Sums, distances
from simlab.lab.race import front
from simlab.lab.screening import is_large
from simlab.lab.search import Search
from simlab.lab.space import Space
from simlab.stats.sought import MEETS, MISSES, unit_of
from tests.lab.spaces import Drawn, length, met, share, space, truth

MOST = 4_000
CASES = {
    "many": [length(33, 39), share(0.40)],
    "one edit": [length(36.6, 38.4), share(0.41)],
    "only a pair": [length(33.0, 35.4), share(0.405)],
    "a choice and a number": [length(36.6, 38.4), share(0.45)],
}
NONE = {
    "too short": [length(20, 25), share(0.40)],
    "against each other": [length(29, 34.2), share(0.452)],
}


def confirmed(search: Search, finalists: list[int]) -> dict[int, str]:
    """What a confirmation without errors would say."""
    is_met = met(list(search.goals), search.race.space.levels)
    return {number: MEETS if is_met[number] else MISSES for number in finalists}


def sought(goals: list[Goal], seed: int, budget: int = 10**7) -> Search:
    search = Search(space(), goals, Drawn(seed), budget, MOST)
    for _ in range(3):
        finalists = search.finalists()
        search.told(confirmed(search, finalists))
        if not finalists or MEETS in search.confirmed.values():
            break
    return search


def best(search: Search) -> tuple[int, int] | None:
    """The fewest edits that were found to meet all goals, and their size."""
    of = [(int(search.race.space.edits[c]), int(search.race.space.size[c])) for c, word in search.confirmed.items() if word == MEETS]
    return min(of, default=None)


@pytest.mark.parametrize("goals", CASES.values(), ids=CASES)
@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 45), marks=pytest.mark.slow)], ids=["few", "many"])
def test_it_finds_the_smallest_change(goals, seeds):
    whole = space()
    of = np.flatnonzero(met(goals, whole.levels))
    true = min((int(whole.edits[c]), int(whole.size[c])) for c in of)
    found = [sought(goals, seed) for seed in seeds]
    assert np.mean([best(search) == true for search in found]) >= 0.95
    assert max(search.race.games for search in found) <= 0.25 * len(whole) * MOST * 4


@pytest.mark.parametrize("goals", NONE.values(), ids=NONE)
def test_where_nothing_meets_all_goals_the_nearest_is_told_and_what_is_in_the_way(goals):
    whole = space()
    assert not met(goals, whole.levels).any()
    off = [np.maximum(np.maximum(at - g.high, g.low - at), 0) / g.unit for g, at in zip(goals, truth(whole.levels).T, strict=True)]
    least = float(np.max(off, axis=0).min())
    for seed in range(3):
        search = sought(goals, seed)
        assert set(search.confirmed.values()) == {MISSES}
        assert min(float(np.max(off, axis=0)[c]) for c in search.confirmed) <= least + 0.5, "as finely as distances are told apart"
        assert search.race.games <= 0.30 * len(whole) * MOST * 4
        obstacles = search.obstacles()
        if goals is NONE["too short"]:
            assert obstacles.groups == ((goals[0],),)
            assert obstacles.relaxed[1].number is None, "however low the share may be"
            assert obstacles.relaxed[0].number is not None
        else:
            assert obstacles.groups == (tuple(goals),)
            assert all(one.number is not None for one in obstacles.relaxed)


@pytest.mark.parametrize("budget", [48_000, 100_000, 200_000])
def test_it_keeps_to_its_budget_and_comes_to_an_end(budget):
    search = sought([length(33, 35.4), share(0.405)], 1, budget)
    search.obstacles()
    assert search.race.source.games == search.race.games <= budget
    assert search.confirmed


def test_no_deal_of_a_set_is_played_twice():
    source = Drawn(3)
    search = Search(space(), CASES["many"], source, 10**7, MOST)
    search.finalists()
    assert sum(count * deals for count, _, deals in source.asked) == search.race.sums.deals.sum()


def test_the_same_seed_the_same_search():
    one, other = (sought(CASES["only a pair"], 4) for _ in range(2))
    assert one.race.looks == other.race.looks
    assert one.confirmed == other.confirmed


LARGE = {f"r{i}": (0, 1, 2, 3) for i in range(6)}


class Many(Drawn):
    """A large space: two of six rules and one pair do something."""

    def play(self, levels, first, deals):
        a, b, *_ = levels.T
        of = np.column_stack([2 + (a == 3), 2 - (b == 2) * 4, 2 + 0 * a, np.zeros(len(a), dtype=int)])
        return super().play(of, first, deals)


class Pair(Drawn):
    """A large space: two of six rules do something together, and nothing does anything alone."""

    def play(self, levels, first, deals):
        both = (levels[:, 0] == 3) & (levels[:, 1] == 2)
        of = np.column_stack([2 + both, 2 + 2 * both, np.full(len(levels), 2), np.zeros(len(levels), dtype=int)])
        return super().play(of, first, deals)


def large() -> Space:
    levels = np.array(np.meshgrid(*[range(4)] * 6, indexing="ij")).reshape(6, -1).T
    return Space(LARGE, dict.fromkeys(LARGE, 0), levels)


@pytest.mark.slow
def test_of_a_large_space_it_finds_a_pair_of_which_neither_does_anything_alone():
    """By the sets at random, and by what the model says that two rules do together."""
    whole, goals = large(), [length(32.0, 35.0), share(0.40)]
    found = []
    for seed in range(4):
        search = Search(whole, goals, Pair(seed), 600_000, 10_000, seed)
        assert search.is_screened
        found.append({"r0": 3, "r1": 2} in [search.race.space.changes(number) for number in search.finalists()])
    assert np.mean(found) >= 0.75


def test_a_large_space_is_screened():
    whole, goals = large(), [length(36.0, 38.2), share(0.43)]
    assert is_large(whole, Drawn(), 600_000)
    for seed in range(2):
        source = Many(seed)
        search = Search(whole, goals, source, 600_000, 10_000, seed)
        assert {int(c) for c in np.flatnonzero(whole.edits <= 1)} <= set(search.chosen.tolist()), "never less than all single edits"
        assert search.chosen.tolist() == sorted(set(search.chosen.tolist()))
        finalists = search.finalists()
        found = [search.race.space.changes(c) for c in finalists]
        assert {"r0": 3} in found
        assert source.games == search.race.games <= 600_000


def test_a_budget_too_small_for_single_edits_is_refused():
    with pytest.raises(BadInput, match="budget: 1,000 is too little: a first look at 13 single edits alone takes 2,600 games"):
        Search(space(), CASES["many"], Drawn(), 1_000, MOST)


def test_a_limit_smaller_than_what_matters_is_its_own_unit():
    assert unit_of(0.01, float("-inf"), 0.001) == 0.001
    assert unit_of(0.8, 28.0, 32.0) == 0.8
    assert unit_of(0.01, 0.0) == 0.01


def test_silence_says_little():
    """A share that was 0 in all games may still be as large as would not have been seen."""
    goal = Goal("turn_limit", "< 0.001", 4, "lineup", (0,), float("-inf"), 0.001, 0.001, is_share=True)
    for deals, is_known in ((1_000, False), (100_000, True)):
        sums = Sums(1, 1)
        sums.add(np.array([0]), deals, np.zeros((1, 1)), np.zeros((1, 1)))
        _, low, high = distances([goal], sums, np.array([0]), np.array([3.0]))
        assert low == 0
        assert (high[0] == 0) is is_known or bool(high[0] == 0) == is_known


def test_the_front_has_nothing_that_another_beats_in_everything():
    whole = space()
    value = {c: float(abs(truth(whole.levels)[c, 0] - 30)) for c in range(len(whole))}
    kept = front(whole, list(value), value)
    for c in kept:
        for b in value:
            at_least = whole.edits[b] <= whole.edits[c] and whole.size[b] <= whole.size[c] and value[b] <= value[c]
            assert not at_least or (whole.edits[b], whole.size[b], value[b]) == (whole.edits[c], whole.size[c], value[c])
