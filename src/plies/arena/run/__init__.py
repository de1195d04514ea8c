"""Playing the games: one match, worker processes on this machine, clusters."""
