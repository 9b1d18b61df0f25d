"""Valid experiments with the real games, in any style of YAML, and slips in them of which it is known what must be said."""

import json
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from simlab import games
from simlab.base.kinds import ByPlayers, Choice, Either, Flag, Kind, Real, Several, Whole
from simlab.engine.rules import kinds
from simlab.experiment.keys import KEYS
from simlab.experiment.nodes import MOST_DEPTH
from simlab.experiment.tree import read_file
from simlab.players import strategies

SHIPPED = sorted((Path(__file__).parents[2] / "experiments").glob("*.yaml"))
FILE = "x.yaml"
HUGE = 10**5000
NAN, INF = float("nan"), float("inf")
PLAIN = re.compile("(?!true|false|null|yes|no|on|off)[A-Za-z][A-Za-z0-9_ ]*[A-Za-z0-9]", re.IGNORECASE)


# What is written


class Raw(str):
    """YAML that stands in the file as it is."""


class Map(list):
    """A mapping as it is written: pairs of a key and a value, in which a key may stand twice."""

    def has(self, wanted: Any) -> bool:
        return any(key == wanted for key, _ in self)

    def get(self, wanted: Any) -> Any:
        return next((value for key, value in self if key == wanted), None)

    def put(self, key: Any, value: Any) -> None:
        self[:] = [*((k, v) for k, v in self if k != key), (key, value)]


def tree_of(value: Any) -> Any:
    """Plain Python with mappings in which a key can stand twice."""
    if isinstance(value, dict):
        return Map((key, tree_of(item)) for key, item in value.items())
    return [tree_of(item) for item in value] if isinstance(value, list | tuple) else value


class Writer:
    """Writes YAML, each part in a style that is drawn: flow or block, with or without quotes, indented by more or less."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def document(self, tree: Map) -> str:
        """The whole file."""
        if self.chance.random() < 0.1:
            return self.flow(tree) + "\n"
        return self.chance.choice(["", "", "---\n", "# why\n\n"]) + self.block(tree, 0) + "\n"

    def block(self, node: Any, indent: int) -> str:
        """A value in lines of its own."""
        pad, more = " " * indent, indent + self.chance.choice([1, 2, 4])
        comment = self.chance.choice(["", "", "", f"{pad}# a comment\n"])
        if isinstance(node, Map):
            return comment + "\n".join(f"{pad}{self.scalar(key)}:{self.below(value, more)}" for key, value in node)
        return comment + "\n".join(f"{pad}-{self.below(item, more)}" for item in node)

    def below(self, node: Any, indent: int) -> str:
        """What stands behind a colon or a dash, with the space or the line end before it."""
        in_block = isinstance(node, list) and node and self.chance.random() < 0.6
        return f"\n{self.block(node, indent)}" if in_block else f" {self.flow(node)}"

    def flow(self, node: Any) -> str:
        """A value in one line."""
        if isinstance(node, Map):
            return "{" + ", ".join(f"{self.scalar(key)}: {self.flow(value)}" for key, value in node) + "}"
        return f"[{', '.join(map(self.flow, node))}]" if isinstance(node, list) else self.scalar(node)

    def scalar(self, value: Any) -> str:
        """A word or a number."""
        if isinstance(value, Raw):
            return value
        if isinstance(value, str):
            styles = [json.dumps(value)]
            styles += ["'" + value.replace("'", "''") + "'"] if value.isprintable() else []
            styles += [value] * 3 if PLAIN.fullmatch(value) else []
            return self.chance.choice(styles)
        if isinstance(value, float) and (value != value or value in (INF, -INF)):
            return {"nan": ".nan", "inf": ".inf", "-inf": "-.INF"}[str(value)]
        if value == HUGE:
            return "1" + "0" * 5000
        if isinstance(value, bool) or value is None:
            return {True: "true", False: "false", None: "null"}[value]
        return f"{value:_}" if isinstance(value, int) and self.chance.random() < 0.3 else str(value)


# Valid experiments


def allowed(kind: Kind) -> st.SearchStrategy[Any]:
    """Values that a house rule may have by itself."""
    match kind:
        case Whole(low, high):
            return st.integers(low, high)
        case Real(low, high, step):
            return st.floats(low, high) if not step else st.integers(int(low / step) + 1, int(high / step)).map(lambda n: n * step)
        case Flag():
            return st.booleans()
        case Choice(options):
            return st.sampled_from(options)
        case Several(item, low, high, distinct):
            return st.lists(allowed(item), min_size=low, max_size=min(high, low + 6), unique=distinct)
        case ByPlayers(item):
            counts = st.lists(st.integers(2, 5), min_size=1, max_size=2, unique=True)
            return counts.flatmap(lambda of: st.fixed_dictionaries({n: allowed(replace(item, low=n, high=n)) for n in of})).map(tree_of)
        case Either(first, second):
            return allowed(first) | allowed(second)
    raise TypeError(kind)


def refused(kind: Kind) -> st.SearchStrategy[Any]:
    """Values that a house rule certainly can't have."""
    wrong: list[Any] = [None, "zq", HUGE, NAN, INF, [["zq"]], Map([("zq", 1)]), Raw("!!python/name:os.system x"), 1e400]
    if isinstance(kind, Whole | Real):
        wrong += [kind.low - 1, kind.high + 1, True]
    if isinstance(kind, Several):
        wrong += [[*[0] * (kind.high + 1)], [None] * kind.high]
    return st.sampled_from(wrong)


