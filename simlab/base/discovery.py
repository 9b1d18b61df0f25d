"""What stands in a room, found by looking: no list of games, metrics, statistics or sections is kept by hand."""

import importlib
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from operator import attrgetter
from typing import Generic, TypeVar

T = TypeVar("T")


class Found(Generic[T]):
    """What the modules of a package declare under a name, one or several each, in the order that each says of itself."""

    def __init__(self, package: str, name: str) -> None:
        self.package, self.name = package, name
        self._more: tuple[T, ...] = ()

    def __iter__(self) -> Iterator[T]:
        return iter(sorted((*self._declared, *self._more), key=attrgetter("order")))

    @cached_property
    def _declared(self) -> tuple[T, ...]:
        path = importlib.import_module(self.package).__path__
        modules = [importlib.import_module(f"{self.package}.{module.name}") for module in pkgutil.iter_modules(path)]
        declared = [getattr(module, self.name) for module in modules if hasattr(module, self.name)]
        return tuple(one for found in declared for one in (found if isinstance(found, tuple) else (found,)))

    @contextmanager
    def also(self, *more: T) -> Iterator[None]:
        """With these beside those that were found: to try one before its file stands in the room."""
        before, self._more = self._more, (*self._more, *more)
        try:
            yield
        finally:
            self._more = before
