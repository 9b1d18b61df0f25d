"""The first screen: below the answer, the one picture that proves it."""

from simlab.report.material import Material, kind_of
from simlab.report.sections import effects, lengths, rules, shares
from simlab.report.svg import Picture

MOST_MARKS = 12  # the picture stands beside the answer on one screen


def proof(run: Material) -> Picture | None:
    """Effects where scenarios are compared; else win shares, by seat where all play alike; else lengths."""
    if run.experiment.vary:
        return rules.proof(run)
    if run.has_many_scenarios:
        return _effects(run)
    return next(iter(_one_scenario(run)), None)


def _effects(run: Material) -> Picture | None:
    headline = run.analysis.headline or run.analysis.comparisons
    top = max(headline, key=effects.strength, default=None)
    if top is None:
        return None
    if len(run.analysis.groups) > 1:
        return effects.across_players(run, "proof", top.metric, [c for c in headline if c.metric == top.metric])
    here = [c for c in headline if c.table == top.table and (kind_of(c.metric) != "share" or _has_rivals(run, c.table))]
    return effects.forest(run, "proof", here or [top], MOST_MARKS)


def _has_rivals(run: Material, table: str) -> bool:
    """Whether there is more than one strategy at a table: else its share is even whatever the rules."""
    return len({seat.label for seat in run.experiment.lineups[table]}) > 1


def _one_scenario(run: Material) -> list[Picture]:
    rows = run.analysis.shares.to_dicts()
    found = shares.share_pictures(run, rows)
    return [_as_proof(picture) for picture in (found or lengths.length_pictures(run, run.analysis.lengths.to_dicts()))]


def _as_proof(picture: Picture) -> Picture:
    """The same picture under another name: it stands on the page twice."""
    from dataclasses import replace

    return replace(picture, id="proof")
