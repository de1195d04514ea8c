"""Tables of solved positions: what they know of a game that is played, which there are, and small ones built."""
