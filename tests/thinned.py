"""Long lists of cases: of each the fast suite looks at some, the slow tests at the others."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def one_in(every: int, cases: Iterable[Any]) -> list[Any]:
    """One case in so many is looked at each time, the first among them."""
    return [case if number % every == 0 else slowly(case) for number, case in enumerate(cases)]


def slowly(case: Any) -> Any:
    """One value of a test, or a tuple of values."""
    values: Sequence[Any] = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.slow)
