"""The keys of an experiment file and what each of them may be, apart from what only the game can tell."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from math import isfinite
from typing import Any, ClassVar, Literal

from simlab.base.faults import shortened
from simlab.base.kinds import Choice, Either, Fields, Key, Kind, Path, Real, Schema, Several, Whole, Wrong
from simlab.engine.metric import Margin
from simlab.players.seats import AT_RANDOM, IMAGINES, Seat

MOST_PLAYERS = 99
MOST_SCENARIOS = 1000
FEWEST_TO_TUNE = 1_000  # games
MOST_IN_FIELD, MOST_DRAWN = 200, 500
MOST_DECISIONS = 99
FROM, TABLES = "from", "tables"  # of line-ups that are drawn from a field
ELSEWHERE = "elsewhere"  # of other tables, at which a search plays what it has found
LONGEST_NAME = 80
OF = "of"  # beside the strategy in `decisions`
JOINER = "\u200d"  # of emoji

_NUMBER = r"([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?%?)"
_PERCENT = re.compile(rf"(?=.*%){_NUMBER}")
_CHECK = re.compile(
    rf"\s*(?:(?P<op>[<>])\s*(?P<limit>{_NUMBER})|(?:within\s+)?(?P<low>{_NUMBER})(?:\s*\.\.\s*|\s+to\s+|\s+)(?P<high>{_NUMBER}))\s*"
)


@dataclass(frozen=True)
class Check:
    """What an experiment demands of its results: `<` and `>` have one end, `within` has both."""

    name: str
    op: Literal["<", ">", "within"]
    low: float | None
    high: float | None
    text: str


def _number(text: str) -> float | None:
    """A number, or a percentage as the nearest number to its hundredth."""
    try:
        value = float(Decimal(text[:-1]) / 100 if text.endswith("%") else text)
    except DecimalException:  # an exponent beyond all measure
        return None
    return value if isfinite(value) else None


@dataclass(frozen=True)
class Text(Kind):
    """A text that says something."""

    what: str

    @property
    def allowed(self) -> str:
        return self.what

    def schema(self) -> Schema:
        return {"type": "string", "minLength": 1}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if not isinstance(value, str):
            return self.refuse(value, "is not a text", wrong, path)
        return value if value.strip() else self.refuse(value, "is empty", wrong, path)


class FileName(Text):
    """A text that can be the name of a folder."""

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        value = super().take(value, wrong, path)
        why = None if value is None else unsafe(value) or ("can't name a folder" if value[0] == "." or set(value) & {"/", "\\"} else None)
        return self.refuse(value, why, wrong, path) if why else value


def unsafe(name: str) -> str | None:
    """Why something can't have this name."""
    if not name.strip():
        return "is empty"
    if len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    if not name.replace(JOINER, "").isprintable():
        return "has a control character in it"
    return None


@dataclass(frozen=True)
class Named(Kind):
    """A mapping of names to values, which only the game can judge where no kind is given."""

    item: Kind | None
    what: str
    low: int = 0
    free: bool = False  # the names are the user's own
    form: ClassVar[type] = dict

    @property
    def allowed(self) -> str:
        return self.what

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": self.item.schema() if self.item else {}, "minProperties": self.low}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if not isinstance(value, Mapping):
            return self.refuse(value, "is not a mapping", wrong, path)
        if not self.low <= len(value) <= MOST_SCENARIOS:
            return self.refuse(value, f"has {len(value)} entries", wrong, path)
        named = {}
        for name, item in value.items():
            if self.free and (why := unsafe(name)):
                wrong.append(((*path, Key(name)), f'the name "{shortened(name)}" {why}'))
            named[name] = self.item.read(item, wrong, (*path, name)) if self.item else item
        return named


_DECISIONS = Several(Text("the name of a decision"), 1, MOST_DECISIONS, distinct=True)
_STRATEGY = Text("the name of a strategy")
IMAGINED = Either(_STRATEGY, Several(_STRATEGY, 0, MOST_PLAYERS, distinct=True))


