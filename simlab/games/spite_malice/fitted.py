"""How likely each is to win from how all stand: 40,000 games of four.

Written by `python -m simlab.lab.fitting spite_malice schemer`.
"""

WEIGHTS = (0.2408, 0.1366, 0.0525, 0.2389)
ERRORS = (0.0085, 0.017, 0.0025, 0.0067)  # their standard errors
