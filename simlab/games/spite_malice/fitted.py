"""How likely each is to win from how all stand: 40,000 games of four.

Written by `python -m simlab.lab.fitting spite_malice schemer`.
"""

WEIGHTS = (0.2086, 0.2339, 0.2237, 0.459, -0.108, 0.0787)
ERRORS = (0.0085, 0.017, 0.0025, 0.0067)  # their standard errors
