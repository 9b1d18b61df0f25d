"""Shipped strategies with something in them otherwise: a letter, a line, an expression, or something that no strategy may do.

    python -m tests.players.mutated FIRST COUNT [--compiled]

Each is loaded as `simlab run` would load it, and where it holds, and one time in ten, compiled and proven. What comes of it is told in
a word: fine, refused (with how many faults), failed; anything else ends with a traceback, and is what is looked for.
"""

import ast
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from simlab import games
from simlab.base.faults import BadInput
from simlab.players import strategies
from simlab.table import Table
from simlab.table.proving import prove

SHIPPED = [(game, name) for game in games.shipped() for name in strategies.names(game)]
ANSWERS = [
    "None",
    "0.5",
    "'x'",
    "-1",
    "10**9",
    "view",
    "view.options",
    "0, 1",
    "[0]",
    "True",
    "2**63",
    "1 // 0",
    "view.options // 0",
    "1e400",
]
JUNK = [
    "(",
    ")",
    ":",
    "'",
    "\t",
    "\0",
    "\\",
    "é",
    "\u2028",
    "lambda: ",
    "not ",
    "await ",
    "*",
    "@",
    " if ",
    "= ",
    "0x",
    "1_",
    "#",
    "\r",
    "\f",
]
AT_THE_TOP = [
    "X = exit(0)",
    "exit(0)",
    "raise SystemExit",
    "while True:\n    pass",
    "X = [0] * 10**11",
    "X = sum(0 for _ in iter(int, 1))",
    "import os\n\nX = os._exit(0)",
    "import threading\n\nX = threading.Thread(target=print).start()",
    "import ctypes\n\nX = ctypes.string_at(8)",
    "from numpy.random import randint",
    "from simlab.engine.compiled.memory import poke",
    "import simlab.cli\n\nX = simlab.cli.main()",
    "PARAMS = dict(x=float('nan'))",
    "PARAMS = dict(x=1e999)",
    "PARAMS = 3",
    "X = __import__('os').getpid()",
    "X = open('/etc/passwd').read()",
    "X = (lambda f: f(f))(lambda f: f(f))",
    "X = [X for X in range(3)] + [[]] * 3",
    "{decision} = 5",
    "del {decision}",
    "{decision} = exit",
    "def {decision}(view, my=exit(0)):\n    return 0",
    "@exit\ndef {decision}(view):\n    return 0",
    "class {decision}:\n    pass",
    "async def {decision}(view):\n    return 0",
    "from simlab.games.{game} import below as {decision}",
    "def deeper(n):\n    return deeper(n + 1)\n\n\nX = deeper(0)",
]
IN_A_DECISION = [
    "exit(0)",
    "raise SystemExit",
    "raise KeyboardInterrupt",
    "import os",
    "while view.options:\n    pass",
    "for _ in iter(int, 1):\n    pass",
    "view.{field} = 0",
    "view.{field}[:] = 0",
    "a = view.{field}\na[:] = 1",
    "a = view.{field}\na += 1",
    "a = np.asarray(view.{field})\na[0] = 1",
    "view.{field}.fill(0)",
    "a = view.{field}\na.sort()",
    "np.copyto(view.{field}, 0)",
    "np.add(view.{field}, 1, view.{field})",
    "return {decision}(view)",
    "return np.random.randint(2)",
    "return int(np.empty(99, np.int64)[7] % 2)",
    "a = np.zeros(10**12)",
    "return view.{field}[10**6]",
    "return int(view.{field}[-99])",
    "a = [0]\nwhile len(a) < 10**9:\n    a = a + a",
    "print(view)",
    "global X\nX = 1",
    "return 1 // (view.options - view.options)",
    "return int(0 * 1e400)",
    "yield 0",
    "return view.options - 1 + (view.options > 3)",
]


def mutant(seed: int) -> tuple[str, str]:
    """A game, and the text of a strategy for it."""
    dice = random.Random(seed)
    game, name = dice.choice(SHIPPED)
    text = strategies.path_of(game, name).read_text()
    for _ in range(dice.choice([1, 1, 1, 2, 3])):
        text = text or " "
        text = dice.choice([_letter, _line, _expression, _expression, _top, _inside, _inside])(game, text, dice)
    return game, text


