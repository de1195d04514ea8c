"""Positions, moves and searches."""
