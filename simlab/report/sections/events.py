"""..."""

from simlab.report.blocks import Section
from simlab.report.material import Material


def ledger(run: Material) -> Section | None:
    """..."""
    return None


def flipped(run: Material) -> Section | None:
    """..."""
    return None


def typical(run: Material) -> Section | None:
    """..."""
    return None
