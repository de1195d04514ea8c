"""Players and heuristics beside the truth: how often they are right in positions whose values a table knows."""
