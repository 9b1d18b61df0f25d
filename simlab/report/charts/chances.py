"""How chances to win go up and down in a game: of all seats, or of one by two rule sets."""

from collections.abc import Callable, Mapping, Sequence

from simlab.report.charts.axis import Axis
from simlab.report.charts.curves import DASHES
from simlab.report.svg import BAND, GRID, MUTED, SERIES, SHAPES, SMALL, Sheet, legend
from simlab.words.numbers import small_percent

HIGH = 150.0  # pixels
LEFT, RIGHT = 14.0, 96.0  # percent
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


Course = Mapping[int, float]  # a chance after each of some events


def winning(names: Sequence[str], courses: Sequence[Course], span: tuple[int, int] | None) -> Callable[[], Sheet]:
    """A line for each course along the events of a game; `span`: from which event to which is shaded."""
    return lambda: _draw(names, courses, span)


def _draw(names: Sequence[str], courses: Sequence[Course], span: tuple[int, int] | None) -> Sheet:
    sheet = Sheet()
    top = legend(sheet, names, 0, draw=lambda x, y, number: sheet.sign(x, y, *_look(number), dx=8)) + 16
    bottom = top + HIGH
    begin, end = min(map(min, courses)), max(map(max, courses))
    across, up = Axis(begin, max(end, begin + 1), LEFT, RIGHT), Axis(0, 1, bottom, top)
    if span:
        left, right = map(across.at, span)
        sheet.box(left, top, right - left, HIGH, BAND)
    for share in SHARES:
        sheet.line(LEFT, up.at(share), RIGHT, up.at(share), GRID)
        sheet.text(LEFT, up.at(share) + 4, small_percent(share), anchor="end", dx=-6, color=MUTED, size=SMALL)
    for number, course in enumerate(courses):
        points = [(across.at(moment), up.at(chance)) for moment, chance in course.items()]
        sheet.path(points, _look(number)[1], dashes=DASHES[number % len(DASHES)])
        sheet.sign(*points[(len(points) - 1) * (number + 1) // (len(names) + 1)], *_look(number))  # apart from the others
    sheet.height = across.draw(sheet, bottom, "events of the game, by their numbers") + 4
    return sheet


def _look(number: int) -> tuple[str, str]:
    return tuple(SHAPES)[number % len(SHAPES)], SERIES[number % len(SERIES)]
