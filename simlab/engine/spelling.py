"""House rules that are words: to compiled code each word is a number with a name, "loses" is LOSES. A text is equal to no number."""

import ast
import keyword
import re
from collections.abc import Iterator, Mapping
from typing import Any

from simlab.base.faults import nearest, shortened, unknown
from simlab.base.kinds import Choice, Flag, Several
from simlab.engine.game import Game
from simlab.engine.rules import HouseRules, kinds

_PLAYED = ("view", "my", "g")  # what compiled functions are given: nothing in them is a text
Names = dict[str, dict[str, int]]  # by house rule


class WordCompared(Exception):
    """Compiled code compares a number with a text."""


def names_of(rules: type[HouseRules]) -> Names:
    """Of each house rule that is one of several words, or a list of such, the names of the words and their numbers."""
    found = {name: kind.item if isinstance(kind, Several) else kind for name, kind in kinds(rules).items()}
    return {name: {_named(word): i for i, word in enumerate(kind.options)} for name, kind in found.items() if isinstance(kind, Choice)}


def constants(rules: type[HouseRules]) -> dict[str, int]:
    """The names that mean one number, whichever of the house rules is asked."""
    numbers: dict[str, set[int]] = {}
    for names in names_of(rules).values():
        for name, number in names.items():
            numbers.setdefault(name, set()).add(number)
    return {name: min(found) for name, found in numbers.items() if len(found) == 1 and name.isidentifier()}


def _named(word: str) -> str:
    return re.sub(r"\W", "_", word).upper()


class Spelling:
    """How a game's file, or a strategy for it, names the words of the house rules. `known`: what can be named there, `offer`: from where
    else.
    """

    def __init__(self, rules: type[HouseRules], known: Mapping[str, Any], offer: str) -> None:
        self.kinds, self.names, self.offer = kinds(rules), names_of(rules), offer
        self.constants = {name: number for name, number in constants(rules).items() if known.get(name) == number}

    def slips(self, tree: ast.AST, line: int | None = None) -> Iterator[tuple[ast.AST, str]]:
        """Comparisons with a word of what is a number; `line`: of those of a line, where the compiler has met one, any."""
        for where, left, right in _comparisons(tree):
            if line is not None and getattr(where, "lineno", 0) != line:
                continue
            for one, other in ((left, right), (right, left)):
                word = _word(other)
                if word is not None and _word(one) is None and (line is not None or _root(one) in _PLAYED):
                    yield where, self._said(one, word)
                elif line is None and isinstance(other, ast.Name) and (what := self._of_another_rule(one, other.id)):
                    yield where, what

    def _said(self, one: ast.expr, word: str) -> str:
        rule, said = _rule(one), ast.unparse(one)
        what = f'{said} is a number, and never "{shortened(word)}"'
        if rule in self.names:
            return f"{what}; {self._instead(rule, word)}"
        if isinstance(self.kinds.get(rule), Flag):
            return f"{what}; it is 1 for true and 0 for false: write if {said}:"
        return f"{what}; compare it with a number"

    def _instead(self, rule: str, word: str) -> str:
        names = self.names[rule]
        if not names.keys() <= self.constants.keys():
            return "write its number: " + ", ".join(f"{number} is {name.lower()}" for name, number in names.items())
        meant = nearest(_named(word), names)
        told = f"write {meant}, of" if _named(word) in names else f"did you mean {meant}? There are" if meant else "there are"
        return f"{told} {', '.join(names)}{self.offer.format(name=meant or next(iter(names)))}"

    def _of_another_rule(self, one: ast.expr, name: str) -> str:
        """What is wrong where a house rule is compared with a word of another one; empty where nothing is."""
        names = self.names.get(_rule(one), {})
        if not names or name in names or name not in self.constants or _root(one) not in _PLAYED:
            return ""
        return unknown(f"word of {_rule(one)}", name, names)


def spelling_of(game: Game, *, by_import: bool = False) -> Spelling:
    """For the file of a game itself, or for a strategy, which imports the names from there."""
    return Spelling(game.Rules, game.names, f": from simlab.games.{game.name} import {{name}}" if by_import else "")


def _comparisons(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.expr, ast.expr]]:
    """What is compared with what, and where: also each member of a list, and each case."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
                members = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right]
                yield from ((node, left, member) for member in members)
        elif isinstance(node, ast.Match):
            for case in node.cases:
                values = (pattern for pattern in ast.walk(case.pattern) if isinstance(pattern, ast.MatchValue))
                yield from ((value, node.subject, value.value) for value in values)


def _word(node: ast.expr) -> str | None:
    """The text that stands there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ast.unparse(node) if isinstance(node, ast.JoinedStr) else None


def _root(node: ast.expr) -> str:
    """Of view.rules.points[2] it is view."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _rule(node: ast.expr) -> str:
    """The name of what may be a house rule: of view.rules.points[2] it is points."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) and not keyword.iskeyword(node.attr) else ""
