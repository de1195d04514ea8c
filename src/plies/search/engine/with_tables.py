"""What the kernel imports for a search that looks positions up in a table; see `without_tables.py`."""

from __future__ import annotations

PROBING = True
