"""Games with an index: tables are dense arrays, made tier by tier."""
