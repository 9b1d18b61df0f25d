"""`simlab new game`, `simlab new strategy` and `simlab init`: files to start from."""

import json
import re
import shutil
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

from simlab import games as all_games
from simlab.base import paths
from simlab.base.faults import BadInput, Fault
from simlab.commands.listing import found
from simlab.engine.game import Game
from simlab.engine.spelling import names_of
from simlab.experiment import schema

SCHEMA = Path("experiments/experiment.schema.json")  # of a workspace
_FOR_EDITORS = f"# yaml-language-server: $schema={SCHEMA.name}"

_STARTER = '''"""Say the idea in one sentence.

Then whose idea it is, and what it ignores.
"""

{imports}

# Numbers that an experiment may change, as {{strategy: {name}, boldness: 2}}. Each has a default, a range and a meaning;
# a default alone, boldness=1.0, will do as well.
PARAMS = dict(boldness=Param(1.0, 0, 10, "how much the largest play is worth to it"))


{functions}

# What a decision may look at, as view.<name>:
{fields}
#
# House rules, as view.rules.<name>: {rules}
'''

_FUNCTION = '''def {name}(view, my):
    """{meaning}.

    Answer with the number of an option, from 0 to view.options - 1, in the documented order.
    """
{body}
'''

_LISTED = """    best, best_score = 0, -1e9
    for i in range({lists}(view)):  # fills {filled}
        score = my.boldness * view.{first}[i]
        if score > best_score:
            best, best_score = i, score
    return best"""

_SIMPLE = "    return below(view, view.options)  # any of them, by chance"


_STARTED = """{written}
see it played:   simlab trace {name}
ask about it:    simlab run experiments/{name}_first.yaml
look it over:    simlab check {name}
"""


def new_game(name: str) -> None:
    """Write a game that can be played, two strategies for it and an experiment into the working directory: the starter, by this name."""
    if why := all_games.unfit(name):
        raise BadInput([Fault("", why)])
    texts = {
        Path(_renamed(file.relative_to(paths.STARTER).as_posix(), name)): _renamed(file.read_text(encoding="utf-8"), name)
        for file in sorted(paths.STARTER.rglob("*"))
        if file.suffix in (".py", ".yaml")
    }
    if there := [path for path in texts if path.exists()]:
        raise BadInput([Fault(str(path), "is already there; choose another name") for path in there])
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if SCHEMA.exists():
            _offer()
    except OSError as error:
        raise BadInput([Fault(str(error.filename), f"cannot be written: {error.strerror}")]) from error
    sys.stdout.write(_STARTED.format(written="\n".join(map(str, texts)), name=name))


def _offer() -> None:
    """The schema of the working directory: editors complete what stands there."""
    SCHEMA.write_text(json.dumps(schema(), indent=1), encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """A text of the starter, about a game of another name."""
    return text.replace("sevens", name).replace("Sevens", name.replace("_", " ").capitalize())


def new_strategy(game_name: str, name: str) -> None:
    """Write the starter file into strategies/<game>/ of the working directory."""
    game = found(game_name)
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
        raise BadInput([Fault("", f'"{name}" is no name for a strategy: small letters, digits and _, beginning with a letter')])
    path = Path("strategies") / game_name / f"{name}.py"
    if path.exists():
        raise BadInput([Fault(str(path), "is already there; choose another name")])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(starter(game, name), encoding="utf-8")
    if SCHEMA.exists():
        _offer()
    sys.stdout.write(f"{path}\ntry it: simlab check {path}\n")


def starter(game: Game, name: str) -> str:
    """A strategy that works as it is, with everything in reach explained."""
    functions = []
    for decision in game.decisions:
        body = _SIMPLE
        if decision.lists:
            filled = ", ".join(f"view.{field}[i]" for field in decision.fills)
            body = _LISTED.format(lists=decision.lists, filled=filled, first=decision.fills[-1])
        functions.append(_FUNCTION.format(name=decision.name, meaning=decision.meaning[0].upper() + decision.meaning[1:], body=body))
    helpers = sorted({"below", *(decision.lists for decision in game.decisions if decision.lists)})
    width = max(map(len, game.sights))
    return _STARTER.format(
        name=name,
        imports=f"from simlab.games.{game.name} import {', '.join(helpers)}\nfrom simlab.players.params import Param",
        functions="\n\n".join(functions),
        fields="\n".join(f"#   {field:{width}}  {meaning}".rstrip() for field, meaning in game.sights.items()),
        rules=", ".join(_with_words(name, names_of(game.Rules).get(name, {})) for name in game.Rules.model_fields),
    )


def _with_words(rule: str, words: Mapping[str, int]) -> str:
    """A house rule, and the names of its words, which can be imported."""
    return f"{rule} ({', '.join(words)})" if words else rule


def init(directory: Path) -> None:
    """A workspace with the shipped experiments and strategies and with games of one file, ready to be changed."""
    if directory.is_dir() and any(directory.iterdir()):
        raise BadInput([Fault(str(directory), "is not empty; choose a new directory")])
    try:
        for kind in ("experiments", "strategies"):
            shutil.copytree(paths.shipped(kind), directory / kind, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(paths.EXAMPLES, directory, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        (directory / "reports").mkdir()
        for experiment in (directory / SCHEMA).parent.glob("*.yaml"):
            experiment.write_text(f"{_FOR_EDITORS}\n{experiment.read_text(encoding='utf-8')}", encoding="utf-8")
        with chdir(directory):  # whose games the schema offers
            _offer()
    except OSError as error:
        raise BadInput([Fault(str(directory), f"cannot be written: {error.strerror}")]) from error
    example = next((file.name for file in sorted((directory / "experiments").glob("*.yaml"))), "")
    sys.stdout.write(f"{directory}\ntry it: cd {directory} && simlab run experiments/{example}\n")
    sys.stdout.write(f"your own: simlab new strategy {all_games.shipped()[0]} mine, simlab new game mine\n")
