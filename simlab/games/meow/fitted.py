"""How likely each is to win from how all stand: 40,000 games of four.

Written by `python -m simlab.lab.fitting meow tactician`.
"""

WEIGHTS = (0.2167,)
ERRORS = (0.0017,)  # their standard errors
