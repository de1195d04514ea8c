"""A list of games, as a block."""

from __future__ import annotations

from collections.abc import Sequence

from plies.arena.run.record import GameRecord
from plies.blocks.blocks import Column, Table
from plies.blocks.formats import NUMBER, SECONDS

RESULTS = {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}
COLUMNS = (
    *(Column("game"), Column("pair", priority=4), Column("board", priority=3)),
    *(Column("first side"), Column("second side"), Column("result"), Column("plies", NUMBER, 2)),
    *(Column("time", SECONDS, 2), Column("ended", priority=1)),
)


def games_table(records: Sequence[GameRecord], links: Sequence[str] = ()) -> Table:
    """A line for each game; the two of a pair are called a and b."""
    rows = []
    for record in records:
        pairing, plies = record.pairing, len(record.pairing.opening) + len(record.moves)
        names = (pairing.id[:10], f"{pairing.pair + 1}{'b' if pairing.turned else 'a'}", pairing.game)
        ended = (RESULTS[record.score], plies, record.seconds, record.reason)
        rows.append((*names, pairing.first, pairing.second, *ended))
    return Table("games", COLUMNS, rows, links=links)
