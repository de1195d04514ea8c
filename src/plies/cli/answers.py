"""Answers of searches in words for people, and as data for JSON."""

from __future__ import annotations

from typing import Any

from plies.search.answer import Answer, Line
from plies.values import Unit, describe


def value_in_words(line: Line | Answer, unit: Unit | None) -> str:
    """`+1.50`, `+0.08 men`, `win in 7`, `draw`: short, for a column."""
    if line.value is None:
        return "–"
    return "draw" if line.proof is not None and line.proof[0] == "draw" else describe(line.value, unit)


def proof_in_words(line: Line | Answer, turn: str) -> str:
    if line.proof is None:
        return "none yet"
    what, plies = line.proof
    if what == "draw":
        return f"a draw, by a search to the end ({_plies(plies)})"
    return f"{turn} {'wins' if what == 'win' else 'loses'} in {_plies(plies)}"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def thought_in_words(answer: Answer, side: str = "") -> str:
    """`+1.50 for white, depth 8`; empty for a player that reports neither."""
    words = value_in_words(answer, answer.unit) + (f" for {side}" if side else "")
    value = "" if answer.value is None else words
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
        "deepest": counters.deepest,
    }
