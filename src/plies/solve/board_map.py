"""The map of a family: who wins on each of its boards, kept in a file and extended from run to run.

A board is tried with a budget of seconds. One that was solved is not tried again, one that was not only with a larger
budget. What was found under other rules is forgotten. The file is written after every board.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import get_type_hints

from plies.errors import InvalidFile, Refused
from plies.games.contract import Family
from plies.places import data_folder
from plies.registry import game as find_game
from plies.solve.choice import solve
from plies.solve.proofs.search import Listener
from plies.tables.rules_digest import rules_digest


@dataclass(frozen=True)
class Board:
    """What is known of one board: the value for the side that begins, and how it was found."""

    width: int
    height: int
    #: `win`, `loss`, `draw` or `unknown`
    result: str
    #: the distance, or a bound of it if it is not the `shortest`; None for a draw and for what is unknown
    plies: int | None
    shortest: bool
    method: str
    nodes: int
    seconds: float
    #: the budget it was tried with
    budget: float
    #: a digest of the rules
    rules: str

    @property
    def squares(self) -> int:
        return self.width * self.height


def map_file(family: str) -> Path:
    return data_folder() / "maps" / f"{family}.json"


def read_map(family: Family) -> list[Board]:
    """What was found so far, smallest boards first."""
    file = map_file(family.name)
    if not file.exists():
        return []
    hints = get_type_hints(Board)
    try:
        found = [Board(**one) for one in json.loads(file.read_text(encoding="utf-8"))["boards"]]
        for board in found:
            for field in fields(Board):
                value = getattr(board, field.name)
                if not isinstance(value, float if isinstance(value, float) else hints[field.name]):
                    raise TypeError(field.name)
    except (OSError, ValueError, TypeError, KeyError):
        raise InvalidFile(f"{file} is not a map of {family.name}; remove it to begin a new one") from None
    return sorted(found, key=lambda board: (board.squares, board.width))


def write_map(family: Family, boards: list[Board]) -> None:
    file = map_file(family.name)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"family": family.name, "boards": [asdict(board) for board in boards]}, indent=1)
    beside = file.with_suffix(f".{os.getpid()}.tmp")
    beside.write_text(text + "\n", encoding="utf-8")
    beside.replace(file)


def sizes(family: Family, largest: int) -> list[tuple[int, int]]:
    """All boards of up to so many squares, smallest first."""
    numbers = {field.name: field for field in family.fields if field.high > 0}
    if set(numbers) != {"width", "height"} or len(family.fields) != 2:
        raise Refused(f"{family.name} has no width and height, so there is no map of it")
    wide, high = numbers["width"], numbers["height"]
    every = [(w, h) for w in range(wide.low, wide.high + 1) for h in range(high.low, high.high + 1)]
    return sorted((one for one in every if one[0] * one[1] <= largest), key=lambda one: (one[0] * one[1], one[0]))


def extend_map(
    family: Family,
    *,
    seconds: float,
    largest: int,
    threads: int = 1,
    before: Callable[[str], None] | None = None,
    listener: Listener | None = None,
) -> list[Board]:
    """Tries the boards that are missing; `before` hears the name of each. What is known then, of all sizes."""
    known = {(board.width, board.height): board for board in read_map(family)}
    for width, height in sizes(family, largest):
        name = family.named({"width": str(width), "height": str(height)})
        game = find_game(name)
        digest, old = rules_digest(game), known.get((width, height))
        if old is not None and old.rules == digest and (old.result != "unknown" or old.budget >= seconds):
            continue
        if before is not None:
            before(name)
        found = solve(game.start(), seconds=seconds, threads=threads, proof_listener=listener)
        known[width, height] = Board(
            width,
            height,
            found.result,
            found.plies,
            found.shortest,
            found.method,
            found.nodes,
            round(found.seconds, 3),
            float(seconds),
            digest,
        )
        write_map(family, sorted(known.values(), key=lambda board: (board.squares, board.width)))
    return sorted(known.values(), key=lambda board: (board.squares, board.width))
