"""House rules: a pydantic model whose every field is declared in one line, with its default, what is allowed, its meaning and its ruling.

    class Rules(HouseRules):
        decks: int = whole(0, 0, 4, "0: one deck for 2-4 players, two for 5-8; else that many")
        eight_last: Literal["loses", "wins", "swaps"] = choice("loses", "what playing an Eight as the last card in hand does", note="R1")

What is allowed is a `Kind`. One and the same kind reads a value, says in a sentence what is wrong with it, names what is allowed and
describes itself to an editor, so these can't drift apart.
"""

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from simlab.faults import shortened, suggestion, unknown

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

    @property
    def allowed(self) -> str:
        if self.high == sys.float_info.max:
            return f"a number above {self.low:g}" if self.positive else "a number"
        limits = f"above {self.low:g} to {self.high:g}" if self.positive else span(self.low, self.high)
        return limits + (f" in steps of {self.step:g}" if self.step else "")

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

    @property
    def allowed(self) -> str:
        return "true | false"

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


# How a game declares its house rules


@dataclass
class _Declared:
    """What a field of house rules carries besides its type and default; pydantic calls it when it writes the JSON schema."""

    kind: Kind
    note: str

    def __call__(self, schema: Schema) -> None:
        kept = {name: schema[name] for name in ("description", "default") if name in schema}
        schema.clear()
        schema.update(self.kind.schema() | kept)


def _declared(default: Any, kind: Kind, meaning: str, note: str, **limits: Any) -> Any:
    return Field(default, description=meaning, json_schema_extra=_Declared(kind, note), **limits)


def whole(default: int, low: int, high: int, meaning: str, *, note: str = "") -> Any:
    """A whole number, `low` and `high` included."""
    return _declared(default, Whole(low, high), meaning, note, ge=low, le=high)


def number(default: float, low: float, high: float, meaning: str, *, note: str = "") -> Any:
    """A number, `low` and `high` included."""
    return _declared(float(default), Real(low, high), meaning, note, ge=low, le=high)


def flag(default: bool, meaning: str, *, note: str = "") -> Any:  # noqa: FBT001  # as in each of them, the default comes first
    """True or false."""
    return _declared(default, Flag(), meaning, note)


def choice(default: str, meaning: str, *, note: str = "") -> Any:
    """One of the words of the field's Literal."""
    return _declared(default, Choice(()), meaning, note)


def choices(default: Sequence[str], meaning: str, *, length: tuple[int, int], note: str = "") -> Any:
    """A list of words, each one of the field's tuple[Literal[...], ...]."""
    return _declared(default, Several(Choice(()), *length), meaning, note, min_length=length[0], max_length=length[1])


def wholes(
    default: Sequence[int] | int,
    meaning: str,
    *,
    length: tuple[int, int],
    values: tuple[int, int],
    single: tuple[int, int] | None = None,
    note: str = "",
) -> Any:
    """A list of whole numbers; where `single` is given (and the type is int | tuple[int, ...]), also one whole number in that range."""
    many = Several(Whole(*values), *length)
    if single:
        return _declared(default, Either(Whole(*single), many), meaning, note)
    return _declared(default, many, meaning, note, min_length=length[0], max_length=length[1])


def lists(
    default: Sequence[Sequence[int]],
    meaning: str,
    *,
    length: tuple[int, int],
    each: tuple[int, int],
    values: tuple[int, int],
    note: str = "",
) -> Any:
    """A list of lists of whole numbers; `each` is how long the inner lists may be."""
    kind = Several(Several(Whole(*values), *each), *length)
    return _declared(default, kind, meaning, note, min_length=length[0], max_length=length[1])


def reals(
    default: Sequence[float] | Mapping[int, Sequence[float]],
    meaning: str,
    *,
    length: tuple[int, int],
    values: tuple[float, float],
    step: float | None = None,
    positive: bool = False,
    by_players: bool = False,
    note: str = "",
) -> Any:
    """A list of numbers, in whole steps where a `step` is given, above the lower end where `positive`.

    Where `by_players` (and the type is tuple[float, ...] | dict[int, tuple[float, ...]]) also a table of such lists.
    """
    many = Several(Real(*values, step=step, positive=positive), *length)
    if by_players:
        kind = Either(many, ByPlayers(many))
        return _declared(kind.read(default, []), kind, meaning, note)
    return _declared(many.read(default, []), many, meaning, note, min_length=length[0], max_length=length[1])