@st.composite
def house_rules(draw: Any, game: str, most: int) -> Map:
    """Some house rules; most as printed, so that most tables are possible."""
    allowed_in, fields = kinds(games.find(game).Rules), games.find(game).Rules.model_fields
    names = draw(st.lists(st.sampled_from(sorted(allowed_in)), max_size=most, unique=True))
    return Map((name, draw(allowed(allowed_in[name]) | st.just(tree_of(fields[name].default)))) for name in names)


def seats(game: str) -> st.SearchStrategy[Any]:
    """A strategy, with or without parameters."""

    def seat(name: str) -> st.SearchStrategy[Any]:
        params = sorted((param, min(2, of.high)) for param, of in strategies.find(game, name).declared.items())
        with_params = st.lists(st.sampled_from(params), unique=True) if params else st.just([])
        return st.just(name) | with_params.map(lambda some: Map([("strategy", name), *some]))

    return st.sampled_from(strategies.names(game)).flatmap(seat)


@st.composite
def made_up(draw: Any) -> Map:
    """A valid experiment with one of the games (but for tables that turn out to be impossible)."""
    game = draw(st.sampled_from(games.names()))
    counts = games.find(game).players
    players = draw(st.sampled_from(counts) | st.lists(st.sampled_from(counts), min_size=2, max_size=3, unique=True))
    lineup = st.lists(seats(game), min_size=players, max_size=players) if isinstance(players, int) else seats(game).map(lambda it: [it])
    tree = Map([("question", "Does it: matter?"), ("game", game), ("players", players), ("games", draw(st.integers(1, 10**12)))])
    if draw(st.booleans()):
        tree.append(("lineup", draw(lineup)))
    else:
        tree.append(("lineups", Map((name, draw(lineup)) for name in draw(st.sampled_from([("one",), ("one", "the [other]: one")])))))
    form = draw(st.sampled_from(["rules", "scenarios", "vary"]))
    if form == "vary":
        varied = draw(house_rules(game, 2))
        tree.append(("vary", Map((name, [value]) for name, value in varied) or Map([("turn_limit", [50])])) if varied else ("seed", 3))
    elif form == "scenarios":
        names = draw(st.sampled_from([("as printed",), ("as printed", "v1.5"), ("- a", "#b: c", 'd "e"', "è 🎉")]))
        tree.append(("scenarios", Map((name, draw(house_rules(game, 2))) for name in names)))
    else:
        tree.append(("rules", draw(house_rules(game, 3))))
    optional = [
        *(("seed", 2**63 - 1), ("seating", "rotate"), ("keep", "summary"), ("name", "été v1.5"), ("metrics", ["share", "turns"])),
        *(("matters", Map([("share", 0.02), ("turns", "2%")])), ("precision", Map([("share", 0.002)]))),
        ("checks", Map([("seat_edge", "< 2%"), ("turns.p95", "within 1..2e3"), ("turns.mean", "> .5")])),
    ]
    for key, value in draw(st.lists(st.sampled_from(optional), max_size=4, unique_by=lambda pair: pair[0])):
        tree.put(key, value)
    return tree


