"""Where Plies keeps what people make: the ledger of tournaments, tables of solved games."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """`plies` in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "plies"
