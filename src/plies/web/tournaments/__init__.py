"""The tournament pages."""
