"""Exact answers: proofs, matrix games, tables on disk."""
