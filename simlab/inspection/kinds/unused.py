"""What is declared and never used: an event, a choice, an ending, a counter, a house rule, a zone, a field of a table."""

from collections.abc import Iterator

from simlab.engine.records import fields
from simlab.inspection.finding import HINT, TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.inspection.text import mentioned
from simlab.kit.declared import Choice, Declared, Ending, Happening

ADVICE = {
    Happening: ("event", "is never told", "tell(g, {name}, ...) where it happens"),
    Choice: ("choice", "is never asked for", "ask with choose_card(g, seat, {name}, ...) or choose(...)"),
    Ending: ("ending", "never ends a game", "name it in wins(g, seat, {name}) or nobody_wins(g, {name})"),
}
TABLES = {"VIEW": "g.seen.", "COUNTERS": "g.row.", "MEASURES": "g.row.", "COLUMNS": "g.row.", "KEPT": "g."}


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


CHECK = Check(4, "what is declared and never used", TEXT, find, of_kits=True)
