"""YAML with positions: every key and value knows the line and column where it was written.

Only what an experiment needs of YAML 1.2 is read: mappings, lists, texts, numbers, true, false and null. The file's events are read
and no object is ever made from a tag. What comes from a dict or from the command line becomes the same tree, with paths for positions.
"""

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from simlab.base.faults import BadInput, Fault, nearest, shortened

MOST_BYTES = 200_000  # an experiment has a page or two; what is longer was not meant to be one
MOST_NODES = 20_000  # aliases included: a few lines of them can stand for billions of values
MOST_DEPTH = 30
MOST_DIGITS = 100
MOST_NAME = 500  # of a path, as it is told

_NULL = re.compile(r"~|null|Null|NULL|")
_DIGITS = "[0-9]+(?:_[0-9]+)*"
_INT = re.compile(rf"[-+]?{_DIGITS}")
_BASED_INT = re.compile("0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(rf"[-+]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][-+]?[0-9]+)?")
_INFINITE = {"inf": math.inf, "+inf": math.inf, "-inf": -math.inf, "nan": math.nan}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


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
    """A value and its place; in a mapping each key has a place too."""

    value: Any  # a scalar, a tuple of nodes or a dict of nodes
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)
    size: int = 1

    def plain(self) -> Any:
        """The value without its places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value

    def child(self, step: Step) -> "Node | None":
        """What stands under a key or an index."""
        if isinstance(self.value, dict):
            return self.value.get(str(step))
        if isinstance(self.value, tuple) and isinstance(step, int) and 0 <= step < len(self.value):
            return self.value[step]  # type: ignore[no-any-return]
        return None

    def at(self, path: Iterable[Step]) -> "Node | None":
        """What stands at a path."""
        node: Node | None = self
        for step in path:
            node = node and node.child(step)
        return node

    def place_of(self, path: Iterable[Step], *, key: bool = False) -> Place:
        """The place of a value, or of its key; of what comes closest where there is no such value."""
        node, place = self, self.place
        for step in path:
            place = node.keys.get(str(step), node.place)
            below = node.child(step)
            if below is None:
                return place
            node = below
        return place if key else node.place

    def with_child(self, step: Step, child: "Node", key: Place) -> "Node":
        """This mapping or list with another value at a key or an index."""
        if isinstance(self.value, dict):
            return replace(self, value={**self.value, str(step): child}, keys={**self.keys, str(step): self.keys.get(str(step), key)})
        return replace(self, value=tuple(child if i == step else node for i, node in enumerate(self.value)))


def read_file(path: Path) -> tuple[Node, Told]:
    """A file's tree, and what is wrong in it that still leaves a tree; raises where none is left."""
    name = shortened(str(path), MOST_NAME)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadInput([Fault(name, f"there is no such file{_neighbour(path)}")]) from None
    except (OSError, ValueError) as failed:
        raise BadInput([Fault(name, f"can't be read: {getattr(failed, 'strerror', None) or failed}")]) from None
    if len(data) > MOST_BYTES:
        raise BadInput([Fault(name, f"is longer than {MOST_BYTES} bytes: not an experiment")])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as failed:
        before = data[: failed.start].decode("utf-8-sig", errors="replace")
        where = f"{name}:{_position(before)}"
        raise BadInput([Fault(where, f"the byte 0x{data[failed.start]:02x} is not UTF-8; save the file as UTF-8")]) from None
    return parse(text, lambda line, column: Place(f"{name}:{line}:{column}", line, column))


def _neighbour(path: Path) -> str:
    try:
        meant = nearest(path.name, (other.name for other in path.parent.iterdir()))
    except OSError:
        return f", nor a folder {shortened(path.parent, MOST_NAME)}"
    return f'; did you mean "{shortened(path.parent / meant, MOST_NAME)}"?' if meant else ""


def _position(before: str) -> str:
    line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
    line = before.count("\n") + before.count("\r") - before.count("\r\n") + 1
    return f"{line}:{len(before) - line_start + 1}"


def parse(text: str, place: Callable[[int, int], Place]) -> tuple[Node, Told]:
    """The tree of a YAML text; `place` makes a place of a line and a column, both from 1."""
    unseen = _UNSEEN.search(text)
    if unseen:
        line, column = map(int, _position(text[: unseen.start()]).split(":"))
        where = place(line, column).where
        raise BadInput([Fault(where, _cannot_stand(unseen[0]))])
    return _Tree(text, place).document()


def _cannot_stand(text: str) -> str:
    unseen = _UNSEEN.search(text)
    return f"the character U+{ord(unseen[0]) if unseen else 0:04X} can't stand in a text"


def _joined(text: str) -> str:
    """A scalar's text; JSON escapes a character beyond U+FFFF as a pair, which stands for one character here, too."""
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


class _Refused(Exception):
    """What leaves no tree: where and why."""


