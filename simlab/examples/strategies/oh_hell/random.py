"""Picks one of the legal actions, each with the same chance: the yardstick for all others.

A decision that a strategy leaves out is taken so, and this one leaves out all.
"""
