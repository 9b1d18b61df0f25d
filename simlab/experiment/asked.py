"""An experiment: what a user asks, read from YAML, checked as a whole and frozen.

Every fault is told at once, with its place, what is wrong, what is allowed and what was probably meant, before anything runs. A dict
and what `--set` changes are checked just like a file.
"""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_jsonable_python

from simlab import games
from simlab.base.faults import BadInput, Fault, shortened, unknown
from simlab.base.kinds import Schema
from simlab.engine.metric import Margin
from simlab.engine.rules import HouseRules
from simlab.experiment.keys import KEYS, Check
from simlab.experiment.nodes import Node, Place, Told, from_plain, put, steps_of
from simlab.experiment.reader import Reader, varied
from simlab.experiment.tree import parse, read_file
from simlab.players import strategies
from simlab.players.params import Param
from simlab.players.seats import IMAGINES, Seat


class Experiment(BaseModel):
    """An experiment as resolved: nothing in it is left to be looked up or guessed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field(description="What its reports are filed under; the file's name unless given.")
    source: str | None = Field(None, description="The file it was read from.")
    question: str = Field(description="What you want to know; it stands at the top of the report.")
    game: str = Field(description="The game's name, as `simlab games` lists it.")
    players: tuple[int, ...] = Field(description="The number of players, or a list of them.")
    games: int = Field(description="Games a scenario; rounded up to whole deals.")
    seed: int = Field(1, description="Where all chance comes from; it never changes rules, and rules never change it.")
    lineups: dict[str, tuple[Seat, ...]] = Field(description="Several line-ups by name, instead of `lineup`.")
    seating: Literal["rotate", "permute", "fixed"] = Field("rotate", description="The seatings in which each deal is played.")
    rules: dict[str, Any] = Field(default_factory=dict, description="House rules that hold throughout.")
    scenarios: dict[str, dict[str, Any]] = Field(description="Rule sets to compare, each a change of the rules; the first is the baseline.")
    vary: dict[str, tuple[Any, ...]] | None = Field(
        None, description="Instead of scenarios: house rules and lists of values; every combination is played, the first is the baseline."
    )
    metrics: tuple[str, ...] | None = Field(None, description="What is reported; sensible ones by default.")
    matters: dict[str, Margin] = Field(
        default_factory=dict, description="What is too small to matter: a number, or a percentage of the baseline's mean."
    )
    precision: dict[str, float] | None = Field(
        None, description="Stop when the intervals are this narrow (half their width); `games` is then the limit."
    )
    keep: Literal["games", "summary"] = Field("games", description="A row a game, or only what the report needs.")
    checks: tuple[Check, ...] = Field((), description="What the results must be; when one is broken, the exit code is 1.")

    def rules_of(self, scenario: str, players: int) -> HouseRules:
        """The house rules that are played in a scenario by this many players."""
        game = games.find(self.game)
        resolved: HouseRules = game.resolve(game.Rules(**self.rules | self.scenarios[scenario]), players)
        return resolved

    def lineup_at(self, name: str, players: int) -> tuple[Seat, ...]:
        """A line-up with a strategy for every seat: one that is shorter is repeated in turn."""
        seats = self.lineups[name]
        return tuple(seats[seat % len(seats)] for seat in range(players))

    def as_dict(self) -> dict[str, Any]:
        """The experiment as plain JSON; `load` makes an equal one of it."""
        given: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        given["players"] = self.players[0] if len(self.players) == 1 else self.players
        given["lineups"] = {
            name: [{"strategy": seat.strategy, **more} if (more := _changed_at(seat)) else seat.strategy for seat in seats]
            for name, seats in self.lineups.items()
        }
        given["matters"] = {name: margin.written for name, margin in self.matters.items()}
        given["checks"] = {check.name: check.text for check in self.checks}
        del given["scenarios" if self.vary else "vary"]
        return {name: to_jsonable_python(value) for name, value in given.items() if value is not None}


def _changed_at(seat: Seat) -> dict[str, Any]:
    """What was changed of a strategy, as it is written."""
    return {**seat.params, **({IMAGINES: seat.imagines} if seat.imagines else {})}


def load(
    source: str | PathLike[str] | Mapping[str, Any] | Experiment,
    *,
    changes: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    is_stored: bool = False,
) -> Experiment:
    """The experiment of a file, a dict or another experiment; `changes` are PATH=VALUE as for `--set`. Raises BadInput with every fault.
    `is_stored`: as a run has stored it, whose strategies may be gone by now.
    """
    if isinstance(source, Experiment):
        source = source.as_dict()
    if isinstance(source, Mapping):
        path = source.get("source")
        root, told = from_plain({key: value for key, value in source.items() if key != "source"})
    else:
        path = str(source)
        root, told = read_file(Path(path))
    if root.form is not dict:
        what = "is empty" if root.value is None else "has no keys"
        told.append((root.place, f"{what}; an experiment is a mapping of keys to values, beginning with `question:`"))
        raise BadInput(Fault(place.where, what) for place, what in told)
    for change in changes:
        try:
            root = _changed(root, change, told)
        except BadInput as bad:
            told.extend((Place(fault.where), fault.what) for fault in bad.faults)
    for key, number in (("games", games), ("seed", seed)):
        if number is not None:
            root = put(root, (key,), from_plain(number, f"--{key}")[0])
    path = path if isinstance(path, str) else None
    return Experiment(**Reader(root, told, is_stored=is_stored).experiment(path), source=path)


def _changed(root: Node, change: str, told: Told) -> Node:
    """The tree with a change such as rules.decks=2; the name of a house rule alone is short for its place in `rules`."""
    # In a check's name and value there may be anything, but a value begins with its sign; `> 0.1` is no value in YAML.
    is_check = change.startswith("checks.")
    path, equals, text = _split_check(change) if is_check else change.partition("=")
    path = path.strip()
    if not equals or not path:
        raise BadInput([Fault(f"--set {shortened(change)}", "write PATH=VALUE, such as rules.decks=2")])
    where = f"--set {shortened(path)}"
    first = path.split(".")[0]
    if first not in KEYS:
        game = root.child("game")
        rules = _house_rules_of(game.value if game else None)
        if rules is not None and first not in rules:
            raise BadInput([Fault(where, unknown("key or house rule", first, [*rules, *KEYS]))])
        path = f"rules.{path}"
        where = f"--set {shortened(path)}"
    if is_check:
        return put(root, ("checks", path.removeprefix("checks.")), Node(text.strip(), Place(where)))
    value, more = parse(text, lambda *_: Place(where))
    told.extend(more)
    return put(root, steps_of(root, path), value)


def _split_check(change: str) -> tuple[str, str, str]:
    signs = [change.rfind(f"={space}{sign}") for sign in ("<", ">", "within") for space in ("", " ")]
    at = max(signs) if max(signs) >= 0 else change.find("=")
    return (change[:at], "=", change[at + 1 :]) if at >= 0 else (change, "", "")


def _house_rules_of(game: Any) -> list[str] | None:
    """The names of a game's house rules; None where there is no such game, which is told elsewhere."""
    try:
        return list(games.find(str(game)).Rules.model_fields)
    except KeyError:
        return None


