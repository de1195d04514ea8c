"""The engine: principal variation search on a shared transposition table, compiled for each game."""
