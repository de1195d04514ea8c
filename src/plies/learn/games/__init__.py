"""Positions to learn from: games of the engine against itself."""
