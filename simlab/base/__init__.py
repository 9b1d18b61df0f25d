"""The ground that every room stands on: faults as a user reads them, what a value may be, where files are found.

Everybody may use all of it; it uses nothing of simlab.
"""
