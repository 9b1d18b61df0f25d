"""A strategy's parameters: numbers that an experiment may change, each with its range and what it means where the author says so.

PARAMS = dict(near=Param(2.0, 0, 6, "how few cards are nearly out"), bold=1.0)

They are read off the file's text, so that what there is to change can be said without running anything.
"""

import ast
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from simlab.base.kinds import Fields, Real, Schema, Wrong, span

_LARGEST = sys.float_info.max
_WRITE_OUT = "PARAMS = dict(name=..., ...) is written out, each name with its number, so that it can be read off the file"
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
    declaration, entries = None, []
    for node in tree.body:
        match node:
            case ast.Assign([ast.Name("PARAMS") as name], value) | ast.AnnAssign(ast.Name("PARAMS") as name, _, value) if not declaration:
                declaration, entries = name, _entries(value)
    others = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "PARAMS" and node is not declaration]
    slips: list[Slip] = [(node, "PARAMS is declared once, and read as my.<name>") for node in others]
    declared = {}
    for key, value in entries:
        declared[key], what = _param(value) if key else (number(0.0), _WRITE_OUT)
        slips += [(value, f"{key}: {what}" if key else what)] if what else []
    return declared, slips


def _entries(written: ast.expr | None) -> list[tuple[str, ast.expr]]:
    """The names and values of PARAMS; an empty name where there is none to be read."""
    match written:
        case ast.Call(ast.Name("dict"), [], keywords):
            return [(keyword.arg or "", keyword.value) for keyword in keywords]
        case ast.Dict(keys, values):
            names = [key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else "" for key in keys]
            return list(zip(names, values, strict=True))
    return [("", written)] if written else []


def _param(value: ast.expr) -> tuple[Param, str]:
    """A parameter as it is written, and what is wrong with it."""
    try:
        match value:
            case ast.Call(ast.Name("Param"), args, keywords):
                given = Param(*map(ast.literal_eval, args), **{keyword.arg or "": ast.literal_eval(keyword.value) for keyword in keywords})
            case _:
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
