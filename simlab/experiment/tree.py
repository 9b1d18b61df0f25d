"""YAML with positions: every key and value knows the line and column where it was written.

Only what an experiment needs of YAML 1.2 is read: mappings, lists, texts, numbers, true, false and null. ruamel.yaml composes the nodes,
and a tag is gone before there is a node that could have it: no object is ever made of one.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import AliasEvent, ScalarEvent
from ruamel.yaml.nodes import MappingNode, ScalarNode

from simlab.base.faults import BadInput, Fault, nearest, shortened
from simlab.experiment.nodes import MOST_DEPTH, MOST_NODES, UNSEEN, Node, Place, Told, cannot_stand, holding

MOST_BYTES = 200_000  # an experiment has a page or two; what is longer was not meant to be one
MOST_DIGITS = 100
MOST_NAME = 500  # of a path, as it is told

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
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
    yaml = YAML(typ="safe", pure=True)
    composer = _Composer(yaml, place)
    try:
        root = yaml.compose(text)
    except YAMLError as failed:
        mark = getattr(failed, "problem_mark", None) or getattr(failed, "context_mark", None)
        composer.refuse(composer.at(mark) if mark else composer.last, _explained(str(getattr(failed, "problem", None) or failed)))
    except (ValueError, OverflowError, LookupError, AssertionError, AttributeError, TypeError) as failed:
        # The scanner trips over some malformed texts, such as the escape "\U99999999", instead of complaining.
        composer.refuse(composer.last, f"not YAML after here: {shortened(failed)}")
    return composer.made.get(id(root), Node(None, composer.last)), composer.told


def _explained(problem: str) -> str:
    """A complaint of ruamel.yaml, with what to do about the common ones."""
    if "another document" in problem:
        return "a second document begins; an experiment is one document"
    hint = next((hint for sign, hint in _HINTS.items() if sign in problem), "")
    return f"not YAML: {shortened(problem, 200)}{hint}"


def _joined(text: str) -> str:
    """A scalar's text; JSON escapes a character beyond U+FFFF as a pair, which stands for one character here, too."""
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


class _Composer(Composer):
    """Composes nodes as ruamel.yaml does, and of each the tree's; what has no place in an experiment is told of, or ends the reading."""

    def __init__(self, yaml: YAML, place: Callable[[int, int], Place]) -> None:
        super().__init__(loader=yaml)  # which composes by this composer from now on
        self.warn_double_anchors = False
        self.place = place
        self.last = place(1, 1)  # where the last node began
        self.told: Told = []
        self.made: dict[int, Node] = {}
        self.keys: dict[int, dict[str, Place]] = {}  # of the mappings that are still open
        self.no_keys: set[int] = set()  # faulty ones
        self.level = 0

    def at(self, mark: Any) -> Place:
        """The place of ruamel's mark, which counts from 0."""
        return self.place(mark.line + 1, mark.column + 1)

    def refuse(self, place: Place, what: str) -> NoReturn:
        """There will be no tree: why, after all that was told before."""
        raise BadInput(Fault(at.where, why) for at, why in [*self.told, (place, what)])

    def compose_document(self) -> Any:
        """The document: in the only version of YAML in which a plain word is what it seems to be."""
        start = self.parser.peek_event()
        if start.version not in (None, (1, 2)):
            self.told.append((self.at(start.start_mark), "experiments are written in YAML 1.2; leave the %YAML line out"))
        return super().compose_document()

    def compose_node(self, parent: Any, index: Any) -> Any:
        """A node; it is a key where `parent` is a mapping that says no `index`. It has no tag any more, and a key no anchor."""
        event = self.parser.peek_event()
        self.last = place = self.at(event.start_mark)
        if self.level + (self._levels_in(event.anchor, place) if isinstance(event, AliasEvent) else 0) > MOST_DEPTH:
            self.refuse(place, f"more than {MOST_DEPTH} levels deep: not an experiment")
        tag = getattr(event, "tag", None)
        is_key = isinstance(parent, MappingNode) and index is None
        if is_key:
            fault = self._fault_of_key(event, place, self.keys.setdefault(id(parent), {}))
        else:
            fault = f"the tag {shortened(tag)} means nothing here; write the value without it" if tag else None
        if fault:
            self.told.append((place, fault))
        if tag:
            event.ctag, event.implicit = None, (True, False)
        self.level += 1
        node = super().compose_node(parent, index)
        self.level -= 1
        if is_key and fault:
            self.no_keys.add(id(node))
        elif not is_key and id(node) not in self.made:
            made = self.made[id(node)] = self._made(node, place, index)
            if made.size > MOST_NODES:
                self.refuse(place, f"stands for more than {MOST_NODES} values: not an experiment")
        return node

    def _fault_of_key(self, event: Any, place: Place, keys: dict[str, Place]) -> str | None:
        """A faulty key is told of and left out, so that the rest can still be checked."""
        if not isinstance(event, ScalarEvent):
            return "a list, a mapping or an alias can't be a key; write a plain word"
        if event.tag or event.anchor:
            event.anchor = None
            return "a key can have no tag and no anchor"
        name = _joined(event.value)
        if name == "<<" and event.implicit[0]:
            return "merge keys (<<) are not part of YAML 1.2; write the values out"
        if name in keys:
            return f'the key "{shortened(name)}" stands here twice; the first is at {keys[name].where}'
        fault = cannot_stand(name)  # written as an escape
        if not fault:
            keys[name] = place
        return fault

    def _levels_in(self, name: str, place: Place) -> int:
        """How many levels there are in what an alias stands for."""
        node = self.anchors.get(name)
        if node is None:
            self.refuse(place, f"there is no anchor &{shortened(name)}; a text that begins with * needs quotes")
        if node.end_mark is None:
            self.refuse(place, f"the alias *{shortened(name)} stands within what it stands for")
        return self.made[id(node)].levels

    def _made(self, node: Any, place: Place, index: Any) -> Node:
        """The tree of a node whose parts are made; an empty value stands where its key stands."""
        if isinstance(node, MappingNode):
            nodes = {_joined(key.value): self.made[id(value)] for key, value in node.value if id(key) not in self.no_keys}
            return holding(dict, place, nodes, self.keys.pop(id(node), {}))
        if not isinstance(node, ScalarNode):
            return holding(list, place, {str(i): self.made[id(item)] for i, item in enumerate(node.value)})
        return Node(self._scalar(node, place), self.at(index.start_mark) if node.value == "" and isinstance(index, ScalarNode) else place)

    def _scalar(self, node: Any, place: Place) -> Any:
        """What a scalar means: ruamel.yaml tells numbers, nulls and booleans from texts, but only `true` and `false` are booleans here."""
        text, means = _joined(node.value), node.tag.rpartition(":")[2]
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
