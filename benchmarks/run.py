"""`make bench`: every benchmark, or those named, beside their peers in the same run; writes docs/benchmarks.md.

python benchmarks/run.py                    all of them (about half an hour)
python benchmarks/run.py yardstick peers    some of them; the others keep their last figures
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

from harness import HERE, ROOT, Row, save, say, table

#: section -> its title; a section is a module here with `rows()`
SECTIONS = {
    "yardstick": "Beside hand-written C",
    "peers": "Beside OpenSpiel and easyAI",
    "laboratory": "The engine beside itself",
    "steps": "What selective steps save",
    "timing": "Keeping time",
    "checkers": "Checkers",
    "tables": "Tables of whole games",
    "football": "Football",
    "arena": "The arena",
    "learning": "Learning",
    "web_load": "The server under load",
}
INTRODUCTION = """# Benchmarks

Written by `make bench`. A ratio is how many times better ours is than the peer measured in the same run,
interleaved with it; a gate is the least ratio that passes. C is compiled on the spot with `cc -O3 -march=native`.
"""


def write_page() -> Path:
    """docs/benchmarks.md from the last results of every section."""
    parts = [INTRODUCTION]
    for section, title in SECTIONS.items():
        file = HERE / "results" / f"{section}.json"
        if file.exists():
            record = json.loads(file.read_text())
            rows = [Row(**row) for row in record["rows"]]
            parts.append(f"## {title}\n\n{record.get('date', '')}, {record['machine']}\n\n{table(rows)}\n")
    page = ROOT / "docs" / "benchmarks.md"
    page.write_text("\n".join(parts))
    return page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"any of: {', '.join(SECTIONS)}")
    chosen = parser.parse_args().sections or list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}; known: {', '.join(SECTIONS)}")
    missed = 0
    for section in chosen:
        found = importlib.import_module(section).rows()
        rows = [row if isinstance(row, Row) else Row(**row) for row in found]
        save(section, rows)
        print(f"\n{SECTIONS[section]}\n{table(rows)}", flush=True)
        missed += sum(not row.passed for row in rows)
    say(f"\nwritten: {write_page().relative_to(ROOT)}")
    if missed:
        say(f"{missed} gate(s) missed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
