"""Somebody sits down at a table: what one seat sees, in the rulebook's words, and what it may choose; asked, answered and gone on with.

From outside: `session.Session`, what `simlab play` is; everything else is a step of it.
"""
