"""The JSON schema of an experiment, for editors: once a game is named, its house rules, strategies, parameters and metrics are completed,
and nothing else is taken for one of them. What only the whole experiment can tell is left to `load`.
"""

from collections.abc import Iterable, Iterator, Mapping

from simlab import games
from simlab.base.faults import BadInput
from simlab.base.kinds import Choice, Schema, Several
from simlab.engine.game import Game
from simlab.experiment.asked import Experiment
from simlab.experiment.keys import ELSEWHERE, FROM, IMAGINED, KEYS, OF, TABLES
from simlab.experiment.reader import OPEN_CHECKS, varied
from simlab.experiment.who_plays import TUNE, WHO_PLAYS
from simlab.metrics import Setting, askable, checkable
from simlab.players import strategies
from simlab.players.seats import AT_RANDOM, IMAGINES

_A_FILE = {"type": "string", "pattern": r"\.py$"}


def schema() -> Schema:
    """What may stand in an experiment, by its keys and by the game that it names."""
    described = {key: field.description or "" for key, field in Experiment.model_fields.items()}
    described["lineup"] = "A strategy a seat; one with parameters is a mapping: {strategy: hoarder, keep: 2}."
    properties = {key: kind.schema() | {"description": described[key]} for key, kind in KEYS.items()}
    playable = list(games.playable())
    properties["game"] |= {"enum": [game.name for game in playable]}
    for key in ("seed", "seating", "keep"):
        properties[key]["default"] = Experiment.model_fields[key].default
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "An experiment of simlab",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "required": ["question", "game", "players", "games"],
        "oneOf": [{"required": [key]} for key in WHO_PLAYS],
        "not": {"required": ["scenarios", "vary"]},
        "allOf": [_of_game(game) for game in playable],
        "definitions": {name: of for game in playable for name, of in _definitions(game)},
    }


def _definitions(game: Game) -> Iterator[tuple[str, Schema]]:
    """What is said of a game more than once."""
    yield f"{game.name} rules", game.Rules.model_json_schema()
    declared = {name: _declared(game.name, name) for name in strategies.names(game.name)}
    decisions = Several(Choice(tuple(decision.name for decision in game.decisions)), 1, len(game.decisions), distinct=True).schema()
    yield f"{game.name} seat", _seat(declared, {AT_RANDOM: decisions})
    yield f"{game.name} decisions", _seat(declared, {AT_RANDOM: decisions, OF: decisions})


def _of_game(game: Game) -> Schema:
    """What the schema says once this game is named."""
    rules, seats, decisions = ({"$ref": f"#/definitions/{game.name} {what}"} for what in ("rules", "seat", "decisions"))
    count = {"minimum": game.players[0], "maximum": game.players[-1]}
    lineup = {"items": seats, "maxItems": game.players[-1]}
    field = {"anyOf": [{"const": "all"}, {"items": seats}]}
    names = strategies.names(game.name)
    setting = Setting(game, names, game.players[-1])
    asked = askable(setting)
    offered = {
        "players": {**count, "items": count},  # a number or a list
        "rules": rules,
        "scenarios": {"additionalProperties": rules},
        **dict.fromkeys(("vary", "over"), varied(game).schema()),
        "lineup": lineup,
        "lineups": {"properties": {FROM: field, TABLES: {}}, "additionalProperties": lineup},
        "field": field,
        ELSEWHERE: {"properties": {FROM: field}},
        "decisions": decisions,
        TUNE: {"properties": {"strategy": seats, "against": {"items": seats}, "field": field}},
        "metrics": {"items": {"enum": list(asked)}},
        "matters": _named(asked, KEYS["matters"].schema()),
        "precision": _named(asked, KEYS["precision"].schema()),
        "checks": _checks(setting),
        "goals": _named((check.name for check, _ in checkable(setting) if check.of != "quantile"), KEYS["goals"].schema()),
    }
    found = {"properties": offered, "allOf": [_seated(players) for players in game.players]}
    return {"if": {"properties": {"game": {"const": game.name}}, "required": ["game"]}, "then": found}


def _named(names: Iterable[str], of: Schema) -> Schema:
    """A mapping in which only these names stand."""
    return {"properties": dict.fromkeys(names, of["additionalProperties"]), "additionalProperties": False}


def _checks(setting: Setting) -> Schema:
    """What can be checked; of strategies with changed parameters and of effects only that it can be."""
    demand = KEYS["checks"].schema()
    open_ones = {f"^{form.partition('<')[0].replace('.', '[.]')}.": demand["additionalProperties"] for form in OPEN_CHECKS}
    return {**_named((check.name for check, _ in checkable(setting)), demand), "patternProperties": open_ones}


def _seated(players: int) -> Schema:
    """With this number of players every line-up has as many seats."""
    seats = {"minItems": players, "maxItems": players}
    then = {"properties": {"lineup": seats, "lineups": {"properties": {FROM: {}, TABLES: {}}, "additionalProperties": seats}}}
    return {"if": {"properties": {"players": {"const": players}}, "required": ["players"]}, "then": then}


def _seat(declared: Mapping[str, Mapping[str, Schema] | None], more: Schema) -> Schema:
    """Who may sit at the table: one of these strategies, or one in a file; with its own parameters, and what else may stand there."""
    named = {"anyOf": [{"enum": list(declared)}, _A_FILE]}
    seated = {"type": "object", "properties": {"strategy": named}, "required": ["strategy"]}
    return {"anyOf": [*named["anyOf"], seated], "allOf": [_of_strategy(name, of, more) for name, of in declared.items() if of is not None]}


def _declared(game: str, strategy: str) -> dict[str, Schema] | None:
    """The parameters of a strategy, and of one that thinks what it imagines; of a broken one nobody knows."""
    try:
        found = strategies.described(game, strategy)
        return {name: of.schema() for name, of in found.declared.items()} | ({IMAGINES: IMAGINED.schema()} if found.thinks else {})
    except BadInput:
        return None


def _of_strategy(name: str, declared: Mapping[str, Schema], more: Schema) -> Schema:
    """What the schema says of a seat once this strategy sits there."""
    named = {"type": "object", "properties": {"strategy": {"const": name}}, "required": ["strategy"]}
    return {"if": named, "then": {"properties": {"strategy": {}, **declared, **more}, "additionalProperties": False}}
