"""The spread between tables: covered as often as is said, whatever the games add to it; and by whom it is explained."""

import numpy as np
import pytest
from scipy import stats

from simlab.stats.robust.spread import Split, Spread

LEAGUES = 1_500


def drawn(tables: int, between: float, alone: float, shared: float, chance: np.random.Generator) -> tuple[Spread, float]:
    """What tables say whose effects vary so much, each seen with an error of its own and one of all; and the effect at one more."""
    effects = 2 + between * chance.normal(size=tables + 1)
    seen = effects[:-1] + alone * chance.normal(size=tables) + shared * chance.normal()
    error = (alone**2 + shared**2) ** 0.5
    return Spread(seen, [error] * tables, (alone**2 / tables + shared**2) ** 0.5), float(effects[-1])


@pytest.mark.parametrize(("tables", "alone", "shared"), [(24, 0.1, 0.0), (24, 0.3, 0.3), (8, 0.2, 0.0), (60, 0.0, 0.5)])
def test_a_new_table_and_the_mean_are_covered(tables, alone, shared):
    chance = np.random.default_rng(tables)
    runs = [drawn(tables, 1.0, alone, shared, chance) for _ in range(LEAGUES)]
    new = np.mean([spread.at_a_new_table[0] <= effect <= spread.at_a_new_table[1] for spread, effect in runs])
    mean = np.mean([spread.interval[0] <= 2 <= spread.interval[1] for spread, _ in runs])
    assert 0.935 <= new <= 0.965
    assert 0.935 <= mean <= 0.97
    assert np.mean([spread.between**2 for spread, _ in runs]) == pytest.approx(1, abs=0.06)


def test_what_the_games_explain_is_no_spread():
    chance = np.random.default_rng(3)
    found = [drawn(24, 0.0, 1.0, 0.0, chance)[0].between for _ in range(400)]
    assert np.mean([between == 0 for between in found]) > 0.4
    assert np.mean(np.square(found)) < 0.15


def test_of_few_tables_nothing_is_said_of_others():
    assert Spread([1.0, 2.0], [0.1, 0.1], 0.1).at_a_new_table == (-np.inf, np.inf)
    assert Spread([1.0, 2.0, 3.0], [0.0] * 3, 0.0).between == 1


def test_two_kinds_of_tables_are_compared_as_welch_does():
    there, elsewhere = [3.0, 4.0, 5.5], [1.0, 1.5, 1.2, 2.0]
    found, welch = Split.of(there, elsewhere), stats.ttest_ind(there, elsewhere, equal_var=False)
    assert found.level == pytest.approx(welch.pvalue)
    assert found.interval() == pytest.approx(tuple(welch.confidence_interval()))
    assert Split.of([1.0], elsewhere).level == 1
    assert Split.of([1.0], [3.0, 4.0]).difference == -2.5
    assert Split.of([1.0, 1.0], [1.0, 1.0]).level == 1
