"""What a player's answer may contain: type, finite, range. Whatever is not so is the player's fault.

Every answer is checked where it arrives, whoever gave it: a user-written file, a package, a program elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import fields
from typing import get_args

from plies.errors import ERROR, PlayerFault
from plies.search.answer import Answer, Counters, Line
from plies.values import Result

#: characters of a word, moves of a line, lines, and anything that is counted
LONGEST_WORD, LONGEST_LINE, MOST_LINES, MOST_COUNTED = 200, 500, 256, 1 << 62
#: seconds
LONGEST_TIME = 1e9

_COUNTS = tuple(field.name for field in fields(Counters) if field.name != "table_filling")


def checked(answer: object) -> Answer:
    """The answer; PlayerFault names the field that is wrong and what would be right."""
    if not isinstance(answer, Answer):
        raise PlayerFault(ERROR, f"answered {shown(answer)} where an Answer was due")
    _require(is_time(answer.seconds), "seconds", answer.seconds, "a time in seconds")
    _require(answer.charged is None or is_time(answer.charged), "charged", answer.charged, "a time in seconds, or None")
    _require(is_count(answer.nodes), "nodes", answer.nodes, "a whole number from 0 to 2^62")
    _check_counters(answer.counters)
    _require(is_word(answer.heuristic), "heuristic", answer.heuristic, f"a text of up to {LONGEST_WORD} characters")
    several = isinstance(answer.lines, tuple) and len(answer.lines) <= MOST_LINES
    _require(several, "lines", answer.lines, f"a tuple of up to {MOST_LINES} lines")
    for line in answer.lines:
        _check_line(line)
    return answer


def _check_counters(counters: object) -> None:
    _require(isinstance(counters, Counters), "counters", counters, "Counters")
    for name in _COUNTS:
        found = getattr(counters, name)
        _require(found is None or is_count(found), name, found, "a whole number from 0 to 2^62, or None")
    filling = getattr(counters, "table_filling", None)
    _require(filling is None or (is_number(filling) and 0 <= filling <= 1), "table_filling", filling, "0 to 1, or None")


def _check_line(line: object) -> None:
    if not isinstance(line, Line):
        raise PlayerFault(ERROR, f"answered {shown(line)} among its lines, where a Line was due")
    _require(is_word(line.move), "move", line.move, f"a word of up to {LONGEST_WORD} characters")
    _require(line.value is None or is_number(line.value), "value", line.value, "a finite number, or None")
    words = isinstance(line.line, tuple) and len(line.line) < LONGEST_LINE and all(map(is_word, line.line))
    _require(words, "line", line.line, f"a tuple of up to {LONGEST_LINE - 1} words")
    _require(is_count(line.depth), "depth", line.depth, "a whole number of plies")
    proof = line.proof
    right = proof is None or (
        isinstance(proof, tuple) and len(proof) == 2 and proof[0] in get_args(Result) and is_count(proof[1])
    )
    _require(right, "proof", proof, 'such as ("win", 5), or None')


# -- fields, here and in stored records ------------------------------------------------------------------------------


def is_number(value: object) -> bool:
    """A finite number that fits into a float."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= MOST_COUNTED if isinstance(value, int) else math.isfinite(value)


def is_time(value: object) -> bool:
    return is_number(value) and 0 <= value <= LONGEST_TIME  # type: ignore[operator]


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COUNTED


def is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORD


def shown(value: object) -> str:
    """A value in a few words, whatever it is."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > MOST_COUNTED:
        return f"a whole number of {value.bit_length()} bits"
    try:
        text = ascii(value) if isinstance(value, str | int | float | bool | None) else f"a {type(value).__name__}"
    except Exception:  # a class that cannot even be shown
        text = f"a {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _require(is_right: bool, name: str, value: object, right: str) -> None:
    if not is_right:
        raise PlayerFault(ERROR, f"answered {name} = {shown(value)}; right is {right}")
