"""Simultaneous games: matrix games, backward induction, pruned search, simulation, solutions on disk."""
