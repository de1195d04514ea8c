"""The standings as data: keys that people rely on, and JSON that every reader takes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from plies.arena.numbers.standings import standings
from tests.arena.made_records import Cast, tournament

DOCS = Path(__file__).parents[3] / "docs" / "statistics.md"
CAST = [
    Cast("ari@0.1s", "ari", 80, 0.1),
    Cast("hoddi@0.1s", "hoddi", 0, 0.1),
    Cast("ari@nodes=5000", "ari", 20, None, 5000),
    Cast("hoddi@nodes=5000", "hoddi", 20, None, 5000),
]
RESULTS = {"games", "wins", "draws", "losses", "score"}


def data() -> dict[str, Any]:
    found = standings(tournament(CAST, ["pawns:8x8", "pawns:6x6"], 5)).data()
    reported: dict[str, Any] = json.loads(json.dumps(found, allow_nan=False))
    return reported


def test_the_keys_of_the_standings() -> None:
    found = data()
    board, player, pairing, ratings, limits = (
        found[name][0] for name in ("boards", "players", "pairings", "ratings", "limits")
    )
    played = RESULTS | {"first", "second", "faults", "use"}
    assert set(board) == RESULTS | {"board", "lengths", "terminations", "endings", "openings"}
    assert set(board["openings"]) == {"different", "deciding", "not_told_apart", "listed"}
    assert set(board["lengths"]) == {"mean", "shortest", "longest", "histogram"}
    assert set(player) == played | {"name", "base", "limits", "equal", "rating", "boards", "counted"}
    assert set(player["counted"]) == {"reported", "processor_a_node", "of_others", "fits"}
    assert set(player["boards"]["pawns:8x8"]) == played
    assert set(player["rating"]) == {"name", "rating", "error", "low", "high", "above_next", "reason"}
    assert set(pairing) == RESULTS | {
        *("board", "a", "b", "first", "second", "draw_rate", "pairs", "pentanomial", "decided_by_opening", "estimate")
    }
    assert set(ratings) == {"board", "players", "boards"}
    assert set(ratings["boards"]["pawns:8x8"]) == {"first_move", "first_move_error", "draws_between_equals"}
    assert set(limits) == {"labels", "rows"}
    assert set(limits["rows"][0]) == {"base", "ratings", "gain", "gain_error"}
    assert set(found["cross"][0]) == {"board", "players", "cells"}
    assert set(found["cross"][0]["cells"][0][1]) == RESULTS


def test_every_key_is_in_the_docs() -> None:
    def keys(reported: Any) -> set[str]:
        if isinstance(reported, list):
            return set().union(*map(keys, reported))
        if not isinstance(reported, dict):
            return set()
        free = {
            "pawns:8x8",
            "pawns:6x6",
            "rules",
            "time",
            *(text for text in reported if " " in text),
        }  # names, no keys
        return set(reported) - free | set().union(*(keys(value) for value in reported.values()))

    text = DOCS.read_text(encoding="utf-8")
    known = set(re.findall(r"`(\w+)`", text))
    assert keys(data()) <= known


def test_no_games_are_json_too() -> None:
    found = json.loads(json.dumps(standings([]).data(), allow_nan=False))
    assert found["games"] == 0
    assert found["players"] == found["boards"] == found["pairings"] == []
