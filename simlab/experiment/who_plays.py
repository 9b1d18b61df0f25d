"""Reading who plays: line-ups, the field of a league, tables that are drawn, a strategy whose decisions are looked at or that is tuned,
players who adapt.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from simlab.base.faults import BadInput, shortened, unknown
from simlab.base.kinds import Fields, Key, Kind, sentence
from simlab.base.kinds import Path as Steps
from simlab.engine.game import Game
from simlab.experiment.adapting import LINEUPS, Adapt, Gain
from simlab.experiment.company import tables_of
from simlab.experiment.deciding import DECISIONS
from simlab.experiment.elsewhere import OTHERS
from simlab.experiment.keys import ADAPT_KINDS, ELSEWHERE, FROM, OF, TABLES, TUNE_KINDS
from simlab.experiment.nodes import Node, Told
from simlab.experiment.tuning import Tried, Tune, ranges, wrong_range
from simlab.players import strategies
from simlab.players.params import kinds_of, number
from simlab.players.seats import AT_RANDOM, IMAGINES, Seat, with_params
from simlab.players.strategies import Strategy

TUNE, ADAPT = "tune", "adapt"
FIELD = "field"  # a league, and the line-up of all who are in it
WHO_PLAYS = ("lineup", "lineups", FIELD, DECISIONS, TUNE)
DRAWN = 24  # tables, where it is not said how many
LONGEST_FAULT = 2000  # of a strategy's file, whose path is the user's own


Met = Callable[[Game | Strategy], None]  # what is done as soon as the game is known, and each strategy


def met_nobody(_: Game | Strategy) -> None:
    """Nothing is done."""


class Reading:
    """Reads a tree. What can be read in spite of faults elsewhere is kept in `given` and checked further, so that all faults are told at
    once.
    """

    def __init__(self, root: Node, told: Told, *, is_stored: bool, met: Met = met_nobody) -> None:
        self.root, self.told, self.is_stored, self.met = root, told, is_stored, met
        self.given: dict[str, Any] = {}
        self.strategies: dict[str, Strategy] = {}
        self.several = False  # numbers of players

    def wrong(self, path: Steps, what: str) -> None:
        """Tell what is wrong with the value at a path, or with the key where the path ends in one."""
        on_key = bool(path) and isinstance(path[-1], Key)
        place = self.root.place_of(path, key=on_key)
        named = [str(step) for step in path if isinstance(step, str)]
        said = place.line == 0 and place.where.endswith((".".join(map(str, path)), ".".join(named)))
        self.told.append((place, what if said else sentence(path, what)))

    def read(self, kind: Kind, value: Any, path: Steps) -> Any:
        """A value of a kind; what is wrong with it is told."""
        wrong: list[tuple[Steps, str]] = []
        value = kind.read(value, wrong, path)
        for where, what in wrong:
            self.wrong(where, what)
        return value


class WhoPlays(Reading):
    """Reads who plays."""

    def lineups(self, game: Game | None) -> None:
        """The line-ups by name, each seat with its strategy's changed parameters and its label."""
        asked: dict[str, Any] = self.given.get("lineups", {})
        given: dict[str, tuple[Steps, Any]] = {name: (("lineups", name), seats) for name, seats in asked.items()}
        if "lineup" in self.given:
            given = {"lineup": (("lineup",), self.given.pop("lineup"))}
        if FROM in asked:
            self.given |= {FIELD: asked[FROM], TABLES: asked.get(TABLES, DRAWN)}
        if (complete := self.given.get(DECISIONS)) is not None:
            given = {DECISIONS: ((DECISIONS,), complete[:1])}
        elif (field := self.given.get(FIELD)) is not None:
            path: Steps = ("lineups", FROM) if FROM in asked else (FIELD,)
            given = {FIELD: (path, self.all_of(game) if field == "all" else field)}
        lineups: dict[str, tuple[Seat, ...]] = {}
        for name, (path, seats) in given.items():
            if seats is None:
                continue
            if not {FIELD, DECISIONS} & self.given.keys():
                self.fits(path, len(seats))
            places = [path if DECISIONS in self.given else (*path, i) for i in range(len(seats))]
            found = [self.seat(game, at, seat) for at, seat in zip(places, seats, strict=True) if seat]
            lineups[name] = tuple(seat for seat in found if seat)
        if "goals" in self.given:
            lineups[ELSEWHERE] = self.others(game)
        if DECISIONS in self.given:
            lineups[DECISIONS] = self.restricted(game, *lineups.get(DECISIONS, ()))
        self.given["lineups"] = _labelled(lineups)
        if (others := self.given["lineups"].pop(ELSEWHERE, None)) is not None:
            self.once((ELSEWHERE, FROM), [seat.label for seat in others])
            self.given[ELSEWHERE] = {**self.given[ELSEWHERE], FROM: tuple(sorted(others, key=lambda seat: seat.label))}
        if TUNE in self.given:
            self.tune(game)
        if FIELD in self.given:
            self.field(path)

    def all_of(self, game: Game | None) -> tuple[Seat, ...]:
        """Every strategy of the game that does not think: those take their time, and are asked by their names."""
        names = strategies.names(game.name) if game else ()
        return tuple(Seat(name) for name in names if not (found := self.strategy((FIELD,), name)) or not found.thinks)

    def others(self, game: Game | None) -> tuple[Seat, ...]:
        """The field of the other tables of a search: unless one is named all strategies; where nothing is said those that can be read."""
        is_usual = {"lineup", "lineups"} & self.root.plain().keys() and TABLES not in self.given and not self.is_stored
        asked = self.given.get(ELSEWHERE, OTHERS if is_usual else 0)
        asked = self.given[ELSEWHERE] = {TABLES: asked} if isinstance(asked, int) else {TABLES: OTHERS, **asked}
        if not asked[TABLES] or not game:
            return ()
        if (field := asked.get(FROM, "all")) != "all":
            found = [self.seat(game, (ELSEWHERE, FROM, i), seat) for i, seat in enumerate(field) if seat]
            return tuple(seat for seat in found if seat)
        told, every = len(self.told), self.all_of(game)
        if ELSEWHERE not in self.root.plain():
            del self.told[told:]
        return tuple(seat for seat in every if seat.strategy in self.strategies)

    def restricted(self, game: Game | None, complete: Seat | None = None) -> tuple[Seat, ...]:
        """A strategy, then the same with each kind of decision at random in turn: those that are asked for, or all that it takes."""
        _, asked = self.given[DECISIONS] or (None, ())
        self.given[DECISIONS] = None
        if complete is None or game is None:
            return ()
        known = [decision.name for decision in game.decisions]
        taken = known if self.is_stored else self.strategies[complete.strategy].decides
        left = [name for name in taken if name not in complete.at_random]
        for i, name in enumerate(asked):
            if name is not None and name not in left:
                what = unknown("decision", name, known) if name not in known else f"{name} is left to chance by {complete.strategy} anyhow"
                self.wrong((DECISIONS, OF, i), what)
        if not left:
            self.wrong((DECISIONS,), f"{complete.strategy} takes no decision itself: there is nothing to take at random instead")
        kinds = self.given[DECISIONS] = tuple(name for name in left if name in asked or not asked)
        return complete, *(replace(complete, at_random=(*complete.at_random, kind)) for kind in kinds)

    def field(self, path: Steps) -> None:
        """A field's strategies in the order of their names, which the tables follow, each once; and the tables, where these are drawn."""
        found = self.given["lineups"].get(FIELD, ())
        self.once(path, [seat.label for seat in found])
        self.given[FIELD] = tuple(sorted(found, key=lambda seat: seat.label))
        self.given["lineups"] = {FIELD: self.given[FIELD]}
        if (most := self.given.get(TABLES)) and found:
            seed = self.given.get("seed", 1)
            drawn = (tables_of(self.given[FIELD], players, most, seed) for players in self.given["players"])
            self.given["lineups"] = {name: seats for tables in drawn for name, seats in tables.items()}

    def once(self, path: Steps, labels: Sequence[str]) -> None:
        """Nobody stands in a field twice."""
        for i, label in enumerate(labels):
            if label in labels[:i]:
                self.wrong((*path, i), f"{shortened(label)} stands in the field already")

    def tune(self, game: Game | None) -> None:
        """What is tuned, and the tables at which what was found is confirmed."""
        asked, seats = self.given.pop(TUNE), {}
        for key in ("strategy", "against", "budget"):
            if key not in asked:
                self.wrong((TUNE,), f"{key} is missing; allowed: {TUNE_KINDS[key].allowed}")
        players = next(iter(self.given["players"]), 0)
        if self.several:
            self.wrong(("players",), "tune is for one number of players")
        if "against" in asked and len(asked["against"]) != players - 1 and players:
            self.wrong((TUNE, Key("against")), f"{len(asked['against'])} others for {players} players; allowed: exactly {players - 1}")
        found = self.seat(game, (TUNE, "strategy"), asked["strategy"]) if "strategy" in asked else None
        field = asked.get("field", "all")
        others = [seat for seat in self.all_of(game) if not found or seat.strategy != found.strategy] if field == "all" else field
        for key, given in (("against", asked.get("against", ())), ("field", () if field == "all" and self.is_stored else others)):
            each = [self.seat(game, (TUNE, key, i), seat) for i, seat in enumerate(given) if seat]
            seats[key] = tuple(seat for seat in each if seat)
        if not found or self.told:
            return
        labelled = _labelled(seats)
        over = self.spans(found, asked.get("over"), (TUNE, "over"))
        if not over:
            strategy = self.strategies[found.strategy]
            what = "declares no parameter with a range" if strategy.declared else "has no parameters"
            self.wrong((TUNE, "strategy"), f"{found.strategy} {what}; write over: {{name: [from, to]}} for those that it has")
        params = self.read(self.params_of(found, over), asked["found"], (TUNE, "found")) if "found" in asked else None
        tried = tuple(Tried(**each) for each in asked.get("tried", ()))
        field_seats = tuple(sorted(labelled["field"], key=lambda seat: seat.label))
        tune = Tune(replace(found, label=_short(found.strategy)), labelled["against"], over, asked["budget"], field_seats, params, tried)
        self.given |= {TUNE: tune, "lineups": tune.lineups(self.given.get("seed", 1))}

    def adapt(self, scenarios: Sequence[str]) -> None:
        """Who adapts to each scenario, and the line-ups in which they do, and do not."""
        asked, lineup = self.given.pop(ADAPT), self.given["lineups"].get("lineup", ())
        if "budget" not in asked:
            self.wrong((ADAPT,), f"budget is missing; allowed: {ADAPT_KINDS['budget'].allowed}")
        if len(scenarios) < 2:
            self.wrong((ADAPT,), "there is nothing to adapt to; write scenarios: {...}, with the rules as they are and each change of them")
        if self.several:
            self.wrong(("players",), "adapt is for one number of players")
        if self.told:
            return
        named, given = {seat.label: seat for seat in lineup}, asked.get("over", {})
        for who in given:
            if who not in named:
                self.wrong((ADAPT, "over", Key(who)), unknown("player", who, named))
        over = {who: self.spans(seat, given.get(who), (ADAPT, "over", who)) for who, seat in named.items() if who in given or not given}
        over = {who: spans for who, spans in over.items() if spans and not self.thinks(named[who])}
        if not over:
            self.wrong((ADAPT,), "nobody here can adapt: no strategy in the line-up declares a parameter with a range")
        if self.told:
            return
        written = asked["written"] if self.is_stored else {who: self.as_written(named[who], over[who]) for who in over}
        found = self.found_of(asked["found"], named, over, scenarios) if "found" in asked else None
        gains = tuple(Gain(**gain) for gain in asked.get("gains", ()))
        if not self.told:
            self.given |= {ADAPT: Adapt(lineup, over, asked["budget"], written, found, gains), "lineups": dict.fromkeys(LINEUPS, lineup)}

    def as_written(self, seat: Seat, over: dict[str, tuple[float, float]]) -> dict[str, float]:
        """What these parameters of a player are, unless they are tuned."""
        return {name: {**self.strategies[seat.strategy].params, **seat.params}[name] for name in over}

    def thinks(self, seat: Seat) -> bool:
        """Does a strategy think? Whoever does is not tuned unasked: it wins the more, the longer it may."""
        return not self.is_stored and self.strategies[seat.strategy].thinks

    def found_of(
        self, asked: dict[str, Any], named: dict[str, Seat], over: dict[str, dict[str, tuple[float, float]]], scenarios: Sequence[str]
    ) -> dict[str, dict[str, dict[str, float]]]:
        """What was found for each scenario, of each player."""
        for scenario, who in ((scenario, who) for scenario, players in asked.items() for who in players or ()):
            if scenario not in scenarios:
                self.wrong((ADAPT, "found", Key(scenario)), unknown("scenario", scenario, scenarios))
            elif who not in over:
                self.wrong((ADAPT, "found", scenario, Key(who)), unknown("player who adapts", who, over))
            else:
                kinds = self.params_of(named[who], over[who])
                asked[scenario][who] = self.read(kinds, asked[scenario][who], (ADAPT, "found", scenario, who))
        return {scenario: dict(asked.get(scenario, {})) for scenario in scenarios}

    def params_of(self, seat: Seat, over: dict[str, tuple[float, float]]) -> Fields:
        """What the parameters that are tuned may be."""
        strategy = None if self.is_stored else self.strategies[seat.strategy]
        return kinds_of(seat.strategy, strategy.declared if strategy else dict.fromkeys(over, number(0.0)))

    def spans(self, seat: Seat, asked: dict[str, Sequence[float]] | None, path: Steps) -> dict[str, tuple[float, float]]:
        """From where to where each parameter may go: as asked, else as far as the strategy says."""
        given = {name: (ends[0], ends[1]) for name, ends in (asked or {}).items() if ends}
        if self.is_stored:
            return given
        strategy = self.strategies[seat.strategy]
        for name, span in given.items():
            if name not in strategy.declared:
                self.wrong((*path, Key(name)), unknown(f"parameter of {seat.strategy}", name, strategy.declared))
            elif why := wrong_range(name, span, strategy.declared):
                self.wrong((*path, name), why)
        return given or ranges(strategy.declared)

    def fits(self, path: Steps, seats: int) -> None:
        """A line-up has a strategy a seat; only with a list of player counts a shorter one is repeated in turn."""
        counts = self.given["players"]
        on_name, given = (*path[:-1], Key(path[-1])), f"{shortened(path[-1])}: {seats} {'strategy' if seats == 1 else 'strategies'}"
        if counts and not self.several and seats != counts[0]:
            self.wrong(on_name, f"{given} for {counts[0]} players; allowed: exactly {counts[0]}")
        elif counts and self.several and seats > min(counts):
            self.wrong(on_name, f"{given} for {min(counts)} players; allowed: at most {min(counts)}")

    def seat(self, game: Game | None, path: Steps, seat: Seat) -> Seat | None:
        """A seat with those parameters that differ from the strategy's own; None where there is no such strategy."""
        node = self.root.at(path)
        name_at = (*path, "strategy") if node and node.form is dict else path
        strategy = self.strategy(name_at, seat.strategy) if game and not self.is_stored else None
        declared = strategy.declared if strategy else dict.fromkeys(seat.params, number(0.0))
        params = self.read(kinds_of(seat.strategy, declared), seat.params, path)
        if strategy is None:
            return replace(seat, params=params) if self.is_stored else None
        changed = {name: params[name] for name, param in declared.items() if params.get(name, param.default) != param.default}
        for name in seat.imagines:
            self.imagined((*path, IMAGINES), strategy, name)
        return replace(seat, params=changed, at_random=self.at_random(game, path, seat, strategy))

    def at_random(self, game: Game | None, path: Steps, seat: Seat, strategy: Strategy) -> tuple[str, ...]:
        """Of the decisions that are to be taken at random those that the strategy would take itself, in the order of the game's."""
        known = [decision.name for decision in game.decisions] if game else []
        for i, name in enumerate(seat.at_random):
            if name is not None and name not in known:
                self.wrong((*path, AT_RANDOM, i), unknown("decision", name, known))
        return tuple(name for name in strategy.decides if name in seat.at_random) if seat.at_random else ()

    def imagined(self, path: Steps, thinker: Strategy, name: str) -> None:
        """What one that thinks imagines others to play is a strategy that doesn't."""
        if not thinker.thinks:
            self.wrong(path, f"{thinker.name} imagines nothing; this is for strategies that think, such as thinker")
        elif (strategy := self.strategy(path, name)) and strategy.thinks:
            self.wrong(path, f"{name} thinks, and nobody can imagine that; allowed: strategies that don't")

    def strategy(self, path: Steps, name: str) -> Strategy | None:
        """The strategy of this name; None where there is none, or its file is broken."""
        try:
            if name not in self.strategies:
                found = self.strategies[name] = strategies.find(self.given["game"], name)
                self.met(found)
            return self.strategies[name]
        except BadInput as bad:
            for fault in bad.faults:
                self.wrong(path, shortened(fault, LONGEST_FAULT))
        except OSError as failed:  # of a path that can't be one, or is not for this user
            self.wrong(path, f"no strategy file {shortened(name)}: {failed.strerror}")
        return None


def _labelled(lineups: dict[str, tuple[Seat, ...]]) -> dict[str, tuple[Seat, ...]]:
    """Each seat with its label: the strategy's name, and what was changed of it; a file's path in full where its name would not tell."""
    seats = [seat for lineup in lineups.values() for seat in lineup]
    named: dict[str, set[str]] = {}
    for seat in seats:
        named.setdefault(_short(seat.strategy), set()).add(seat.strategy)

    def label(seat: Seat) -> str:
        name = _short(seat.strategy) if len(named[_short(seat.strategy)]) == 1 else seat.strategy
        return with_params(name, seat.params, imagines=[_short(imagined) for imagined in seat.imagines], at_random=seat.at_random)

    return {name: tuple(replace(seat, label=label(seat)) for seat in lineup) for name, lineup in lineups.items()}


def _short(strategy: str) -> str:
    return Path(strategy).stem if strategy.endswith(".py") else strategy
