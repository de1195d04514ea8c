"""Games without an index: positions are found from the start, and values spread backwards along the moves."""
