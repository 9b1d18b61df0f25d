"""What somebody who sits at a table reads, on a terminal as wide as it is."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from simlab.engine.game import Game
from simlab.engine.places import COMMON
from simlab.sitting.moment import Moment
from simlab.sitting.seeing import Sight
from simlab.sitting.worth import Hint
from simlab.table.telling import seated
from simlab.words.numbers import many

CLOSE = 0.01  # chances that are known this well are told with a digit more
BESIDE = 2 + 2 + 2 + len("100% to 100%")  # a line of a curve
BARS, PLAIN_BARS = "▁▂▃▄▅▆▇█", "_.-=+*%#"  # from nothing to all; the plain ones where a terminal has no others
UNBROKEN, UNBROKEN_UP_TO = "\ue000", 30  # a blank at which no line is broken, in places with so many letters
MOST_IN_A_LIST = 12  # options; more stand beside each other

HELP = (
    ("1, 2, ...", "choose the option of that number"),
    ("h", "a hint: the chance to win with each option, from imagined games"),
    ("t", "the table once more"),
    ("u", "take back your last choice"),
    ("q", "quit; what to type to go on is told"),
    ("?", "this list"),
)


def opening(game: Game, headline: Sequence[str]) -> RenderableType:
    """What is played, by whom, under which house rules."""
    title, *lines = headline
    told = f"What they are: simlab rules {game.name}. Type ? for all that can be typed."
    return Group(Rule(Text(title, "bold"), align="left"), *map(Text, lines), Text(told, "dim"))


def moment_of(game: Game, names: Sequence[str], moment: Moment) -> RenderableType:
    """What has happened, what lies where, and what is asked."""
    return Group(happened(moment), Text(), table(game, names, moment.sights), *_told(moment), *([] if moment.is_end else _asked(moment)))


def happened(moment: Moment) -> RenderableType:
    """What has happened since the last choice."""
    lines: list[RenderableType] = [Padding(Text(line), (0, 0, 0, 2)) for line in moment.happened]
    for question, times in Counter(moment.alone).items():
        often = f" ({times} times)" if times > 1 else ""
        lines.append(Padding(Text(f'Asked "{question}" there was only one answer, which was given for you{often}.', "dim"), (0, 0, 0, 2)))
    return Group(Text(), *lines)


def table(game: Game, names: Sequence[str], sights: Sequence[Sight]) -> RenderableType:
    """What lies where, a line for each seat and one for all."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for seat, name in enumerate(names):
        grid.add_row(Text(seated(seat, name)), Text(_lying(game, [sight for sight in sights if sight.seat == seat])))
    grid.add_row(Text("On the table"), Text(_lying(game, [sight for sight in sights if sight.seat == COMMON])))
    return Padding(grid, (0, 0, 0, 2))


def hint(options: Sequence[str], found: Hint, turns: int) -> RenderableType:
    """The chance to win with each option. Imagined games are played for so many turns; 0: to their end, -1: to that of the round."""
    digits = 0 if 2 * max(found.spread) >= CLOSE else 1
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right")
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for number, (option, chance, spread) in enumerate(zip(options, found.chances, found.spread, strict=True)):
        style = "bold" if number == found.best else ""
        told = f"{chance:.{digits}%} ± {2 * spread:.{digits}%}"
        grid.add_row(Text(str(number + 1), style), Text(told, style), Text(option, style))
    said = "No option is the best beyond doubt." if found.best is None else f"{found.best + 1} is the best."
    told = f"Chances to win, from {found.games} imagined games each: all play on as here, and you as the strategy in your seat would"
    return Group(Padding(grid, (0, 0, 0, 2)), Text(f"{told}{_far(turns)}. {said}", "dim"))


def _far(turns: int) -> str:
    """How far imagined games are played."""
    if turns == 0:
        return ""
    far = "to the end of the round" if turns < 0 else f"for {turns} turns"
    return f", {far}; what comes then is told by how all stand"


def curve(names: Sequence[str], chances: Sequence[Sequence[float]], imagined: int, console: Console) -> RenderableType:
    """How each seat's chance to win went, turn by turn; where there is no room for all of them, every second turn, or third."""
    levels = BARS if console.encoding.startswith("utf") else PLAIN_BARS
    room = max(10, console.width - max(len(seated(seat, name)) for seat, name in enumerate(names)) - BESIDE)
    some = [*chances[:-1][:: -(-len(chances) // room)], chances[-1]]
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True)
    for seat, name in enumerate(names):
        line = [turn[seat] for turn in some]
        bars = "".join(levels[min(int(chance * len(levels)), len(levels) - 1)] for chance in line)
        grid.add_row(Text(seated(seat, name)), Text(bars), Text(f"{line[0]:.0%} to {line[-1]:.0%}"))
    title = f"Chances to win from the first turn to the end, each from {imagined} imagined games:"
    return Group(Text(title), Padding(grid, (0, 0, 0, 2)))


def helping() -> RenderableType:
    """What can be typed."""
    grid = Grid.grid(padding=(0, 2))
    for typed, what in HELP:
        grid.add_row(Text(typed, "bold"), Text(what))
    return Padding(grid, (0, 0, 0, 2))


def _told(moment: Moment) -> Iterable[RenderableType]:
    return [Padding(Text(line), (0, 0, 0, 2)) for line in moment.told]


def _asked(moment: Moment) -> Iterable[RenderableType]:
    width = len(str(len(moment.options)))
    options = [Text(f"{number:{width}}  {option}") for number, option in enumerate(moment.options, 1)]
    listed = Group(*options) if len(options) <= MOST_IN_A_LIST else Columns(options, column_first=True, padding=(0, 3))
    return Text(), Text(moment.question, "bold"), Padding(listed, (0, 0, 0, 2))


def _lying(game: Game, sights: Sequence[Sight]) -> str:
    """What lies in some places, and which of them are empty."""
    there = [_place(game, sight) for sight in sights if sight.size or sight.number is not None]
    full = {sight.name for sight in sights if sight.size}
    empty = [name for name in dict.fromkeys(sight.name for sight in sights if not sight.size and sight.number is None) if name not in full]
    lines = [*there, *(f"{name}: empty" for name in _together(empty))]
    return "; ".join(line.replace(" ", UNBROKEN) if len(line) <= UNBROKEN_UP_TO else line for line in lines)


def _together(names: Sequence[str]) -> list[str]:
    """Names that differ in a number alone as one: Store Pile 1, 2, 3."""
    found: dict[str, list[str]] = {}
    for name in names:
        word, _, number = name.rpartition(" ")
        is_numbered = bool(word) and number.isdecimal()
        found.setdefault(word if is_numbered else name, []).extend([number] * is_numbered)
    return [f"{name} {', '.join(numbers)}" if numbers else name for name, numbers in found.items()]


def as_lines(console: Console, *parts: RenderableType) -> str:
    """What these are on that console, with nothing behind the end of a line."""
    with console.capture() as captured:
        console.print(*parts, sep="\n")
    return "\n".join(line.rstrip() for line in captured.get().replace(UNBROKEN, " ").split("\n"))


def _place(game: Game, sight: Sight) -> str:
    if sight.number is not None:
        return f"{sight.name}: {sight.number:g}"
    names = [game.card(card) for card in sight.cards]
    size = many(sight.size, "card")
    if sight.is_open:
        top = " (the last one on top)" if sight.is_pile and sight.size > 1 else ""
        return f"{sight.name}: {(', ' if any(' ' in name for name in names) else ' ').join(names)}{top}"
    return f"{sight.name}: {size}, {names[-1]} on top" if names else f"{sight.name}: {size}"
