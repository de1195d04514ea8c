"""The audit of tables. It shares nothing with the builder but the game's rules."""
