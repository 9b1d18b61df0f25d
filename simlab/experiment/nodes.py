"""What an experiment says, as a tree in which every value and every key knows its place: in a file, in a dict, or on the command line."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from numbers import Integral, Real
from typing import Any

from simlab.base.faults import BadInput, Fault, shortened

MOST_NODES = 20_000  # aliases included: a few lines of them can stand for billions of values
MOST_DEPTH = 30

UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was written: "experiments/x.yaml:7:12", "--set rules.decks", "scenarios.an Eight wins.eight_last"."""

    where: str
    line: int = 0  # 0: not in a file
    column: int = 0


Told = list[tuple[Place, str]]
Step = str | int


@dataclass(frozen=True, slots=True)
class Node:
    """A value and its place. A mapping or a list holds nodes by key or by number, "0", "1", ...."""

    value: Any
    place: Place
    form: type = object  # dict, list, or object for anything else
    key: Place | None = None  # where its key stands, if that is elsewhere
    size: int = 1  # how many nodes there are in it, itself included
    levels: int = 0  # and how many below one another

    def plain(self) -> Any:
        """The value without its places."""
        if self.form is object:
            return self.value
        plain = {key: node.plain() for key, node in self.value.items()}
        return plain if self.form is dict else list(plain.values())

    def child(self, step: Step) -> "Node | None":
        """What stands under a key or a number."""
        return None if self.form is object else self.value.get(str(step))

    def at(self, path: Iterable[Step]) -> "Node | None":
        """What stands at a path."""
        node: Node | None = self
        for step in path:
            node = node and node.child(step)
        return node

    def place_of(self, path: Iterable[Step], *, key: bool = False) -> Place:
        """The place of a value, or of its key; of what comes closest where there is no such value."""
        node = self
        for step in path:
            below = node.child(step)
            if below is None:
                return node.place
            node = below
        return (key and node.key) or node.place


def holding(form: type, place: Place, nodes: dict[str, Node]) -> Node:
    """A mapping or a list."""
    size, levels = 1 + sum(node.size for node in nodes.values()), 1 + max((node.levels for node in nodes.values()), default=0)
    return Node(nodes, place, form, size=size, levels=levels)


def cannot_stand(text: str) -> str | None:
    """What is told of a text with a character that nobody could see; None where there is none."""
    unseen = UNSEEN.search(text)
    return f"the character U+{ord(unseen[0]):04X} can't stand in a text" if unseen else None


def from_plain(value: Any, where: str = "") -> tuple[Node, Told]:
    """The tree of a Python value, with paths for places."""
    told: Told = []
    numbers = count(1)

    def tree(value: Any, where: str, depth: int) -> Node:
        if depth > MOST_DEPTH or next(numbers) > MOST_NODES:
            raise BadInput([Fault(shortened(where), f"more than {MOST_DEPTH} levels or {MOST_NODES} values: not an experiment")])
        place = Place(where)
        if isinstance(value, list | tuple):
            return holding(list, place, {str(i): tree(item, f"{where}.{i}", depth + 1) for i, item in enumerate(value)})
        if not isinstance(value, Mapping):
            value, fault = _plain(value)
            told.extend([(place, fault)] if fault else [])
            return Node(value, place)
        nodes = {}
        for key, item in value.items():
            name, fault = _name(key)
            told.extend([(place, fault)] if fault else [])
            if not fault:
                nodes[name] = tree(item, f"{where}.{name}".lstrip("."), depth + 1)
        return holding(dict, place, nodes)

    return tree(value, where, depth=0), told


def _plain(value: Any) -> tuple[Any, str | None]:
    """A value as a file would have it, and what is wrong with it."""
    if isinstance(value, str | os.PathLike):
        fault = cannot_stand(str(value))
        return None if fault else str(value), fault
    if value is None or isinstance(value, bool):
        return value, None
    if isinstance(value, Real):  # numpy's numbers too
        return int(value) if isinstance(value, Integral) else float(value), None
    return None, f"a {type(value).__name__} can't stand in an experiment"


def _name(key: Any) -> tuple[str, str | None]:
    """A key as a file would have it, and what is wrong with it. Numbers become texts, as in YAML and JSON."""
    if isinstance(key, int) and not isinstance(key, bool) and abs(key) < 10**9:
        return f"{key:d}", None
    if isinstance(key, str) and not UNSEEN.search(key):
        return key, None
    return "", f"a key is a text, not {shortened(ascii(key)) if isinstance(key, str) else type(key).__name__}"


def steps_of(root: Node, path: str) -> tuple[str, ...]:
    """The steps of a path such as `scenarios.an Eight wins.eight_last`: keys may have dots in them, the first one has none.

    A step goes into the longest key that is there and holds more; what then remains is one key.
    """
    first, dot, rest = path.partition(".")
    steps, node = [first], root.child(first)
    while node is not None and dot:
        held = node.value.items() if node.form is not object else ()
        into = [name for name, below in held if rest.startswith(f"{name}.") and below.form is not object]
        if not into:
            break
        steps.append(max(into, key=len))
        rest, node = rest[len(steps[-1]) + 1 :], node.child(steps[-1])
    return (*steps, rest) if dot else tuple(steps)


def put(root: Node, steps: tuple[str, ...], node: Node) -> Node:
    """The tree with another value at these steps; raises where there is nothing that could hold it."""
    first, *rest = steps
    below = root.child(first)
    if root.form is not dict and below is None:
        raise BadInput([Fault(node.place.where, f'there is no mapping that could hold "{shortened(first)}"')])
    if rest:
        empty = holding(dict, node.place, {})
        node = put(empty if below is None or (below.form, below.value) == (object, None) else below, tuple(rest), node)
    return replace(root, value={**root.value, first: replace(node, key=below.key or below.place if below else None)})


def differences(before: Mapping[str, Any], after: Mapping[str, Any], where: str = "") -> dict[str, Any]:
    """What is new or another value in the second of two plain trees, by its path."""
    found: dict[str, Any] = {}
    for key, value in after.items():
        path, was = f"{where}{key}", before.get(key, {})
        if value and isinstance(value, Mapping) and isinstance(was, Mapping) and was.keys() <= value.keys():
            found |= differences(was, value, f"{path}.")
        elif key not in before or value != was:
            found[path] = value
    return found
