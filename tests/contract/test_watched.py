"""No game is played twice: where two sets of house rules agree in all that was read in a game, it is the same game under both.

The failure to fear is a read that goes unnoticed: then a game would be copied that comes out differently. So games that would be copied
are played here, and must be the same, byte by byte, and have read the same.
"""

import json
import random
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from simlab import games
from simlab.base.faults import RunFailure
from simlab.engine.compiled.functions import load_instructions
from simlab.engine.compiled.memory import flagged
from simlab.engine.game import Game
from simlab.engine.own import Source
from simlab.engine.records import blank, record
from simlab.engine.rules import kinds
from simlab.engine.state import encoded
from simlab.engine.watched import FLAGS, LOOKED, bits, differing, watch
from simlab.experiment import load
from simlab.experiment.plan import Chunk, make_plan
from simlab.players.imagining import unthinking
from simlab.runner import Settings, run_experiment
from simlab.stats import trial
from simlab.stats.trial import trial_of
from simlab.table import Table
from simlab.table.batches import played, proved
from simlab.table.choices import Choice, choices_of
from tests.compiling import compiled_only
from tests.contract.test_extreme_rules import combination, extremes, resolved, strategy

GAMES = [games.find(name) for name in games.names()]
RULES = [(game, rule) for game in GAMES for rule in kinds(game.Rules)]


