"""Somebody plays a game at a table, from the first question to the end: asked, answered, gone on with."""

from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.text import Text

from simlab.sitting import screen
from simlab.sitting.moment import Chair, Moment
from simlab.sitting.worth import chances_in, course_of, hint_for
from simlab.table.telling import headline, turning_point

HINT, TABLE, UNDO, QUIT, HELP = ("h", "hint"), ("t", "table"), ("u", "undo"), ("q", "quit"), ("?", "help")


@dataclass
class Session:
    """A chair and who sits on it. `read` asks for a line, and raises EOFError where there is none any more; `stands` is told whenever a
    choice was made what goes on from there. `hints`: imagined games for each option; `curve`: for each turn.
    """

    chair: Chair
    console: Console
    read: Callable[[str], str]
    stands: Callable[[str], None]
    hints: int
    curve: int

    @property
    def to_go_on(self) -> str:
        """The command that goes on from here."""
        return self.chair.table.command("play", f"--deal {self.chair.deal}")

    def play(self) -> None:
        """Until the game is over, or left."""
        moment = self.chair.moment()
        game = self.chair.table.game
        self._print(screen.opening(game, headline(game, self.chair.header)))
        self._show(moment)
        while not moment.is_end:
            self.stands(f"to go on: {self.to_go_on}")
            try:
                typed = self.read(f"Your choice (1-{len(moment.options)}, h hint, q quit, ? help): ").strip()
            except EOFError:
                self._print()
                typed = QUIT[0]
            if typed.lower() in QUIT:
                self._tell("To go on", self.to_go_on)
                return
            moment = self._after(typed, moment)
        self._end()

    def _after(self, typed: str, moment: Moment) -> Moment:
        """What was typed is done."""
        count, word = len(moment.options), typed.lower()
        if typed.isdecimal() and 1 <= int(typed) <= count:
            self.chair.choose(int(typed) - 1)
            return self._gone_on()
        if word in HINT:
            self._hint(moment)
        elif word in TABLE:
            self._show(moment)
        elif word in UNDO:
            if self.chair.take_back():
                return self._gone_on()
            self._say("There is nothing to take back.")
        elif word in HELP:
            self._print(screen.helping())
        else:
            what = f'"{typed[:40]}" is none of these' if typed else "Nothing was typed"
            self._say(f"{what}; type a number from 1 to {count}, or ? for what else there is.")
        return moment

    def _gone_on(self) -> Moment:
        moment = self.chair.moment()
        self._show(moment)
        return moment

    def _show(self, moment: Moment) -> None:
        self._print(screen.moment_of(self.chair.table.game, self.chair.names, moment))

    def _hint(self, moment: Moment) -> None:
        found = hint_for(self.chair, moment, self.hints) if self.hints else None
        if found:
            table = self.chair.table
            self._print(screen.hint(moment.options, found, table.game.turns_ahead(len(table.seats))))
        else:
            self._say("There are no hints (--hints 0)." if not self.hints else "In this choice no games can be imagined.")

    def _end(self) -> None:
        """How the chances went, what turned them, and how to see it all again."""
        table = self.chair.table
        if self.curve:
            events = course_of(self.chair, self.curve)
            chances = list(chances_in(events))
            if len(chances) > 1:
                self._print()
                self._print(screen.curve(self.chair.names, chances, events[-1]["imagined"], self.console))
                self._say(turning_point(table.game, self.chair.names, events, events[-1]["turning_point"]))
        self.stands("")
        self._print()
        self._tell("Replay", table.replay_command(self.chair.deal))

    def _print(self, *parts: RenderableType) -> None:
        self.console.file.write(screen.as_lines(self.console, *parts))
        self.console.file.flush()

    def _say(self, line: str) -> None:
        self._print(Text(line))

    def _tell(self, what: str, command: str) -> None:
        """A command stands on one line, so that it is copied whole, wherever the terminal breaks it."""
        self.console.file.write(f"{what}: {command}\n")
        self.console.file.flush()
