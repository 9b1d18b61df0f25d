"""YAML with positions: every key and value knows the line and column where it was written.

Only what an experiment needs of YAML 1.2 is read: mappings, lists, texts, numbers, true, false and null. ruamel.yaml tells what begins and
ends where, and what a plain word is; no object is ever made of a tag.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, StreamEndEvent
from ruamel.yaml.nodes import ScalarNode

from simlab.base.faults import BadInput, Fault, nearest, shortened
from simlab.experiment.nodes import MOST_DEPTH, MOST_NODES, UNSEEN, Node, Place, Told, cannot_stand, holding

MOST_BYTES = 200_000  # an experiment has a page or two; what is longer was not meant to be one
MOST_DIGITS = 100
MOST_NAME = 500  # of a path, as it is told

_HINTS = {
    "'\\t'": "; indent with spaces instead of tabs",
    "mapping values are not allowed": '; a text with ": " in it needs quotes',
    "expected a comment": "; a text that begins with > or | needs quotes",
    "'%' that": "; a text that begins with % needs quotes",
}


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
        line, column = _position(data[: failed.start].decode("utf-8-sig", errors="replace"))
        what = f"the byte 0x{data[failed.start]:02x} is not UTF-8; save the file as UTF-8"
        raise BadInput([Fault(f"{name}:{line}:{column}", what)]) from None
    return parse(text, lambda line, column: Place(f"{name}:{line}:{column}", line, column))


def _neighbour(path: Path) -> str:
    try:
        meant = nearest(path.name, (other.name for other in path.parent.iterdir()))
    except OSError:
        return f", nor a folder {shortened(path.parent, MOST_NAME)}"
    return f'; did you mean "{shortened(path.parent / meant, MOST_NAME)}"?' if meant else ""


def _position(before: str) -> tuple[int, int]:
    line_start = max(before.rfind("\n"), before.rfind("\r")) + 1
    return before.count("\n") + before.count("\r") - before.count("\r\n") + 1, len(before) - line_start + 1


def parse(text: str, place: Callable[[int, int], Place]) -> tuple[Node, Told]:
    """The tree of a YAML text; `place` makes a place of a line and a column, both from 1."""
    if unseen := UNSEEN.search(text):
        raise BadInput([Fault(place(*_position(text[: unseen.start()])).where, cannot_stand(text) or "")])
    reading = _Reading(text, place)
    try:
        return reading.document(), reading.told
    except YAMLError as failed:
        mark = getattr(failed, "problem_mark", None) or getattr(failed, "context_mark", None)
        reading.refuse(reading.at(mark) if mark else reading.last, _explained(str(getattr(failed, "problem", None) or failed)))
    except (ValueError, OverflowError, LookupError, AssertionError, AttributeError, TypeError) as failed:
        # The scanner trips over some malformed texts, such as the escape "\U99999999", instead of complaining.
        reading.refuse(reading.last, f"not YAML after here: {shortened(failed)}")


def _explained(problem: str) -> str:
    """A complaint of ruamel.yaml, with what to do about the common ones."""
    hint = next((hint for sign, hint in _HINTS.items() if sign in problem), "")
    return f"not YAML: {shortened(problem, 200)}{hint}"


def _joined(text: str) -> str:
    """A scalar's text; JSON escapes a character beyond U+FFFF as a pair, which stands for one character here, too."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


