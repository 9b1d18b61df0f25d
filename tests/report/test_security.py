"""What users write stays text: on the page, in its pictures, on a terminal and on the disk; and nothing that is read is ever executed.

The only code that runs is what the user calls code: a strategy's file.
"""

import ast
import io
import json
import re
import shutil
import stat
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from rich.console import Console

import simlab
from simlab import report
from simlab.base.faults import BadInput
from simlab.commands import running
from simlab.engine.compiled import cache
from simlab.experiment import load
from simlab.report.compared import compare
from simlab.runner import Settings, run_experiment
from tests.cli.in_process import simlab_here
from tests.report.test_page import all_of, read, words_of

PACKAGE = Path(simlab.__file__).parent
ROOT = PACKAGE.parent

SCRIPT = "<script>alert(1)</script>"
HOSTILE = {
    "name": "\"><svg onload=alert(1)>&amp;'[red]",
    "question": f"</title></style></script>{SCRIPT} javascript:alert(1) [red]hot[/red] [/] {{{{ 7 * 7 }}}} <a href='javascript:alert(1)'>?",
    "scenario": f"{SCRIPT} [bold]&lt; ]]> -->",
    "line-up": "\"><img src=x onerror=alert(1)> '&' [link=http://x]",
    "strategy": "<svg onload=alert(1)> & [red]'x'",
    "idea": f"Sheds {SCRIPT} \"quotes\" & 'more' <style>*{{display:none}}</style> \x1b[31m\x9b2J\u202etxt\u2066.",
}
BENIGN = {
    "name": "plain",
    "question": "Does it matter?",
    "scenario": "an Eight wins",
    "line-up": "mixed",
    "strategy": "mine",
    "idea": "Sheds the first card.",
}
STRATEGY = '"""{idea}"""\n\n\ndef play(view):\n    return 0\n'


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A working directory with both strategies in it."""
    folder = tmp_path_factory.mktemp("workspace")
    (folder / "strategies" / "mean").mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in (HOSTILE, BENIGN):
            text = STRATEGY.format(idea=words["idea"].replace('"', '\\"'))
            (folder / "strategies" / "mean" / f"{words['strategy']}.py").write_text(text, encoding="utf-8")
        yield folder


def played(words: dict[str, str], out: Path) -> Path:
    """A finished run in which everything that can have a name has these."""
    strategy, scenario = words["strategy"], words["scenario"]
    experiment = {
        "name": words["name"],
        "question": words["question"],
        "game": "mean",
        "players": 2,
        "games": 400,
        "lineups": {words["line-up"]: [strategy, "random"], "other": ["first", f"strategies/mean/{strategy}.py"]},
        "scenarios": {"as printed": {}, scenario: {"eight_last": "wins"}},
        "checks": {f"share.{strategy}": "< 0.01", f"effect.{scenario}.turns": "within -0.1 0.1"},
    }
    run_experiment(load(experiment), Settings(jobs=1, out=out))
    report.write(out)
    return out


@pytest.fixture(scope="module")
def hostile(workspace: Path) -> Path:
    return played(HOSTILE, workspace / "reports" / HOSTILE["name"].replace("/", ""))


@pytest.fixture(scope="module")
def benign(workspace: Path) -> Path:
    return played(BENIGN, workspace / "plain reports" / "plain")


def parsed(page: Path) -> Element:
    return read(page.read_text(encoding="utf-8"))


def shapes_in(root: Element) -> set[tuple[str, str]]:
    """Which elements there are, and which attributes they have."""
    return {(str(element.tag), str(name)) for element in root.iter() for name in ("", *element.attrib)}


def addresses_in(root: Element) -> list[str]:
    """All that is linked, loaded or sent to."""
    asked = ("href", "src", "srcset", "action", "formaction", "data", "poster", "http-equiv")
    return [value for element in root.iter() for name, value in element.attrib.items() if str(name).rpartition("}")[2] in asked]


def is_safe(root: Element, like: Element) -> None:
    """Nothing is in a page that is not in this other one, apart from its words."""
    assert shapes_in(root) <= shapes_in(like)
    for tag in ("script", "style"):
        assert [element.text for element in all_of(root, tag)] == [element.text for element in all_of(like, tag)]
    assert not [name for element in root.iter() for name in element.attrib if str(name).lower().startswith("on")]
    assert not [address for address in addresses_in(root) if not re.match(r"#|data:text/csv;|[^:]*/index\.html$|Content-Security", address)]


# The page


def test_a_page_has_nothing_in_it_but_what_a_harmless_one_has(hostile, benign):
    is_safe(parsed(hostile / "index.html"), parsed(benign / "index.html"))


def test_every_name_is_on_the_page_as_it_was_written(hostile):
    page = parsed(hostile / "index.html")
    said = words_of(page)
    for what in ("question", "scenario", "line-up", "strategy"):
        assert HOSTILE[what] in said, what
    assert words_of(all_of(page, "h1")[0]) == HOSTILE["question"]
    idea = re.sub("[\x1b\x9b\u202e\u2066]", "", HOSTILE["idea"])
    assert idea in [words_of(cell) for cell in all_of(page, "td")]


def test_pictures_hold_names_as_text_only(hostile):
    page = parsed(hostile / "index.html")
    pictures = all_of(page, "svg")
    assert {element.tag for svg in pictures for element in svg.iter()} <= {
        *("svg", "defs", "pattern", "g", "path", "rect", "line", "text"),
    }
    letters = " ".join(words_of(text) for svg in pictures for text in all_of(svg, "text"))
    assert "<script>alert(1)</script>" in letters
    assert "<img src=x onerror=alert(1)>" in letters
    assert all(value.startswith("#") for svg in pictures for value in addresses_in(svg))


def test_what_a_manifest_says_is_text_as_well(hostile, benign, tmp_path):
    copy = tmp_path / "run"
    shutil.copytree(hostile, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    told = {"simlab": SCRIPT, "again": f"simlab run {SCRIPT}", "versions": {SCRIPT: f"'\">{SCRIPT}"}}
    (copy / "manifest.json").write_text(json.dumps({**manifest, **told}))
    page = parsed(report.write(copy))
    is_safe(page, parsed(benign / "index.html"))
    assert f"simlab run {SCRIPT}" in words_of(page)


def test_the_index_of_reports_is_as_safe(hostile, benign):
    manifest = json.loads((hostile / "manifest.json").read_text())
    (hostile / "manifest.json").write_text(json.dumps({**manifest, "finished": SCRIPT}))
    page = parsed(report.write_index(hostile.parent))
    is_safe(page, parsed(report.write_index(benign.parent)))
    assert HOSTILE["question"] in words_of(page)


def test_runs_side_by_side_are_as_safe(hostile, benign, tmp_path):
    shutil.copytree(hostile, tmp_path / "1" / hostile.name)
    shutil.copytree(benign, tmp_path / "1" / "plain")
    page, like = (parsed(compare([run, tmp_path / "1" / run.name]).write(tmp_path / "x.html")) for run in (hostile, benign))
    is_safe(page, like)
    assert HOSTILE["scenario"] in words_of(page)
    assert words_of(all_of(page, "h1")[0]) == HOSTILE["question"]


def test_a_notebook_frames_a_page_as_text(hostile):
    frame = report.framed_answer(hostile)
    (inside,) = re.findall(r'^<iframe srcdoc="([^"]*)" style="[^"]*" title="Answer"></iframe>$', frame)
    page = read(unescape(inside))
    assert words_of(all_of(page, "h1")[0]) == HOSTILE["question"]
    assert [section.get("id") for section in all_of(page, "section")] == ["answer"]


# The terminal


def on_terminal(run_dir: Path) -> str:
    console = Console(file=io.StringIO(), width=10_000, force_terminal=True, color_system=None, legacy_windows=False)
    console.print(report.terminal(run_dir))
    return console.file.getvalue()


def test_a_terminal_shows_names_as_they_were_written(hostile):
    text = on_terminal(hostile)
    for what in ("question", "scenario", "line-up", "strategy"):
        assert HOSTILE[what] in text, what
    assert not re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f]", re.sub("\x1b\\[[0-9;]*m", "", text))


def test_a_question_cannot_move_the_cursor(benign, tmp_path):
    shutil.copytree(benign, tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    manifest["experiment"]["question"] = "Does\r\x85\u202eit\u2066\tmatter?"
    (tmp_path / "run" / "manifest.json").write_text(json.dumps(manifest))
    first = on_terminal(tmp_path / "run").splitlines()[0]
    assert re.sub("\x1b\\[[0-9;]*m", "", first).split() == ["Does", "it", "matter?"]


# Names and the disk


@pytest.mark.parametrize("question", ["is [/x] markup?", "[red]why?", "\\[bold]?"])
def test_a_plan_shows_a_question_as_it_is_written(question, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.yaml").write_text(EXPERIMENT.replace("Why?", json.dumps(question)))
    running.show_plan(running.read("x.yaml", [], None, None), as_json=False)
    assert capsys.readouterr().out.startswith(question)


def everything_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


EXPERIMENT = "question: Why?\ngame: mean\nplayers: 2\ngames: 20\nlineup: [random, first]\n"


@pytest.mark.parametrize(
    "name", ["../x", "../../x", "/etc/x", "a/b", "a/../../x", "..", ".", ".x", "a\\b", "..\\x", "con\0", "a\nb", "x" * 81, ""]
)
def test_a_name_that_leaves_the_reports_is_refused_and_nothing_is_written(name, tmp_path, monkeypatch):
    folder = tmp_path / "deep" / "inside"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    (folder / "x.yaml").write_text(f"{EXPERIMENT}name: {json.dumps(name)}\n", encoding="utf-8")
    (folder / "y.yaml").write_text(EXPERIMENT, encoding="utf-8")
    before = everything_in(tmp_path)
    code, _, said = simlab_here("run", "x.yaml")
    assert code == 2
    assert said.startswith("x.yaml:6:"), said
    assert simlab_here("run", "y.yaml", "--set", f"name={json.dumps(name)}").returncode == 2
    with pytest.raises(BadInput):
        simlab.run("y.yaml", changes=[f"name={json.dumps(name)}"])
    assert everything_in(tmp_path) == before
    assert not Path("/etc/x").exists()


@pytest.mark.parametrize("name", ["../x", "a/b", "/tmp/x", "..", "x.py", "<b>", ""])
def test_a_new_strategy_stays_in_its_folder(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert simlab_here("new", "strategy", "mean", name).returncode == 2
    assert everything_in(tmp_path) == set()


def test_where_a_run_goes_is_the_users_own_choice(tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("x.yaml").write_text(EXPERIMENT, encoding="utf-8")
    assert simlab_here("run", "x.yaml", "--jobs", "1", "--quiet", "--out", "../there").returncode == 0
    assert {path.name for path in tmp_path.iterdir()} == {"here", "there"}
    assert everything_in(tmp_path / "here") == {"x.yaml"}


# What is never executed


@pytest.mark.parametrize(
    "value",
    [
        "!!python/object/apply:os.system [touch hacked]",
        "!!python/object/apply:os.system ['touch hacked']",
        "!!python/object/new:os.system [touch hacked]",
        "!!python/name:os.system x",
        "!!python/module:os x",
        "!<tag:yaml.org,2002:python/object/apply:os.system> [touch hacked]",
    ],
)
def test_a_tag_makes_no_object(value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.yaml").write_text(f"{EXPERIMENT}rules: {value}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"^x\.yaml:6:8: the tag .* means nothing here") as refused:
        load("x.yaml")
    assert len(str(refused.value).splitlines()) <= 2
    with pytest.raises(BadInput, match=r"the tag .* means nothing here"):
        load({**load_plain(), "games": 20}, changes=[f"rules={value}"])
    assert everything_in(tmp_path) == {"x.yaml"}


def load_plain() -> dict[str, Any]:
    return {"question": "Why?", "game": "mean", "players": 2, "lineup": ["random", "first"]}


DANGEROUS = {
    *("eval", "exec", "compile", "__import__", "importlib.import_module", "os.system", "os.popen", "runpy.run_path", "ruamel.yaml.YAML"),
    *(
        f"{module}.{call}"
        for module in ("pickle", "marshal", "joblib", "dill", "cloudpickle", "yaml", "numpy")
        for call in ("load", "loads")
    ),
    *("pickle.Unpickler", "shelve.open", "pandas.read_pickle", "yaml.unsafe_load", "subprocess.run", "subprocess.Popen"),
}
DECIDED = {
    ("__init__.py", "importlib.import_module"),  # our own modules, by a table of names
    ("games/__init__.py", "importlib.import_module"),  # one of the names that were found in that folder
    # A game of the user's own, as a strategy: a file of theirs, or what a run's starter sent; never a manifest.
    ("games/_reading.py", "compile"),
    ("games/_reading.py", "exec"),
    ("base/discovery.py", "importlib.import_module"),  # a module that was found in one of our own packages
    ("inspection/looking.py", "subprocess.Popen"),  # this Python with our own module, no shell
    ("inspection/guarded.py", "compile"),  # a game's text that was run already, with questions in it
    ("engine/tried.py", "subprocess.Popen"),  # this Python with our own module, no shell
    ("runner/witness.py", "subprocess.run"),  # this Python with our own module, no shell
    ("runner/witness.py", "pickle.load"),  # the job, as the run that started this process sent it
    ("commands/benching_parts.py", "subprocess.run"),  # this Python with our own module, no shell
    ("table/locate.py", "subprocess.run"),  # this Python with our own module, no shell
    ("runner/worker.py", "pickle.loads"),  # the plan, as the process that runs the experiment sent it: never from a disk or an address
    ("players/strategies.py", "compile"),  # a strategy's file is the user's code, which is what it is run for
    ("players/strategies.py", "exec"),
    ("experiment/tree.py", "ruamel.yaml.YAML"),  # for its nodes only: a tag is gone before there is one
    ("lab/telling.py", "ruamel.yaml.YAML"),  # which only writes
    ("engine/compiled/fingerprint.py", "compile"),  # looked at, not run
    ("engine/compiled/fingerprint.py", "exec"),  # the imports of such a file, before it is loaded
    ("engine/compiled/ahead.py", "subprocess.Popen"),  # this Python with our own module, no shell
    ("engine/compiled/ahead.py", "pickle.loads"),  # what the process that started it sends through a pipe of theirs
    ("engine/compiled/functions.py", "importlib.import_module"),  # our own modules, by a list of names
    ("engine/compiled/kernel.py", "compile"),  # our own text, with a game's name in it, which is a word
    ("engine/compiled/kernel.py", "exec"),
    ("kit/layouts.py", "compile"),  # functions made of names that a game's table declares, which are words
    ("kit/layouts.py", "exec"),
    ("kit/instructions.py", "exec"),  # one made of an event's counter, which is a word, and of signs
    ("engine/compiled/cache.py", "compile"),  # what was generated here, never the file that it is compared with
    ("engine/compiled/cache.py", "exec"),
    ("stats/special.py", "*.exec_module"),  # a module of numpy, when something of it is used
}


def calls_in(path: Path) -> Iterator[str]:
    """The names of all functions that a file calls, as their modules name them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            known |= {alias.asname or alias.name: alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            known |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            first, dot, rest = name.partition(".")
            yield f"{known.get(first, first)}{dot}{rest}"
            yield f"*.{name.rpartition('.')[2]}" if dot else name
        if isinstance(node, ast.keyword) and node.arg in ("allow_pickle", "shell"):
            yield node.arg


def test_each_place_that_could_execute_what_it_reads_was_decided_on():
    found = {
        (path.relative_to(PACKAGE).as_posix(), call)
        for path in PACKAGE.rglob("*.py")
        for call in calls_in(path)
        if call in DANGEROUS | {"*.exec_module", "*.read_pickle", "allow_pickle", "shell"}
    }
    assert found == DECIDED


def test_the_search_finds_a_call_under_any_name(tmp_path):
    file = tmp_path / "x.py"
    file.write_text("import numpy as np\nfrom pickle import loads as read\nread(b'')\nnp.load('x', allow_pickle=True)\neval('1')\n")
    assert {"pickle.loads", "numpy.load", "allow_pickle", "eval"} <= set(calls_in(file))


def test_compiled_code_is_kept_in_a_folder_of_the_user(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("SIMLAB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    folder = cache.folder.__wrapped__
    assert folder() == tmp_path / ".cache" / "simlab"
    monkeypatch.setattr(cache, "_writable", lambda place: False)
    assert stat.S_IMODE(folder().stat().st_mode) == 0o700, "a temporary one is for this user alone"