class HouseRules(BaseModel):
    """The house rules of a game. A value that is not allowed is refused, and so is a default that would be."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    ENGINE: ClassVar[str] = ""  # fields of the engine's record that are no house rule by themselves, as a table

    def engine_values(self) -> dict[str, Any]:
        """What stands in the fields of `ENGINE`, once the rules are resolved for a number of players."""
        return {}

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        for name, field in cls.model_fields.items():
            declared = field.json_schema_extra
            if not isinstance(declared, _Declared):
                raise TypeError(f"{cls.__qualname__}.{name}: declare a house rule with whole(), choice(), flag(), number() or wholes()")
            declared.kind = _learned(declared.kind, field.annotation)
            wrong: Wrong = []
            if declared.kind.read(field.default, wrong, (name,)) != field.default or wrong:
                raise TypeError(f"{cls.__qualname__}.{name}: the default is not allowed: {wrong or field.default}")

    @field_validator("*", mode="before")
    @classmethod
    def _allowed(cls, value: Any, info: ValidationInfo) -> Any:
        wrong: Wrong = []
        name = str(info.field_name)
        value = kinds(cls)[name].read(value, wrong, (name,))
        if wrong:
            raise PydanticCustomError("house_rule", "{what}", {"what": "; ".join(what for _, what in wrong), "wrong": wrong})
        return value


def _learned(kind: Kind, annotation: Any) -> Kind:
    """A choice learns its words from the field's type, so that they are written once."""
    if isinstance(kind, Choice):
        return Choice(get_args(annotation))
    if isinstance(kind, Several) and isinstance(kind.item, Choice):
        return replace(kind, item=Choice(get_args(get_args(annotation)[0])))
    return kind


# What is asked about house rules


@dataclass(frozen=True)
class RuleInfo:
    """A house rule, as `simlab rules` prints it."""

    name: str
    default: Any
    allowed: str
    meaning: str
    note: str  # the ruling or assumption it carries, such as "R5" or "A1"


def kinds(rules: type[HouseRules]) -> dict[str, Kind]:
    """What each house rule may be."""
    return {name: declared.kind for name, _, declared in _fields(rules)}


def describe(rules: type[HouseRules]) -> list[RuleInfo]:
    """The house rules in the order in which the game declares them."""
    return [
        RuleInfo(name, field.default, declared.kind.allowed, field.description or "", declared.note)
        for name, field, declared in _fields(rules)
    ]


def _fields(rules: type[HouseRules]) -> Iterator[tuple[str, FieldInfo, _Declared]]:
    for name, field in rules.model_fields.items():
        if isinstance(field.json_schema_extra, _Declared):
            yield name, field, field.json_schema_extra


def faults_in(rules: type[HouseRules], values: Mapping[str, Any]) -> list[tuple[Path, str]]:
    """What is wrong with these house rules, and where in them: (("decks",), "decks: 7 is out of range; allowed: 0-4")."""
    return [
        (path, what if isinstance(path[-1], Key) and len(path) == 1 else f"{path[0]}: {what}") for path, what in wrong_in(rules, values)
    ]


def wrong_in(rules: type[HouseRules], values: Mapping[str, Any]) -> Wrong:
    """As `faults_in`, without the rule's name in front."""
    try:
        rules.model_validate(dict(values))
    except ValidationError as refused:
        return [wrong for error in refused.errors() for wrong in _told(error, rules)]
    return []


def _told(error: ErrorDetails, rules: type[HouseRules]) -> Wrong:
    """What pydantic found, in our words."""
    path = tuple(error["loc"]) or ("rules",)
    if error["type"] == "extra_forbidden":
        return [((Key(path[0]),), unknown("house rule", path[0], rules.model_fields))]
    if error["type"] == "house_rule":
        return list(error["ctx"]["wrong"])
    return [(path, error["msg"])]


def numbers(rules: HouseRules) -> dict[str, Any]:
    """House rules as the compiled engine sees them: true and false are 1 and 0, a word is its index in the Literal."""
    return {name: kind.number(getattr(rules, name)) for name, kind in kinds(type(rules)).items()}