def schema() -> Schema:
    """The JSON schema of an experiment, for editors: with a game named, its house rules and strategies are offered."""
    described = {key: field.description or "" for key, field in Experiment.model_fields.items()}
    described["lineup"] = "A strategy a seat; one with parameters is a mapping: {strategy: hoarder, keep: 2}."
    properties = {key: kind.schema() | {"description": described[key]} for key, kind in KEYS.items()}
    names = [game.name for game in games.playable()]
    properties["game"] |= {"enum": names}
    for key in ("seed", "seating", "keep"):
        properties[key]["default"] = Experiment.model_fields[key].default
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An experiment of simlab",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "required": ["question", "game", "players", "games"],
        "oneOf": [{"required": ["lineup"]}, {"required": ["lineups"]}],
        "not": {"required": ["scenarios", "vary"]},
        "allOf": [_of_game(name, {strategy: _declared(name, strategy) for strategy in strategies.names(name)}) for name in names],
        "definitions": {f"{name} rules": games.find(name).Rules.model_json_schema() for name in names},
    }


def _declared(game: str, strategy: str) -> dict[str, Param]:
    """The parameters of a strategy; of a broken one none, because nobody asked about that one."""
    try:
        return strategies.find(game, strategy).declared
    except BadInput:
        return {}


def _of_game(name: str, strategies: Mapping[str, Mapping[str, Param]]) -> Schema:
    """What the schema says once this game is named. Strategies are only offered: more can be written at any time, or stand in any file."""
    rules = {"$ref": f"#/definitions/{name} rules"}
    of_strategies = [_of_strategy(strategy, declared) for strategy, declared in strategies.items() if declared]
    seats = {"items": {"anyOf": [{"enum": list(strategies)}, {"type": ["string", "object"]}], "allOf": of_strategies}}
    offered = {
        "rules": rules,
        "scenarios": {"additionalProperties": rules},
        "vary": varied(games.find(name)).schema(),
        "lineup": seats,
        "lineups": {"additionalProperties": seats},
    }
    return {"if": {"properties": {"game": {"const": name}}, "required": ["game"]}, "then": {"properties": offered}}


def _of_strategy(name: str, declared: Mapping[str, Param]) -> Schema:
    """What the schema says of a seat once this strategy sits there."""
    named = {"type": "object", "properties": {"strategy": {"const": name}}, "required": ["strategy"]}
    return {"if": named, "then": {"properties": {param: of.schema() for param, of in declared.items()}}}
