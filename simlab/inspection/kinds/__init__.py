"""The checks, found by looking: a file each, which says what it looks at and how games are played for it."""
