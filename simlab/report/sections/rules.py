"""..."""

from simlab.report.blocks import Section
from simlab.report.material import Material


def section(run: Material) -> Section | None:
    """..."""
    return None


def proof(run):
    from simlab.report.sections import effects
    return effects.forest(run, "proof", [c for c in run.analysis.headline], 12)
