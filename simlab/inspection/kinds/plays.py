"""Every game can be played to its end; as plain Python, where an index below 0 and a number that does not fit are noticed too."""

from collections.abc import Iterable

from simlab.inspection.finding import COMPILED, PLAIN, Check, Finding
from simlab.inspection.looked import Watcher
from simlab.inspection.subject import Subject

GAMES, SECONDS = 30, 1.5


def compiled(subject: Subject) -> Iterable[Finding]:
    """What came in the way of thousands of games."""
    return subject.sample.faults


def plain(subject: Subject) -> Iterable[Finding]:
    """What came in the way of some games as plain Python."""
    looked = subject.looked
    for table, deal in looked.deals(GAMES, SECONDS):
        looked.play(table, deal, Watcher())
    return looked.faults


CHECK = (
    Check(20, "games that can't be played", COMPILED, compiled),
    Check(70, "games that can't be played as plain Python", PLAIN, plain),
)
