"""Made-up results for the tests of reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plies.arena.report.result import Gathered, Result
from plies.arena.run.record import GameRecord
from plies.blocks.blocks import Block, Heading, Table
from tests.arena.made_records import Cast, tournament
from tests.blocks.page import NASTY

CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast(NASTY, "mine.py:x", 0, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]


def result_of(records: Iterable[GameRecord]) -> Result:
    gathered = Gathered()
    for record in records:
        gathered.add(record)
    return gathered.result()


def many_games() -> Result:
    return result_of(tournament(CAST, ["pawns:8x8", "pawns:6x6"], 12))


def table(blocks: Sequence[Block], id: str) -> Table:
    """The one table of that id."""
    (found,) = (block for block in blocks if isinstance(block, Table) and block.id == id)
    return found


def section(blocks: Sequence[Block], id: str) -> list[Block]:
    """The blocks after a heading and before the next."""
    begin = next(i for i, block in enumerate(blocks) if isinstance(block, Heading) and block.id == id)
    ends = (i for i, block in enumerate(blocks) if isinstance(block, Heading) and i > begin)
    return list(blocks[begin + 1 : next(ends, len(blocks))])
