"""An answer as JSON, for the pipe; every field is checked where it arrives."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_args

from plies.errors import DIED, PlayerFault
from plies.search.answer import Answer, Counters, Line, ProofResult

#: a move as a word, and moves of a line
LONGEST_WORD, LONGEST_LINE = 200, 500
MOST_LINES = 256
MOST_NODES = 1 << 62


def answer_data(answer: Answer) -> dict[str, Any]:
    """As plain data for JSON."""
    return asdict(answer)


def answer_of(told: Mapping[str, Any]) -> Answer:
    """The answer that was written; PlayerFault where it is not one."""
    try:
        return Answer(
            lines=tuple(_line(line) for line in _list(told["lines"], MOST_LINES)),
            nodes=_whole(told["nodes"]),
            seconds=_time(told["seconds"]),
            counters=_counters(told["counters"]),
            heuristic=_text(told["heuristic"]),
            charged=None if told["charged"] is None else _time(told["charged"]),
        )
    except (TypeError, ValueError, KeyError, OverflowError) as error:
        raise PlayerFault(DIED, f"its process answered something that is no answer ({error!s:.100})") from None


def _line(told: Mapping[str, Any]) -> Line:
    proof = told["proof"]
    if proof is not None:
        result, plies = proof
        if result not in get_args(ProofResult):
            raise ValueError(f"the proof {result!r:.40}")
        proof = (result, _whole(plies))
    words = tuple(_text(word) for word in _list(told["line"], LONGEST_LINE))
    value = None if told["value"] is None else _number(told["value"])
    return Line(_text(told["move"]), value, words, _whole(told["depth"]), proof)


def _counters(told: Mapping[str, Any]) -> Counters:
    known = {one.name for one in fields(Counters)}
    if not set(told) <= known:
        raise ValueError("unknown counters")
    return Counters(**{name: None if value is None else _number(value) for name, value in told.items()})  # type: ignore[arg-type]


def _list(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise ValueError(f"no list of up to {most} entries")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise ValueError(f"{value!r:.40} is no text of up to {LONGEST_WORD} characters")
    return value


def _number(value: Any) -> float | int:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r:.40} is no finite number")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_NODES:
        raise ValueError(f"{value!r:.40} is no whole number from 0")
    return value


def _time(value: Any) -> float:
    if not 0 <= _number(value) <= 1e9:
        raise ValueError(f"{value!r:.40} is no time")
    return float(value)
