"""The frame that all pipes between Plies and its child processes carry: a JSON object and bytes that belong to it.

    length of the text, length of the data (4 bytes each, little-endian) | text | data

The decoder reads nothing by itself. It is fed with whatever has arrived, from a blocking pipe, a non-blocking pipe or
an asyncio stream, and gives whole frames.
"""

from __future__ import annotations

import json
import struct
from typing import Any, NamedTuple, NoReturn

_HEADER = struct.Struct("<II")


class InvalidFrame(ValueError):
    """What came through a pipe is no frame, is too long for one, or holds no message of this protocol."""


class Frame(NamedTuple):
    text: dict[str, Any]
    data: bytes = b""


def encode(frame: Frame) -> bytes:
    text = json.dumps(frame.text, allow_nan=False).encode()
    return _HEADER.pack(len(text), len(frame.data)) + text + frame.data


class Decoder:
    """Frames of up to `most` bytes. `feed` it and take frames until there is no whole one left."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting = bytearray()

    def feed(self, data: bytes) -> None:
        self._waiting += data

    def take(self) -> Frame | None:
        """The next frame; None when it is not there as a whole."""
        if len(self._waiting) < _HEADER.size:
            return None
        text_size, data_size = _HEADER.unpack_from(self._waiting)
        end = _HEADER.size + text_size + data_size
        if end > self._most:
            raise InvalidFrame(f"a message of {end} bytes; the longest has {self._most}")
        if len(self._waiting) < end:
            return None
        data = bytes(self._waiting[_HEADER.size + text_size : end])
        text = bytes(self._waiting[_HEADER.size : _HEADER.size + text_size])
        del self._waiting[:end]
        try:
            found = json.loads(text, parse_constant=_refuse)
        except InvalidFrame:
            raise
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise InvalidFrame("a message that is no JSON object")
        return Frame(found, data)


def _refuse(number: str) -> NoReturn:
    """NaN and infinities, which JSON does not have."""
    raise InvalidFrame(f"a message with {number}, which is no finite number")
