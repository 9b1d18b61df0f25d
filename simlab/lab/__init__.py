"""What asks for many small evaluations to answer one question. Which rules do what a designer wants: the space, the goals, the games, the
race, the answer (`search`). Which parameters of a strategy are the best (`tuning`), and by which rules others are (`adapting`).

Nothing here is stored: `simlab.runner` keeps what was played, and confirms what was found.
"""
