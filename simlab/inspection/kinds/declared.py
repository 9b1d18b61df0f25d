"""What is declared is used as what it is: an event with a value for each of its fields, a choice asked for in its own way, an ending."""

import ast
from collections.abc import Iterator

from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.subject import Subject
from simlab.inspection.text import called
from simlab.kit.declared import Choice, Declared, Ending, Happening

# Which argument is what, and how it is declared.
WANTED = {
    "tell": (1, Happening, "an event", "event(...)"),
    "choose": (2, Choice, "a choice", "choice_of(...)"),
    "choose_card": (2, Choice, "a choice", "card_choice(...)"),
    "wins": (2, Ending, "an ending", "ending(...)"),
    "loses": (2, Ending, "an ending", "ending(...)"),
    "most_wins": (2, Ending, "an ending", "ending(...)"),
    "fewest_wins": (2, Ending, "an ending", "ending(...)"),
    "nobody_wins": (1, Ending, "an ending", "ending(...)"),
}


def find(subject: Subject) -> Iterator[Finding]:
    file = subject.text.main
    for function in file.functions:
        own = {argument.arg for argument in function.args.args}
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and called(node) in WANTED and subject.names.get(str(called(node))) is not None:
                what = _wrong(subject, node, own)
                if what:
                    yield Finding(file.at(node), what)


def _wrong(subject: Subject, call: ast.Call, own: set[str]) -> str:
    """What is wrong with a call; empty where nothing is."""
    name = str(called(call))
    place, kind, what, how = WANTED[name]
    if len(call.args) <= place or any(isinstance(one, ast.Starred) for one in call.args):
        return "" if call.keywords else f"{name}: its argument {place + 1} is {what}, declared in this file with {how}"
    given = call.args[place]
    if not isinstance(given, ast.Name) or given.id in own:
        return ""
    meant = subject.names.get(given.id)
    if isinstance(meant, Declared) and not isinstance(meant, kind):
        return f"{name}: {given.id} is no {what.partition(' ')[2]}; its argument {place + 1} is {what}, declared with {how}"
    if isinstance(meant, Choice) and meant.of_set != (name == "choose_card"):
        how, other = ("card_choice", "choose_card") if meant.of_set else ("choice_of", "choose")
        return f"{given.id} is declared with {how}(...): ask for it with {other}(g, seat, {given.id}, ...)"
    if isinstance(meant, Happening) and len(call.args) - 2 != len(meant.fields):
        fields = ", ".join(field for field, _ in meant.fields) or "none"
        return f"{given.id} is told with {len(call.args) - 2} values, and its sentence has {len(meant.fields)} fields: {fields}"
    return ""


CHECK = Check(3, "events, choices and endings", TEXT, find, of_kits=True)
