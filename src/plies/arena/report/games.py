"""A list of games, as a block."""

from __future__ import annotations

from collections.abc import Sequence

from plies.arena.run.record import GameRecord
from plies.blocks.blocks import Column, Table
from plies.blocks.formats import NUMBER, SECONDS, Row
from plies.games.titles import title_of

RESULTS = {1.0: "1–0", 0.5: "½–½", 0.0: "0–1"}
WHERE = (Column("pair", priority=4), Column("board", priority=3))
HOW = (Column("result"), Column("plies", NUMBER, 2), Column("time", SECONDS, 2), Column("ended", priority=1))


def games_table(records: Sequence[GameRecord], links: Sequence[str] = ()) -> Table:
    """A line for each game; the two of a pair are called a and b. Links are by players, commands take the id."""
    rows: list[Row] = []
    for record in records:
        pairing, plies = record.pairing, len(record.pairing.opening) + len(record.moves)
        where = (f"{pairing.pair + 1}{'b' if pairing.turned else 'a'}", title_of(pairing.game))
        how = (RESULTS[record.score], plies, record.seconds, record.reason)
        if links:
            rows.append((f"{pairing.first} – {pairing.second}", *where, *how))
        else:
            rows.append((pairing.id[:10], *where, pairing.first, pairing.second, *how))
    if links:
        return Table("games", (Column("first side – second side"), *WHERE, *HOW), rows, links=links)
    columns = (Column("game"), *WHERE, Column("first side"), Column("second side"), *HOW)
    return Table("games", columns, rows)
