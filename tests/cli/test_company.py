"""Which tables a league plays."""

from collections import Counter
from itertools import combinations

import pytest

from simlab.experiment.company import companies


def test_a_small_field_plays_every_company():
    assert companies(4, 3, 9) == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert companies(2, 3, 9) == ((0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1))
    assert companies(1, 3, 9) == ((0, 0, 0),)
    assert companies(3, 5, 9) == ((0, 0, 0, 1, 1), (0, 0, 0, 2, 2), (1, 1, 1, 2, 2))


@pytest.mark.parametrize(("field", "seats", "most"), [(12, 4, 60), (12, 4, 24), (12, 2, 40), (10, 3, 30), (30, 4, 90)])
def test_of_many_all_sit_equally_often_and_with_each_other(field, seats, most):
    tables = companies(field, seats, most)
    assert len(tables) <= most
    assert all(len(set(table)) == seats and list(table) == sorted(table) for table in tables)
    sat = Counter(player for table in tables for player in table)
    assert len(sat) == field
    assert max(sat.values()) - min(sat.values()) <= 1
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    even = len(tables) * seats * (seats - 1) / (field * (field - 1))
    assert max(met.values()) <= even + 3
    assert tables == companies(field, seats, most)
