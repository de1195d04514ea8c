"""Games and heuristics of the files that `plies serve` was given."""
