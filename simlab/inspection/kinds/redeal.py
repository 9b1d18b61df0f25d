"""What a seat cannot know, dealt anew, changes nothing of what it sees; and no card is made or lost by it."""

from collections.abc import Iterator
from typing import Any

from simlab.inspection.finding import PLAIN, Check, Finding
from simlab.inspection.kinds.census import contradiction
from simlab.inspection.looked import Looked, Watcher
from simlab.inspection.seeing import Sight
from simlab.inspection.subject import Subject

GAMES, SECONDS = 20, 1.5
EVERY = 5  # decisions


class Redealing(Watcher):
    """At some decisions, deals anew and looks again."""

    def __init__(self, looked: Looked) -> None:
        self.looked, self.sight = looked, Sight(looked.game, looked.layout)
        self.asked_for = 0
        self.wrong: tuple[str, str] | None = None

    def asked(self, g: Any, view: Any) -> int | None:
        self.asked_for += 1
        if self.asked_for % EVERY == 1 and not self.wrong:
            self._deal_anew(g)
        return None

    def _deal_anew(self, g: Any) -> None:
        game, layout, seat = self.looked.game, self.looked.layout, int(g.asked)
        assert game.look is not None
        assert game.redeal is not None
        before, was = g.copy(), contradiction(g, layout) if layout else ""
        try:
            game.look(g, seat)
            seen = self.sight.of(g)
            game.redeal(g, seat, self.asked_for)
            lost = contradiction(g, layout) if layout and not was else ""
            game.look(g, seat)
            field = self.sight.differs(seen, self.sight.of(g))
        finally:
            for name in g.dtype.names:
                g[name] = before[name]
        if lost:
            self.wrong = ("", f"after redeal(g, {seat}, ...) {lost}")
        elif field:
            what = f"after redeal(g, {seat}, ...) view.{field} is another: it shows what is hidden, or redeal changes what is known"
            self.wrong = (field, what)


def find(subject: Subject) -> Iterator[Finding]:
    looked, game = subject.looked, subject.game
    if game.redeal is None or game.look is None:
        return
    for table, deal in looked.deals(GAMES, SECONDS):
        redealing = Redealing(looked)
        looked.play(table, deal, redealing)
        if redealing.wrong:
            field, what = redealing.wrong
            own = "redeal" in subject.names and subject.text.function("redeal") != subject.text.main.said
            where = subject.text.function("redeal") if own else subject.text.field(field, "VIEW", "TABLE")
            yield Finding(where, what, seen_in=table.replay_command(deal), about=f"hidden {field}")
            return


CHECK = Check(44, "dealing anew what is hidden", PLAIN, find)