class SeatKind(Kind):
    """A strategy, or a mapping with a strategy, its parameters, which only the strategy can judge, and what it does not decide itself."""

    allowed = "the name of a strategy, or {strategy: name, parameter: value, ..., at_random: [decision, ...]}"

    def schema(self) -> Schema:
        known = {"strategy": {"type": "string"}, IMAGINES: IMAGINED.schema(), AT_RANDOM: _DECISIONS.schema()}
        named = {"type": "object", "properties": known, "required": ["strategy"]}
        return {"anyOf": [{"type": "string"}, named | {"additionalProperties": {"type": ["number", "boolean"]}}]}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, str):
            return Seat(_STRATEGY.read(value, wrong, path) or "")
        if not isinstance(value, Mapping):
            return self.refuse(value, "is not a strategy", wrong, path)
        if "strategy" not in value:
            wrong.append((path, f"strategy is missing; allowed: {self.allowed}"))
            return None
        given = {name: float(given) if isinstance(given, bool) else given for name, given in value.items()}
        strategy = _STRATEGY.read(given.pop("strategy"), wrong, (*path, "strategy"))
        imagined = IMAGINED.read(given.pop(IMAGINES, ()), wrong, (*path, IMAGINES)) or ()
        imagines = (imagined,) if isinstance(imagined, str) else tuple(imagined)
        at_random = _DECISIONS.read(given.pop(AT_RANDOM), wrong, (*path, AT_RANDOM)) if AT_RANDOM in given else ()
        return Seat(strategy, given, imagines=imagines, at_random=at_random or ()) if strategy else None


class DecisionsKind(SeatKind):
    """A seat, and of which decisions it is asked what they are worth: of all that its strategy takes, unless some are named."""

    allowed = "the name of a strategy, or {strategy: name, parameter: value, ..., of: [decision, ...]}"

    def schema(self) -> Schema:
        name, seat = super().schema()["anyOf"]
        return {"anyOf": [name, {**seat, "properties": {**seat["properties"], OF: _DECISIONS.schema()}}]}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        of = ()
        if isinstance(value, Mapping) and OF in value:
            of = _DECISIONS.read(value[OF], wrong, (*path, OF)) or ()
            value = {name: item for name, item in value.items() if name != OF}
        seat = super().take(value, wrong, path)
        return (seat, of) if seat else None


class Lineups(Either):
    """Line-ups by name, or how they are drawn from a field: by its `from`, which no line-up can be called."""

    form: ClassVar[type] = dict

    def of(self, value: Any) -> Kind | None:
        return self.second if isinstance(value, Mapping) and FROM in value else self.first


