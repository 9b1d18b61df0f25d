"""What holds in any game, checked: from its text, from thousands of games, and from some that are looked over event by event.

From outside: `look_over` a game. `kinds/` has the checks, a file each, found by looking.
"""

from simlab.inspection.finding import FAULT, HINT, MISSING, Finding
from simlab.inspection.looking import Outcome, look_over

__all__ = ["FAULT", "HINT", "MISSING", "Finding", "Outcome", "look_over"]
