"""Rules that are varied: which of them is responsible for how much of what differs between the rule sets."""

from collections.abc import Sequence

from simlab.engine.metric import PERCENT
from simlab.report.blocks import Block, Chapter, Section, Text
from simlab.report.charts import grid
from simlab.report.lines import grouped
from simlab.report.material import Material
from simlab.report.svg import Picture
from simlab.report.tables import TableBlock
from simlab.stats.statistic import Line
from simlab.words.numbers import plainly

MOST_METRICS = 8  # in a picture
NOTE = (
    "Of what differs between the rule sets in each number, so many percent are each rule’s (Shapley shares of the variance): what two "
    "rules do only together counts half for each. Numbers that the rules hardly move are left out."
)


def section(run: Material) -> Section | None:
    """A map of rules and metrics at the first table that has something to show; and all numbers."""
    if len(run.experiment.vary or {}) < 2:
        return None
    lines = run.analysis.lines("shapley")
    if not lines:
        nothing = "The rule sets hardly differ: of nothing that was measured can it be said which rule moves it."
        return Section("responsible", "Which rule does what", "", [Text([nothing])])
    _, rows = grouped(lines, "players", "lineup")[0]
    blocks: list[Block] = [_map(run, rows), TableBlock.whole("shapley", "Shapley shares", run.analysis.table("shapley"))]
    return Section("responsible", "Which rule does what", "", blocks)


def _map(run: Material, rows: Sequence[Line]) -> Picture:
    by_metric = [of for _, of in grouped(rows, "metric")]
    asked = [of for of in by_metric if of[0]["metric"].key in run.analysis.headline_keys]
    shown = [*asked, *sorted((of for of in by_metric if of not in asked), key=_across, reverse=True)][:MOST_METRICS]
    rules = list(run.experiment.vary or {})
    cells = [[(row["share"], f"{row['share'] * PERCENT:.0f}%") for row in of] for of in shown]
    drawing = grid([of[0]["metric"].title for of in shown], [plainly(rule) for rule in rules], cells)
    told = ". ".join(f"{row['metric'].title}: {plainly(row['rule'])} {row['share']:.0%}" for of in shown for row in of)
    return Picture("shapley-map", run.titled(rows, _title(shown[0])), f"Shares of rules in what differs. {told}.", drawing, NOTE)


def _across(rows: Sequence[Line]) -> float:
    """How far a metric moves over the rule sets, measured by its mean margin."""
    metric = rows[0]["metric"]
    return float(rows[0]["spread"] / (metric.family.margin.value or 1.0))


def _title(rows: Sequence[Line]) -> str:
    """Which rule is responsible for most of the first metric."""
    top = max(rows, key=lambda row: row["share"])
    return f"{plainly(top['rule'])} is responsible for {top['share']:.0%} of what differs in the {top['metric'].title}"


CHAPTERS = Chapter(3.9, section, ("shapley",))
