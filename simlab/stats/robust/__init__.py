"""How far a verdict holds: at tables drawn from a field, and at a table that nobody has played yet."""
