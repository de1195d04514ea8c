"""Writes `src/plies/web/static/icons.svg`, the icons of the pages, from the package lucide-static (docs/design.md).

npm pack lucide-static@1.62.0 && tar xf lucide-static-1.62.0.tgz
python tools/icons.py package            # writes the icons that the file has now, anew
python tools/icons.py package copy flag  # and adds these
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src/plies/web/static/icons.svg"
HEAD = "<!-- Lucide 1.62.0, ISC licence and for some icons MIT: icons-LICENSE.txt; written by tools/icons.py -->"


def symbol(folder: Path, name: str) -> str:
    """One icon as a symbol, with the strokes that all of them share left to the pages' style."""
    text = (folder / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    shapes = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)
    assert shapes is not None, name
    inside = re.sub(r"\s*\n\s*", "", shapes[1]).replace(" />", "/>")
    return f'<symbol id="{name}" viewBox="0 0 24 24">{inside}</symbol>'


def main(folder: Path, further: list[str]) -> None:
    have = re.findall(r'<symbol id="([\w-]+)"', TARGET.read_text(encoding="utf-8")) if TARGET.exists() else []
    symbols = [symbol(folder, name) for name in sorted({*have, *further})]
    lines = [HEAD, '<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""]
    TARGET.write_text("\n".join(lines), encoding="utf-8")
    (TARGET.parent / "icons-LICENSE.txt").write_text((folder / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
