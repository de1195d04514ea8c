"""JSON with places: where in a file an entry stands, so that a mistake can be named with its line and column."""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from plies.errors import InvalidFile

Path = tuple[str | int, ...]
_SPACE = " \t\n\r"


class Place(NamedTuple):
    """Line and column, counted from 1."""

    line: int
    column: int


class _NotPlainError(Exception):
    """JSON that Python would take, but that is no plain JSON."""


def read_json(text: str, name: str) -> Any:
    """The value of JSON text; refuses NaN, infinities, repeated keys and absurd nesting in one line."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise InvalidFile(f"{name}: not JSON: {error.msg}", error.lineno, error.colno) from None
    except _NotPlainError as error:
        raise InvalidFile(f"{name}: {error}") from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"
        raise InvalidFile(f"{name}: not JSON that can be read: {reason}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _NotPlainError(f"the entry {json.dumps(key)[:40]} stands twice in one object")
        found[key] = value
    return found


def _no_constant(word: str) -> float:
    raise _NotPlainError(f"{word} is not a number in JSON")


def spell(path: Path) -> str:
    """A path as people write it: plays[1].against[2][0]."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def locate(text: str, path: Path) -> Place:
    """Where the entry at `path` stands in valid JSON text; where its nearest container stands if it is missing."""
    at = _skip(text, 0)
    for part in path:
        inner = _enter(text, at, part)
        if inner is None:
            break
        at = inner
    line = text.count("\n", 0, at) + 1
    return Place(line, at - (text.rfind("\n", 0, at) + 1) + 1)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _enter(text: str, at: int, part: str | int) -> int | None:
    """The index of one entry of the object or list that starts at `at`, or None."""
    decoder = json.JSONDecoder()
    opening = text[at]
    if opening != ("{" if isinstance(part, str) else "["):
        return None
    at = _skip(text, at + 1)
    number = 0
    while text[at] not in "]}":
        key: str | int = number
        if opening == "{":
            key, at = scanstring(text, at + 1, True)
            at = _skip(text, _skip(text, at) + 1)
        if key == part:
            return at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)
        number += 1
    return None
