"""Which rule is responsible for what: exact where nothing is left to chance, right on average where much is."""

from itertools import combinations
from math import factorial

import numpy as np
import pytest
from scipy.special import stdtrit

from simlab.stats.responsible import contrasts, split
from simlab.stats.statistics.shapley import BLOCKS
from tests.stats.process import drawn_for

LEVELS = (2, 3, 2)
SETS = int(np.prod(LEVELS))


def by_definition(levels: tuple[int, ...], means: np.ndarray) -> np.ndarray:
    """Shapley values: what a rule adds to the variance that others explain, averaged over all orders."""
    cube, rules = means.reshape(levels), range(len(levels))

    def explained(by: tuple[int, ...]) -> float:
        return float(np.var(cube.mean(axis=tuple(set(rules) - set(by)))))

    values = []
    for rule in rules:
        others = [other for other in rules if other != rule]
        ways = [some for count in range(len(levels)) for some in combinations(others, count)]
        weight = [factorial(len(some)) * factorial(len(levels) - len(some) - 1) / factorial(len(levels)) for some in ways]
        values.append(sum(w * (explained((*some, rule)) - explained(some)) for w, some in zip(weight, ways, strict=True)))
    return np.array(values)


def blocks_of(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The sums and the deals of each block of values [deal, rule set]."""
    sums = np.stack([values[block::BLOCKS].sum(axis=0) for block in range(BLOCKS)], axis=-1)
    return sums, np.bincount(np.arange(len(values)) % BLOCKS, minlength=BLOCKS).astype(float)


def test_without_chance_they_are_shapley_values():
    means = np.random.default_rng(3).normal(size=SETS)
    found = split(LEVELS, *blocks_of(np.tile(means, (100, 1))))
    assert found.variance == pytest.approx(np.var(means), abs=1e-9)
    assert found.shares == pytest.approx(by_definition(LEVELS, means) / np.var(means), abs=1e-9)
    assert found.shares.sum() == pytest.approx(1, abs=1e-9)
    assert found.errors == pytest.approx(0, abs=1e-6)


def test_contrasts_are_orthonormal_and_belong_to_rules():
    each, parts = contrasts(LEVELS)
    assert each @ each.T * SETS == pytest.approx(np.eye(SETS))
    assert parts.sum(axis=0) == pytest.approx([0, *[1] * (SETS - 1)]), "all but the mean is divided"


@pytest.mark.parametrize(("deals", "runs"), [(400, 400), pytest.param(2_000, 2_000, marks=pytest.mark.slow)])
def test_intervals_cover_and_noise_gives_no_share(deals, runs):
    """Rule 3 does nothing: of the uncorrected squares it would have a share."""
    rng = np.random.default_rng(8)
    means = (0.5 * np.array([0, 1])[:, None, None] + np.array([0, 0.2, 0.6])[:, None] + np.zeros(2)).reshape(-1)
    means[-2:] += 0.3
    truth = by_definition(LEVELS, means) / np.var(means)
    found = [split(LEVELS, *blocks_of(rng.standard_exponential((deals, SETS)) + rng.normal(size=(deals, 1)) + means)) for _ in range(runs)]
    shares, errors = (np.array([getattr(one, name) for one in found]) for name in ("shares", "errors"))
    assert truth[2] == pytest.approx(0)
    assert shares.mean(axis=0) == pytest.approx(truth, abs=0.01)
    covered = (np.abs(shares - truth) <= stdtrit(BLOCKS - 1, 0.975) * errors).mean(axis=0)
    assert (covered[:2] > 0.93).all()
    assert (covered[:2] < 0.97).all()
    assert covered[2] > 0.93


def test_where_rules_do_nothing_there_are_no_shares():
    rng = np.random.default_rng(9)
    found = [split(LEVELS, *blocks_of(rng.normal(size=(100, SETS)))) for _ in range(200)]
    assert sum(one is not None for one in found) <= 2


@pytest.mark.parametrize("deals", [1, 2, 33, 100])
def test_a_table_of_shares(deals):
    """Whatever the portions in which deals are counted, and with few of them."""
    asked = {"vary": {"eight_last": ["loses", "wins"], "piles": [3, 4, 5]}}
    analysis = drawn_for(deals, **asked)
    whole = analysis.stats[0].tally["shapley"]["sums"]
    means = analysis.stats[0].tally["means"]["sums"][..., :6]
    assert (whole.sum(axis=-1) == means).all(), "the means of the rule sets come first among what is compared"
    for _, rows in analysis.table("shapley").group_by("metric", "players"):
        assert rows["share"].sum() == pytest.approx(1, abs=1e-9)
        assert rows["rule"].to_list() == list(asked["vary"])
