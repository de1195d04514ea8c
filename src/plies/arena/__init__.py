"""The arena: players, games between them, tournaments, the ledger that keeps everything, and what the results say."""