def games_at(game: Game, rules: Any, names: list[str], deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows of some deals, and what was read in each."""
    table = Table(game, [(strategy(game.name, name), {}) for name in names], rules, seed=7)
    rows, looked = np.zeros(deals, dtype=game.row), np.zeros(deals, dtype=np.uint64)
    table.play(0, rows, looked=looked)
    return rows, looked


def as_bytes(rows: np.ndarray) -> np.ndarray:
    """Rows as they lie in memory: to be compared with all that is in them."""
    return rows.view(f"V{rows.itemsize}")


def check(game: Game, one: Any, other: Any, names: list[str], deals: int) -> tuple[int, int]:
    """Games that agree in what was read are the same games. How many would be copied, and how many came out alike."""
    rows, looked = games_at(game, one, names, deals)
    others, others_looked = games_at(game, other, names, deals)
    same = looked & differing(encoded(game.seen["rules"], one), encoded(game.seen["rules"], other)) == 0
    assert (as_bytes(others)[same] == as_bytes(rows)[same]).all(), (one, other, names)
    assert (others_looked[same] == looked[same]).all(), (one, other, names)
    return int(same.sum()), int((as_bytes(rows) == as_bytes(others)).sum())


def table_for(game: Game, dice: random.Random) -> tuple[int, list[str]]:
    """A number of players, and strategies for them."""
    players = dice.choice(game.players)
    names = [strategy.name for strategy in unthinking(game)]
    start = dice.randrange(len(names))
    return players, list(islice(cycle(names), start, start + players))


@compiled_only
def test_what_is_read_is_noted_and_nothing_else():
    """Wherever it is read: by name, as a list, in another function, in a branch."""
    load_instructions()
    kind = watch(record("a\nb: f8\nc[3]\nd\ne", FLAGS))

    @njit
    def deeper(rules):
        return rules["d"]

    @njit
    def reads(rules, branch):
        total = rules.c[1]
        if branch == 1:
            total += rules.a
        elif branch == 2:
            total += int(rules.b) + deeper(rules)
        rules.e = total
        return total

    for branch, read in ((0, 0b00100), (1, 0b00101), (2, 0b01110)):
        rules = blank(kind)
        reads(rules[0], branch)
        assert flagged(rules[0][LOOKED]) == read


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda one: getattr(one, "name", one))
def test_a_rule_that_was_not_read_does_not_matter(game, rule):
    """The printed rules against each extreme of one rule, at tables of all strategies."""
    dice = random.Random(rule)
    for _ in range(2):
        players, names = table_for(game, dice)
        printed = game.resolve(game.Rules(), players)
        for value in extremes(kinds(game.Rules)[rule], players):
            other = resolved(game, {rule: value}, players)
            if other:
                check(game, printed, other, names, deals=20)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_read_in_imagined_games_counts_as_read(game):
    dice, players = random.Random(game.name), game.players[0]
    printed = game.resolve(game.Rules(), players)
    for rule in dice.sample([*kinds(game.Rules)], 3):
        for value in extremes(kinds(game.Rules)[rule], players):
            other = resolved(game, {rule: value}, players)
            if other:
                check(game, printed, other, ["thinker", *["random"] * (players - 1)], deals=2)


@compiled_only
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_game_reads_does_not_depend_on_the_games_before_it(game):
    """A value that one game makes of the rules, for the next ones to find, would hide their reads."""
    dice = random.Random(game.name)
    for _ in range(4):
        players, names = table_for(game, dice)
        _, looked = games_at(game, game.resolve(game.Rules(), players), names, deals=10)
        for deal in range(10):
            table = Table(game, [(strategy(game.name, name), {}) for name in names], game.resolve(game.Rules(), players), seed=7)
            alone = np.zeros(1, dtype=np.uint64)
            table.play(deal, np.zeros(1, dtype=game.row), looked=alone)
            assert alone[0] == looked[deal] != 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_any_rules(game):
    """Random house rules, and others that differ from them in one, two or three."""
    dice, pairs = random.Random(game.name), 0
    while pairs < 20:
        players, names = table_for(game, dice)
        values = combination(game, players, dice)
        others = combination(game, players, dice)
        changed = dict(dice.sample(sorted(others.items(), key=str), min(len(others), dice.choice([1, 1, 2, 3]))))
        one, other = resolved(game, values, players), resolved(game, values | changed, players)
        if one and other:
            check(game, one, other, names, deals=5)
            pairs += 1


def choices_at(game: Game, rules: Any, names: list[str], before: Any = (), deals: int = 8) -> tuple[list[Choice], int]:
    """A choice each of some deals, and how many games were imagined for them."""
    table = Table(game, [(strategy(game.name, name), {}) for name in names], rules, seed=7)
    found = choices_of(table, [(deal, deal / deals) for deal in range(deals)], 8, before)
    assert table.minds is not None
    return found, table.minds.thoughts


def check_choices(game: Game, earlier: list[Any], last: Any, names: list[str], deals: int = 8) -> tuple[int, int, int]:
    """What is taken over from earlier rules is what would have been imagined. How many games are imagined without and with that; and
    of how many choices some were taken over, and some not.
    """
    differ = [differing(*(encoded(game.seen["rules"], one) for one in (each, last))) for each in earlier]
    known = [choices_at(game, each, names, deals=deals)[0] for each in earlier]
    (played, imagined), (found, left) = (choices_at(game, last, names, before, deals) for before in ((), zip(differ, known, strict=True)))
    mixed = 0
    for i, (one, other) in enumerate(zip(played, found, strict=True)):
        assert (one.seat, one.number, one.read) == (other.seat, other.number, other.read)
        assert np.array_equal(one.shares, other.shares), (earlier, last, names)
        assert np.array_equal(one.read_in_each, other.read_in_each), (earlier, last, names)
        alike = [of[i].read_in_each & bits == 0 for bits, of in zip(differ, known, strict=True) if not of[i].read & bits]
        mixed += bool(alike) and len(np.unique(np.any(alike, axis=0))) == 2
    return imagined, left, mixed


@compiled_only
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_imagined_by_other_rules_is_not_imagined_again_where_it_is_the_same(game):
    """Random house rules, and others that differ in one or two: all options of some choices, each imagined or taken over."""
    dice, pairs, all_imagined, all_left = random.Random(game.name), 0, 0, 0
    while pairs < 8:
        players, names = table_for(game, dice)
        values, others = (combination(game, players, dice) for _ in range(2))
        changed = [dict(dice.sample(sorted(others.items(), key=str), min(len(others), dice.choice([1, 1, 2])))) for _ in range(2)]
        rules = [resolved(game, values | more, players) for more in ({}, *changed)]
        if all(rules):
            imagined, left, _ = check_choices(game, rules[:-1], rules[-1], names)
            pairs, all_imagined, all_left = pairs + 1, all_imagined + imagined, all_left + left
    assert 0 <= all_left < all_imagined


SELDOM = [
    ("hit_the_deck", "fake_penalty", 0.0),
    ("mean", "eight_last", 0.12),
    ("mean", "going_out_on_mean", 0.3),
    ("meow", "debt", 0.4),
    ("meow", "deck_out", 0.12),
    ("meow", "meow_fail_to", 0.3),
    ("spite_malice", "blocked", 0.02),
    ("what_the_heck", "carry", 0.45),
]


@compiled_only
@pytest.mark.parametrize(("name", "rule", "most"), SELDOM, ids=lambda one: str(one))
def test_a_rule_is_looked_at_only_where_it_can_matter(name, rule, most):
    """An early look, at no cost of its own, would have a game played that could have been copied."""
    game = games.find(name)
    _, looked = games_at(
        game, game.resolve(game.Rules(), 4), list(islice(cycle(strategy.name for strategy in unthinking(game)), 4)), deals=400
    )
    assert (looked & np.uint64(bits(game.seen["rules"])[rule]) != 0).mean() <= most


@compiled_only
@pytest.mark.parametrize(("name", "rule"), [(name, rule) for name, rule, most in SELDOM if most > 0.1])
def test_of_a_choice_only_those_imagined_games_are_played_that_read_what_differs(name, rule):
    """Where a rule is seldom read, some of a choice's games are taken over, and some not; also from either of two other rule sets."""
    game = games.find(name)
    printed = game.resolve(game.Rules(), 4)
    values = [other for value in extremes(kinds(game.Rules)[rule], 4) if (other := resolved(game, {rule: value}, 4)) and other != printed]
    names = list(islice(cycle(strategy.name for strategy in unthinking(game)), 4))
    imagined, left, mixed = check_choices(game, [printed, *values[1:]], values[0], names)
    assert mixed
    assert left < imagined


@compiled_only
def test_of_a_choice_some_games_may_be_known_from_one_rule_set_and_some_from_another():
    """Where both together know all of them, it is neither's choice: in a factorial each differs in a rule that others of its games read."""
    game, names = games.find("mean"), ["shedder", "hoarder", "spoiler", "random"]
    last, mean = {"eight_last": "wins"}, {"going_out_on_mean": "immediate"}
    one, other, both = (game.resolve(game.Rules(**changes), 4) for changes in (last, mean, last | mean))
    check_choices(game, [one, other], both, names, deals=40)
    differ = [differing(*(encoded(game.seen["rules"], each) for each in (before, both))) for before in (one, other)]
    known = zip(*(choices_at(game, before, names, deals=40)[0] for before in (one, other)), strict=True)
    together = 0
    for choices in known:
        if not any(of.read & bits for of, bits in zip(choices, differ, strict=True)):
            a, b = (of.read_in_each & bits == 0 for of, bits in zip(choices, differ, strict=True))
            together += (a | b).all() and not a.all() and not b.all()
    assert together


@compiled_only
def test_fields_beyond_the_last_bit_share_it():
    """Then a game is played once too often, and never copied wrongly."""
    kind = record("\n".join(f"f{i}" for i in range(70)), FLAGS)
    assert bits(kind)["f63"] == bits(kind)["f69"] == 1 << 63
    one, other = blank(kind)[0], blank(kind)[0]
    other.f69 = 1
    assert differing(one, other) == 1 << 63
    assert differing(one, one) == 0


ASKED = {"question": "?", "game": "mean", "players": 4, "games": 600, "seed": 3, "lineup": ["shedder", "planner", "hoarder", "random"]}
FACTORIAL = {"eight_last": ["loses", "wins", "swaps"], "play_on": [False, True]}


@compiled_only
@pytest.mark.parametrize("vary", [FACTORIAL, {"decks": [1, 2]}], ids=["seldom read", "read in every game"])
def test_an_experiment_has_the_same_rows_copied_or_played(vary):
    """In a factorial from any rule set before; a rule that every game reads copies nothing."""
    told = load(ASKED | {"vary": vary})
    copying, playing = (make_plan(told, copies=copies) for copies in (True, False))
    chunk = next(copying.chunks())
    one, other = played(copying, chunk), played(playing, chunk)
    assert one.rows.tobytes() == other.rows.tobytes()
    assert other.copied == 0
    assert one.copied == 0 if vary != FACTORIAL else one.copied > one.rows.size / 10


@compiled_only
def test_a_run_tells_what_was_copied(tmp_path):
    """In its manifest, at its end, and beforehand what is to be expected; with the same results as one that plays all."""
    told, said, folders = load(ASKED | {"vary": FACTORIAL, "keep": "games"}), {}, {}
    for copies in (True, False):
        said[copies] = []
        folders[copies] = run_experiment(told, Settings(jobs=1, out=tmp_path / str(copies), say=said[copies].append, copies=copies))
    manifests = {copies: json.loads((folder.path / "manifest.json").read_text()) for copies, folder in folders.items()}
    copied, games_played = manifests[True]["copied"], manifests[True]["games"]
    assert manifests[False]["copied"] == 0
    assert f"{copied:,} of {games_played:,} games were copied: they looked at nothing that differs" in said[True]
    assert not any("copied" in line for line in said[False])
    expected, none = (trial_of(make_plan(told, copies=copies)) for copies in (True, False))
    assert expected is not None
    assert none is not None
    assert expected.copied == pytest.approx(copied / games_played, abs=0.03)
    assert none.copied == 0
    files = [[part.read_bytes() for part in sorted((folder.path / "games").glob("*.parquet"))] for folder in folders.values()]
    assert files[0] == files[1] != []


def test_nobody_compiles_to_say_what_to_expect(monkeypatch):
    """It is not known then."""
    monkeypatch.setattr(trial, "needs_compiling", lambda game: True)
    monkeypatch.setattr(trial, "blocks", lambda *_: pytest.fail("a game was played"))
    assert trial_of(make_plan(load(ASKED | {"vary": FACTORIAL}))) is None


FORGETFUL = """

def prepare(g):
    g.was_read = 0


def note(g):
    if g.was_read == 0:
        g.was_read = 1 + g.seen.rules.two_draws  # read in the first game only, and then it is there
    return g.was_read - 1
"""


@pytest.mark.parametrize("size", [1, 7, 2_000, 5_000])
def test_which_copies_are_proved_does_not_depend_on_how_a_run_is_cut(size):
    """However short chunks are: else most copies of a run in which somebody thinks would be played as well."""
    whole = Chunk((0,), 4, 0, 3, 9_000)
    found = [chunk.first + deal for chunk in whole.blocks(size) for deal in proved(chunk)]
    assert found == [deal for deal in range(3, 9_003) if deal % 2_000 < 8]


@compiled_only
@pytest.mark.slow
def test_a_game_that_keeps_a_rule_from_game_to_game_is_found_out(tmp_path):
    """Of a game of the user's own nobody knows that what it looked at is all that it depends on: some copies are played as well."""
    starter = (Path(games.__file__).parents[1] / "starter" / "games" / "sevens.py").read_text()
    text = starter.replace("g.seen.rules.two_draws", "note(g)")
    at = text.index("# --- The house rules")
    text = text[:at] + 'KEPT = """\n    was_read   what was read\n"""\n\n' + text[at:]
    at = text.index("def play_game")
    text = text[:at] + FORGETFUL.lstrip() + "\n\n" + text[at:]
    own = games.received(Source("forgetful", str(tmp_path / "forgetful.py"), text))
    by_chance = tmp_path / "by_chance.py"
    by_chance.write_text('"""By chance."""\n')
    with games.held(own):
        told = load(ASKED | {"game": "forgetful", "players": 2, "lineup": [str(by_chance)] * 2, "vary": {"two_draws": [0, 3]}})
        plan = make_plan(told)
        with pytest.raises(RunFailure, match=r"does the game keep something from one game to the next.*--no-copy"):
            played(plan, next(plan.chunks()))
        played(make_plan(told, copies=False), next(plan.chunks()))
