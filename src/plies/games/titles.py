"""Games in words: what people read where programs read a name."""

from __future__ import annotations

import re
from collections.abc import Iterable


def title_of(name: str) -> str:
    """`breakthrough:6x5` as `Breakthrough, 6 by 5`, a lone number as a size; files keep their names.

    `titleOf` of common.js does the same.
    """
    if not re.match(r"[a-z_]+(:|$)", name):
        return name
    sized = re.sub(r":(\d+)(?=,|$)", r":size \1", name)
    parts = [
        re.sub(r"(\d)x(?=\d)", r"\1 by ", part).replace("=", " ", 1) for part in sized.replace(":", ",", 1).split(",")
    ]
    words = ", ".join(parts).replace("_", " ")
    return words[:1].upper() + words[1:]


def titles_of(names: Iterable[str]) -> str:
    """Several games in one line."""
    return "; ".join(map(title_of, names))
