"""What the kernel imports for a search without tables of solved positions; `with_tables.py` stands in for one with."""

from __future__ import annotations

PROBING = False
