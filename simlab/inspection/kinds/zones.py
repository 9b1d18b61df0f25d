"""A zone is given to a function as what it is: where there is one of each seat, that of a seat, or all of them where all are meant."""

import ast
from collections.abc import Iterator

from simlab import kit
from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.records import Known, functions_with, record_of
from simlab.inspection.subject import Subject
from simlab.inspection.text import called
from simlab.kit.declared import Happening

HANDS = 2  # the argument of `deal` that is those of all seats
FIRST = 2  # the argument of `tell` that is the first of an event's values


def find(subject: Subject) -> Iterator[Finding]:
    file = subject.text.main
    for function, known in functions_with(subject):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and (what := _wrong(subject, node, known)):
                yield Finding(file.at(node), what, about=f"zone {node.lineno} {node.col_offset}")


def _wrong(subject: Subject, call: ast.Call, known: Known) -> str:
    """What is wrong with a call; empty where nothing is."""
    name = str(called(call))
    for place, given in enumerate(call.args):
        zone = record_of(given, known)
        if zone is None or not zone.is_zone:
            continue
        said = ast.unparse(given)
        if name == "len" and name not in subject.names:
            cards = f"size({said}[seat])" if zone.of_each else f"size({said})"
            return f"len({said}) is not how many cards lie there; write {cards}"
        if name in kit.__all__ and subject.names.get(name) is getattr(kit, name) and zone.of_each != _are_all(subject, call, place):
            if zone.of_each:
                return f"{name}: {said} are those of all seats, and that of one is meant; write {said}[seat]"
            return f"{name}: {said} is that of one, and those of all seats are meant; write one that is `of each seat`, as g.hand"
    return ""


def _are_all(subject: Subject, call: ast.Call, place: int) -> bool:
    """Are the zones of all seats meant there?"""
    if called(call) == "deal":
        return place == HANDS
    event = call.args[FIRST - 1] if called(call) == "tell" and len(call.args) > FIRST else None
    meant = subject.names.get(event.id) if isinstance(event, ast.Name) else None
    signs = [sign for _, sign in meant.fields] if isinstance(meant, Happening) else []
    return 0 <= place - FIRST < len(signs) and signs[place - FIRST] == "**"


CHECK = Check(3.5, "zones of one seat and of all", TEXT, find, of_kits=True)