def shipped() -> st.SearchStrategy[Map]:
    """What comes with simlab."""
    return st.sampled_from(SHIPPED).map(lambda path: tree_of(read_file(path)[0].plain()))


# Slips


@dataclass(frozen=True)
class Slip:
    """What must be told: a pattern of the words, and of what stands where the fault points. Some can be told only where the game is
    known, and where there is one behind which nothing can be read, it alone must be told.
    """

    words: str
    points_at: str = ""
    needs_game: bool = False
    is_last: bool = False


@dataclass
class Draft:
    """An experiment into which slips are put, each at a key of its own, so that none can hide another."""

    draw: Any
    tree: Map
    game: str = ""
    touched: set[str] = field(default_factory=set)
    slips: list[Slip] = field(default_factory=list)
    tail: str = ""

    def free(self, *keys: str) -> bool:
        """Take these keys, unless there was a slip at one of them already."""
        if self.touched & set(keys):
            return False
        self.touched |= set(keys)
        return True

    def one_of(self, *options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def key(self, *wanted: str) -> str | None:
        """One of these keys (or of all) that stands in the experiment and had no slip yet; it is taken."""
        there = [key for key, _ in self.tree if (not wanted or key in wanted) and key in KEYS and key not in self.touched]
        key = self.one_of(*there) if there else None
        self.touched.add(key or "")
        return key

    def must_tell(self, words: str, points_at: str = "", **more: bool) -> None:
        self.slips.append(Slip(words, points_at, **more))

    @property
    def to_be_told(self) -> list[Slip]:
        last = [slip for slip in self.slips if slip.is_last]
        return last or [slip for slip in self.slips if "game" not in self.touched or not slip.needs_game]


def misspelt(draft: Draft, names: Any) -> str:
    """A name with a letter too many, as it happens."""
    return f"{draft.one_of(*sorted(names))}{draft.one_of('s', 'x', '_', '2')}q"


def misspelt_key(draft: Draft) -> None:
    key = misspelt(draft, KEYS)
    if draft.free(key):
        draft.tree.insert(draft.draw(st.integers(0, len(draft.tree))), (key, draft.one_of(1, "random", None, [1], Map())))
        draft.must_tell(f'no key "{key}"', key)


def missing_key(draft: Draft) -> None:
    if key := draft.key("question", "game", "players", "games"):
        draft.tree[:] = [pair for pair in draft.tree if pair[0] != key]
        draft.must_tell(f"{key} is missing; allowed: ")


WRONG: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("question", "game"), ([1], Map(), 3, True, None, "", " ", NAN, 12e3)),
    "name": (*("../x", "/etc/x", "a/b", "..", ".", ".hidden", "a\\b", "con\0", "con\x1b[31m", "a\nb", "", " ", "x" * 81), 3, [1], None),
    "players": ("four", 2.5, Map(), True, None, 0, 1, -3, 100, HUGE, NAN, [], [2, 2], [2, "x"], [3, HUGE], "2"),
    "games": ("many", 0, -1, 10**12 + 1, 10**50, HUGE, NAN, INF, 1.5, 1e6, None, True, [1], "1000"),
    "seed": (-1, 2**63, 10**50, HUGE, NAN, "x", 0.5, None, [1]),
    "lineup": ("random", Map(), [], [[]], [3], [None], 3, None, [Map()], [Map([("strategy", 3)])], [""]),
    "lineups": (["random"], Map(), "random", 3, None, Map([("a", "random")]), Map([("a", [])]), Map([("", ["random"])])),
    "seating": ("sideways", "Rotate", 1, None, ["rotate"], "rotate "),
    "rules": ([1], "x", 3, None),
    "scenarios": ([1], "x", Map(), None, Map([("a", None)]), Map([("x" * 81, Map())]), Map([("a\x07", Map())]), Map([("\n", Map())])),
    "vary": ([1], "x", Map(), None),
    "metrics": ("share", [], [1], [None], ["share", "share"], Map(), None),
    "matters": (*([1], "2%", None), *(Map([("share", it)]) for it in ("2%%", "-1%", "0%", "%", "1e999%", 0, -1, NAN, INF, True, [], None))),
    "precision": (*([1], 0.1, None), *(Map([("share", it)]) for it in ("2%", 0, -0.1, NAN, INF, HUGE, "x", None))),
    "keep": ("all", True, None, ["games"]),
    "checks": (
        *([1], "seat_edge < 2", None),
        *(Map([("seat_edge", it)]) for it in ("2", "== 3", "< ", "<< 2", "> 5%%", "< 1e999", "within 3 2", "within 1", 3, None, "< ２")),
    ),
}  # fmt: skip


