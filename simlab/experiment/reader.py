"""Reading an experiment: each key by itself, then what only the game can tell, and every fault with its place."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, islice, product
from math import factorial, prod
from pathlib import Path
from typing import Any

from simlab import games
from simlab.base.faults import BadInput, Fault, shortened, suggestion, unknown
from simlab.base.kinds import Fields, Key, Several, written
from simlab.base.kinds import Path as Steps
from simlab.engine.game import Game
from simlab.engine.metric import PERCENT, Margin
from simlab.engine.rules import kinds
from simlab.experiment.company import seated
from simlab.experiment.deciding import DECISIONS
from simlab.experiment.elsewhere import Elsewhere
from simlab.experiment.keys import ELSEWHERE, FROM, KEYS, MOST_SCENARIOS, TABLES
from simlab.experiment.nodes import Place
from simlab.experiment.who_plays import ADAPT, FIELD, TUNE, WHO_PLAYS, WhoPlays
from simlab.metrics import Setting, askable, checkable, metrics_of
from simlab.players.seats import Seat

AS_PRINTED = "as printed"
PRINTED = "printed"  # of a baseline
OTHER_QUESTIONS = ("scenarios", "vary", "precision", "goals")  # than what parameters are best
NOT_ADAPTED = ("lineups", FIELD, DECISIONS, TUNE, "vary", "precision", "goals")  # beside players who adapt to scenarios
OPEN_CHECKS = ("share.<strategy>", "effect.<scenario but the baseline>.<metric>")  # of which there are as many as an experiment has
MOST_GAMES = 500_000  # on a deal
SEARCH = ("goals", "over", "budget")
MOST_SETS = 100_000  # among which is searched
LONGEST_VALUE = 40  # in a scenario's name


def varied(game: Game) -> Fields:
    """What may stand in `vary`: house rules and lists of their values."""
    return Fields({rule: Several(kind, 1, MOST_SCENARIOS, distinct=True) for rule, kind in kinds(game.Rules).items()}, "house rule")


@dataclass(frozen=True)
class _Scenario:
    """A rule set, and where each of its changes and its name were written."""

    name: str
    changes: dict[str, Any]
    paths: dict[str, Steps]
    path: Steps


class Reader(WhoPlays):
    """Makes an experiment of a tree, or tells everything that is wrong with it."""

    def experiment(self, source: str | None) -> dict[str, Any]:
        """The fields of the experiment; or raises all faults, each once, in the order in which they stand in the file."""
        self.read_keys()
        self.name(source)
        game = self.game()
        self.players(game)
        self.lineups(game)
        if game:
            before = len(self.told)
            scenarios = self.scenarios(game)
            if len(self.told) == before:  # else what is impossible may come from what is wrong
                self.set_ups(game, scenarios)
            self.baseline(game, scenarios, is_sound=len(self.told) == before)
            if ADAPT in self.given:
                self.adapt([scenario.name for scenario in scenarios])
            self.size(len(scenarios))
            setting = self.setting(game)
            self.metrics(setting)
            self.checks(setting, scenarios)
            self.goals(game, setting)
        if self.told:
            in_order = sorted(self.told, key=lambda told: (told[0].line or float("inf"), told[0].column))
            raise BadInput(dict.fromkeys(Fault(place.where, what) for place, what in in_order))
        return self.given

    def read_keys(self) -> None:
        """Each key's value by itself, and which keys are missing, unknown or exclude one another."""
        plain = self.root.plain()
        self.given = self.read(Fields(KEYS, "key"), plain, ())
        for key in ("question", "game", "players", "games"):
            if key not in plain:
                self.wrong((), f"{key} is missing; allowed: {KEYS[key].allowed}")
        if not set(WHO_PLAYS) & plain.keys():
            self.wrong((), "lineup is missing; write lineup: [...] for one, lineups: {name: [...]} for several, or field: all for a league")
        for key, others in ((TUNE, OTHER_QUESTIONS), (ADAPT, NOT_ADAPTED)):
            for other in others if key in plain else ():
                if other in plain:
                    self.wrong((Key(other),), f"{key} and {other} exclude each other; write one of them")
        if FROM in self.given.get("lineups", {}) and "precision" in plain:
            self.wrong((Key("precision"),), "tables that are drawn play the same deals to the end; leave out precision")
        for one, other in (*combinations(WHO_PLAYS, 2), ("field", "precision"), ("decisions", "precision"), ("scenarios", "vary")):
            if one in plain and other in plain:
                self.wrong((Key(other),), f"{one} and {other} exclude each other; write one of them")
        self.keys_of_a_search(plain)

    def keys_of_a_search(self, plain: Mapping[str, Any]) -> None:
        """Goals, the rules that may change for them and the games of the search belong together; nothing else is compared beside them."""
        asked = [key for key in (*SEARCH, ELSEWHERE) if key in plain]
        for key in SEARCH if asked else ():
            if key not in plain:
                self.wrong((Key(asked[0]),), f"{asked[0]} needs {key} as well; allowed: {KEYS[key].allowed}")
        others = ("vary", "field", "precision", *(("scenarios", "baseline") if not self.is_stored else ()))
        for key in others if asked else ():
            if key in plain:
                self.wrong((Key(key),), f"{asked[0]} and {key} exclude each other; write one of them")

    def name(self, source: str | None) -> None:
        """The experiment's name is its file's, unless it is given."""
        if "name" not in self.given:
            name = Path(source).stem if source else "experiment"
            self.given["name"] = self.read(KEYS["name"], name, ("name",))

    def game(self) -> Game | None:
        """The game, or None where there is no such game."""
        name = self.given.get("game")
        if name is None:
            return None
        try:
            game = games.find(name)
        except KeyError:
            self.wrong(("game",), unknown("game", name, games.names()))
            return None
        except BadInput as bad:  # one of the user's own, whose file is broken
            self.told += [(Place(fault.where), fault.what) for fault in bad.faults]
            return None
        self.met(game)
        return game

    def players(self, game: Game | None) -> None:
        """The numbers of players, those left out that the game, where it is known, can't be played by."""
        given = self.given.get("players", ())
        counts = given if isinstance(given, tuple) else (given,)
        self.several = len(counts) > 1
        kept = []
        for i, count in enumerate(counts):
            if game and count is not None and count not in game.players:
                path = ("players", i) if isinstance(given, tuple) else ("players",)
                self.wrong(path, f"{written(count)} is out of range for {game.name}; allowed: {game.players[0]}-{game.players[-1]}")
            elif count is not None:
                kept.append(count)
        self.given["players"] = tuple(kept)

    def size(self, scenarios: int) -> None:
        """How many games a deal is played in: all of them are held in memory at once."""
        how, is_drawn = self.given.get("seating", "rotate"), TABLES in self.given
        named = {name: seats for name, seats in self.given["lineups"].items() if seats}
        for players in self.given["players"]:
            league, decisions = (None if is_drawn else self.given.get(FIELD)), self.given.get(DECISIONS)
            lineups = seated(named, players, league=league, decisions=decisions, is_drawn=is_drawn)
            games = scenarios * sum(_ways(seats, players, how) for seats in lineups.values())
            if games > MOST_GAMES:
                said = f"{scenarios} rule sets, seated in every way ({how}), are {games:,} games on each deal of {players} players"
                self.wrong((Key("seating"),), f"{said}; allowed: at most {MOST_GAMES:,}")

    def house_rules(self, game: Game, path: Steps, values: dict[str, Any] | None) -> dict[str, Any]:
        """The values of house rules that are allowed; what is wrong with the others is told."""
        rules: dict[str, Any] = self.read(Fields(kinds(game.Rules), "house rule"), values or {}, path)
        return rules

    def scenarios(self, game: Game) -> list[_Scenario]:
        """The rule sets; their house rules one by one."""
        self.given["rules"] = self.house_rules(game, ("rules",), self.given.get("rules"))
        if "vary" in self.given:
            scenarios = self.combinations(game)
        else:
            given = self.given.get("scenarios", {AS_PRINTED: {}})
            changes = {name: self.house_rules(game, ("scenarios", name), rules) for name, rules in given.items()}
            scenarios = [
                _Scenario(name, rules, {rule: ("scenarios", name, rule) for rule in rules}, ("scenarios", Key(name)))
                for name, rules in changes.items()
            ]
        self.given["scenarios"] = {scenario.name: scenario.changes for scenario in scenarios}
        return scenarios

    def combinations(self, game: Game) -> list[_Scenario]:
        """Every combination of the values in `vary`, in order."""
        axes = self.read(varied(game), self.given["vary"], ("vary",))
        count = prod(len(values) for values in axes.values())
        if count > MOST_SCENARIOS:
            self.wrong((Key("vary"),), f"{count} combinations; allowed: at most {MOST_SCENARIOS}")
            return []
        self.given["vary"] = axes
        scenarios = []
        for chosen in product(*(enumerate(values) for values in axes.values())):
            changes = {rule: value for rule, (_, value) in zip(axes, chosen, strict=True)}
            name = ", ".join(f"{rule}={_in_name(i, value)}" for rule, (i, value) in zip(axes, chosen, strict=True))
            paths: dict[str, Steps] = {rule: ("vary", rule, i) for rule, (i, _) in zip(axes, chosen, strict=True)}
            scenarios.append(_Scenario(name, changes, paths, (Key("vary"),)))
        return scenarios

    def set_ups(self, game: Game, scenarios: list[_Scenario]) -> None:
        """Every scenario with every number of players must be possible; told once a place."""
        told: set[Steps] = set()
        for scenario, players in product(scenarios, self.given["players"]):
            why = self.refusal(game, self.given["rules"] | scenario.changes, players)
            if not why:
                continue
            path = self.culprit(game, scenario, players)
            if path not in told:
                told.add(path)
                self.wrong(path, f'impossible in "{scenario.name}" with {players} players: {why}')

    def refusal(self, game: Game, rules: dict[str, Any], players: int) -> str | None:
        """Why a set-up is impossible."""
        return game.refusal(game.resolve(game.Rules(**rules), players), players)

    def culprit(self, game: Game, scenario: _Scenario, players: int) -> Steps:
        """The one value without which a set-up would be possible; else the scenario, or what else there is to blame."""
        rules, changes = self.given["rules"], scenario.changes
        blamed = []
        for rule, path in ({rule: ("rules", rule) for rule in rules} | scenario.paths).items():
            kept, kept_changes = ({name: value for name, value in given.items() if name != rule} for given in (rules, changes))
            if not self.refusal(game, rules | kept_changes if rule in changes else kept | changes, players):
                blamed.append(path)
        if len(blamed) == 1:
            return blamed[0]
        if changes:
            return scenario.path
        return (Key("rules"),) if rules else ("players",)

    def baseline(self, game: Game, scenarios: list[_Scenario], *, is_sound: bool) -> None:
        """The name of the scenario that changes are told against; the first where the scenarios are faulty."""
        names = [scenario.name for scenario in scenarios]
        first = next(iter(names), "")
        wanted = self.given.get("baseline") or (PRINTED if "vary" in self.given else first)
        if is_sound and wanted not in (PRINTED, *names):
            self.wrong(("baseline",), unknown("scenario", wanted, (PRINTED, *names)))
        is_found = wanted not in names and is_sound
        self.given["baseline"] = self.printed(game, scenarios) if is_found else wanted if wanted in names else first

    def printed(self, game: Game, scenarios: list[_Scenario]) -> str:
        """The scenario in which all that scenarios change is as printed, with every number of players; else the first. Where rules are
        varied each of them has its printed value, or its first where that is not among its values.
        """
        changed = {rule for scenario in scenarios for rule in scenario.changes}

        def as_printed(scenario: _Scenario) -> int:
            """How many of these."""
            rules, of_all = self.given["rules"] | scenario.changes, changed
            for players in self.given["players"]:
                played, printed = game.resolve(game.Rules(**rules), players), game.resolve(game.Rules(), players)
                of_all = {rule for rule in of_all if getattr(played, rule) == getattr(printed, rule)}
            return len(of_all)

        most = max(scenarios, key=as_printed)
        return most.name if "vary" in self.given or as_printed(most) == len(changed) else scenarios[0].name

    def setting(self, game: Game) -> Setting:
        """Whose games are measured, as far as it could be read."""
        labels = dict.fromkeys(seat.label for seats in self.given["lineups"].values() for seat in seats)
        return Setting(game, tuple(labels), max(self.given["players"], default=game.players[0]))

    def metrics(self, setting: Setting) -> None:
        """The names of metrics wherever they stand."""
        known = askable(setting)
        for i, name in enumerate(self.given.get("metrics", ())):
            if name is not None and name not in known:
                self.wrong(("metrics", i), unknown("metric", name, known))
        shares = {metric.key for metric in metrics_of(setting) if metric.family.is_share}
        for key in ("matters", "precision"):
            for name, size in self.given.get(key, {}).items():
                if name not in known:
                    self.wrong((key, Key(name)), unknown("metric", name, known))
                elif size is not None and name in shares:
                    self.given[key] = {**self.given[key], name: self.of_shares((key, name), size)}

    def of_shares(self, path: Steps, size: Margin | float) -> Margin | float:
        """A size among shares, which change by points: 1% is one."""
        value, is_percentage = (size.value, size.relative) if isinstance(size, Margin) else (size, False)
        if value >= 1 and is_percentage:
            self.wrong(path, f"{value * PERCENT:g}% means {value * PERCENT:g} points, and no difference of shares is that large")
        elif value >= 1:
            meant = f"for {value:g} {'point' if value == 1 else 'points'} write {value / PERCENT:g}"
            meant += f" or {value:g}%" if isinstance(size, Margin) else ""
            self.wrong(path, f"{value:g} means {value * PERCENT:g} points, because 1 is all games; {meant}")
        return Margin(value, relative=False) if isinstance(size, Margin) else size

    def checks(self, setting: Setting, scenarios: list[_Scenario]) -> None:
        """The names of checks; those that hang on something faulty are passed over."""
        effects = product((scenario.name for scenario in scenarios if scenario.name != self.given["baseline"]), askable(setting))
        plain = [check.name for check, metric in checkable(setting) if metric.strategy is None]
        of_strategies = [check.name for check, metric in checkable(setting) if metric.strategy is not None]
        known = dict.fromkeys([*plain, *of_strategies, *(f"effect.{name}.{metric}" for name, metric in effects)])
        unsure = tuple(form[: form.index("<")] for form in OPEN_CHECKS) if self.told else ()
        for name in self.given.get("checks", {}):
            if name not in known and not name.startswith(unsure):
                meant = suggestion(name, islice(known, 2000))
                forms = ", ".join([*plain, *OPEN_CHECKS])
                self.wrong(("checks", Key(name)), f'no check "{shortened(name)}"{meant or "."} There are: {forms}')
        self.given["checks"] = tuple(self.given.get("checks", {}).values())

    def goals(self, game: Game, setting: Setting) -> None:
        """The goals of a search, which are about means; and the rules that may change, each value by itself."""
        known = [check.name for check, _ in checkable(setting) if check.of != "quantile"]
        for name in self.given.get("goals", {}):
            if name not in known:
                self.wrong(("goals", Key(name)), unknown("goal", name, known))
        self.given["goals"] = tuple(goal for goal in self.given.get("goals", {}).values() if goal)
        self.given[ELSEWHERE] = self.elsewhere(setting)
        if "over" in self.given:
            over = self.given["over"] = self.read(varied(game), self.given["over"], ("over",))
            if (count := prod(len(values) for values in over.values() if values)) > MOST_SETS:
                self.wrong((Key("over"),), f"{count:,} rule sets; allowed: at most {MOST_SETS:,}")
            for rule in over.keys() & self.given["rules"].keys():
                self.wrong(("over", Key(rule)), f"{rule} may change here and is fixed under rules; write it in one of them")

    def elsewhere(self, setting: Setting) -> Elsewhere | None:
        """The other tables of a search; of whom its goals say something sits at each."""
        names, asked = {goal.name for goal in self.given["goals"]}, self.given.get(ELSEWHERE)
        if not names or not asked or not asked.get(FROM):
            return None
        named = {metric.strategy for check, metric in checkable(setting) if check.name in names}
        seats = {seat.label: seat for lineup in self.given["lineups"].values() for seat in lineup}
        return Elsewhere(asked[FROM], asked[TABLES], tuple(seat for label, seat in seats.items() if label in named))


def _ways(seats: tuple[Seat, ...], players: int, how: str) -> int:
    """In how many ways a line-up is seated: equal strategies are not told apart."""
    labels = [seats[i % len(seats)].label for i in range(players)]
    if how == "permute":
        return factorial(players) // prod(map(factorial, Counter(labels).values()))
    return len({(*labels[i:], *labels[:i]) for i in range(players)}) if how == "rotate" else 1


def _in_name(index: int, value: Any) -> str:
    """A value in a scenario's name; a long list is only numbered."""
    text = value if isinstance(value, str) else written(value)
    return text if len(text) <= LONGEST_VALUE else f"#{index + 1}"
