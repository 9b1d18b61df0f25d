"""A game of the user's own is its text: runs know it, what is compiled is compiled of it, and what only people read changes nothing."""

import json
import pickle

import polars as pl
import pytest

from simlab import games
from simlab.engine.compiled import kernel
from simlab.engine.compiled.fingerprint import fingerprint
from simlab.engine.sources import source_digest
from simlab.experiment import load
from simlab.experiment.plan import make_plan
from simlab.players import strategies
from simlab.runner import identity_of
from tests.compiling import compiled_only
from tests.games.one_file import HIGH_CARD, changed, python, simlab, write

PLAIN = """

def twice(x):
    return 2 * x


def also(x):  # nothing names it: as an overload
    return TIMES * x


TIMES = 2
"""
OTHER_WORDS = changed(
    ("The card.", "The card itself."), ("and swaps its card", "and may swap"), ('title="High card"', 'title="Highest card"')
)


def test_what_rows_depend_on_has_its_text_in_it(workspace):
    before = games.find("high_card")
    identity = identity_of(make_plan(load("experiments/cards.yaml")))
    assert identity["engine"] == source_digest(before)
    write(workspace, OTHER_WORDS)
    after = games.find("high_card")
    assert source_digest(after) != source_digest(before)
    assert identity_of(make_plan(load("experiments/cards.yaml"))) != identity
    assert source_digest(games.find("mean")) not in (source_digest(before), source_digest(after))


def test_what_it_imports_of_another_game_belongs_to_it(workspace, monkeypatch):
    asked = []
    monkeypatch.setattr("simlab.engine.sources.sources", lambda name: asked.append(name) or [])
    write(workspace, changed(("PACK = 52", "from simlab.games.meow import below as again\n\nPACK = 52")))
    source_digest(games.find("high_card"))
    assert asked == ["", "meow"], "the engine and the kit, and the game that it imports"


def keys(text: str, workspace, strategy: str = "half") -> tuple[str, str]:
    """The hashes of the kernel and of a strategy."""
    write(workspace, text)
    game = games.find("high_card")
    found = strategies.find("high_card", strategy)
    texts = kernel._KERNEL.format(game="high_card"), kernel.entry_text(game, found.source, found.functions, {})
    with game.in_place():
        return tuple(fingerprint(text, game) for text in texts)


@compiled_only  # about compiled code
class TestWhatIsCompiled:
    def test_other_words_compile_nothing_anew(self, workspace):
        assert keys(OTHER_WORDS, workspace) == keys(HIGH_CARD, workspace)
        assert keys("# A remark.\n\n" + HIGH_CARD, workspace) == keys(HIGH_CARD, workspace)

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("BONUS = 0", "BONUS = 1"),
            ("g.row.swaps += 1", "g.row.swaps += 2"),
            ("    pack: u1[52]", "    pack: u2[52]"),
            ("OUT = 0", "OUT = 1"),
        ],
    )
    def test_what_the_rules_reach_compiles_them_anew_and_no_strategy(self, workspace, before, after):
        rules, strategy = keys(changed((before, after)), workspace)
        assert rules != keys(HIGH_CARD, workspace)[0]
        assert strategy == keys(HIGH_CARD, workspace)[1]

    def test_what_a_strategy_reaches_compiles_both(self, workspace):
        both = zip(
            keys(changed(("PACK = 52", "PACK = 40"), ("pack: u1[52]", "pack: u1[40]")), workspace), keys(HIGH_CARD, workspace), strict=True
        )
        assert all(one != other for one, other in both)

    def test_it_is_the_text_that_was_read_whatever_the_file_says_by_now(self, workspace):
        """A plain function stands for its whole file: here for the text that was executed."""
        used = HIGH_CARD.replace("    low = g.seen", "    twice(1)\n    low = g.seen")
        before = keys(used + PLAIN, workspace)
        game = games.find("high_card")
        write(workspace, "nothing = ")
        fingerprint.cache_clear()
        with game.in_place():
            assert fingerprint(kernel._KERNEL.format(game="high_card"), game) == before[0]
        assert keys(used + PLAIN.replace("TIMES * x", "3 * x"), workspace)[0] != before[0]


def test_an_edited_game_is_another_run(workspace):
    words = ("run", "cards", "--games", "60", "--quiet")
    assert simlab(*words, cwd=workspace).returncode == 0
    write(workspace, changed(("g.row.swaps += 1", "g.row.swaps += 2")))
    refused = simlab("report", "reports/cards", cwd=workspace)
    assert refused.returncode == 2
    assert "games/high_card.py is no longer what was played" in refused.stderr
    done = simlab(*words[:-1], cwd=workspace)
    assert "reports/cards holds another run" in done.stderr
    swaps = [_swaps(workspace / "reports" / run) for run in ("cards", "cards-2")]
    assert swaps[1] == 2 * swaps[0] > 0
    write(workspace, HIGH_CARD)
    assert simlab("report", "reports/cards", cwd=workspace).returncode == 0
    assert "holds another" not in simlab(*words[:-1], cwd=workspace).stderr, "it is the run of before"


def _swaps(folder) -> int:
    return pl.read_parquet(folder / "games" / "*.parquet")["swaps"].sum()


def test_a_file_that_is_edited_while_a_run_goes_on_changes_nothing(workspace):
    code = """
import json, sys
from pathlib import Path
from simlab import report
from simlab.experiment import plan
from simlab.experiment import load
from simlab.runner import Settings, run_experiment

def edit(done, total):
    if sys.argv[2] == "edit":
        Path("games/high_card.py").write_text("half-typed = ")

plan.BLOCK_GAMES = 400
folder = run_experiment(load(json.load(sys.stdin)), Settings(out=sys.argv[1], jobs=1, progress=edit))
print(report.read(folder.path).game.title, report.read(folder.path).examples is not None)
"""
    asked = json.dumps({"question": "?", "game": "high_card", "players": 2, "games": 1000, "lineup": ["half", "random"]})
    parts = []
    for how in ("leave", "edit"):
        done = python("-c", code, how, how, cwd=workspace, input=asked)
        assert done.returncode == 0, done.stderr
        assert done.stdout.split("\n")[0] == "High card True"
        parts.append([path.read_bytes() for path in sorted((workspace / how / "games").iterdir())])
    assert parts[0] == parts[1]
    assert len(parts[0]) == 3


def test_a_game_travels_as_its_text(workspace):
    game = games.find("high_card")
    assert pickle.loads(pickle.dumps(game)) is game
    assert HIGH_CARD.encode() in pickle.dumps(game)
    assert pickle.loads(pickle.dumps(games.find("mean"))) is games.find("mean")