def wrong_value(draft: Draft) -> None:
    """Another type, a number out of range, an odd percentage, a name that would leave the reports or move the terminal's cursor."""
    key = draft.one_of(*WRONG)
    exclude = {"lineup": "lineups", "lineups": "lineup", "scenarios": "vary", "vary": "scenarios"}
    if draft.free(key) and not draft.tree.has(exclude.get(key)):
        draft.tree.put(key, draft.one_of(*WRONG[key]))
        must_suit_game = key == "players"  # how many may play
        draft.must_tell(rf"(: {key}[:.] |: {key}\..*: |: the character U\+00)", needs_game=must_suit_game)


def unknown_game(draft: Draft) -> None:
    if draft.key("game"):
        draft.tree.put("game", name := misspelt(draft, games.names()))
        draft.must_tell(f'game: no game "{name}"', name)


def lineup_in(draft: Draft) -> list[Any] | None:
    """The seats of a line-up, which is taken."""
    key = draft.key("lineup", "lineups")
    found = draft.tree.get(key) if key else None
    seats = found[0][1] if isinstance(found, Map) else found
    return seats if isinstance(seats, list) else None


def unknown_strategy(draft: Draft) -> None:
    if lineup := lineup_in(draft):
        name = draft.one_of(
            misspelt(draft, strategies.names(draft.game)), "x/../random", "./no.py", "/etc/passwd", "no\n.py", "x" * 300 + ".py"
        )
        lineup[-1] = draft.one_of(name, Map([("strategy", name), ("keep", 1)]))
        draft.must_tell("no strategy ", name if name.isidentifier() else "", needs_game=True)


def unknown_parameter(draft: Draft) -> None:
    if lineup := lineup_in(draft):
        lineup[-1] = Map([("strategy", "random"), ("kept", 1)])
        draft.must_tell('no parameter of random "kept"', "kept", needs_game=True)


def wrong_length(draft: Draft) -> None:
    if draft.free("players") and (lineup := lineup_in(draft)):
        counts = draft.tree.get("players")
        lengths = {min(counts) + 1, 60} if isinstance(counts, list) else {1, counts + 1, 60}
        lineup[:] = [lineup[0]] * draft.one_of(*sorted(lengths))
        draft.must_tell(r"\d+ strateg(y|ies) for \d players; allowed", needs_game=True)


def unknown_metric(draft: Draft) -> None:
    if draft.free(key := draft.one_of("metrics", "matters", "precision")):
        name = misspelt(draft, ("share", "turns", "decisions"))
        draft.tree.put(key, [name] if key == "metrics" else Map([(name, 1)]))
        draft.must_tell(f'no metric "{name}"', name, needs_game=True)


def unknown_check(draft: Draft) -> None:
    if draft.free("checks"):
        name = draft.one_of("seat_edgeq", "turns.p96", "ending.never", "turns", "mean.turns")
        draft.tree.put("checks", Map([("seat_edge", "< 1"), (name, "< 1")]))
        draft.must_tell(f'no check "{re.escape(name)}"', re.escape(name), needs_game=True)


def wrong_house_rule(draft: Draft) -> None:
    """One that there is not, or a value that it can't have: where house rules stand."""
    if not (key := draft.key("rules", "scenarios", "vary")):
        return
    allowed_in = kinds(games.find(draft.game).Rules)
    rules = draft.tree.get(key)
    if key == "scenarios":
        rules = draft.one_of(*(there for _, there in rules))
    if draft.draw(st.booleans()):
        name = misspelt(draft, allowed_in)
        rules.put(name, [1])
        draft.must_tell(f'no house rule "{name}"', name, needs_game=True)
    else:
        name = draft.one_of(*sorted(allowed_in))
        value = draft.draw(refused(allowed_in[name]))
        rules.put(name, [value] if key == "vary" else value)
        draft.must_tell(rf"{key}\.(.*\.)?{name}: |the tag ", needs_game=True)


