"""Every field that a function reads or writes is declared: of the game, the view, the row of results, a zone, the house rules."""

import ast
from collections.abc import Iterable, Iterator

from simlab.base.faults import suggestion, unknown
from simlab.engine.records import fields
from simlab.engine.state import ENGINE
from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.records import Record, functions_with, record_of
from simlab.inspection.subject import Subject
from simlab.kit.game import OF_RULES, TELLS

OF_NO_USE = {field.name for field in ENGINE} | {"shuffles", "pack", "pack_n", "heap", "heap_n", "tally", "kind"}
OF_A_ZONE = "; a zone is asked with size(), top(), held(), count(), holds()"


def find(subject: Subject) -> Iterator[Finding]:
    file = subject.text.main
    seen = set()
    for function, known in functions_with(subject):
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute):
                record = record_of(node.value, known)
                if record and node.attr not in (record.kind.names or ()) and (node.lineno, node.attr) not in seen:
                    seen.add((node.lineno, node.attr))
                    yield Finding(file.at(node), _unknown(subject, record, node.attr), about=f"name {node.attr} {node.lineno}")
    for function in file.functions:
        if function.name in OF_RULES:
            yield from _of_first(subject, function, "house rule", subject.game.Rules.model_fields, dir(subject.game.Rules))
        if function.name == TELLS:
            yield from _of_first(subject, function, "view field", subject.game.sights, ("kind",))


def _unknown(subject: Subject, record: Record, field: str) -> str:
    names = [name for name in reversed(record.kind.names or ()) if name not in OF_NO_USE and not name.startswith(("_", "layout_"))]
    if record.is_zone:
        return f'no field of {record.called} "{field}"{suggestion(field, names)}{OF_A_ZONE}'
    elsewhere = _elsewhere(subject, field)
    if elsewhere:
        return f'no field of {record.called} "{field}"; did you mean {elsewhere}?'
    return unknown(f"field of {record.called}", field, names)


def _elsewhere(subject: Subject, field: str) -> str:
    """Where a field of that name is, as it is written; empty where there is none."""
    game, layout = subject.game, subject.layout
    assert layout is not None
    places = {
        "g": [*(zone.name for zone in layout.zones), *(one.name for one in (*layout.plain, *fields(subject.names.get("KEPT", ""))))],
        "g.seen": ["players", *(one.name for one in layout.told)],
        "g.row": game.row.names or (),
        "g.seen.rules": game.Rules.model_fields,
    }
    return next((f"{place}.{field}" for place, names in places.items() if field in names), "")


def _of_first(subject: Subject, function: ast.FunctionDef, kind: str, names: Iterable[str], more: Iterable[str]) -> Iterator[Finding]:
    """What is called outside a game is given the house rules as they were written, or what a seat sees."""
    names, first = tuple(names), function.args.args[0].arg if function.args.args else ""
    known = {*names, *more}
    for node in ast.walk(function):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == first):
            continue
        if node.attr not in known:
            yield Finding(subject.text.main.at(node), unknown(kind, node.attr, names))


CHECK = Check(1, "fields that are not declared", TEXT, find, of_kits=True)
