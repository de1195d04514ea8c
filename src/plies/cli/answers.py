"""Answers of searches in words for people, and as data for JSON."""

from __future__ import annotations

from typing import Any

from plies.games.position import Position
from plies.search.answer import Answer, Line, value_in_words
from plies.values import is_decided, is_win, plies_to_end


def proof_in_words(line: Line | Answer, turn: str) -> str:
    if line.proof is None:
        if line.value is None or not is_decided(line.value):
            return "none yet"
        return f"{turn} {'wins' if is_win(line.value) else 'loses'} within {_plies(plies_to_end(line.value))}"
    what, plies = line.proof
    if what == "draw":
        return f"a draw, by a search to the end ({_plies(plies)})"
    return f"{turn} {'wins' if what == 'win' else 'loses'} in {_plies(plies)}"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def thought_in_words(answer: Answer, position: Position, side: str = "") -> str:
    """`+1.50 for white, depth 8`; `only move` where there was no other, which most players do not think about; else
    empty for a player that reports neither."""
    if answer.value is None and len(position.legal) == 1:
        return "only move"
    value = "" if answer.value is None else value_in_words(answer, answer.unit) + (f" for {side}" if side else "")
    return ", ".join(filter(None, (value, f"depth {answer.depth}" if answer.depth else "")))


def line_data(line: Line) -> dict[str, Any]:
    return {
        "move": line.move,
        "value": line.value,
        "line": list(line.line),
        "depth": line.depth,
        "proof": None if line.proof is None else list(line.proof),
    }


def answer_data(answer: Answer) -> dict[str, Any]:
    """What a search found, under the names of its attributes."""
    counters = answer.counters
    return {
        **line_data(answer.lines[0]),
        "nodes": answer.nodes,
        "seconds": answer.seconds,
        "nodes_per_second": answer.nodes_per_second,
        "lines": [line_data(line) for line in answer.lines],
        "leaves": counters.leaves,
        "cutoffs": counters.cutoffs,
        "first_move_cutoffs": counters.first_move_cutoffs,
        "table_hits": counters.table_hits,
        "table_filling": counters.table_filling,
        "probes": counters.probes,
        "deepest": counters.deepest,
    }
