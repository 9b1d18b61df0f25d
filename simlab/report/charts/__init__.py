"""The kinds of charts in a report. Each is described by data and drawn at any width: beside its marks where there is room, above them
on a phone. Whatever a colour says, a shape, a hatch or a word says as well."""

from simlab.report.charts.curves import Level, Series, lines
from simlab.report.charts.forest import Mark, Panel, intervals
from simlab.report.charts.histograms import Spread, spreads
from simlab.report.charts.maps import grid
from simlab.report.charts.stacks import stacked

__all__ = ["Level", "Mark", "Panel", "Series", "Spread", "grid", "intervals", "lines", "spreads", "stacked"]
