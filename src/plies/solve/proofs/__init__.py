"""Proofs of single positions: depth-first proof-number search, and proofs as files."""
