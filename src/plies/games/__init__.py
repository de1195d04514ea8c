"""The games that come with Plies, one folder each."""
