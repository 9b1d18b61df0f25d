"""simlab: ask a question about a card game's house rule, get an answer that holds."""

__version__ = "0.1.0"