def _letter(_: str, text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + dice.choice([*JUNK, "", dice.choice(text)]) + text[at + dice.randint(0, 3) :]


def _line(_: str, text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(6):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one] = f"    {lines[one]}"
        case 3:
            lines[one] = lines[one].removeprefix("    ")
        case 4:
            del lines[one:other]
        case 5:
            del lines[one]
    return "".join(lines)


def _expression(_: str, text: str, dice: random.Random) -> str:
    """An expression is another of the file, or a number, or something that no answer is."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return text
    found = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)]
    if not found:
        return text
    one = dice.choice(found)
    new = dice.choice([ast.unparse(dice.choice(found)), dice.choice(ANSWERS), str(dice.randint(-3, 99)), f"({ast.unparse(one)}) + 1"])
    lines = text.splitlines(keepends=True)
    if one.lineno != one.end_lineno:
        return text
    line = lines[one.lineno - 1].encode()
    lines[one.lineno - 1] = (line[: one.col_offset] + new.encode() + line[one.end_col_offset :]).decode(errors="replace")
    return "".join(lines)


def _top(game: str, text: str, dice: random.Random) -> str:
    """Something outside of all functions, behind the docstring or at the end."""
    added = _filled(dice.choice(AT_THE_TOP), game, dice)
    if dice.random() < 0.5:
        return f"{text}\n\n{added}\n"
    head, quotes, rest = text.partition('"""\n')
    return f"{head}{quotes}\n{added}\n{rest}"


def _inside(game: str, text: str, dice: random.Random) -> str:
    """Something at the beginning of a function, or before one of its returns."""
    lines = text.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if line.startswith("def ") or line.lstrip().startswith("return")]
    if not starts:
        return text
    at = dice.choice(starts)
    indent = "    " if lines[at].startswith("def ") else lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    added = "".join(f"{indent}{line}\n" for line in _filled(dice.choice(IN_A_DECISION), game, dice).splitlines())
    lines.insert(at + lines[at].startswith("def "), added)
    text = "".join(lines)
    return text if "np." not in added or "import numpy" in text else text.replace('"""\n', '"""\n\nimport numpy as np\n', 1)


def _filled(text: str, game: str, dice: random.Random) -> str:
    found = games.find(game)
    fields = [name for name in found.sights if name != "rules" and found.seen.fields[name][0].shape]
    return text.format(decision=dice.choice(found.decisions).name, field=dice.choice(fields), game=game)


def came_of(seed: int, folder: Path, *, compiled: bool) -> str:
    """What comes of one, in a word. A message names the file, can be printed, and is short enough to be read."""
    game, text = mutant(seed)
    path = folder / f"mutant_{seed}.py"
    path.write_bytes(text.encode())
    try:
        strategy = strategies.load(games.find(game), path)
        if not compiled:
            return "fine"
        strategy.address(strategy.parameters({}))
        prove(strategy.game, strategy)
        rules = strategy.game.resolve(strategy.game.Rules(), strategy.game.players[0])
        Table(strategy.game, [(strategy, {})] * strategy.game.players[0], rules, seed=9).rows(0, 200)
    except BadInput as error:
        for fault in error.faults:
            said = str(fault)
            assert path.name in said, said
            assert "Traceback" not in said, said
            assert all(line.isprintable() for line in said.split("\n")), said
            assert len(said) < 1_000, said
        return f"refused {len(error.faults)}" if len(error.faults) < 3 else "refused 3 or more"
    finally:
        path.unlink()
    return "played"


def main(first: int, count: int, *, compiled: bool) -> None:
    """So many, from this number on; a line each hundred."""
    counted: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            sys.stdout.write(f"{seed}\r")
            sys.stdout.flush()
            try:
                counted[came_of(seed, Path(folder), compiled=compiled and seed % 10 == 0)] += 1
            except Exception as error:
                error.add_note(f"mutant {seed}")
                raise
    sys.stdout.write(f"{count} mutants: {dict(counted)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), compiled="--compiled" in sys.argv)
