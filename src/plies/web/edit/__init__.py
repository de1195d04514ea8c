"""Heuristics written in the page (`plies serve --edit`): judged as they are typed, and saved as files."""
