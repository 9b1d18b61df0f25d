"""House rules: a pydantic model whose every field is declared in one line, with its default, what is allowed, its meaning and its ruling.

class Rules(HouseRules):
    decks: int = whole(0, 0, 4, "0: one deck for 2-4 players, two for 5-8; else that many")
    eight_last: Literal["loses", "wins", "swaps"] = choice("loses", "what playing an Eight as the last card in hand does", note="R1")
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from simlab.base.faults import unknown
from simlab.base.kinds import ByPlayers, Choice, Either, Flag, Key, Kind, Path, Real, Schema, Several, Whole, Wrong

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
