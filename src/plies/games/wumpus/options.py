"""What may follow `wumpus:` in a game's name, and the pits that a seed stands for.

6    6,seed=7    3,directions=6    6,pits=none    6,pits=b2,e3
"""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from plies.errors import UnknownName
from plies.games.wumpus.notation import COLUMNS

SIZES = (3, 6, 9)
DIRECTIONS = (8, 6)
_FORM = "a board is SIZE[,directions=6][,seed=NUMBER | ,pits=none | ,pits=b2,e3], such as wumpus:6,seed=7"


class Options(NamedTuple):
    """`name` is the one spelling of these options; pits are columns and rows from 0 at the bottom left."""

    name: str
    size: int
    directions: int
    pits: list[tuple[int, int]]


def seeded_pits(size: int, seed: int) -> list[tuple[int, int]]:
    """Each row but the two back rows has size/3 - 1 pits, rows from the bottom.

    A column is `int(random() * size)`, drawn again while the row has it already. Python promises the numbers of
    `Random(seed).random()` for all versions (but not those of `sample` or `shuffle`), so a seed is a board for good.
    """
    random = Random(seed)
    pits = []
    for row in range(1, size - 1):
        columns: list[int] = []
        while len(columns) < size // 3 - 1:
            column = int(random.random() * size)
            if column not in columns:
                columns.append(column)
        pits += [(column, row) for column in sorted(columns)]
    return pits


def read_options(text: str) -> Options:
    """The board that a text means; UnknownName names the wrong part."""
    size_text, *parts = text.split(",")
    if size_text not in map(str, SIZES):
        raise UnknownName(f"wumpus:{text}: no size {size_text!r}; sizes are {', '.join(map(str, SIZES))}; {_FORM}")
    size = int(size_text)
    given = _settings(text, parts)
    if "seed" in given and "pits" in given:
        raise UnknownName(f"wumpus:{text}: give a seed or pits, not both")
    directions = given.get("directions", ["8"])
    if directions not in (["8"], ["6"]):
        raise UnknownName(f"wumpus:{text}: directions={','.join(directions)} is neither 8 nor 6")
    name = f"{size}" + (",directions=6" if directions == ["6"] else "")
    if "pits" in given:
        pits = _named_pits(text, given["pits"], size)
        listed = ",".join(f"{COLUMNS[column]}{row + 1}" for column, row in pits) or "none"
        if size > 3 or pits:
            name += f",pits={listed}"
        return Options(name, size, int(directions[0]), pits)
    seed = _seed(text, given.get("seed", ["0"]))
    if seed and size > 3:
        name += f",seed={seed}"
    return Options(name, size, int(directions[0]), seeded_pits(size, seed))


def _settings(text: str, parts: list[str]) -> dict[str, list[str]]:
    """`key=value` by key; a part without `=` is one more value of the key before it."""
    given: dict[str, list[str]] = {}
    last = ""
    for part in parts:
        key, equals, value = part.partition("=")
        if equals:
            if key not in ("directions", "seed", "pits"):
                raise UnknownName(f"wumpus:{text}: no setting {key!r}; {_FORM}")
            if key in given:
                raise UnknownName(f"wumpus:{text}: {key} is given twice")
            given[key], last = [value], key
        elif last == "pits":
            given["pits"].append(part)
        else:
            raise UnknownName(f"wumpus:{text}: {part!r} is not a setting; {_FORM}")
    return given


def _seed(text: str, values: list[str]) -> int:
    if len(values) != 1 or not re.fullmatch(r"[0-9]{1,18}", values[0]):
        raise UnknownName(f"wumpus:{text}: seed={','.join(values)} is not a whole number of up to 18 digits")
    return int(values[0])


def _named_pits(text: str, names: list[str], size: int) -> list[tuple[int, int]]:
    if names == ["none"]:
        return []
    pits = []
    for name in names:
        found = re.fullmatch(r"([a-i])([1-9])", name)
        column, row = (COLUMNS.index(found[1]), int(found[2]) - 1) if found else (size, size)
        if column >= size or row >= size:
            raise UnknownName(
                f"wumpus:{text}: pit {name!r} is not a square of the board, a1 to {COLUMNS[size - 1]}{size}"
            )
        if row in (0, size - 1):
            raise UnknownName(f"wumpus:{text}: pit {name!r} is on a back row; pits are on rows 2 to {size - 1}")
        if (column, row) in pits:
            raise UnknownName(f"wumpus:{text}: pit {name!r} is given twice")
        pits.append((column, row))
    return sorted(pits, key=lambda pit: (pit[1], pit[0]))