class _Reading:
    """Makes a tree of what ruamel.yaml parses; what has no place in an experiment is told of, or ends the reading."""

    def __init__(self, text: str, place: Callable[[int, int], Place]) -> None:
        self.yaml = YAML(typ="safe", pure=True)
        self.events = self.yaml.parse(text)
        self.place = place
        self.last = place(1, 1)  # where the last node began
        self.told: Told = []
        self.anchors: dict[str, list[Node]] = {}  # of each the node, once it is read

    def at(self, mark: Any) -> Place:
        """The place of ruamel's mark, which counts from 0."""
        return self.place(mark.line + 1, mark.column + 1)

    def refuse(self, place: Place, what: str) -> NoReturn:
        """There will be no tree: why, after all that was told before."""
        raise BadInput(Fault(at.where, why) for at, why in [*self.told, (place, what)])

    def document(self) -> Node:
        """The only document, in the only version of YAML in which a plain word is what it seems to be."""
        _, start = next(self.events), next(self.events)
        if isinstance(start, StreamEndEvent):
            return Node(None, self.last)
        if start.version not in (None, (1, 2)):
            self.told.append((self.at(start.start_mark), "experiments are written in YAML 1.2; leave the %YAML line out"))
        root = self.node(next(self.events), 0)
        _, end = next(self.events), next(self.events)
        if not isinstance(end, StreamEndEvent):
            self.refuse(self.at(end.start_mark), "a second document begins; an experiment is one document")
        return root

    def until(self, end: type) -> Iterator[Any]:
        """The events up to the end of a mapping or a list; whoever takes one that begins something takes all of it."""
        while not isinstance(event := next(self.events), end):
            yield event

    def begin(self, event: Any, level: int) -> Place:
        """Where a node begins."""
        self.last = place = self.at(event.start_mark)
        if level + (self.meant(event).levels if isinstance(event, AliasEvent) else 0) > MOST_DEPTH:
            self.refuse(place, f"more than {MOST_DEPTH} levels deep: not an experiment")
        return place

    def node(self, event: Any, level: int, key: Place | None = None) -> Node:
        """The tree of what begins with an event; an empty value stands where its key stands."""
        place = self.begin(event, level)
        if isinstance(event, AliasEvent):
            return self.meant(event)
        if event.tag:
            self.told.append((place, f"the tag {shortened(event.tag)} means nothing here; write the value without it"))
        anchored = self.anchors[event.anchor] = []
        if isinstance(event, ScalarEvent):
            node = Node(self.scalar(event, place), place if event.value or not key else key)
        elif isinstance(event, MappingStartEvent):
            node = holding(dict, place, self.mapping(level + 1))
        else:
            node = holding(list, place, {str(i): self.node(item, level + 1) for i, item in enumerate(self.until(SequenceEndEvent))})
        if node.size > MOST_NODES:
            self.refuse(place, f"stands for more than {MOST_NODES} values: not an experiment")
        anchored.append(node)
        return node

    def meant(self, alias: Any) -> Node:
        """What an alias stands for."""
        place, name = self.at(alias.start_mark), shortened(alias.anchor)
        if alias.anchor not in self.anchors:
            self.refuse(place, f"there is no anchor &{name}; a text that begins with * needs quotes")
        if not self.anchors[alias.anchor]:
            self.refuse(place, f"the alias *{name} stands within what it stands for")
        return self.anchors[alias.anchor][0]

    def mapping(self, level: int) -> dict[str, Node]:
        """What a mapping holds. A faulty key is told of and left out, so that the rest can still be checked."""
        nodes: dict[str, Node] = {}
        for event in self.until(MappingEndEvent):
            place = self.begin(event, level)
            fault = self.fault_of_key(event, nodes)
            if fault:
                self.told.append((place, fault))
            if not isinstance(event, ScalarEvent):
                self.node(event, level)
            value = self.node(next(self.events), level, place)
            if not fault:
                nodes[_joined(event.value)] = replace(value, key=place)
        return nodes

    def fault_of_key(self, event: Any, others: dict[str, Node]) -> str | None:
        """What is wrong with a key."""
        if not isinstance(event, ScalarEvent):
            return "a list, a mapping or an alias can't be a key; write a plain word"
        if event.tag or event.anchor:
            return "a key can have no tag and no anchor"
        name = _joined(event.value)
        if name == "<<" and event.implicit[0]:
            return "merge keys (<<) are not part of YAML 1.2; write the values out"
        if name in others:
            return f'the key "{shortened(name)}" stands here twice; the first is at {others[name].place_of((), key=True).where}'
        return cannot_stand(name)  # written as an escape

    def scalar(self, event: Any, place: Place) -> Any:
        """What a scalar means: ruamel.yaml tells numbers, nulls and booleans from texts, but only `true` and `false` are booleans here."""
        text = _joined(event.value)
        tag = self.yaml.resolver.resolve(ScalarNode, event.value, (True, False) if event.tag else event.implicit)
        means = str(tag).rpartition(":")[2]
        fault = cannot_stand(text)
        if means == "int" and len(text) > MOST_DIGITS:
            fault = f"a number of {len(text)} digits is too long"
        if fault:
            self.told.append((place, fault))
            return None
        if means == "null":
            return None
        if means == "bool" and text in ("true", "false"):
            return text == "true"
        try:
            if means == "int":
                return int(text, base={"0o": 8, "0x": 16}.get(text[:2], 10))
            return float(text.replace(".", "") if text[-1] in "fFnN" else text) if means == "float" else text
        except ValueError:  # such as 1__0, which is a text to Python as well
            return text
