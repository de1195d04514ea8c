"""The laboratory in the browser: a server that knows the games, and pages that show its data."""
