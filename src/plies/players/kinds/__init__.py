"""The kinds of players: one module for each way to choose a move."""
