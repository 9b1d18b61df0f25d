"""Who plays: strategies found, read, checked and loaded from their files, and seats, which are strategies with parameters.

From outside: `strategies.find`, `strategies.names`, `Seat`.
"""