class _Tree:
    """Makes a tree of the events that ruamel.yaml finds in a text."""

    def __init__(self, text: str, place: Callable[[int, int], Place]) -> None:
        self.events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
        self.place = place
        self.last = place(1, 1)  # where the last event began
        self.told: Told = []
        self.anchors: dict[str, Node | None] = {}  # None while the anchored value is still open

    def document(self) -> tuple[Node, Told]:
        """The only document's tree."""
        try:
            return self._document(), self.told
        except _Refused as refused:
            place, what = refused.args
        except YAMLError as failed:
            mark = getattr(failed, "problem_mark", None) or getattr(failed, "context_mark", None)
            place = self.at(mark) if mark else self.place(1, 1)
            what = _explained(str(getattr(failed, "problem", None) or failed))
        raise BadInput(Fault(at.where, why) for at, why in [*self.told, (place, what)])

    def at(self, mark: Any) -> Place:
        """The place of ruamel's mark, which counts from 0."""
        return self.place(mark.line + 1, mark.column + 1)

    def next(self) -> Any:
        """The next event."""
        try:
            event = next(self.events)
        except (ValueError, OverflowError, LookupError, AssertionError, AttributeError, TypeError) as failed:
            # The scanner trips over some malformed texts, such as the escape "\U99999999", instead of complaining.
            raise _Refused(self.last, f"not YAML after here: {shortened(failed)}") from None
        self.last = self.at(event.start_mark)
        return event

    def _document(self) -> Node:
        self.next()  # the stream's start
        start = self.next()
        if _kind(start) == "StreamEnd":
            return Node(None, self.place(1, 1))
        if start.version not in (None, (1, 2)):
            self.told.append((self.at(start.start_mark), "experiments are written in YAML 1.2; leave the %YAML line out"))
        root = self.node(self.next(), depth=0)
        self.next()  # the document's end
        after = self.next()
        if _kind(after) != "StreamEnd":
            raise _Refused(self.at(after.start_mark), "a second document begins; an experiment is one document")
        return root

    def node(self, event: Any, depth: int, key: Place | None = None) -> Node:
        """The tree that begins with this event; an empty value stands where its key stands."""
        place = self.at(event.start_mark)
        if depth > MOST_DEPTH:
            raise _Refused(place, f"more than {MOST_DEPTH} levels deep: not an experiment")
        if _kind(event) == "Alias":
            return self.alias(event, place)
        if event.tag is not None:
            self.told.append((place, f"the tag {shortened(event.tag)} means nothing here; write the value without it"))
        if event.anchor:
            self.anchors[event.anchor] = None
        if _kind(event) == "MappingStart":
            node = self.mapping(place, depth)
        elif _kind(event) == "SequenceStart":
            items = []
            while _kind(item := self.next()) != "SequenceEnd":
                items.append(self.node(item, depth + 1))
            node = Node(tuple(items), place, size=1 + sum(item.size for item in items))
        else:
            node = Node(self.scalar(event, place), (key or place) if event.value == "" else place)
        if event.anchor:
            self.anchors[event.anchor] = node
        if node.size > MOST_NODES:
            raise _Refused(place, f"stands for more than {MOST_NODES} values: not an experiment")
        return node

    def mapping(self, place: Place, depth: int) -> Node:
        """A mapping whose start was read. A faulty key is told of and left out, so that the rest can still be checked."""
        values: dict[str, Node] = {}
        keys: dict[str, Place] = {}
        while _kind(event := self.next()) != "MappingEnd":
            at = self.at(event.start_mark)
            key = _joined(event.value) if _kind(event) == "Scalar" else ""
            if _kind(event) != "Scalar":
                self.node(event, depth + 1)
            value = self.node(self.next(), depth + 1, key=at)
            fault = self._wrong_key(event, key, keys)
            if fault:
                self.told.append((at, fault))
            else:
                keys[key], values[key] = at, value
        return Node(values, place, keys, 1 + sum(value.size for value in values.values()))

    def _wrong_key(self, event: Any, key: str, keys: dict[str, Place]) -> str | None:
        if _kind(event) != "Scalar":
            return "a list, a mapping or an alias can't be a key; write a plain word"
        if event.tag is not None or event.anchor:
            return "a key can have no tag and no anchor"
        if _UNSEEN.search(key):
            return _cannot_stand(key)
        if key == "<<" and event.implicit[0]:
            return "merge keys (<<) are not part of YAML 1.2; write the values out"
        if key in keys:
            return f'the key "{shortened(key)}" stands here twice; the first is at {keys[key].where}'
        return None

    def alias(self, event: Any, place: Place) -> Node:
        """The value that an alias stands for."""
        if event.anchor not in self.anchors:
            raise _Refused(place, f"there is no anchor &{shortened(event.anchor)}; a text that begins with * needs quotes")
        node = self.anchors[event.anchor]
        if node is None:
            raise _Refused(place, f"the alias *{shortened(event.anchor)} stands within what it stands for")
        return node

    def scalar(self, event: Any, place: Place) -> Any:
        """A scalar's value: only plain ones are anything but texts."""
        text = _joined(event.value)
        if _UNSEEN.search(text):  # written as an escape
            self.told.append((place, _cannot_stand(text)))
            return None
        if not event.implicit[0] and event.tag is None:
            return text
        if _NULL.fullmatch(text):
            return None
        if text in ("true", "false"):
            return text == "true"
        if _INT.fullmatch(text) or _BASED_INT.fullmatch(text):
            if len(text) > MOST_DIGITS:
                self.told.append((place, f"a number of {len(text)} digits is too long"))
                return None
            return int(text.replace("_", ""), base={"0o": 8, "0x": 16}.get(text[:2], 10))
        if _FLOAT.fullmatch(text):
            return float(text.replace("_", ""))
        sign, dot, word = text.partition(".")
        return _INFINITE.get(sign + word.lower(), text) if dot and word.lower() in ("inf", "nan") else text


