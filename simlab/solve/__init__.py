"""Exact solutions of small two-player games: dynamic programming over their positions, linear programming at each."""
