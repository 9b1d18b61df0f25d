"""A decision has two or more options, and is asked of somebody at the table, in a game that has not ended; and a game ends once."""

from collections.abc import Iterator
from typing import Any

from simlab.inspection.finding import PLAIN, Check, Finding
from simlab.inspection.looked import Looked, Watcher
from simlab.inspection.seeing import Sight
from simlab.inspection.subject import Subject
from simlab.kit.layouts import PLAYING

GAMES, SECONDS = 40, 1.5


class Asking(Watcher):
    """Notes what is wrong with a decision, in which line."""

    def __init__(self, looked: Looked) -> None:
        self.looked, self.sight = looked, Sight(looked.game, looked.layout)
        self.wrong: dict[tuple[int, str], str] = {}
        self.ending: tuple[int, str] | None = None

    def asked(self, g: Any, view: Any) -> int | None:
        name = self.looked.game.decisions[view.kind].name
        if view.options < 2:
            options = "one option" if view.options == 1 else f"{view.options} options"
            self._note("options", f"{name} is asked with {options}; ask only where there are two or more, as choose and choose_card do")
        if not 0 <= g.asked < g.seen.players:
            self._note("seat", f"{name} is asked of seat {g.asked}, and there are seats 0 to {g.seen.players - 1}")
        if self.looked.layout and self._is_seen_by_another(g):
            self._note(
                "look", f"{name} is asked before seat {g.asked} has looked; ask with choose or choose_card, which fill in what it sees"
            )
        if self.looked.layout and g.row.ending != PLAYING:
            self._note("over", f"{name} is asked after the game has ended; return after wins() and its like")
        return None

    def ended(self, g: Any, ending: int) -> None:
        line, name = self.looked.line() or 0, self.looked.game.endings[ending]
        if self.ending:
            first, before = self.ending
            self._note("twice", f'the game ends with "{name}", and has ended already with "{before}" in line {first}')
        self.ending = (line, name)

    def _is_seen_by_another(self, g: Any) -> bool:
        """Is there anything in the view that is not what this seat sees of the zones?"""
        before = self.sight.of(g)
        assert self.looked.game.look is not None
        self.looked.game.look(g, int(g.asked))
        return bool(self.sight.differs(before, self.sight.of(g)))

    def _note(self, about: str, what: str) -> None:
        self.wrong.setdefault((self.looked.line() or 0, about), what)


def find(subject: Subject) -> Iterator[Finding]:
    looked = subject.looked
    told = set()
    for table, deal in looked.deals(GAMES, SECONDS):
        asking = Asking(looked)
        looked.play(table, deal, asking)
        for (line, about), what in asking.wrong.items():
            if (line, about) not in told:
                told.add((line, about))
                where = subject.text.main.at(line or None)
                yield Finding(where, what, seen_in=table.replay_command(deal), about=f"{where} {about}")


CHECK = Check(42, "decisions", PLAIN, find)
