"""Tournaments and their archive."""
