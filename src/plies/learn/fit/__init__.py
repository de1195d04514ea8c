"""Weights that fit positions."""
