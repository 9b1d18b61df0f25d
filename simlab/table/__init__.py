"""A table: batches of games into rows, single games into traces, and what is said when a strategy fails at it.

From outside: `Table`; `batches` and `rows` for whole chunks of a plan, `telling` for a game in words.
"""

from simlab.table.table import Table

__all__ = ["Table"]
