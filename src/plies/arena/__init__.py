"""The arena: players, games between them, tournaments, the ledger, statistics and reports."""
