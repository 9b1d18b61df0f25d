"""House rules: a pydantic model whose every field is declared in one line, with its default, what is allowed, its meaning and its ruling.

class Rules(HouseRules):
    decks: int = whole(0, 0, 4, "0: one deck for 2-4 players, two for 5-8; else that many")
    eight_last: Literal["loses", "wins", "swaps"] = choice("loses", "what playing an Eight as the last card in hand does", note="R1")
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from simlab.base.kinds import ByPlayers, Choice, Either, Flag, Kind, Real, Schema, Several, Whole, Wrong

# How a game declares its house rules


@dataclass
class RuleInfo:
    """A house rule, as `simlab rules` prints it; pydantic calls it when it writes the JSON schema."""

    default: Any
    kind: Kind
    meaning: str
    note: str  # the ruling or assumption it carries, such as "R5" or "A1"
    shown_by: str = ""  # the counter, the event or the ending (as ending.out) that shows it at work
    name: str = ""  # of the field that it declares

    @property
    def allowed(self) -> str:
        """What it may be, as a user reads it."""
        return self.kind.allowed

    def __call__(self, schema: Schema) -> None:
        kept = {name: schema[name] for name in ("description", "default") if name in schema}
        schema.clear()
        schema.update(self.kind.schema() | kept)


def _declared(default: Any, kind: Kind, meaning: str, note: str, shown_by: str) -> Any:
    return Field(default, description=meaning, json_schema_extra=RuleInfo(default, kind, meaning, note, shown_by))


def whole(default: int, low: int, high: int, meaning: str, *, note: str = "", shown_by: str = "") -> Any:
    """A whole number, `low` and `high` included."""
    return _declared(default, Whole(low, high), meaning, note, shown_by)


def number(default: float, low: float, high: float, meaning: str, *, note: str = "", shown_by: str = "") -> Any:
    """A number, `low` and `high` included."""
    return _declared(float(default), Real(low, high), meaning, note, shown_by)


def flag(default: bool, meaning: str, *, note: str = "", shown_by: str = "") -> Any:  # noqa: FBT001  # as in each of them, the default comes first
    """True or false."""
    return _declared(default, Flag(), meaning, note, shown_by)


def choice(default: str, meaning: str, *, note: str = "", shown_by: str = "") -> Any:
    """One of the words of the field's Literal."""
    return _declared(default, Choice(()), meaning, note, shown_by)


def choices(default: Sequence[str], meaning: str, *, length: tuple[int, int], note: str = "", shown_by: str = "") -> Any:
    """A list of words, each one of the field's tuple[Literal[...], ...]."""
    return _declared(default, Several(Choice(()), *length), meaning, note, shown_by)


def wholes(
    default: Sequence[int] | int,
    meaning: str,
    *,
    length: tuple[int, int],
    values: tuple[int, int],
    single: tuple[int, int] | None = None,
    note: str = "",
    shown_by: str = "",
) -> Any:
    """A list of whole numbers; where `single` is given (and the type is int | tuple[int, ...]), also one whole number in that range."""
    many = Several(Whole(*values), *length)
    return _declared(default, Either(Whole(*single), many) if single else many, meaning, note, shown_by)


def lists(
    default: Sequence[Sequence[int]],
    meaning: str,
    *,
    length: tuple[int, int],
    each: tuple[int, int],
    values: tuple[int, int],
    note: str = "",
    shown_by: str = "",
) -> Any:
    """A list of lists of whole numbers; `each` is how long the inner lists may be."""
    kind = Several(Several(Whole(*values), *each), *length)
    return _declared(default, kind, meaning, note, shown_by)


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
    shown_by: str = "",
) -> Any:
    """A list of numbers, in whole steps where a `step` is given, above the lower end where `positive`.

    Where `by_players` (and the type is tuple[float, ...] | dict[int, tuple[float, ...]]) also a table of such lists.
    """
    many = Several(Real(*values, step=step, positive=positive), *length)
    kind = Either(many, ByPlayers(many)) if by_players else many
    return _declared(kind.read(default, []), kind, meaning, note, shown_by)


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
            rule = field.json_schema_extra
            if not isinstance(rule, RuleInfo):
                raise TypeError(f"{cls.__qualname__}.{name}: declare a house rule with whole(), choice(), flag(), number() or wholes()")
            rule.name, rule.kind = name, _learned(rule.kind, field.annotation)
            wrong: Wrong = []
            if rule.kind.read(field.default, wrong, (name,)) != field.default or wrong:
                raise TypeError(f"{cls.__qualname__}.{name}: the default is not allowed: {wrong or field.default}")

    @field_validator("*", mode="before")
    @classmethod
    def _allowed(cls, value: Any, info: ValidationInfo) -> Any:
        wrong: Wrong = []
        value = kinds(cls)[str(info.field_name)].read(value, wrong)
        if wrong:
            raise ValueError("; ".join(what for _, what in wrong))
        return value


def _learned(kind: Kind, annotation: Any) -> Kind:
    """A choice learns its words from the field's type, so that they are written once."""
    if isinstance(kind, Choice):
        return Choice(get_args(annotation))
    if isinstance(kind, Several) and isinstance(kind.item, Choice):
        return replace(kind, item=Choice(get_args(get_args(annotation)[0])))
    return kind


# What is asked about house rules


def describe(rules: type[HouseRules]) -> list[RuleInfo]:
    """The house rules in the order in which the game declares them."""
    return [field.json_schema_extra for field in rules.model_fields.values() if isinstance(field.json_schema_extra, RuleInfo)]


def kinds(rules: type[HouseRules]) -> dict[str, Kind]:
    """What each house rule may be."""
    return {rule.name: rule.kind for rule in describe(rules)}


def numbers(rules: HouseRules) -> dict[str, Any]:
    """House rules as the compiled engine sees them: true and false are 1 and 0, a word is its index in the Literal."""
    return {name: kind.number(getattr(rules, name)) for name, kind in kinds(type(rules)).items()}


ENDING = "ending."


def shown_by(rules: type[HouseRules], *, endings: bool = False) -> list[str]:
    """What shows a house rule at work: the events and counters that the rules name, each once; or the endings."""
    named = dict.fromkeys(rule.shown_by for rule in describe(rules) if rule.shown_by)
    return [name for name in named if name.startswith(ENDING) == endings]