def twice(draft: Draft) -> None:
    if key := draft.key():
        draft.tree.append((key, draft.one_of(1, draft.tree.get(key))))
        draft.must_tell(f'the key "{key}" stands here twice; the first is at {FILE}:', key)


def both(draft: Draft) -> None:
    one, other = draft.one_of(("lineup", "lineups"), ("scenarios", "vary"))
    if draft.free(one, other):
        given = {"lineup": ["random"], "lineups": Map([("a", ["random"])]), "scenarios": Map([("a", Map())]), "vary": Map([("zq", [1])])}
        for key in (one, other):
            draft.tree.put(key, draft.tree.get(key) or given[key])
        draft.must_tell(f"{one} and {other} exclude each other", other)


def unreadable(draft: Draft) -> None:
    """Behind this nothing more is read: too deep a nest, aliases that stand for nothing, for themselves or for far too much."""
    deep = draft.one_of(MOST_DEPTH + 1, MOST_DEPTH * 2, 5000)
    text, words = draft.one_of(
        ("[" * deep + "]" * deep, "levels deep"),
        ("{a: " * deep + "1" + "}" * deep, "levels deep"),
        ("*nowhere", "there is no anchor &nowhere"),
        ("&a [*a]", r"the alias \*a stands within what it stands for"),
        (f"[&a [{'1, ' * 200}], &b [{'*a, ' * 200}], [{'*b, ' * 200}]]", "stands for more than 20000 values"),
    )
    if draft.free("the rest") and (key := draft.key()):
        draft.tree.put(key, Raw(text))
        draft.must_tell(words, is_last=True)


def fine_alias(draft: Draft) -> None:
    """No slip: what an alias stands for may be right."""
    if (lineup := lineup_in(draft)) and len(lineup) > 1:
        lineup[:2] = [Raw("&first random"), Raw("*first")]


def tag(draft: Draft) -> None:
    text = draft.one_of(
        "!!python/object/apply:os.system [touch hacked]", "!!python/name:os.system x", "!!str 3", "!mine {}", "! x", "!!binary aGk="
    )
    if key := draft.key():
        draft.tree.put(key, Raw(text))
        draft.must_tell("the tag .* means nothing here", re.escape(text[:5]))


def odd_key(draft: Draft) -> None:
    key, words = draft.one_of(("<<", "merge keys"), ("&k zq", "no tag and no anchor"), ("!!str zq", "no tag"), ("[zq]", "can't be a key"))
    if draft.free(key):
        where = draft.key("rules", "matters", "checks")
        inner = draft.tree.get(where) if where else None
        (inner if isinstance(inner, Map) else draft.tree).append((Raw(key), Map()))
        draft.must_tell(words, re.escape(key))


def not_yaml(draft: Draft) -> None:
    """Behind everything else: a tab, a quote that stays open, a second document."""
    if draft.free("the rest"):
        draft.tail = draft.one_of(
            "\tx: 1\n", "x: 'open\n", 'x: "\\U99999999"\n', "---\nquestion: again?\n", "}\n", "x: a: b\n", "@\n", "\0"
        )
        draft.must_tell("", is_last=True)


SLIPS = (
    *(misspelt_key, missing_key, wrong_value, wrong_value, unknown_game, unknown_strategy, unknown_parameter, wrong_length),
    *(unknown_metric, unknown_check, wrong_house_rule, wrong_house_rule, twice, both, unreadable, fine_alias, tag, odd_key, not_yaml),
)


HOW_MANY = st.sampled_from((1, 2, 3, 4, 2, 3, 4))
SOME_SLIPS = HOW_MANY.flatmap(lambda count: st.lists(st.sampled_from(SLIPS), min_size=count, max_size=count, unique=True))


@st.composite
def experiments_with_slips(draw: Any) -> tuple[str, list[Slip]]:
    """A file's text, and what must be told of it."""
    tree = draw(made_up() | shipped())
    draft = Draft(draw, tree, tree.get("game"))
    for slip in draw(SOME_SLIPS):
        slip(draft)
    text = Writer(Random(draw(st.integers(0, 2**32)))).document(draft.tree) + draft.tail
    return text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"]))), draft.to_be_told
