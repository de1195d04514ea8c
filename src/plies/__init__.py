"""Plies: a laboratory for adversarial search. This is the front door; it imports no Numba until something searches."""

from __future__ import annotations

from plies.registry import game

__version__ = "0.1.0"

__all__ = ["game"]
