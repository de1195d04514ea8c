"""The football coach."""
