"""Where Plies keeps what people make: the ledger of tournaments, tables of solved games, learned heuristics."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """`plies` in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "plies"


def learned_folder() -> Path:
    """$PLIES_LEARNED, else `learned` in Plies's data folder: a folder for each game, with its heuristics by name."""
    chosen = os.environ.get("PLIES_LEARNED")
    return Path(chosen) if chosen else data_folder() / "learned"
