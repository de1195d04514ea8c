"""Tables of whole games: every position a win, a loss or a draw, built, kept in a file, audited, probed."""
