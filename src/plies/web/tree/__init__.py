"""The search tree page."""
