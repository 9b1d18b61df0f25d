"""The sections of a page, found by looking: each makes of a run what stands in it, or nothing where there is nothing to show.

From outside only through `simlab.report.blocks.CHAPTERS`.
"""
