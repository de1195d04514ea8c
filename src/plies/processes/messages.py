"""Messages between processes: frozen dataclasses, written and read here and nowhere else.

    MESSAGES = Messages(Inspect, Load, Ready)
    frame = MESSAGES.encode(Inspect("mine.py:mine"))

A message is its class's name and its fields. Every field is checked against its annotation where it arrives: texts,
finite numbers, Literals, unions, tuples, dicts by texts, and frozen dataclasses of those. A field of type `bytes`
travels as the data of the frame.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from plies.processes.framing import Frame, InvalidFrame, encode

#: the key of a message's class
KIND = "is"


class Messages:
    """The messages of one protocol, of up to `most` bytes each."""

    def __init__(self, *kinds: Any, most: int = 64 << 20) -> None:
        self.most = most
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._data = {kind: name for kind in kinds for name, of in hints(kind).items() if of is bytes}

    def encode(self, message: Any) -> bytes:
        """The frame of a message; ValueError for numbers that JSON does not have."""
        kind = type(message)
        fields = asdict(message)
        data = fields.pop(self._data[kind]) if kind in self._data else b""
        return encode(Frame({KIND: kind.__name__, **fields}, data))

    def decode(self, frame: Frame) -> Any:
        """The message in a frame; InvalidFrame names what is wrong with it."""
        fields = dict(frame.text)
        kind = self._kinds.get(str(fields.pop(KIND, None)))
        if kind is None:
            raise InvalidFrame(f"a message of no known kind, but one of {', '.join(self._kinds)} was due")
        if kind in self._data:
            fields[self._data[kind]] = frame.data
        try:
            return read(kind, fields, kind.__name__)
        except InvalidFrame as error:
            raise InvalidFrame(f"a message in which {error}") from None
        except RecursionError:
            raise InvalidFrame(f"a message in which {kind.__name__} is nested too deeply") from None


@lru_cache(maxsize=256)
def hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def read(kind: Any, found: Any, place: str) -> Any:
    """What came out of JSON, as a value of a type; InvalidFrame names the place where it is not one."""
    if _is_plain(kind, found):
        return found
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(found, dict):
        wanted = hints(kind)
        if found.keys() == wanted.keys():
            return kind(**{name: read(of, found[name], f"{place}.{name}") for name, of in wanted.items()})
        raise InvalidFrame(f"{place} has the fields {', '.join(wanted)}, not {', '.join(found):.80}")
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _read_any(parts, found, place)
    if origin is tuple and isinstance(found, list):
        each = parts[:1] * len(found) if parts[1:] == (...,) else parts
        if len(each) == len(found):
            return tuple(read(of, one, place) for of, one in zip(each, found, strict=True))
    if origin is dict and isinstance(found, dict):
        return {name: read(parts[1], one, f"{place}.{name:.40}") for name, one in found.items()}
    raise InvalidFrame(f"{place} is {found!r:.80}")


def _is_plain(kind: Any, found: Any) -> bool:
    if kind is Any:
        return True
    if kind is float:  # a whole number is one too, and stays as it was written
        return type(found) in (int, float) and abs(found) <= sys.float_info.max
    if get_origin(kind) is Literal:
        return any(type(found) is type(one) and found == one for one in get_args(kind))
    return kind in (str, int, bool, bytes, NoneType) and type(found) is kind


def _read_any(kinds: tuple[Any, ...], found: Any, place: str) -> Any:
    for kind in kinds:
        try:
            return read(kind, found, place)
        except InvalidFrame as error:
            failure = error
    raise failure
