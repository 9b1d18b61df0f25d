"""What a game is: its declaration, house rules, records, events, and the state that all games have. Nothing here imports numba.

From outside: each module by its name. What a game's rules are compiled with stands in `compiled`; what results depend on, in `sources`.
"""
