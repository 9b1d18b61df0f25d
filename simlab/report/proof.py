"""The first screen: below the answer, the one picture that proves it."""

from dataclasses import replace

from simlab.report.lines import strongest
from simlab.report.material import Material
from simlab.report.sections import effects, lengths, shares
from simlab.report.svg import Picture

MOST_MARKS = 10  # the picture stands below the answer on one screen


def proof_of(run: Material) -> Picture | None:
    """Effects where anything is compared; else win shares; else lengths."""
    if run.headline:
        top = strongest(run.headline)
        here = run.headline if run.has_players else [row for row in run.headline if row["lineup"] == top["lineup"]]
        found = effects.pictures(run, here, "proof", MOST_MARKS)
    else:
        found = [*shares.by_strategy(run), *lengths.pictures(run)]
    return replace(found[0], id="proof") if found else None
