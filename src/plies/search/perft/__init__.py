"""Perft: how many sequences of legal moves of a given length there are."""
