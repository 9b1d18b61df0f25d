"""The balance lab: which rules do what a designer wants. A search over rule sets: the space, the goals, the games, the race, the answer.

Nothing here is stored: `simlab.runner` keeps what was played, and confirms what was found.
"""
