"""What stands in a room is found by looking."""

import sys
from dataclasses import dataclass

import pytest

from simlab.base.discovery import Found


@dataclass(frozen=True)
class Thing:
    name: str
    order: float


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A package with three files, one of which declares two things and one none."""
    folder = tmp_path / "a_room"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "one.py").write_text("from tests.base.test_discovery import Thing\nTHING = Thing('late', 9)\n")
    (folder / "two.py").write_text("from tests.base.test_discovery import Thing\nTHING = (Thing('first', 1), Thing('middle', 4.5))\n")
    (folder / "three.py").write_text("OTHER = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield Found("a_room", "THING")
    for name in [name for name in sys.modules if name.partition(".")[0] == "a_room"]:
        del sys.modules[name]


def names(found: Found) -> list[str]:
    return [thing.name for thing in found]


def test_all_that_its_files_declare_in_their_own_order(room):
    assert names(room) == ["first", "middle", "late"]
    assert names(room) == ["first", "middle", "late"], "again"


def test_one_more_for_a_while(room):
    with room.also(Thing("second", 2), Thing("last", 10)):
        assert names(room) == ["first", "second", "middle", "late", "last"]
        with room.also(Thing("third", 3)):
            assert names(room) == ["first", "second", "third", "middle", "late", "last"]
        assert names(room) == ["first", "second", "middle", "late", "last"]
    with pytest.raises(ZeroDivisionError), room.also(Thing("second", 2)):
        _ = 1 / 0
    assert names(room) == ["first", "middle", "late"]
