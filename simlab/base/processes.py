"""Processes of our own: they find what this one finds, wherever they begin."""

import os
import sys


def environment(**more: str) -> dict[str, str]:
    """What such a process is told: where this one finds its modules, and what is set."""
    found = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return {**os.environ, "PYTHONPATH": found, **more}
