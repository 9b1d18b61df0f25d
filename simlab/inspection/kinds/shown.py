"""What shows a house rule is a counter, an event or an ending of the game."""

from collections.abc import Iterator

from simlab.base.faults import unknown
from simlab.engine.rules import describe
from simlab.inspection.finding import TEXT, Check, Finding
from simlab.inspection.subject import Subject


def find(subject: Subject) -> Iterator[Finding]:
    for rule in describe(subject.game.Rules):
        if rule.shown_by and rule.shown_by not in subject.game.shows:
            what = f"the house rule {rule.name} is shown by {unknown('counter, event or ending', rule.shown_by, subject.game.shows)}"
            yield Finding(subject.text.rule(rule.name), what, about=f"house rule {rule.name}")


CHECK = Check(5, "what shows each house rule", TEXT, find)
