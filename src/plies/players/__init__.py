"""Players: everything that chooses a move, how it is written in one line, and the clock it plays under."""
