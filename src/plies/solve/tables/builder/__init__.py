"""Building tables: position by position as the rules find them, or along a game's index."""
