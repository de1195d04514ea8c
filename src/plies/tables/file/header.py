"""The beginning of a table's file: what it is a table of, how large its parts are, and what they must add up to.

PLIESTAB | version | length of the JSON | SHA-256 of all this but itself | JSON, then zeros up to DATA_AT
"""

from __future__ import annotations

import hashlib
import json
import struct
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plies.errors import InvalidFile

MARK, VERSION = b"PLIESTAB", 1
#: where the data begins, in bytes
DATA_AT = 1 << 14
_FRONT = struct.Struct("<8sII")
_DIGEST_AT, _JSON_AT = _FRONT.size, _FRONT.size + 32


@dataclass(frozen=True)
class Places:
    """Where in the data things are, in words."""

    #: numbers of the table, which along an index may be more than positions; and bytes of a code
    size: int
    code_bytes: int
    #: all words of the data
    words: int
    #: the first words of the packed states and of the codes; the buckets are at 0
    rows_at: int = 0
    codes_at: int = 0
    buckets: int = 0
    #: words of a packed state
    width: int = 0
    #: the packing's base and changing bits
    base: tuple[int, ...] = ()
    changing: tuple[int, ...] = ()
    #: whether the bytes are tight (`codes.py`)
    tight: bool = False


@dataclass(frozen=True)
class Header:
    """All that is known of a table without reading it."""

    game: str
    #: a digest of the game's rules
    rules: str
    #: whether it is a dense array along the game's index; else packed states that were found
    indexed: bool
    #: the part of the game as an option such as `pieces=4`, and the position everything was found from; empty: none
    part: str
    origin: str
    positions: int
    win: int
    loss: int
    draw: int
    longest: int
    #: the value of the start as a code, 0 if it is outside
    start: int
    seconds: float
    #: None: not audited
    audit_seconds: float | None
    places: Places
    #: SHA-256 of the checksums
    sums: str = ""


def write_header(header: Header) -> bytes:
    text = json.dumps(asdict(header)).encode()
    front = _FRONT.pack(MARK, VERSION, len(text))
    body = text.ljust(DATA_AT - _JSON_AT, b"\0")
    if len(body) > DATA_AT - _JSON_AT:
        raise InvalidFile(
            f"the header of a table of {header.game} needs {len(text):,} bytes, more than there is room for"
        )
    return front + hashlib.sha256(front + body).digest() + body


def read_header(file: Path) -> Header:
    """The header, checked; InvalidFile says what is wrong with it."""
    try:
        with file.open("rb") as stream:
            data = stream.read(DATA_AT)
    except OSError as error:
        raise InvalidFile(f"cannot read the table {file}: {error.strerror}") from None
    if data[: len(MARK)] != MARK:
        raise InvalidFile(f"{file} is not a table of Plies")
    if len(data) < DATA_AT:
        raise InvalidFile(f"{file} is truncated: it ends within its header; build it again")
    _, version, length = _FRONT.unpack_from(data)
    if hashlib.sha256(data[:_DIGEST_AT] + data[_JSON_AT:]).digest() != data[_DIGEST_AT:_JSON_AT]:
        if version != VERSION:
            raise InvalidFile(f"{file} is a table of version {version}, but this Plies reads version {VERSION}")
        raise InvalidFile(f"{file} is damaged: its header does not match its digest; build it again")
    if version != VERSION:
        raise InvalidFile(f"{file} is a table of version {version}, but this Plies reads version {VERSION}")
    return _of_json(json.loads(data[_JSON_AT : _JSON_AT + length]))


def _of_json(data: dict[str, Any]) -> Header:
    places = data["places"]
    lists = {name: tuple(places[name]) for name in ("base", "changing")}
    return Header(**{**data, "places": Places(**{**places, **lists})})
