"""Which weights are best: positions from games, fits, and the match that decides."""
