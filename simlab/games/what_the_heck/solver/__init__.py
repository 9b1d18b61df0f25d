"""Exact solutions of small games of What the Heck? for two: dynamic programming over their positions, linear programming at each.

From outside: `solution.solve`, `best_response`, `meeting`; `tables` writes a solution down as a strategy.
"""
