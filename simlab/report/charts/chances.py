"""How the chances of all seats go up and down in a game, and the turn that moved one most."""

from collections.abc import Callable, Sequence

from simlab.report.charts.axis import Axis
from simlab.report.charts.curves import DASHES
from simlab.report.svg import BAND, GRID, MUTED, SERIES, SHAPES, SMALL, Sheet, legend
from simlab.words.numbers import small_percent

HIGH = 150.0  # pixels
LEFT, RIGHT = 14.0, 96.0  # percent
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def winning(
    names: Sequence[str], moments: Sequence[int], chances: Sequence[Sequence[float]], turn: tuple[int, int] | None
) -> Callable[[], Sheet]:
    """A line for each seat along the events of a game; `turn`: between which two of the moments the turning point lies."""
    return lambda: _draw(names, moments, chances, turn)


def _draw(names: Sequence[str], moments: Sequence[int], chances: Sequence[Sequence[float]], turn: tuple[int, int] | None) -> Sheet:
    sheet = Sheet()
    top = legend(sheet, names, 0, draw=lambda x, y, seat: sheet.sign(x, y, *_look(seat), dx=8)) + 16
    bottom = top + HIGH
    across, up = Axis(moments[0], max(moments[-1], moments[0] + 1), LEFT, RIGHT), Axis(0, 1, bottom, top)
    if turn:
        first, last = map(across.at, turn)
        sheet.box(first, top, last - first, HIGH, BAND)
    for share in SHARES:
        sheet.line(LEFT, up.at(share), RIGHT, up.at(share), GRID)
        sheet.text(LEFT, up.at(share) + 4, small_percent(share), anchor="end", dx=-6, color=MUTED, size=SMALL)
    for seat in range(len(names)):
        points = [(across.at(moment), up.at(of[seat])) for moment, of in zip(moments, chances, strict=True)]
        sheet.path(points, _look(seat)[1], dashes=DASHES[seat % len(DASHES)])
        sheet.sign(*points[(len(points) - 1) * (seat + 1) // (len(names) + 1)], *_look(seat))  # apart from the others
    sheet.height = across.draw(sheet, bottom, "events of the game, by their numbers") + 4
    return sheet


def _look(seat: int) -> tuple[str, str]:
    return tuple(SHAPES)[seat % len(SHAPES)], SERIES[seat % len(SERIES)]
