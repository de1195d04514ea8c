"""The command that fits weights."""
