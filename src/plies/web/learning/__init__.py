"""Runs of `plies learn` in the browser."""
