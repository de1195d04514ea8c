"""Which cells, symmetries and windows a game has, found by looking at it."""
