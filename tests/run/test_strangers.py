"""A run's folder that somebody else has made or changed, seals and all: nothing of it is executed, and what can't be told is a sentence."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import simlab
from simlab import report
from simlab.base.faults import BadInput, RunFailure
from simlab.storage.folder import Folder, manifest_in
from simlab.storage.parts import key_of, sealed, unsealed
from tests.run.harness import parts, run

EVIL = '"""Does what it likes."""\n\nimport numpy as np\n\nMARK = np.savetxt({mark!r}, [1])\n\n\ndef play(view):\n    return 0\n'
ASKED = {"games": 600, "lineup": ["random", "first", "random"]}


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A run, and its page."""
    path = run(tmp_path_factory.mktemp("whole") / "run", ASKED, jobs=1).path
    report.write(path)
    return path


@pytest.fixture
def theirs(whole, tmp_path) -> Path:
    return shutil.copytree(whole, tmp_path / "theirs")


def forged(folder: Path, *, lineups: dict[str, Any] | None = None, **changed: Any) -> None:
    """Change a manifest, and whatever depends on it so that all of it fits."""
    manifest = manifest_in(folder)
    state = Folder(folder, key_of(manifest["identity"])).state()
    manifest["experiment"]["lineups"] = lineups or manifest["experiment"]["lineups"]
    manifest |= changed
    (folder / "manifest.json").write_text(json.dumps(manifest))
    Folder(folder, key_of(manifest["identity"])).merge(state)
    (folder / "examples.json").unlink(missing_ok=True)


def page_of(folder: Path) -> str:
    return report.write(folder).read_text(encoding="utf-8")


@pytest.mark.parametrize("where", ["a path", "beside its parts", "a name in its folder", "another text of the user's own"])
def test_a_page_executes_no_strategy_that_the_user_did_not_name(theirs, tmp_path, monkeypatch, where):
    """By its path; by a name that is looked for in the working directory, which is the run's own; by one that says something else here."""
    mark = tmp_path / "executed"
    files = {
        "a path": tmp_path / "evil.py",
        "beside its parts": theirs / "games" / "evil.py",
        "a name in its folder": theirs / "strategies" / "mean" / "evil.py",
        "another text of the user's own": tmp_path / "strategies" / "mean" / "evil.py",
    }
    file = files[where]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(EVIL.format(mark=str(mark)))
    monkeypatch.chdir(file.parents[2] if "name" in where or "own" in where else tmp_path)
    called = "evil" if "name" in where or "own" in where else str(file)
    identity = manifest_in(theirs)["identity"]
    digest = "0" * 64 if "own" in where else simlab.players.strategies.digest_of(file.read_text())
    identity["strategies"] = {called: digest, "random": identity["strategies"]["random"]}
    forged(theirs, lineups={"lineup": [called, "random", "random"]}, identity=identity)
    assert "Single games are not shown" in page_of(theirs)
    assert not mark.exists()
    if where != "another text of the user's own":
        monkeypatch.setattr("simlab.report.examples.are_the_users_own", lambda *_: True)
        page_of(theirs)
        assert mark.exists(), "else this test sees nothing"


def test_single_games_of_ones_own_strategies_are_played_again(theirs):
    (theirs / "examples.json").unlink()
    assert "Single games are not shown" not in page_of(theirs)
    assert (theirs / "examples.json").exists()


@pytest.mark.parametrize("named", [True, False])
def test_a_page_executes_no_game_that_lies_in_the_run(theirs, tmp_path, monkeypatch, named):
    mark, text = tmp_path / "executed", "from pathlib import Path\nPath({mark!r}).touch()\n"
    file = theirs / "games" / "evil.py"
    file.write_text(text.format(mark=str(mark)))
    experiment = manifest_in(theirs)["experiment"] | {"game": "evil"}
    game = {"game": {"name": "evil", "digest": simlab.players.strategies.digest_of(file.read_text())}} if named else {}
    monkeypatch.chdir(theirs)
    forged(theirs, experiment=experiment, **game)
    with pytest.raises(BadInput, match=r"games/evil\.py is no longer what was played"):
        page_of(theirs)
    assert not mark.exists()


# Changed in any way


def changed(value: Any, dice: random.Random) -> Any:
    """A record with something in it otherwise, gone, new, or of another kind."""
    if isinstance(value, dict) and value and dice.random() < 0.9:
        key = dice.choice(list(value))
        if dice.random() < 0.15:
            return {name: of for name, of in value.items() if name != key}
        return {**value, key: changed(value[key], dice)}
    if isinstance(value, list) and value and dice.random() < 0.9:
        at = dice.randrange(len(value))
        return [*value[:at], *([] if dice.random() < 0.15 else [changed(value[at], dice)]), *value[at + 1 :]]
    other = [None, True, -1, 0, 10**30, 1.5, float("nan"), "", "x", "../../x", [], [[]], [1, "x"], {}, {"x": {}}, "\x1b[2J", 2**62]
    return dice.choice([*other, value + 1 if isinstance(value, int) else [value]])


def edited(folder: Path, dice: random.Random) -> str:
    """Edit one of a run's files, with a valid seal; which it was."""
    name = dice.choice(["manifest.json", "tally.json", "examples.json", "progress"])
    if name == "manifest.json":
        manifest = changed(manifest_in(folder), dice)
        (folder / name).write_text(json.dumps(manifest))
        if isinstance(manifest, dict) and isinstance(manifest.get("identity"), dict) and dice.random() < 0.5:
            record = unsealed((folder / "tally.json").read_bytes()) | {"identity": key_of(manifest["identity"])}
            (folder / "tally.json").write_text(sealed(record))
    elif name == "progress":
        record = unsealed((folder / "tally.json").read_bytes())
        part = {"seconds": 1.0, "maker": "me:1", "copied": 0, **record["parts"][0]}
        kind = record["made with"][part["made_with"]]
        note = {"identity": record["identity"], "part": part, "made with": kind, "tallies": record["tallies"]}
        (folder / "tally.json").unlink()
        (folder / "progress" / f"{part['name']}.json").write_text(sealed(changed(note, dice)))
    else:
        (folder / name).write_text(sealed(changed(unsealed((folder / name).read_bytes()), dice)))
    return name


def edit_and_read(whole: Path, folder: Path, seed: int) -> None:
    """A report and the run itself: a page, rows as they were, or a sentence."""
    dice = random.Random(seed)
    shutil.copytree(whole, folder)
    name = edited(folder, dice)
    before = (folder / "tally.json").exists() and (folder / "tally.json").read_bytes()
    for command in (lambda: report.write(folder), lambda: run(folder, ASKED, jobs=1)):
        try:
            command()
        except (BadInput, RunFailure):
            continue
        except Exception as error:
            raise AssertionError(f"{name}, seed {seed}") from error
    if name != "manifest.json" and (folder / "tally.json").read_bytes() != before:
        assert parts(folder) == parts(whole), seed
    shutil.rmtree(folder)


@pytest.mark.parametrize("seed", [*range(11), 5052])
def test_edited_files_with_valid_seals_give_no_traceback(whole, tmp_path, seed):
    edit_and_read(whole, tmp_path / "edited" / "run", seed)


@pytest.mark.slow
def test_hundreds_of_edited_files_give_no_traceback(whole, tmp_path):
    for seed in range(1_000, 1_300):
        edit_and_read(whole, tmp_path / str(seed) / "run", seed)
