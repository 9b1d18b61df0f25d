"""One sheet of paper for a rulebook discussion: the first screen, the numbers behind it, and what it does not tell."""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.engine.metric import PERCENT
from simlab.report.lines import distinct, effect_of, grouped, half_width, rounded, strongest, strongest_first
from simlab.report.material import DECISIONS, Material
from simlab.report.sections.discuss import to_discuss
from simlab.report.sections.proof import WHO_WINS, has_one_baseline, leading
from simlab.stats.statistic import Line
from simlab.words.changes import MATTERS, signed_change
from simlab.words.numbers import give_or_take, listed, percent, plainly, sentence
from simlab.words.spoken import cut

MOST_ROWS, MOST_CHANGES = 5, 2
MOST_LETTERS = 140  # of a command
FROM_PYTHON = "simlab.run(...)"


@dataclass(frozen=True)
class Number:
    """A cell of the brief's table; `matters`: bold."""

    text: str
    matters: bool = False


@dataclass(frozen=True)
class Brief:
    """The lower half of the sheet."""

    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Number]]]
    note: str
    questions: Sequence[str]
    limits: Sequence[str]
    foot: str


def brief_of(run: Material) -> Brief:
    """What stands below the card and the picture."""
    head, rows, note = _decisions(run) if run.about == DECISIONS else _changes(run) if run.headline else _shares(run)
    manifest = run.manifest
    again = manifest["again"] or FROM_PYTHON
    told = f" · again: {again}" if len(again) <= MOST_LETTERS else ""
    seats = {"rotate": "each player in every seat", "permute": "every order of the players", "fixed": "fixed seats"}
    seated = seats.get(run.experiment.seating, run.experiment.seating)
    return Brief(
        head, rows, note, to_discuss(run), _limits(run), f"simlab {manifest['simlab']} · seed {run.experiment.seed} · {seated}{told}"
    )


def _changes(run: Material) -> tuple[list[str], list[tuple[str, list[Number]]], str]:
    """Before, after and the change, of the changes that matter most, at the place where they do."""
    top = strongest(leading(run.headline))
    here = [row for row in run.headline if (row["players"], row["lineup"]) == (top["players"], top["lineup"])]
    by_change = sorted(grouped(here, "said"), key=lambda item: max(strongest_first(row) for row in item[1]), reverse=True)
    kept = [name for name, _ in by_change[:MOST_CHANGES]]
    is_one = all(has_one_baseline(of) for _, of in grouped(here, "metric"))
    head = ["", *([cut(run.baseline, 24)] if is_one else []), *(text for name in kept for text in (cut(name, 24), "change"))]
    rows = []
    metrics = sorted(distinct(here, "metric"), key=lambda metric: (metric.key != WHO_WINS, metric.family.order))[:MOST_ROWS]
    for metric in metrics:
        of = {row["said"]: row for row in here if row["metric"] is metric}
        first = next(iter(of.values()))
        cells = [Number(_level(first, first["baseline_mean"]))] if is_one else []
        for name in kept:
            if row := of.get(name):
                cells += [Number(_level(row, row["baseline_mean"] + row["mean"])), _change(row)]
            else:
                cells += [Number("–"), Number("–")]
        rows.append((sentence(metric.title), cells))
    left_out = len(by_change) - len(kept)
    more = f" {left_out} more {'change is' if left_out == 1 else 'changes are'} on the page." if left_out else ""
    return head, rows, f"Bold: matters. 95% intervals. Everything else is undecided or makes no practical difference.{more}"


def _level(row: Line, value: float) -> str:
    if row["metric"].family.is_share:
        return percent(value, half_width(row))
    return rounded({**row, "level": value}, "level")


def _change(row: Line) -> Number:
    text = signed_change(row["metric"], effect_of(row)).split(" (")[0]
    return Number(f"{text} {give_or_take(half_width(row), row['metric'].family.factor)}", row["verdict"] == MATTERS)


def _shares(run: Material) -> tuple[list[str], list[tuple[str, list[Number]]], str]:
    rows = sorted(run.analysis.lines("shares"), key=lambda row: (row["players"], row["lineup"], row["rank"]))[:MOST_ROWS]
    where = [f"with {row['players']}" if run.has_players else row["lineup"] if run.has_lineups else "" for row in rows]
    told = [(cut(f"{row['strategy']} {at}".strip(), 40), [_share(row), Number(_around(row))]) for row, at in zip(rows, where, strict=True)]
    return ["", "win share", "95% interval"], told, "Of a seat with this strategy."


def _decisions(run: Material) -> tuple[list[str], list[tuple[str, list[Number]]], str]:
    rows = sorted(run.at_baseline(run.analysis.lines("decisions")), key=lambda row: (row["players"], -row["mean"]))[:MOST_ROWS]
    told = [
        (cut(plainly(row["decision"]) + (f" with {row['players']}" if run.has_players else ""), 40), [_worth(row), Number(_around(row))])
        for row in rows
    ]
    return ["", "worth", "95% interval"], told, "Points of win share, lost where it is decided at random. Bold: matters."


def _worth(row: Line) -> Number:
    return Number(rounded(row, "mean", PERCENT, sign=True), row["verdict"] == MATTERS)


def _around(row: Line) -> str:
    return give_or_take(half_width(row), PERCENT)


def _share(row: Line) -> Number:
    return Number(percent(row["share"], half_width(row)))


def _limits(run: Material) -> list[str]:
    """What the numbers are not about."""
    labels = run.analysis.groups[0].labels
    who = f"These {'players' if len(labels) > 1 else 'copies of one player'} only ({cut(listed(list(labels)), 90)})"
    more = f", at {len(run.experiment.lineups)} tables" if run.has_lineups else ""
    limits = [f"{who}{more}: others may play otherwise."]
    if run.has_scenarios:
        limits.append("They do not adapt to a new rule as people would, and nobody asked them whether it was fun.")
    undecided = sum(row["verdict"] == "undecided" for row in run.headline)
    if undecided:
        limits.append(f"{undecided} of {len(run.headline)} comparisons are undecided: more games would tell.")
    return limits
