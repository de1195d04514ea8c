"""Grading in the browser: `plies grade` for visitors."""
