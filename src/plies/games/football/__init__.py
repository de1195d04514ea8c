"""Football: the last minutes of a game, both sides calling at once. The rules are in docs/football.md."""
