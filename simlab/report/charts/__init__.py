"""The kinds of charts in a report. Each is described by data and drawn once, for every width. Whatever a colour says, a shape or a word
says as well; no extreme scales an axis: it stands at the edge, with its number.
"""

from simlab.report.charts.chances import winning
from simlab.report.charts.curves import Graph, Level, Series, lines
from simlab.report.charts.forest import Mark, Panel, Row, intervals
from simlab.report.charts.histograms import Spread, spreads
from simlab.report.charts.maps import grid
from simlab.report.charts.stacks import stacked

__all__ = ["Graph", "Level", "Mark", "Panel", "Row", "Series", "Spread", "grid", "intervals", "lines", "spreads", "stacked", "winning"]
