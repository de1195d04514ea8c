"""The server itself: security, streams, errors, bounds, an orderly end."""