def _kind(event: Any) -> str:
    return type(event).__name__.removesuffix("Event")


def _explained(problem: str) -> str:
    """A scanner's complaint, with what to do about the common ones."""
    hints = {
        "'\\t'": "; indent with spaces instead of tabs",
        "mapping values are not allowed": '; a text with ": " in it needs quotes',
        "expected a comment": "; a text that begins with > or | needs quotes",
        "'%' that": "; a text that begins with % needs quotes",
    }
    hint = next((hint for sign, hint in hints.items() if sign in problem), "")
    return f"not YAML: {shortened(problem, 200)}{hint}"


def from_plain(value: Any, where: str = "") -> tuple[Node, Told]:
    """The tree of a Python value, with paths for places."""
    plain = _Plain()
    return plain.node(value, where, depth=0), plain.told


class _Plain:
    """Makes a tree of a Python value."""

    def __init__(self) -> None:
        self.told: Told = []
        self.count = 0

    def node(self, value: Any, where: str, depth: int) -> Node:
        """The tree of a value whose path is `where`."""
        self.count += 1
        if depth > MOST_DEPTH or self.count > MOST_NODES:
            raise BadInput([Fault(shortened(where), f"more than {MOST_DEPTH} levels or {MOST_NODES} values: not an experiment")])
        place = Place(where)
        if isinstance(value, Mapping):
            return self.mapping(value, place, depth)
        if isinstance(value, list | tuple):
            return Node(tuple(self.node(item, f"{where}.{i}", depth + 1) for i, item in enumerate(value)), place)
        if isinstance(value, os.PathLike):
            value = str(value)
        if isinstance(value, str) and _UNSEEN.search(value):
            self.told.append((place, _cannot_stand(value)))
        elif value is None or isinstance(value, bool | str):
            return Node(value, place)
        elif isinstance(value, Integral):
            return Node(int(value), place)  # numpy's whole numbers too
        elif isinstance(value, Real):
            return Node(float(value), place)
        else:
            self.told.append((place, f"a {type(value).__name__} can't stand in an experiment"))
        return Node(None, place)

    def mapping(self, value: Mapping[Any, Any], place: Place, depth: int) -> Node:
        """The tree of a mapping. Numbers as keys become texts, as in YAML and JSON."""
        values: dict[str, Node] = {}
        for key, item in value.items():
            number = isinstance(key, int) and not isinstance(key, bool) and abs(key) < 10**9
            if not number and (not isinstance(key, str) or _UNSEEN.search(key)):
                self.told.append((place, f"a key is a text, not {shortened(ascii(key)) if isinstance(key, str) else type(key).__name__}"))
            else:
                name = key if isinstance(key, str) else f"{key:d}"
                values[name] = self.node(item, f"{place.where}.{name}".lstrip("."), depth + 1)
        return Node(values, place, {name: node.place for name, node in values.items()})


def steps_of(root: Node, path: str) -> tuple[str, ...]:
    """The steps of a path such as `scenarios.an Eight wins.eight_last`: keys may have dots in them, the first one has none.

    A step goes into the longest key that is there and holds more; what then remains is one key.
    """
    first, dot, rest = path.partition(".")
    steps, node = [first], root.child(first)
    while node is not None and dot:
        names = node.keys if isinstance(node.value, dict) else map(str, range(len(node.value))) if isinstance(node.value, tuple) else ()
        into = [name for name in names if rest.startswith(f"{name}.") and _holds_more(node, name)]
        if not into:
            break
        step = max(into, key=len)
        steps.append(step)
        rest, node = rest[len(step) + 1 :], _below(node, step)
    return (*steps, rest) if dot else tuple(steps)


def _below(node: Node, step: str) -> Node | None:
    return node.child(int(step) if isinstance(node.value, tuple) and step.isdecimal() and len(step) < 6 else step)


def _holds_more(node: Node, step: str) -> bool:
    below = _below(node, step)
    return below is not None and isinstance(below.value, dict | tuple)


def put(root: Node, steps: tuple[str, ...], node: Node) -> Node:
    """The tree with another value at these steps; raises where there is nothing that could hold it."""
    first, *rest = steps
    if not isinstance(root.value, dict) and _below(root, first) is None:
        raise BadInput([Fault(node.place.where, f'there is no mapping that could hold "{shortened(first)}"')])
    if rest:
        below = _below(root, first)
        empty = Node({}, node.place)
        node = put(empty if below is None or below.value is None else below, tuple(rest), node)
    return root.with_child(int(first) if isinstance(root.value, tuple) else first, node, node.place)
