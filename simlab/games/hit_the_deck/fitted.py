"""How likely each is to win from how all stand: 40,000 games of four.

Written by `python -m simlab.lab.fitting hit_the_deck tactician`.
"""

WEIGHTS = (5.1016,)
ERRORS = (0.0416,)  # their standard errors
