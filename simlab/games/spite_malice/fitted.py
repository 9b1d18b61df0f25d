"""How likely each is to win from how all stand: 40,000 games of four.

Written by `python -m simlab.lab.fitting spite_malice schemer`.
"""

WEIGHTS = (0.2273, 0.1953, 0.2285, 0.4245, -0.1102, 0.0694)
ERRORS = (0.0086, 0.0177, 0.008, 0.0157, 0.0121, 0.0087)  # their standard errors
