"""A small tournament as a command."""

from __future__ import annotations

PLAYERS = ("--players", "ari@nodes=200", "hoddi@nodes=200", "random")
WORDS = ("tournament", "pawns:3x5", *PLAYERS, "--games", "4", "--workers", "1")
