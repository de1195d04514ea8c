"""Games as bytes, for files of a run and on their way from a cluster: arrays of numbers, never objects."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any
from zipfile import BadZipFile

import numpy as np

from plies.errors import InvalidFile
from plies.learn.games.selfplay import Played

NAMES = ("numbers", "lengths", "results", "nodes", "rows", "values", "noisy")


def pack(games: Sequence[Played]) -> bytes:
    """The games as a file of arrays; `unpack` gives them back."""
    arrays = {
        "numbers": np.array([game.number for game in games], np.int64),
        "lengths": np.array([len(game.values) for game in games], np.int64),
        "results": np.array([game.result for game in games]),
        "nodes": np.array([game.nodes for game in games], np.int64),
        "rows": np.concatenate([game.rows for game in games]) if games else np.zeros((0, 1), np.uint64),
        "values": np.concatenate([game.values for game in games]) if games else np.zeros(0),
        "noisy": np.concatenate([game.noisy for game in games]) if games else np.zeros(0, np.int64),
    }
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, **arrays)
    return stream.getvalue()


def unpack(data: bytes, where: str) -> list[Played]:
    """The games of some bytes; InvalidFile for what is none."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as found:
            return _games(found)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise InvalidFile(f"{where} is damaged ({type(error).__name__})") from None


def _games(data: Any) -> list[Played]:
    arrays = {name: data[name] for name in NAMES}
    ends = np.cumsum(arrays["lengths"])
    found = []
    for at, end in enumerate(ends):
        part = slice(int(end - arrays["lengths"][at]), int(end))
        numbers = int(arrays["numbers"][at]), float(arrays["results"][at]), int(arrays["nodes"][at])
        rows, values, noisy = (arrays[name][part] for name in ("rows", "values", "noisy"))
        found.append(Played(numbers[0], rows, values, noisy, numbers[1], numbers[2]))
    return found
