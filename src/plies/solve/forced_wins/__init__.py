"""Shortest forced wins, proven shortest."""
