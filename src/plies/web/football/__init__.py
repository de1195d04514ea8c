"""The football page."""
