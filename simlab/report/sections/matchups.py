"""..."""

from simlab.report.blocks import Section
from simlab.report.material import Material


def section(run: Material) -> Section | None:
    """..."""
    return None
