"""A table that was published with one game a cell, beside the games of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DRAWN = "="

#: by the names of the first and the second side's players: who won, "" is a draw
Cells = Mapping[tuple[str, str], str]


def beside_published(data: Mapping[str, Any], published: Mapping[str, Cells]) -> list[dict[str, Any]]:
    """A row for each cell of which a game has been played: who won now and then, by the players' heuristics.

    Where several games were played in a cell without one outcome, its score stands for who won.
    """
    rows = []
    for pairing in data["pairings"]:
        cells = published.get(pairing["board"], {})
        one, other = (pairing[name].partition("@")[0] for name in ("a", "b"))
        for key, side in (((one, other), "first"), ((other, one), "second")):
            games = pairing[side]
            if key in cells and games["score"] is not None:
                score = games["score"] if side == "first" else 1 - games["score"]
                alike = {1.0: key[0], 0.0: key[1]} | ({0.5: DRAWN} if not games["wins"] else {})
                now = alike.get(score, f"{100 * score:.1f}%")
                then = cells[key] or DRAWN
                rows.append({"board": pairing["board"], "first": key[0], "second": key[1], "now": now, "then": then})
    return rows


def agreement(rows: list[dict[str, Any]]) -> str:
    """How many cells came out as published."""
    return f"{sum(row['now'] == row['then'] for row in rows)} of {len(rows)} as published"
