"""Search: the textbook algorithms and the compiled engine."""
