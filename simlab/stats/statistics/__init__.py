"""The statistics, found by looking: each file here says what it adds up of a chunk's games and which tables it makes of the sums.

From outside only through `simlab.stats.statistic.STATISTICS`.
"""
