"""Errands built on `evaluate`: how good each strategy is, what its parameters should be, which house rules do what is wanted."""
