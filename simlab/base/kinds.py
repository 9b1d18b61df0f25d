"""What a value may be: in an experiment, in a house rule, in a strategy's parameter, after `--set`.

One and the same kind reads a value, says in a sentence what is wrong with it, names what is allowed and describes itself to an editor, so
these can't drift apart.
"""

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from simlab.base.faults import shortened, suggestion, unknown

Path = tuple[str | int, ...]
Wrong = list[tuple[Path, str]]
Schema = dict[str, Any]


class Key(str):
    """The last step of a path that points at a key itself, because the key is wrong and not its value."""


# What a value may be


class Kind(ABC):
    """What a value may be."""

    form: ClassVar[type] = object  # of the value: list, dict, or object for anything else

    @property
    @abstractmethod
    def allowed(self) -> str:
        """What is allowed, as a user reads it."""

    @abstractmethod
    def schema(self) -> Schema:
        """What is allowed, as an editor reads it."""

    @abstractmethod
    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        """The value as it is kept; adds to `wrong` what is wrong with it."""

    def read(self, value: Any, wrong: Wrong, path: Path = ()) -> Any:
        """As `take`; None where the value is wrong as a whole."""
        if value is None:
            wrong.append((path, f"no value is given; allowed: {self.allowed}"))
            return None
        return self.take(value, wrong, path)

    def refuse(self, value: Any, why: str, wrong: Wrong, path: Path) -> Any:
        """Say what is wrong with a value, and take nothing instead of it."""
        wrong.append((path, f"{shown(value)} {why}; allowed: {self.allowed}"))
        return None

    def number(self, value: Any) -> Any:
        """How the compiled engine sees a value."""
        return value


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number in a range."""

    low: int | None = None
    high: int | None = None

    @property
    def allowed(self) -> str:
        return "a whole number" if self.low is None or self.high is None else span(self.low, self.high)

    def schema(self) -> Schema:
        limits = {"minimum": self.low, "maximum": self.high}
        return {"type": "integer"} | {name: limit for name, limit in limits.items() if limit is not None}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            exact = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
            return self.refuse(value, f"is not a whole number{f' (write {value:.0f})' if exact else ''}", wrong, path)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return self.refuse(value, "is out of range", wrong, path)
        return value


@dataclass(frozen=True)
class Real(Kind):
    """A number in a range; above the lower end where `positive`; in whole steps where a `step` is given."""

    low: float = -sys.float_info.max
    high: float = sys.float_info.max
    step: float | None = None
    positive: bool = False
    note: str = ""  # what is said behind the range

    @property
    def allowed(self) -> str:
        if self.high == sys.float_info.max:
            return (f"a number above {self.low:g}" if self.positive else "a number") + self.note
        limits = f"above {self.low:g} to {self.high:g}" if self.positive else span(self.low, self.high)
        return limits + (f" in steps of {self.step:g}" if self.step else "") + self.note

    def schema(self) -> Schema:
        limits = {"exclusiveMinimum" if self.positive else "minimum": self.low, "maximum": self.high, "multipleOf": self.step}
        endless = (None, -sys.float_info.max, sys.float_info.max)
        return {"type": "number"} | {name: limit for name, limit in limits.items() if limit not in endless}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float) or (isinstance(value, float) and not math.isfinite(value)):
            return self.refuse(value, "is not a number", wrong, path)
        if not self.low <= value <= self.high or (self.positive and value == self.low):
            return self.refuse(value, "is out of range", wrong, path)
        if self.step and value % self.step:
            return self.refuse(value, "is between two steps", wrong, path)
        return float(value)


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    allowed = "true | false"

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, bool):
            return value
        meant = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}.get(str(value).lower())
        return self.refuse(value, f"is not allowed{f' (write {meant})' if meant else ''}", wrong, path)

    def number(self, value: Any) -> int:
        return int(value)


@dataclass(frozen=True)
class Choice(Kind):
    """One of several words."""

    options: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return " | ".join(self.options)

    def schema(self) -> Schema:
        return {"enum": list(self.options)}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, str) and value in self.options:
            return value
        meant = suggestion(value, self.options)
        wrong.append((path, f"{shown(value)} is not allowed{meant or ';'} allowed: {self.allowed}"))
        return None

    def number(self, value: Any) -> int:
        return self.options.index(value)


@dataclass(frozen=True)
class Several(Kind):
    """A list of one kind of values."""

    item: Kind
    low: int
    high: int
    distinct: bool = False
    form: ClassVar[type] = list

    @property
    def allowed(self) -> str:
        lengths = str(self.low) if self.low == self.high else span(self.low, self.high)
        return f"a list of {lengths} values, each {self.item.allowed}"

    def schema(self) -> Schema:
        limits: Schema = {"minItems": self.low, "maxItems": self.high} | ({"uniqueItems": True} if self.distinct else {})
        return {"type": "array", "items": self.item.schema()} | limits

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if not isinstance(value, list | tuple):
            return self.refuse(value, "is not a list", wrong, path)
        if not self.low <= len(value) <= self.high:
            return self.refuse(value, f"has a length of {len(value)}", wrong, path)
        items = tuple(self.item.read(item, wrong, (*path, i)) for i, item in enumerate(value))
        for i, item in enumerate(items):
            if self.distinct and item is not None and item in items[:i]:
                wrong.append(((*path, i), f"{shown(item)} stands here twice"))
        return items

    def number(self, value: Any) -> tuple[Any, ...]:
        return tuple(self.item.number(item) for item in value)


@dataclass(frozen=True)
class ByPlayers(Kind):
    """A table by number of players, of lists with a value for each player."""

    item: Kind
    form: ClassVar[type] = dict

    @property
    def allowed(self) -> str:
        return f"a table by number of players ({{2: ..., 3: ...}}) of {self.item.allowed}"

    def schema(self) -> Schema:
        return {"type": "object", "patternProperties": {"^[1-9][0-9]?$": self.item.schema()}, "additionalProperties": False}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if not isinstance(value, Mapping):
            return self.refuse(value, "is not a table", wrong, path)
        table = {}
        for key, item in value.items():
            # A key of YAML or JSON is a text.
            if not str(key).isascii() or not str(key).isdecimal() or not 1 <= int(str(key)[:9]) <= 99:
                wrong.append(((*path, Key(key)), f"{shown(key)} is not a number of players"))
                continue
            table[int(key)] = self.item.read(item, wrong, (*path, str(key)))
            if isinstance(item, list | tuple) and len(item) != int(key):
                wrong.append(((*path, str(key)), f"{len(item)} values for {int(key)} players; allowed: one for each"))
        return table

    def number(self, value: Any) -> Any:
        return {players: self.item.number(item) for players, item in value.items()}


@dataclass(frozen=True)
class Fields(Kind):
    """A mapping in which each name that there is has its own kind: an experiment's keys, house rules, a strategy's parameters."""

    kinds: Mapping[str, Kind]
    what: str  # such a name is called
    form: ClassVar[type] = dict

    @property
    def allowed(self) -> str:
        return f"names and values, each a {self.what}: {', '.join(self.kinds)}"

    def schema(self) -> Schema:
        return {"type": "object", "properties": {name: kind.schema() for name, kind in self.kinds.items()}, "additionalProperties": False}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if not isinstance(value, Mapping):
            return self.refuse(value, "is not a mapping", wrong, path)
        taken = {}
        for name, item in value.items():
            if name not in self.kinds:
                wrong.append(((*path, Key(name)), unknown(self.what, name, self.kinds)))
            elif (read := self.kinds[name].read(item, wrong, (*path, name))) is not None:
                taken[name] = read
        return taken


@dataclass(frozen=True)
class Either(Kind):
    """One of two kinds, told apart by their form."""

    first: Kind
    second: Kind

    @property
    def allowed(self) -> str:
        return f"{self.first.allowed}, or {self.second.allowed}"

    def schema(self) -> Schema:
        return {"anyOf": [self.first.schema(), self.second.schema()]}

    def of(self, value: Any) -> Kind | None:
        """The kind that has this form."""
        form = list if isinstance(value, list | tuple) else dict if isinstance(value, Mapping) else object
        return next((kind for kind in (self.first, self.second) if kind.form is form), None)

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        kind = self.of(value)
        return kind.read(value, wrong, path) if kind else self.refuse(value, "is not allowed", wrong, path)

    def number(self, value: Any) -> Any:
        return (self.of(value) or self.first).number(value)


def sentence(path: Path, what: str) -> str:
    """What is wrong, behind the names of what it is wrong with: rules.cards: 2.5 is not a whole number."""
    words = [str(step) for step in path if isinstance(step, str) and not isinstance(step, Key)]
    return f"{shortened('.'.join(words), 200)}: {what}" if words else what


def span(low: float, high: float) -> str:
    """`0-4`; `-50 to 50` where a minus would look like the hyphen."""
    ends = [str(int(end)) if end == int(end) else str(end) for end in (low, high)]
    return (" to " if low < 0 else "-").join(ends)


def shown(value: Any) -> str:
    """A value as it would be written in an experiment, on one line, cut where it is long."""
    return shortened(written(value))


def written(value: Any) -> str:
    """A value as it would be written in an experiment."""
    match value:
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > 200:
            return "a number of more than 60 digits"
        case str():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case Mapping():
            return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    return str(value)


def plainly_written(value: Any) -> str:
    """A value as people read it: a word without its quotes."""
    return value if isinstance(value, str) else written(value)
