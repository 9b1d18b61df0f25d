"""A strategy's parameters: numbers that an experiment may change, each with its range and what it means where the author says so.

PARAMS = dict(near=Param(2.0, 0, 6, "how few cards are nearly out"), bold=1.0)

They are read off the file's text, so that what there is to change can be said without running anything.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simlab.base.kinds import Fields, Real, Schema, Wrong, span

_LARGEST = sys.float_info.max
_WRITE = 'write a number, or Param(default, low, high, meaning), such as Param(2.0, 0, 6, "how few cards are nearly out")'

Slip = tuple[ast.AST, str]


@dataclass(frozen=True)
class Param:
    """A number that an experiment may change, from `low` to `high`."""

    default: float
    low: float
    high: float
    meaning: str

    def __str__(self) -> str:
        """As in a list: 2 (0-6: how few cards are nearly out)."""
        return f"{self.default:g} ({span(self.low, self.high)}: {self.meaning})" if self.meaning else f"{self.default:g}"

    def kind(self, strategy: str = "") -> Real:
        """What it may be, as a parameter of this strategy."""
        return Real(self.low, self.high, note=(f" for {strategy}" if strategy else "") + (f" ({self.meaning})" if self.meaning else ""))

    def schema(self) -> Schema:
        """What it may be, as an editor reads it."""
        said = {"description": self.meaning} if self.meaning else {}
        return self.kind().schema() | {"type": ["number", "boolean"], "default": self.default} | said


def number(default: float) -> Param:
    """A parameter of which nothing is declared but its default."""
    return Param(default, -_LARGEST, _LARGEST, "")


def kinds_of(strategy: str, declared: Mapping[str, Param]) -> Fields:
    """What a strategy's parameters may be, wherever they are changed: in a file, from Python, by --set, --lineup or --against."""
    return Fields({name: param.kind(strategy) for name, param in declared.items()}, f"parameter of {strategy}")


def declared_in(tree: ast.Module) -> tuple[dict[str, Param], list[Slip]]:
    """The parameters that a strategy file declares, and what is wrong with them; a faulty one has some value."""
    declared: dict[str, Param] = {}
    slips: list[Slip] = []
    written: ast.expr | None = None
    for name in [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "PARAMS"]:
        value = next((value for target, value in _assigned(tree) if target is name), None)
        if value is None or written is not None:
            slips.append((name, "PARAMS is declared once, and read as my.<name>"))
        written = written or value
    for key, value in _entries(written):
        if key is None:
            slips.append(
                (value, "PARAMS = dict(name=..., ...) is written out, each name with its number, so that it can be read off the file")
            )
        else:
            declared[key], what = _param(value)
            slips += [(value, f"{key}: {what}")] if what else []
    return declared, slips


def _assigned(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to a name, outside of functions."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            yield node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign) and node.value:
            yield node.target, node.value


def _entries(written: ast.expr | None) -> Iterator[tuple[str | None, ast.expr]]:
    """The names and values of PARAMS; no name where there should be one."""
    if isinstance(written, ast.Call) and isinstance(written.func, ast.Name) and written.func.id == "dict" and not written.args:
        yield from ((keyword.arg, keyword.value) for keyword in written.keywords)
    elif isinstance(written, ast.Dict):
        for key, value in zip(written.keys, written.values, strict=True):
            yield (key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None), value
    elif written is not None:
        yield None, written


def _param(value: ast.expr) -> tuple[Param, str]:
    """A parameter as it is written, and what is wrong with it."""
    try:
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Param":
            named = {keyword.arg or "": ast.literal_eval(keyword.value) for keyword in value.keywords}
            given = Param(*map(ast.literal_eval, value.args), **named)
        else:
            given = number(ast.literal_eval(value))
    except (ValueError, TypeError):  # computed, or not as many as Param takes
        return number(0.0), _WRITE
    wrong: Wrong = []
    written = [int(n) if isinstance(n, bool) else n for n in (given.default, given.low, given.high)]
    default, low, high = (Real().read(n, wrong) for n in written)
    if wrong or not isinstance(given.meaning, str):
        return number(0.0), wrong[0][1] if wrong else _WRITE
    if low > high:
        return number(0.0), f"the range ends at {high:g} and begins at {low:g}; write the lower end first"
    param = Param(default, low, high, given.meaning)
    param.kind().read(written[0], wrong)
    return param, wrong[0][1] if wrong else ""