class MarginKind(Kind):
    """A number above 0, or a percentage."""

    allowed = "a number above 0 such as 0.01, or a share of the baseline's mean such as 2%"

    def schema(self) -> Schema:
        return {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string", "pattern": "%$"}]}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        if isinstance(value, str) and len(value) <= LONGEST_NAME and _PERCENT.fullmatch(value.strip()):
            share = _number(value.strip())
            return Margin(share, relative=True) if share and share > 0 else self.refuse(value, "is out of range", wrong, path)
        if isinstance(value, str):
            return self.refuse(value, "is not a number", wrong, path)
        number = Real(low=0.0, positive=True).read(value, wrong, path)
        return None if number is None else Margin(number, relative=False)


class CheckKind(Kind):
    """A demand such as "< 0.02"."""

    allowed = '"< 0.02", "> 2%" or "within 0.2 0.3"'

    def schema(self) -> Schema:
        return {"type": "string", "pattern": r"^\s*([<>]|within|[-+.0-9]\S*(\s|\.\.)+\S)"}

    def take(self, value: Any, wrong: Wrong, path: Path) -> Any:
        found = _CHECK.fullmatch(value) if isinstance(value, str) and len(value) <= LONGEST_NAME else None
        if not found:
            return self.refuse(value, "is not a check", wrong, path)
        name = str(path[-1])
        limits = [_number(text) for text in (found["limit"], found["low"], found["high"]) if text]
        if None in limits:
            return self.refuse(value, "is out of range", wrong, path)
        if found["op"] == "<":
            return Check(name, "<", None, limits[0], value)
        if found["op"] == ">":
            return Check(name, ">", limits[0], None, value)
        low, high = limits
        if low is not None and high is not None and low > high:
            return self.refuse(value, "has its ends the wrong way round", wrong, path)
        return Check(name, "within", low, high, value)


class GoalKind(CheckKind):
    """What is wanted, such as "28 to 32"."""

    allowed = '"28 to 32", "< 0.02" or "> 35%"'


_SEATS = Several(SeatKind(), 1, MOST_PLAYERS)
_FIELD = Either(Choice(("all",)), Several(SeatKind(), 1, MOST_IN_FIELD))
_RULES = Named(None, "house rules and their values, such as {decks: 2}")
_VALUES = Named(None, "house rules and lists of their values, such as {decks: [1, 2]}", low=1)

_PARAMS = Named(None, "parameters and their values, such as {keep: 2}")
_SPANS = Named(Several(Real(), 2, 2), "parameters and from where to where they may go, such as {keep: [0, 8]}", low=1)
_COUNTS = dict.fromkeys(("games", "spent", "copied"), Whole())
_TRIED = Fields({"params": _PARAMS, "stage": Text("a stage"), "share": Real(), **_COUNTS}, "key")
TUNE_KINDS: dict[str, Kind] = {
    **{"strategy": SeatKind(), "against": _SEATS, "over": _SPANS, "budget": Whole(FEWEST_TO_TUNE, 10**12), "field": _FIELD},
    **{"found": _PARAMS, "tried": Several(_TRIED, 1, 10_000)},
}

_GAIN = Fields(
    {"scenario": Text("a scenario"), "player": Text("a player"), **dict.fromkeys(("mean", "se"), Real()), "deals": Whole()}, "key"
)
ADAPT_KINDS: dict[str, Kind] = {
    "budget": Whole(FEWEST_TO_TUNE, 10**12),
    "over": Named(_SPANS, "players and their parameters, such as {hoarder: {keep: [0, 8]}}", low=1),
    "written": Named(_PARAMS, "players and their parameters"),
    "found": Named(Named(_PARAMS, "players and their parameters"), "scenarios, and what was found there"),
    "gains": Several(_GAIN, 0, 10**6),
}

KEYS: dict[str, Kind] = {
    "name": FileName("a name that a folder can have"),
    "question": Text("a question in words"),
    "game": Text("the name of a game"),
    "players": Either(Whole(), Several(Whole(), 1, MOST_PLAYERS, distinct=True)),
    "games": Whole(1, 10**12),
    "seed": Whole(0, 2**63 - 1),
    "lineup": _SEATS,
    "lineups": Lineups(
        Named(_SEATS, "names of line-ups and their lists of strategies", low=1, free=True),
        Fields({FROM: _FIELD, TABLES: Whole(1, MOST_DRAWN)}, "key"),
    ),
    "field": _FIELD,
    "decisions": DecisionsKind(),
    "tune": Fields(TUNE_KINDS, "key"),
    "adapt": Fields(ADAPT_KINDS, "key"),
    "seating": Choice(("rotate", "permute", "fixed", "sample")),
    "rules": _RULES,
    "scenarios": Named(_RULES, "names of scenarios and the house rules that each changes, {} for none", low=1, free=True),
    "vary": _VALUES,
    "baseline": Text("`printed`, or the name of a scenario"),
    "metrics": Several(Text("the name of a metric"), 1, 200, distinct=True),
    "matters": Named(MarginKind(), "metrics and what is too small to matter, such as {share: 0.01, turns: 2%}"),
    "precision": Named(Real(low=0.0, positive=True), "metrics and how narrow their intervals must be, such as {share: 0.002}"),
    "keep": Choice(("games", "summary")),
    "checks": Named(CheckKind(), "names of results and what they must be, such as {seat_edge: '< 0.02'}"),
    "goals": Named(GoalKind(), "names of results and what is wanted of them, such as {turns.mean: '28 to 32'}", low=1),
    "over": _VALUES,
    "budget": Whole(1, 10**12),
    ELSEWHERE: Either(Whole(0, MOST_DRAWN), Fields({FROM: _FIELD, TABLES: Whole(1, MOST_DRAWN)}, "key")),
}
