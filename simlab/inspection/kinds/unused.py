"""What is declared and never used: an event, a choice, an ending, a counter, a house rule, a zone, a field of a table, a name."""

import ast
from collections.abc import Iterator
from contextlib import suppress

from simlab.base.faults import BadInput
from simlab.base.parsing import parsed
from simlab.engine.game import Game
from simlab.engine.records import fields
from simlab.inspection.finding import HINT, TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.inspection.text import mentioned
from simlab.kit.declared import Choice, Declared, Ending, Happening
from simlab.players import strategies

ADVICE = {
    Happening: ("event", "is never told", "tell(g, {name}, ...) where it happens"),
    Choice: ("choice", "is never asked for", "ask with choose_card(g, seat, {name}, ...) or choose(...)"),
    Ending: ("ending", "never ends a game", "name it in wins(g, seat, {name}) or nobody_wins(g, {name})"),
}
TABLES = {"VIEW": "g.seen.", "COUNTERS": "g.row.", "MEASURES": "g.row.", "COLUMNS": "g.row.", "KEPT": "g."}

DECLARED = {"CARDS", "TABLE", "RULINGS", "METRICS", "NOUNS", "FACES", "GAME", "Rules", *TABLES}
CALLED = {"play_game", "standing", "resolve", "refusal", "prepare", "redeal"}


def find(subject: Subject) -> Iterator[Finding]:
    text, game = subject.text, subject.game
    assert subject.layout is not None
    used = mentioned(text.main.tree)
    for name, one in subject.names.items():
        if isinstance(one, Declared) and name not in used:
            what, never, advice = ADVICE[type(one)]
            where = text.declared(name)
            yield Finding(where, f"{name} {never}; {advice.format(name=name)}, or leave it out", HINT, about=f"{what} {one.name}")
    for name in game.Rules.__annotations__:
        if name not in used:
            what = f"the house rule {name} is never read; read it as g.seen.rules.{name}, or leave it out"
            yield Finding(text.rule(name), what, about=f"house rule {name}")
    for zone in subject.layout.zones:
        if zone.name not in used:
            what = f"no card ever goes to {zone.name}; move cards to g.{zone.name}, or leave it out"
            yield Finding(text.field(zone.name, "TABLE"), what, HINT)
    plain = [(field.name, "TABLE", "g.") for field in subject.layout.plain]
    told = [(field.name, table, at) for table, at in TABLES.items() for field in fields(subject.names.get(table, ""))]
    for name, table, at in (*plain, *told):
        if name not in used:
            about = f"counter {name}" if table == "COUNTERS" else ""
            yield Finding(text.field(name, table), f"{name} is never used; write it as {at}{name}, or leave it out", HINT, about=about)
    asked_for = used | DECLARED | CALLED | _imported(game)
    for name, node in text.main.named:
        if name not in asked_for and not isinstance(subject.names.get(name), Declared):
            called = "nothing calls it" if isinstance(node, ast.FunctionDef) else "nothing uses it"
            yield Finding(text.main.at(node), f"{name}: {called}, and no strategy imports it; leave it out", HINT)


def _imported(game: Game) -> set[str]:
    """What strategies import from the game."""
    found = set()
    for name in strategies.names(game.name):
        with suppress(BadInput):  # it is told elsewhere
            tree = parsed(strategies.find(game.name, name).source)
            found |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return found


CHECK = Check(4, "what is declared and never used", TEXT, find, of_kits=True)
