"""The head of the first screen: what was played, and the verdict on each change."""

from collections.abc import Sequence

from simlab.report.material import Material
from simlab.stats.verdicts import Ruling
from simlab.words.changes import MATTERS, NO_DIFFERENCE, UNDECIDED
from simlab.words.numbers import listed, many
from simlab.words.spoken import cut

MOST_VERDICTS = 6
LETTERS = 44
BROKEN = "broken"
ORDER = (MATTERS, UNDECIDED, NO_DIFFERENCE)


def kicker_of(run: Material) -> str:
    """The game, how many play, and how many games were played under each of the rules."""
    players = listed([str(group.players) for group in run.analysis.groups], "or")
    games = run.manifest["games"]
    scenarios = len(run.experiment.scenarios)
    each = f"{games // scenarios:,} games under each of {scenarios} rules, the same deals" if run.has_scenarios else f"{games:,} games"
    return f"{run.game.title} with {players} players · {each}"


def verdicts_of(run: Material) -> list[Ruling]:
    """A verdict for each change, a few of many; and what became of the checks."""
    found = run.analysis.rulings
    shown = found
    if len(found) > MOST_VERDICTS:
        shown = sorted(found, key=lambda ruling: ORDER.index(ruling.word))[: MOST_VERDICTS - 1]
    rest = found[:0] if shown is found else [ruling for ruling in found if ruling not in shown]
    named = [Ruling(ruling.word, cut(ruling.on, LETTERS), cut(ruling.text, 2 * LETTERS)) for ruling in shown]
    return [*named, *_rest(rest), *_checks(run)]


def _rest(rest: Sequence[Ruling]) -> list[Ruling]:
    if not rest:
        return []
    counts = {word: sum(ruling.word == word for ruling in rest) for word in ORDER}
    told = {MATTERS: "matter", UNDECIDED: "undecided", NO_DIFFERENCE: "no practical difference"}
    text = ", ".join(f"{count} {told[word]}" for word, count in counts.items() if count)
    return [Ruling(next(word for word in ORDER if counts[word]), many(len(rest), "other change"), text)]


def _checks(run: Material) -> list[Ruling]:
    checks = run.analysis.checks
    broken, open_ = (sum(check.status == status for check in checks) for status in (BROKEN, UNDECIDED))
    if not checks:
        return []
    if broken:
        return [Ruling(MATTERS, "checks", f"{broken} of {len(checks)} broken")]
    if open_:
        return [Ruling(UNDECIDED, "checks", f"{open_} of {len(checks)} undecided")]
    return [Ruling(NO_DIFFERENCE, "checks", "it holds" if len(checks) == 1 else f"all {len(checks)} hold")]
