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
from simlab.engine.metric import Margin
from simlab.engine.rules import HouseRules
from simlab.experiment.adapting import Adapt
from simlab.experiment.company import seated
from simlab.experiment.deciding import DECISIONS
from simlab.experiment.elsewhere import Elsewhere
from simlab.experiment.keys import ELSEWHERE, FROM, KEYS, OF, TABLES, Check
from simlab.experiment.nodes import Node, Place, Told, differences, from_plain, put, steps_of
from simlab.experiment.reader import Reader
from simlab.experiment.tree import parse, read_file
from simlab.experiment.tuning import Tune
from simlab.experiment.who_plays import Met, met_nobody
from simlab.players.seats import Seat


class Experiment(BaseModel):
    """An experiment as resolved: nothing in it is left to be looked up or guessed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str = Field(description="What its reports are filed under; the file's name unless given.")
    source: str | None = Field(None, description="The file it was read from.")
    changed: dict[str, Any] = Field(default_factory=dict, description="What is otherwise than in that file: by its path, the value it has.")
    question: str = Field(description="What you want to know; it stands at the top of the report.")
    game: str = Field(description="The game's name, as `simlab games` lists it.")
    players: tuple[int, ...] = Field(description="The number of players, or a list of them.")
    games: int = Field(description="Games a scenario; rounded up to whole deals.")
    seed: int = Field(1, description="Where all chance comes from; it never changes rules, and rules never change it.")
    lineups: dict[str, tuple[Seat, ...]] = Field(description="Several line-ups by name, instead of `lineup`.")
    field: tuple[Seat, ...] | None = Field(None, description="Instead of `lineup`: a league of these strategies, or of all there are.")
    decisions: tuple[str, ...] | None = Field(
        None, description="Instead of `lineup`: a strategy of which each kind of decision, or each of some, is taken at random in turn."
    )
    tables: int | None = Field(None, description="At most so many tables are drawn from the field, in place of a league.")
    tune: Tune | None = Field(
        None, description="Instead of `lineup`: a strategy whose parameters are tuned against others, and for how many games is searched."
    )
    adapt: Adapt | None = Field(
        None,
        description="In each scenario the players are tuned for it, in so many games: what a change does where they adapt.",
    )
    seating: Literal["rotate", "permute", "fixed", "sample"] = Field(
        "rotate", description="The seatings in which each deal is played; with `sample` one of all orders, drawn by lot."
    )
    rules: dict[str, Any] = Field(default_factory=dict, description="House rules that hold throughout.")
    scenarios: dict[str, dict[str, Any]] = Field(description="Rule sets to compare, each a change of the rules.")
    vary: dict[str, tuple[Any, ...]] | None = Field(
        None, description="Instead of scenarios: house rules and lists of values; every combination is played."
    )
    baseline: str = Field(
        description="The scenario that changes are told against: the first, unless it is named; or `printed`, the default of `vary`: the "
        "printed rules where they are played, else the first."
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
    goals: tuple[Check, ...] = Field((), description="What is wanted: the smallest change of the rules that brings it is searched for.")
    over: dict[str, tuple[Any, ...]] | None = Field(None, description="House rules that may change for the goals, and lists of values.")
    budget: int | None = Field(None, description="Games of the search; `games` are those that confirm each rule set that it finds.")
    elsewhere: Elsewhere | None = Field(
        None, description="At how many other tables, drawn from which field, what meets all goals is played besides; 0 for none."
    )

    def rules_of(self, scenario: str, players: int) -> HouseRules:
        """The house rules that are played in a scenario by this many players."""
        game = games.find(self.game)
        resolved: HouseRules = game.resolve(game.Rules(**self.rules | self.scenarios[scenario]), players)
        return resolved

    def confirming(self, found: Mapping[str, dict[str, Any]]) -> "Experiment":
        """What plays the rule sets that a search has found, beside the rules that it began with."""
        return self.model_copy(update={"scenarios": {self.baseline: self.scenarios[self.baseline], **found}})

    @property
    def is_league(self) -> bool:
        """Is a whole field rated?"""
        return self.field is not None and self.tables is None

    def lineups_at(self, players: int) -> dict[str, tuple[Seat, ...]]:
        """The line-ups that this many play, each with a strategy for every seat."""
        league = self.field if self.is_league else None
        return seated(self.lineups, players, league=league, decisions=self.decisions, is_drawn=self.tables is not None)

    def tables_elsewhere(self, players: int) -> dict[str, tuple[Seat, ...]]:
        """The other tables of this many players at which a search plays what it has found."""
        return self.elsewhere.tables(players, self.seed, self.lineups_at(players).values()) if self.elsewhere else {}

    def adapted(self, lineup: str) -> tuple[tuple[Seat, ...], ...]:
        """Where players adapt: who sits at the table of a line-up in each scenario."""
        if not self.adapt:
            return ()
        return tuple(self.adapt.seated(lineup, scenario, self.baseline) for scenario in self.scenarios)

    def as_dict(self) -> dict[str, Any]:
        """The experiment as plain JSON; `load` makes an equal one of it."""
        given: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        given["players"] = self.players[0] if len(self.players) == 1 else self.players
        given["lineups"] = {name: [seat.written for seat in seats] for name, seats in self.lineups.items()}
        given["matters"] = {name: margin.written for name, margin in self.matters.items()}
        given["checks"] = {check.name: check.text for check in self.checks}
        given["goals"] = {goal.name: goal.text for goal in self.goals} or None
        given[ELSEWHERE] = self.elsewhere.as_dict() if self.elsewhere else 0 if self.goals else None
        if self.field:
            field = [seat.written for seat in self.field]
            given |= {"lineups": {FROM: field, TABLES: self.tables}, "field": None} if self.tables else {"lineups": None, "field": field}
        if self.decisions:
            complete = self.lineups[DECISIONS][0]
            given |= {"lineups": None, "decisions": {"strategy": complete.strategy, **complete.changes, OF: self.decisions}}
        if self.tune:
            given |= {"lineups": None, "scenarios": None, "tune": self.tune.as_dict()}
        if self.adapt:
            given |= {"lineups": None, "lineup": [seat.written for seat in self.adapt.lineup], "adapt": self.adapt.as_dict()}
        del given["tables"]
        if self.over and len(self.scenarios) == 1:
            given["scenarios"] = given["baseline"] = None
        del given["scenarios" if self.vary else "vary"]
        return {name: to_jsonable_python(value) for name, value in given.items() if value is not None}


def load(
    source: str | PathLike[str] | Mapping[str, Any] | Experiment,
    *,
    changes: Sequence[str] = (),
    games: int | None = None,
    seed: int | None = None,
    is_stored: bool = False,
    met: Met = met_nobody,
) -> Experiment:
    """The experiment of a file, a dict or another experiment; `changes` are PATH=VALUE as for `--set`. Raises BadInput with every fault.
    `is_stored`: as a run has stored it, whose strategies may be gone by now. `met`: told of the game and each strategy as soon as they are
    known.
    """
    if isinstance(source, Experiment):
        source = source.as_dict()
    changed: dict[str, Any] = {}
    if isinstance(source, Mapping):
        path, changed = source.get("source"), dict(earlier) if isinstance(earlier := source.get("changed"), Mapping) else {}
        root, told = from_plain({key: value for key, value in source.items() if key not in ("source", "changed")})
    else:
        path = str(source)
        root, told = read_file(Path(path))
    if root.form is not dict:
        what = "is empty" if root.value is None else "has no keys"
        told.append((root.place, f"{what}; an experiment is a mapping of keys to values, beginning with `question:`"))
        raise BadInput(Fault(place.where, what) for place, what in told)
    before = root.plain()
    for change in changes:
        try:
            root = _changed(root, change, told)
        except BadInput as bad:
            told.extend((Place(fault.where), fault.what) for fault in bad.faults)
    for key, number in (("games", games), ("seed", seed)):
        if number is not None:
            root = put(root, (key,), from_plain(number, f"--{key}")[0])
    path = path if isinstance(path, str) else None
    changed = {**changed, **differences(before, root.plain())}
    return Experiment(**Reader(root, told, is_stored=is_stored, met=met).experiment(path), source=path, changed=changed)


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
